// Package notify delivers the rows of the outbox: it sends mails to guests and orders to kitchens.
package notify

import (
	"strings"

	"ordering/shared/brand"
	"ordering/shared/outbox"
	"ordering/shared/table"
)

// Notify has the handlers of the outbox.
type Notify struct {
	table   table.Table
	brand   brand.Brand
	mailer  Mailer
	kitchen Kitchen
	site    string
}

// New makes a Notify. Links in mails lead to site, a scheme and a host.
func New(t table.Table, b brand.Brand, m Mailer, k Kitchen, site string) *Notify {
	return &Notify{table: t, brand: b, mailer: m, kitchen: k.ready(), site: strings.TrimSuffix(site, "/")}
}

// Handlers returns the handler of each kind of row.
func (n *Notify) Handlers() map[string]outbox.Handler {
	return map[string]outbox.Handler{
		outbox.KindMail:           n.mail,
		outbox.KindKitchenOrder:   n.toKitchen(orderPlaced),
		outbox.KindKitchenCancel:  n.toKitchen(orderCancelled),
		outbox.KindKitchenArrival: n.toKitchen(orderArrived),
	}
}
