package basketview

import (
	"cmp"
	"time"

	"ordering/shared/basket"
	"ordering/shared/locale"
	"ordering/shared/money"
	"ordering/shared/promo"
)

// Deals is what a guest should know about promotions besides the adjustments.
type Deals struct {
	Coupons []DealCoupon `json:"coupons" doc:"Codes that the guest entered, and rewards that the customer chose"`
	Missed  []MissedDeal `json:"missed" doc:"Deals within reach, and coupons that do not apply, the most valuable first"`
	Others  []OtherDeal  `json:"others" doc:"Deals that the guest can choose instead of the applied ones"`
	Chosen  []string     `json:"chosen" doc:"Ids of the deals that the guest chose; empty: the best combination"`
	Lost    []LostDeal   `json:"lost" doc:"Deals that were used up before the order was placed"`
}

// DealCoupon is a code that the guest entered, or a reward that the customer chose.
type DealCoupon struct {
	Code    string `json:"code" doc:"Empty for a reward, and for a coupon that the customer was given"`
	Kind    int    `json:"kind" enum:"1,3,4" doc:"A reward that the customer chose 1, one code for all guests 3, a code of one guest 4"`
	ID      string `json:"id" doc:"Id of the deal that it unlocks; of a coupon that the customer was given its own, for remove-reward"`
	Deal    string `json:"deal" doc:"Id of the deal that it unlocks"`
	Label   string `json:"label"`
	Points  int    `json:"points,omitempty" doc:"Of a reward: its price, which placing the order takes if it is applied"`
	Applied bool   `json:"applied"`
}

// MissedDeal is a deal that does not apply, and why. Missing, from, until, handoffs, quantity and items belong to some reasons only.
type MissedDeal struct {
	ID       string        `json:"id"`
	Label    string        `json:"label"`
	Coupon   string        `json:"coupon,omitempty" doc:"The code that unlocked it"`
	Reason   string        `json:"reason" enum:"amount,handoff,time,items,sign-in,other-deal,limit,customer-limit,points,used,elsewhere,ended"`
	Missing  *money.Amount `json:"missing,omitempty" doc:"What the subtotal lacks"`
	From     time.Time     `json:"from,omitzero" doc:"UTC; when it begins to apply, judged at the time of the order's handoff"`
	Until    time.Time     `json:"until,omitzero" doc:"UTC; when it ceases to apply"`
	Handoffs []int         `json:"handoffs,omitempty" doc:"The ways to get the order that it is for"`
	Quantity int           `json:"quantity,omitempty" doc:"How many of the items are missing"`
	Items    []DealItem    `json:"items,omitempty" doc:"Items that it is for and that are available, the cheapest first"`

	Fix *basket.DealFix `json:"fix,omitempty" doc:"The cheapest change that lets it apply"`
}

// DealItem is an item that a deal is for.
type DealItem struct {
	ItemID string       `json:"itemId"`
	Slug   string       `json:"slug"`
	Label  string       `json:"label"`
	Price  money.Amount `json:"price"`
}

// OtherDeal is a deal that the guest can choose instead.
type OtherDeal struct {
	ID     string       `json:"id"`
	Label  string       `json:"label"`
	Saving money.Amount `json:"saving" doc:"All discounts together if the guest chooses it"`
}

// LostDeal is a deal that was used up before the order was placed.
type LostDeal struct {
	ID     string `json:"id"`
	Label  string `json:"label"`
	Reason string `json:"reason" enum:"limit,customer-limit,points,used,ended" doc:"No use is left, none of this guest, too few points, or the coupon is in another order of the customer, or has expired"`
}

// deals returns the API's representation of the promotions; nil if the basket has none within reach.
func deals(a basket.Assessment, l locale.Locale) *Deals {
	b, pc, others := a.Basket, a.Context, a.Deals.Others()
	lost := b.LostAt(pc.Now)
	if len(b.Coupons)+len(b.Chosen)+len(lost)+len(a.Missed)+len(others) == 0 {
		return nil
	}
	find := func(id string) *promo.Promotion {
		if p, ok := pc.Promotions.Find(id); ok {
			return p
		}
		return &promo.Promotion{ID: id} // removed by an import
	}
	w := Deals{
		Coupons: make([]DealCoupon, len(b.Coupons)), Missed: make([]MissedDeal, len(a.Missed)), Others: make([]OtherDeal, len(others)),
		Chosen: append([]string{}, b.Chosen...), Lost: make([]LostDeal, len(lost)),
	}
	for i, c := range b.Coupons {
		p := find(c.Promotion)
		w.Coupons[i] = DealCoupon{
			Code: c.Entered(), Kind: int(c.Kind), ID: cmp.Or(c.Grant, c.Promotion), Deal: c.Promotion, Label: b.DealLabel(p).In(l),
			Points: c.Price(p), Applied: a.Deals.Applies(c),
		}
	}
	for i, m := range a.Missed {
		w.Missed[i] = missed(m, a, l)
	}
	for i, o := range others {
		w.Others[i] = OtherDeal{ID: o.ID, Label: b.DealLabel(o.Promotion).In(l), Saving: money.Of(o.Saving, b.Currency)}
	}
	for i, one := range lost {
		w.Lost[i] = LostDeal{ID: one.Promotion, Label: b.DealLabel(find(one.Promotion)).In(l), Reason: string(one.Reason)}
	}
	return &w
}

func missed(m basket.MissedDeal, a basket.Assessment, l locale.Locale) MissedDeal {
	w := MissedDeal{
		ID: m.ID, Label: a.Basket.DealLabel(m.Promotion).In(l), Reason: string(m.Reason), Quantity: m.Quantity,
		From: m.From.UTC(), Until: m.Until.UTC(), Fix: m.Fix,
	}
	if m.Coupon != nil {
		w.Coupon = m.Coupon.Entered()
	}
	if m.Missing > 0 {
		missing := money.Of(m.Missing, a.Basket.Currency)
		w.Missing = &missing
	}
	if m.Reason == promo.NeedsHandoff {
		for _, h := range m.Handoffs {
			w.Handoffs = append(w.Handoffs, int(h))
		}
	}
	w.Items = make([]DealItem, 0, len(m.Available))
	for _, i := range m.Available {
		w.Items = append(w.Items, DealItem{ItemID: i.ID, Slug: i.Slug, Label: i.Label.In(l), Price: a.Context.Offer.ItemPrice(i)})
	}
	return w
}
