package promo

import (
	"time"

	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
)

// MaxCoupons is how many coupons a basket can have.
const MaxCoupons = 3

// CouponKind is the kind of a coupon (specification §3, reward item types).
type CouponKind int

const (
	LoyaltyItem    CouponKind = 1
	SharedCode     CouponKind = 3
	SerializedCode CouponKind = 4
)

// Coupon is a code that a guest entered, in its normal form, or a reward that a customer chose, which has no code.
type Coupon struct {
	Promotion string     `json:"promotion"`
	Kind      CouponKind `json:"kind"`
	Code      string     `json:"code"`
	// Grant is the id of the grant that gave the customer the code; empty for a code that a guest entered.
	Grant string `json:"grant,omitempty"`
	// Name is the gift's name in every language. Empty for other coupons, and in baskets of an earlier release.
	Name locale.Text `json:"name,omitempty"`
	// Owner is the id of the customer of the grant. Only their orders can use the coupon.
	Owner string `json:"owner,omitempty"`
	// Points is the price of a reward when the customer chose it: it does not rise in this basket. 0 for other coupons.
	Points int `json:"points,omitempty"`
}

// Lost is a promotion that a basket lost because its limit was reached, the customer has too few points, or its coupon is not valid any
// more.
type Lost struct {
	Promotion string `json:"promotion"`
	Reason    Reason `json:"reason"` // LimitReached, CustomerLimit, PointsShort, CouponUsed or Ended
	// Customer is the pseudonym that reached a CustomerLimit: guests with another contact do not lose the promotion.
	Customer string `json:"customer,omitempty"`
	// Until is when the limit is judged again, because a use may have been returned.
	Until time.Time `json:"until,omitzero"`
}

// Cart is what promotions are judged by. Prices are minor units of Currency.
type Cart struct {
	Lines    []Line
	Currency money.Currency
	Country  string
	Location string // id
	// Offered are the handoffs of the location.
	Handoff  location.Handoff
	Offered  []location.Handoff
	Category category.Slug
	At       time.Time // fulfilment time, in the restaurant's zone
	SignedIn bool
	Coupons  []Coupon
	Chosen   []string // ids of promotions that the guest picked
	Lost     []Lost
}

// Line is a line of the cart.
type Line struct {
	ItemID   string
	Sections []string // ids of the sections that list the item
	Unit     int64    // price of one unit with its modifiers
	Quantity int
}

// Result is the combination that costs the guest least, and what else the guest should know.
type Result struct {
	Applied []Applied
	// Missed are promotions within reach, and coupons that do not apply; the most valuable first, then coupons that another
	// deal replaces. The promotion of a coupon that is no longer in the file has only its id.
	Missed []Missed
	search *search // of Others
}

// Applied is a promotion and what it takes off.
type Applied struct {
	*Promotion
	Coupon *Coupon // that unlocked it
	Amount int64
	Parts  []int64 // for each line of the cart; they sum to Amount
}

// Other is a promotion with the whole saving of the best combination that has it.
type Other struct {
	*Promotion
	Saving int64
}

// Reason is why a promotion does not apply.
type Reason string

const (
	NeedsAmount   Reason = "amount"
	NeedsHandoff  Reason = "handoff"
	NeedsTime     Reason = "time"
	NeedsItems    Reason = "items"
	NeedsSignIn   Reason = "sign-in"
	OtherDeal     Reason = "other-deal" // the best combination has no place for it
	LimitReached  Reason = "limit"
	CustomerLimit Reason = "customer-limit"
	PointsShort   Reason = "points"
	CouponUsed    Reason = "used" // the coupon that the customer was given, in another order
	Ended         Reason = "ended"
	Elsewhere     Reason = "elsewhere" // another restaurant, country or category
)

// Missed is a promotion that does not apply, and the cheapest change that lets it apply.
type Missed struct {
	*Promotion
	Coupon *Coupon
	Reason Reason
	// Missing is what the subtotal lacks, for NeedsAmount.
	Missing int64
	// Quantity of the items of Need are missing, for NeedsItems.
	Quantity int
	Need     Match
	// From is when the window opens next, and Until when it closes (zero: never), for NeedsTime.
	From, Until time.Time
	// Handoff is one that the promotion and the location have, for NeedsHandoff; 0 if they have no common one.
	Handoff location.Handoff
}
