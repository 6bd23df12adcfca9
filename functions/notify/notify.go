// Package notify does what the outbox asks for: it writes to guests and tells kitchens of their orders.
package notify

import (
	"strings"

	"ordering/shared/brand"
	"ordering/shared/outbox"
	"ordering/shared/table"
)

// Notify holds the receivers of what leaves the outbox.
type Notify struct {
	table   table.Table
	brand   brand.Brand
	mailer  Mailer
	kitchen Kitchen
	site    string
}

// New makes the handlers' home. Site is where the site is found, as scheme and host: links of mails lead there.
func New(t table.Table, b brand.Brand, m Mailer, k Kitchen, site string) *Notify {
	return &Notify{table: t, brand: b, mailer: m, kitchen: k.ready(), site: strings.TrimSuffix(site, "/")}
}

// Handlers gives what delivers each kind of row.
func (n *Notify) Handlers() map[string]outbox.Handler {
	return map[string]outbox.Handler{
		outbox.KindMail:           n.mail,
		outbox.KindKitchenOrder:   n.kitchenOrder,
		outbox.KindKitchenCancel:  n.kitchenCancel,
		outbox.KindKitchenArrival: n.kitchenArrival,
	}
}
