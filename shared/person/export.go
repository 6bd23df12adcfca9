package person

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ordering/shared/customer"
	"ordering/shared/form"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/order"
	"ordering/shared/order/orderview"
	"ordering/shared/table"
)

// Export is what is stored about a customer.
type Export struct {
	At     time.Time        `json:"at" doc:"UTC"`
	Rows   map[string][]any `json:"rows" doc:"Rows of the account by kind: profile, vehicles, password, session, …"`
	Orders []ExportedOrder  `json:"orders" doc:"The newest first, at most 1,000"`
	Forms  []ExportedForm   `json:"forms" doc:"What was sent with the site's forms under the addresses of the account"`
	NoSale bool             `json:"noSale" doc:"The person objected to sale and sharing"`
}

// ExportedForm is a form that a person sent.
type ExportedForm struct {
	Reference string      `json:"reference"`
	Kind      form.Kind   `json:"kind"`
	Received  time.Time   `json:"received"`
	Status    form.Status `json:"status"`
	Verified  time.Time   `json:"verified,omitzero"`
	AnswerBy  time.Time   `json:"answerBy,omitzero"`
	Closed    time.Time   `json:"closed,omitzero"`
	Outcome   string      `json:"outcome,omitempty"`
	Entry     form.Entry  `json:"entry"`
	Files     []form.File `json:"files,omitempty"`
	Notes     []form.Note `json:"notes,omitempty" doc:"What the desk wrote about the form"`
}

// ExportedOrder is an order with its contact.
type ExportedOrder struct {
	orderview.Order
	Contact OrderContact `json:"contact"`
}

// OrderContact is the person an order was for.
type OrderContact guest.Contact

const (
	mostOrders = 1000 // an answer of Lambda has at most 6 MB
	ordersPage = 50
)

// Export returns what is stored about a customer. Hashes and keys are not in it, nor the notes of the brand's desk: a person adds those.
func (r *Records) Export(ctx context.Context, id string, l locale.Locale) (Export, error) {
	out, err := r.exportAccount(ctx, id, l)
	for i := range out.Forms {
		out.Forms[i].Notes = nil
	}
	return out, err
}

func (r *Records) exportAccount(ctx context.Context, id string, l locale.Locale) (Export, error) {
	out := r.newExport()
	for _, s := range Stores {
		if s.Show == nil {
			continue
		}
		for i, err := range table.All(ctx, r.Table, table.Query{PK: s.Prefix + id}) {
			if err != nil {
				return Export{}, fmt.Errorf("person: export rows of %s: %w", s.Prefix, err)
			}
			if row := s.Show(i); row != nil {
				first, _, _ := strings.Cut(i.SK, "#")
				kind := cmp.Or(s.Kind, first)
				out.Rows[kind] = append(out.Rows[kind], row)
			}
		}
	}
	for after := ""; len(out.Orders) < mostOrders; {
		page, err := order.OfCustomer(ctx, r.Table, id, ordersPage, after)
		if err != nil {
			return Export{}, err
		}
		for _, o := range page.Orders {
			out.Orders = append(out.Orders, r.exported(o, l))
		}
		if !page.More {
			break
		}
		after = page.Cursor
	}
	c, err := customer.Find(ctx, r.Table, id)
	if err != nil {
		return Export{}, err
	}
	old, err := customer.OldEmails(ctx, r.Table, id)
	if err != nil {
		return Export{}, err
	}
	err = r.exportForms(ctx, &out, append(old, c.Email)...)
	return out, err
}

// ExportEmail returns what is stored about the person with this address: the account, if there is one, and what the address was given for
// without it. The caller must know that the address is the person's.
func (r *Records) ExportEmail(ctx context.Context, email string, l locale.Locale) (Export, error) {
	guests, err := r.Guests.Current(ctx)
	if err != nil {
		return Export{}, fmt.Errorf("person: read the guest secret: %w", err)
	}
	id, err := customer.IDOfEmail(ctx, r.Table, guests, email)
	if err != nil {
		return Export{}, err
	}
	out := r.newExport()
	if id == "" {
		err = r.exportForms(ctx, &out, email)
	} else {
		out, err = r.exportAccount(ctx, id, l)
	}
	if err != nil {
		return Export{}, err
	}
	of := func(token string) func(ExportedOrder) bool {
		return func(o ExportedOrder) bool { return o.OrderToken == token }
	}
	for o, err := range order.OfGuest(ctx, r.Table, guests, email) {
		if err != nil {
			return Export{}, err
		}
		if !slices.ContainsFunc(out.Orders, of(o.Token)) {
			out.Orders = append(out.Orders, r.exported(o, l))
		}
	}
	return out, nil
}

func (r *Records) newExport() Export {
	return Export{At: r.Now().UTC(), Rows: map[string][]any{}, Orders: []ExportedOrder{}, Forms: []ExportedForm{}}
}

func (r *Records) exported(o order.Order, l locale.Locale) ExportedOrder {
	return ExportedOrder{orderview.Of(o, l, r.Now()), OrderContact(o.Contact)}
}

// exportForms adds the forms and the objection to sale of these addresses.
func (r *Records) exportForms(ctx context.Context, out *Export, addresses ...string) error {
	guests, err := r.Guests.Current(ctx)
	if err != nil {
		return fmt.Errorf("person: read the guest secret: %w", err)
	}
	for _, address := range addresses {
		objects, err := form.ObjectsToSale(ctx, r.Table, guests.Name(address))
		if err != nil {
			return err
		}
		out.NoSale = out.NoSale || objects
		all, err := form.OfPerson(ctx, r.Table, guests.Name(address))
		if err != nil {
			return err
		}
		for _, c := range all {
			out.Forms = append(out.Forms, ExportedForm{
				c.Reference, c.Kind, c.Received, c.Status, c.Verified, c.AnswerBy, c.Closed, c.Outcome, c.Entry, c.Files, c.Notes,
			})
		}
	}
	return nil
}
