package customer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ordering/shared/problem"
	"ordering/shared/table"
)

// oldAddressFor is how long the old address is kept after a change, so that the mail to it can be sent.
const oldAddressFor = 7 * 24 * time.Hour

// oldAddress is the address before a change. Each change has a row of its own: a later change must not prevent the mail to this address.
type oldAddress struct {
	From string `json:"from"`
}

const oldAddressRows = "old-email#"

func oldAddressKey(customer string, nth int64) table.Key {
	return table.Key{PK: profileKey(customer).PK, SK: oldAddressRows + strconv.FormatInt(nth, 10)}
}

// OldEmail returns the address before the nth change of the customer's address, or table.ErrNotFound.
func OldEmail(ctx context.Context, t table.Table, customer string, nth int) (string, error) {
	var old oldAddress
	_, err := read(ctx, t, oldAddressKey(customer, int64(nth)), "an old address", &old)
	return old.From, err
}

// OldEmails returns the addresses that the customer had in the last days.
func OldEmails(ctx context.Context, t table.Table, customer string) ([]string, error) {
	q := table.Query{PK: profileKey(customer).PK, From: oldAddressRows, To: oldAddressRows + "~"}
	return list(ctx, t, q, "old addresses", func(item table.Item) (string, error) {
		var old oldAddress
		err := json.Unmarshal(item.Data, &old)
		return old.From, err
	})
}

// EmailChange is a change of a customer's address that waits for the code of its mail. After the change it has no address.
type EmailChange struct {
	To    string    `json:"to,omitempty"`
	Known bool      `json:"known,omitempty"`
	Asked time.Time `json:"asked"`
	Nth   int64     `json:"nth"`             // in the rows of its mails, greater than that of earlier changes
	Tries int       `json:"tries,omitempty"` // of the code

	customer string
	version  int64
}

func emailChangeKey(customer string) table.Key {
	return table.Key{PK: profileKey(customer).PK, SK: "email-change"}
}

func (e EmailChange) item() table.Item {
	return table.Item{Key: emailChangeKey(e.customer), Data: table.Encode(e), Expires: e.Asked.Add(codeFor).Truncate(time.Second)}
}

// mail returns the row of the outbox that sends a mail about the change.
func (e EmailChange) mail(kind MailKind) table.Op { return Mail(kind, e.customer, int(e.Nth), e.Asked) }

// Code returns the code of the mail to the new address. It differs for each address.
func (e EmailChange) Code(ctx context.Context, c Codes) (string, error) {
	return c.Code(ctx, "email/"+e.customer+"/"+e.To, int(e.Nth))
}

// FindEmailChange returns the change of the customer's address, or table.ErrNotFound.
func FindEmailChange(ctx context.Context, t table.Table, customer string) (e EmailChange, err error) {
	e.customer = customer
	e.version, err = read(ctx, t, emailChangeKey(customer), "a change of an address", &e)
	return e, err
}

// AskEmail mails a code to a new address of the customer; it replaces an earlier unconfirmed change. It answers the same whether or not the
// address has an account: only the mail shows it, and no code is right. It returns problem.Invalid, or problem.SignInsLimited after too
// many mails.
func (a *Accounts) AskEmail(ctx context.Context, customer, email, again, network string) error {
	c, err := Profile(ctx, a.Table, customer)
	if err != nil {
		return err
	}
	contact := c.Contact
	contact.Email = email
	contact, found := contact.Check("")
	// Someone who came from a social network may have no phone number yet.
	found = slices.DeleteFunc(found, func(d problem.Detail) bool { return d.Pointer != "/email" })
	if contact.Email == c.Email { // letters in another case are a change
		found = append(found, problem.Finding(problem.EmailSame, "/email"))
	}
	if !strings.EqualFold(strings.TrimSpace(again), contact.Email) {
		found = append(found, problem.Finding(problem.EmailsDiffer, "/confirmEmail"))
	}
	if len(found) > 0 {
		return problem.New(problem.Invalid).With(found...)
	}
	if err := a.attempts().Count(ctx, limitMails.Of("customer/"+customer)); err != nil {
		return err
	}
	known, err := a.countMail(ctx, limitMails, contact.Email, network)
	if err != nil {
		return err
	}
	before, err := FindEmailChange(ctx, a.Table, customer)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return err
	}
	now := a.Now()
	e := EmailChange{
		To: contact.Email, Known: known != "" && known != customer, Asked: now, Nth: max(before.Nth+1, now.UnixMilli()), customer: customer,
	}
	if err := a.Table.Write(ctx, table.Put(e.item()), e.mail(MailEmailCode)); err != nil {
		return fmt.Errorf("customer: ask for a new address: %w", err)
	}
	return nil
}

// ConfirmEmail sets the new address with the code of its mail, and tells the old one. It removes all identities at providers: from now on
// the new address decides which of them may sign in. It returns problem.CodeWrong with the tries that are left, problem.CodeExpired, or
// problem.SessionEnded if the session has ended.
func (a *Accounts) ConfirmEmail(ctx context.Context, customer, session, code string) (Customer, error) {
	for {
		c, err := a.confirmEmail(ctx, customer, session, code)
		// A guess was counted, the profile was changed, or an identity was linked or unlinked meanwhile.
		if !errors.As(err, new(*table.Conflict)) {
			return c, err
		}
	}
}

func (a *Accounts) confirmEmail(ctx context.Context, customer, session, code string) (Customer, error) {
	c, err := Profile(ctx, a.Table, customer)
	if err != nil {
		return Customer{}, err
	}
	e, err := FindEmailChange(ctx, a.Table, customer)
	if errors.Is(err, table.ErrNotFound) || err == nil && (e.To == "" || e.Tries >= maxTries) {
		return Customer{}, problem.New(problem.CodeExpired)
	}
	if err != nil {
		return Customer{}, err
	}
	want, err := e.Code(ctx, a.Codes)
	if err != nil {
		return Customer{}, err
	}
	if e.Known || !same(code, want) {
		e.Tries++
		if err := a.Table.Write(ctx, table.Replace(e.item(), e.version)); err != nil {
			return Customer{}, fmt.Errorf("customer: count a code: %w", err)
		}
		return Customer{}, problem.New(problem.CodeWrong, "left", maxTries-e.Tries)
	}
	guests, err := a.Guests.Current(ctx)
	if err != nil {
		return Customer{}, fmt.Errorf("customer: read the guest secret: %w", err)
	}
	changed := EmailChange{Asked: a.Now(), Nth: e.Nth + 1, customer: customer}
	old := table.Item{
		Key: oldAddressKey(customer, changed.Nth), Data: table.Encode(oldAddress{c.Email}),
		Expires: changed.Asked.Add(oldAddressFor).Truncate(time.Second),
	}
	before := emailKey(guests.Name(c.Email))
	_, version, err := findEmail(ctx, a.Table, guests.Name(c.Email))
	if err != nil {
		return Customer{}, err
	}
	after := emailItem(guests.Name(e.To), customer)
	c.Email = e.To
	ops := []table.Op{
		table.Replace(c.item(), c.version), table.Replace(changed.item(), e.version), table.Put(old), changed.mail(MailEmailChanged),
	}
	if before != after.Key { // otherwise only the letters' case differs
		links, err := a.Links(ctx, customer)
		if err != nil {
			return Customer{}, err
		}
		// A link that a sign-in writes meanwhile changes the version; one that was unlinked meanwhile fails the write.
		ops = append(ops, table.Delete(before, version), table.Create(after))
		for _, l := range links {
			ops = append(ops, l.ops...)
		}
	}
	err = a.Sessions.writeIn(ctx, customer, session, ops...)
	if before != after.Key && table.Failed(err, after.Key) { // an account was created with it meanwhile
		return Customer{}, problem.New(problem.CodeExpired)
	}
	if err != nil {
		return Customer{}, fmt.Errorf("customer: change an address: %w", err)
	}
	c.version++
	return c, nil
}
