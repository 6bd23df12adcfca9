package person

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ordering/shared/customer"
	"ordering/shared/form"
	"ordering/shared/guest"
	"ordering/shared/order"
	"ordering/shared/table"
)

// Records are the stored data of persons.
type Records struct {
	Table   table.Table
	Guests  guest.Keeper
	Holders []order.Holder // other systems with data of orders' guests
	Files   form.Deleter   // of the photos and résumés that guests sent
	Mails   Mailbox        // nil if no mails are kept
	Now     func() time.Time
}

// Mailbox keeps copies of mails.
type Mailbox interface {
	form.Mailbox
	// ForgetAddress removes the mails to an address.
	ForgetAddress(ctx context.Context, address string) error
}

// Found is what EraseEmail found besides orders.
type Found struct {
	Account bool
	Forms   int
}

// EraseEmail erases what is stored about the person with this address: the account, if there is one, the orders and the forms. It reports
// each order to tell. Repeat it for orders that have to wait; until then open privacy requests of the person stay open.
func (r *Records) EraseEmail(ctx context.Context, email string, tell func(order.Erasure)) (found Found, err error) {
	guests, err := r.Guests.Current(ctx)
	if err != nil {
		return found, fmt.Errorf("person: read the guest secret: %w", err)
	}
	id, err := customer.IDOfEmail(ctx, r.Table, guests, email)
	if err != nil {
		return found, err
	}
	waits := false
	watch := func(e order.Erasure) {
		waits = waits || e.Wait != ""
		tell(e)
	}
	if found.Account = id != ""; found.Account {
		if _, found.Forms, err = r.erase(ctx, id, guests, false, watch); err != nil {
			return found, err
		}
	}
	if err := r.orders(guests).Erase(ctx, email, watch); err != nil {
		return found, err
	}
	forms := r.forms(guests)
	forms.Answers = !waits
	n, err := forms.Erase(ctx, guests.Name(email))
	if found.Forms += n; err != nil {
		return found, err
	}
	if r.Mails == nil {
		return found, nil
	}
	return found, r.Mails.ForgetAddress(ctx, email) // of sign-ups that were not confirmed
}

// EraseDue erases the accounts that customers asked to delete more than customer.ReconsiderFor ago, and returns how many are done. An
// account with an order that has to wait is done in a later call.
func (r *Records) EraseDue(ctx context.Context) (done int, err error) {
	guests, err := r.Guests.Current(ctx)
	if err != nil {
		return 0, fmt.Errorf("person: read the guest secret: %w", err)
	}
	due, err := customer.DueDeletions(ctx, r.Table, r.Now())
	if err != nil {
		return 0, err
	}
	var failed error
	for _, id := range due {
		ended, _, err := r.erase(ctx, id, guests, true, func(order.Erasure) {})
		if !errors.Is(err, customer.ErrKept) {
			failed = errors.Join(failed, err)
		}
		if ended {
			done++
		}
	}
	return done, failed
}

// tokensFor is longer than an access token is valid.
const tokensFor = 15 * time.Minute

// erase erases an account, its orders and its forms, and returns how many forms. The first call ends all ways to sign in, and leaves of the
// profile what the next calls need. A call at least tokensFor later also removes what the last tokens wrote meanwhile; it returns true when
// nothing is left. Guest orders that the customer never claimed stay: they are found by the address, see EraseEmail. With ifDue it returns
// customer.ErrKept for an account that is not due.
func (r *Records) erase(
	ctx context.Context, id string, guests guest.Secret, ifDue bool, tell func(order.Erasure),
) (done bool, forms int, err error) {
	if err := r.forgetMails(ctx, id); err != nil {
		return false, forms, err
	}
	began, err := customer.EndAccount(ctx, r.Table, id, guests, r.Now(), ifDue)
	if err != nil {
		return false, forms, err
	}
	if err := r.remove(ctx, id, true, ""); err != nil {
		return false, forms, err
	}
	names, err := customer.AddressNames(ctx, r.Table, id)
	if err != nil {
		return false, forms, err
	}
	for _, name := range names {
		n, err := r.forms(guests).Erase(ctx, name)
		if forms += n; err != nil {
			return false, forms, err
		}
	}
	waits := false
	err = r.orders(guests).EraseCustomer(ctx, id, func(e order.Erasure) {
		waits = waits || e.Wait != ""
		tell(e)
	})
	if err != nil {
		return false, forms, err
	}
	if done = !waits && !r.Now().Before(began.Add(tokensFor)); done {
		return true, forms, r.remove(ctx, id, false, "")
	}
	return false, forms, r.remove(ctx, id, false, customer.ProfileRow)
}

// forgetMails removes the mails to the customer's address, and to those of a change of it.
func (r *Records) forgetMails(ctx context.Context, id string) error {
	if r.Mails == nil {
		return nil
	}
	c, err := customer.Find(ctx, r.Table, id)
	if errors.Is(err, table.ErrNotFound) {
		return nil // an earlier call began the erasure
	}
	if err != nil {
		return err
	}
	change, err := customer.FindEmailChange(ctx, r.Table, id)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return err
	}
	old, err := customer.OldEmails(ctx, r.Table, id)
	if err != nil {
		return err
	}
	for _, address := range append(old, c.Email, change.To) {
		if err := r.Mails.ForgetAddress(ctx, address); err != nil {
			return err
		}
	}
	return nil
}

func (r *Records) forms(guests guest.Secret) form.Erasure {
	e := form.Erasure{Table: r.Table, Files: r.Files, Guests: guests, Now: r.Now}
	if r.Mails != nil {
		e.Mails = r.Mails
	}
	return e
}

func (r *Records) orders(guests guest.Secret) *order.Eraser {
	return order.NewEraser(r.Table, guests, r.Now, r.Holders...)
}

// remove deletes the customer's rows of the stores, of those for entry or of the others, except rows with the sort key keep and what the
// store leaves.
func (r *Records) remove(ctx context.Context, id string, entry bool, keep string) error {
	var ops []table.Op
	for _, s := range Stores {
		if s.Show == nil || s.Entry != entry {
			continue
		}
		for i, err := range table.All(ctx, r.Table, table.Query{PK: s.Prefix + id}) {
			if err != nil {
				return fmt.Errorf("person: erase rows of %s: %w", s.Prefix, err)
			}
			if lookup, ok := customer.Linked(i); ok {
				ops = append(ops, table.Delete(lookup, 0))
			}
			var left table.Item
			stays := i.SK == keep
			if s.Left != nil {
				if left, stays, err = s.Left(i); err != nil {
					return fmt.Errorf("person: erase rows of %s: %w", s.Prefix, err)
				}
				if stays && !bytes.Equal(left.Data, i.Data) {
					ops = append(ops, table.Replace(left, i.Version))
				}
			}
			if !stays {
				ops = append(ops, table.Delete(i.Key, 0))
			}
		}
	}
	for some := range slices.Chunk(ops, table.MaxSet) {
		if err := r.Table.Write(ctx, some...); err != nil {
			return fmt.Errorf("person: erase rows: %w", err)
		}
	}
	return nil
}
