// Package notify delivers the rows of the outbox: it sends mails to guests and desks, orders to kitchens, and forms to the system of the
// desks.
package notify

import (
	"context"
	"strings"
	"time"

	"ordering/shared/brand"
	"ordering/shared/customer"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/webhook"
)

// Notify has the handlers of the outbox.
type Notify struct {
	table   table.Table
	brand   brand.Brand
	mailer  Mailer
	kitchen Kitchen
	site    string
	codes   customer.Codes
	desk    sender // without a URL it gets no events
}

// WithCodes returns a copy that derives the codes of account mails from the secret that auth has too.
func (n Notify) WithCodes(s secret.Source) *Notify {
	n.codes = customer.Codes(s)
	return &n
}

// WithDesk returns a copy that sends the events of forms to the system of the desks.
func (n Notify) WithDesk(desk webhook.System, now func() time.Time) *Notify {
	n.desk = sender{System: desk, Now: now}
	return &n
}

// New makes a Notify. Links in mails lead to site, a scheme and a host.
func New(t table.Table, b brand.Brand, m Mailer, k Kitchen, site string) *Notify {
	return &Notify{table: t, brand: b, mailer: m, kitchen: k, site: strings.TrimSuffix(site, "/")}
}

// Handlers returns the handler of each kind of row.
func (n *Notify) Handlers() map[string]outbox.Handler {
	return map[string]outbox.Handler{
		outbox.KindMail:           n.mail,
		outbox.KindAccountMail:    n.accountMail,
		outbox.KindFormMail:       n.formMail,
		outbox.KindFormEvent:      n.formEvent,
		outbox.KindKitchenOrder:   n.toKitchen(orderPlaced),
		outbox.KindKitchenCancel:  n.toKitchen(orderCancelled),
		outbox.KindKitchenArrival: n.toKitchen(orderArrived),
		// An erased order has kept the ids that the kitchen needs.
		outbox.KindKitchenErase: n.withOrder(func(ctx context.Context, _ outbox.Delivery, o order.Order) error {
			return n.kitchen.Forget(ctx, o)
		}),
	}
}
