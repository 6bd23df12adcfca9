// Package promo holds the brand's promotions: their conditions, the combination that costs a guest least, why a promotion does not apply,
// and the limits of their use.
package promo

import (
	"github.com/shopspring/decimal"

	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
)

// Kind is what a promotion reduces, and how (specification §3).
type Kind int

const (
	OrderAmount Kind = iota + 1
	OrderPercentage
	ItemAmount
	ItemPercentage
	SubcategoryAmount
	SubcategoryPercentage
	HandoffAmount
	HandoffPercentage
	ItemFree
)

var kindNames = [...]string{
	OrderAmount: "orderAmount", OrderPercentage: "orderPercentage", ItemAmount: "itemAmount", ItemPercentage: "itemPercentage",
	SubcategoryAmount: "subcategoryAmount", SubcategoryPercentage: "subcategoryPercentage", HandoffAmount: "handoffAmount",
	HandoffPercentage: "handoffPercentage", ItemFree: "itemFree",
}

// String returns the name of the specification.
func (k Kind) String() string { return kindNames[k] }

// Percentage reports whether the kind reduces by Promotion.Percent, else it reduces by Promotion.Amount, or makes units free.
func (k Kind) Percentage() bool { return k%2 == 0 }

// OfUnits reports whether the kind reduces single units of items, else the whole order.
func (k Kind) OfUnits() bool {
	return k >= ItemAmount && k <= SubcategoryPercentage || k == ItemFree
}

// OfHandoff reports whether the kind reduces the order because of its handoff.
func (k Kind) OfHandoff() bool { return k == HandoffAmount || k == HandoffPercentage }

// File is all promotions of a brand with the rules of its loyalty programme, in the form of the import and of the table. The format is
// infra/seed/promotions.schema.json. The order of the promotions decides between equal combinations.
type File struct {
	Promotions []Promotion `json:"promotions"`
	Program    *Program    `json:"program,omitempty"`
}

// Promotion is a rule that reduces what a guest pays. Absent conditions are always met.
type Promotion struct {
	ID    string      `json:"id"`
	Kind  Kind        `json:"kind"`
	Label locale.Text `json:"name"`            // in cart and receipt
	Text  locale.Text `json:"text,omitempty"`  // a sentence for the deals page; without it the promotion is not advertised
	Terms locale.Text `json:"terms,omitempty"` // small print

	// Amount and Cap are in minor units for each currency; Percent is above 0 and at most 100. A promotion without an amount in a currency
	// does not run there. Cap limits the whole reduction of one order.
	Amount  menu.Prices     `json:"amount,omitempty"`
	Percent decimal.Decimal `json:"percent,omitzero"`
	Cap     menu.Prices     `json:"cap,omitempty"`

	// Match selects the units that kinds 3 to 6 and 9 reduce; other kinds have none.
	Match
	Buy *Buy `json:"buy,omitempty"`
	// Cheapest reduces the cheapest matching units of the cart, else those with which the guest pays least.
	Cheapest     bool `json:"cheapest,omitempty"`
	OncePerOrder bool `json:"oncePerOrder,omitempty"`

	// The window is judged at the fulfilment time in the restaurant's zone. Both dates are included. Hours end before Close; a Close that
	// is not after Open is on the next day, and Weekdays are those on which the hours begin (0 is Sunday).
	From     *location.Date  `json:"from,omitempty"`
	Until    *location.Date  `json:"until,omitempty"`
	Weekdays []int           `json:"weekdays,omitempty"`
	Hours    *location.Range `json:"hours,omitempty"`

	Handoffs   []location.Handoff `json:"handoffs,omitempty"`
	Locations  []string           `json:"locations,omitempty"` // ids
	Countries  []string           `json:"countries,omitempty"` // codes
	Categories []category.Slug    `json:"categories,omitempty"`
	// MinSubtotal is judged before discounts, with MinAfter after those that apply before this one.
	MinSubtotal menu.Prices `json:"minSubtotal,omitempty"`
	MinAfter    bool        `json:"minAfter,omitempty"`
	SignedIn    bool        `json:"signedIn,omitempty"` // not for guests without an account

	Limit       int `json:"limit,omitempty"`       // uses in total; 0: no limit
	PerCustomer int `json:"perCustomer,omitempty"` // uses of one customer; 0: no limit

	// Code unlocks the promotion; Serialized means that each guest has a code of their own (npm run coupons). Points is what a customer of
	// the loyalty programme pays for it: it is a reward. Without any of these it is automatic.
	Code       string `json:"code,omitempty"`
	Serialized bool   `json:"serialized,omitempty"`
	Points     int    `json:"points,omitempty"`
	// Stack names the promotions that may reduce the same unit, or the same order.
	Stack string `json:"stack,omitempty"`
}

// Match selects items by their ids, and by the ids of the sections that list them.
type Match struct {
	Items    []string `json:"items,omitempty"`
	Sections []string `json:"sections,omitempty"`
}

// Buy requires units that are paid in full: Quantity of them for each Get reduced units.
type Buy struct {
	Match
	Quantity int `json:"quantity"`
	Get      int `json:"get,omitempty"` // 0 means 1
}

// Automatic reports whether the promotion needs no coupon.
func (p *Promotion) Automatic() bool { return p.Code == "" && !p.Serialized && p.Points == 0 }
