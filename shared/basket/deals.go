package basket

import (
	"cmp"
	"slices"
	"time"

	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/timeslot"
)

// promote applies the combination of promotions that costs the guest least, as adjustments.
func (p *Priced) promote(b Basket, pc PricingContext) {
	if len(pc.Promotions.All())+len(b.Coupons) == 0 {
		return
	}
	p.Deals = pc.Promotions.Best(b.cart(*p, pc))
	for _, d := range p.Deals.Applied {
		a := Adjustment{Kind: d.Kind.String(), ID: d.ID, Label: b.DealLabel(d.Promotion), Points: d.Coupon.Price(d.Promotion)}
		a.Amount = money.Of(d.Amount, b.Currency)
		if d.Coupon != nil {
			a.Coupon, a.Grant = d.Coupon.Shown(), d.Coupon.Grant
		}
		for i, part := range d.Parts {
			if part > 0 {
				amount := money.Of(part, b.Currency)
				p.Lines[i].Discount = p.Lines[i].Discount.Plus(amount)
				a.Allocation = append(a.Allocation, Allocation{Line: p.Lines[i].ID, Amount: amount})
			}
		}
		p.Adjustments = append(p.Adjustments, a)
	}
}

// cart returns what promotions are judged by. Until a time is chosen, At is the earliest one, if a promotion has a window.
func (b Basket) cart(p Priced, pc PricingContext) promo.Cart {
	at, chosen := b.FulfilmentTime(pc)
	if !chosen && pc.Promotions.Timed() {
		if first, ok := timeslot.First(pc.Location, b.Handoff, pc.Now, p.Need, pc.Days(b.Category)); ok {
			at = first.Start
		}
	}
	c := promo.Cart{
		Lines: make([]promo.Line, len(p.Lines)), Currency: b.Currency, Country: pc.Location.Address.Country, Location: pc.Location.ID,
		Handoff: b.Handoff, Offered: pc.Location.Orderable(), Category: b.Category, At: at.In(pc.Location.Timezone()), SignedIn: pc.SignedIn,
		Coupons: b.usableCoupons(pc), Chosen: b.Chosen, Lost: b.LostAt(pc.Now),
	}
	for i, l := range p.Lines {
		if l.Item != nil { // an item that left the menu costs nothing and matches no promotion
			c.Lines[i] = promo.Line{ItemID: l.Item.ID, Sections: l.Item.Sections, Unit: l.Chosen.Unit.Minor, Quantity: l.Quantity}
		}
	}
	return c
}

// usableCoupons leaves out rewards if the brand has no points programme.
func (b Basket) usableCoupons(pc PricingContext) []promo.Coupon {
	if pc.Brand.Loyalty != nil {
		return b.Coupons
	}
	return slices.DeleteFunc(slices.Clone(b.Coupons), func(c promo.Coupon) bool { return c.Kind == promo.LoyaltyItem || c.Grant != "" })
}

// LostAt returns the promotions that the basket is without at now.
func (b Basket) LostAt(now time.Time) []promo.Lost {
	return slices.DeleteFunc(slices.Clone(b.Lost), func(l promo.Lost) bool { return !l.Until.After(now) })
}

// maxChosen is how many promotions a guest can pick.
const maxChosen = 5

// choose picks promotions of the basket in place of the best ones. It leaves out ids of promotions that the basket cannot have.
func (b Basket) choose(pc PricingContext, ids []string) Basket {
	deals, known := Price(b, pc).Deals, map[string]bool{}
	for _, d := range deals.Applied {
		known[d.ID] = true
	}
	for _, d := range deals.Others() {
		known[d.ID] = true
	}
	b.Chosen = nil
	for _, id := range ids[:min(len(ids), maxChosen)] {
		if known[id] && !slices.Contains(b.Chosen, id) {
			b.Chosen = append(b.Chosen, id)
		}
	}
	return b
}

// AddCoupon adds a coupon, even if its promotion does not apply yet, and ends an earlier loss of the promotion. Another code for the same
// promotion replaces the first one. It returns CouponRefused if the promotion has ended.
func (b Basket) AddCoupon(pc PricingContext, c promo.Coupon) (Basket, error) {
	b.Coupons = slices.DeleteFunc(slices.Clone(b.Coupons), func(had promo.Coupon) bool { return had.Promotion == c.Promotion })
	if err := b.RoomForCoupon(); err != nil {
		return b, err
	}
	b.Coupons = append(b.Coupons, c)
	b.Lost = slices.DeleteFunc(slices.Clone(b.Lost), func(l promo.Lost) bool { return l.Promotion == c.Promotion })
	for _, m := range Price(b, pc).Deals.Missed {
		if m.Coupon != nil && m.ID == c.Promotion && m.Reason == promo.Ended {
			return b, CouponRefused()
		}
	}
	return b, nil
}

// CouponRefused is the problem of every code that is not accepted: it does not say whether the code exists.
func CouponRefused() error {
	return problem.New(problem.CouponConditions).With(problem.Finding(problem.CouponConditions, "/code"))
}

// RoomForCoupon returns problem.CouponsFull if the basket cannot have another coupon, and the problems of Changeable.
func (b Basket) RoomForCoupon() error {
	if err := b.Changeable(); err != nil {
		return err
	}
	if len(b.Coupons) >= promo.MaxCoupons {
		return problem.New(problem.CouponsFull, "max", promo.MaxCoupons)
	}
	return nil
}

// RemoveCoupon removes the coupon with a code that the guest typed. Without one it changes nothing.
func (b Basket) RemoveCoupon(typed string) (Basket, error) {
	if err := b.Changeable(); err != nil {
		return b, err
	}
	b.Coupons = slices.DeleteFunc(slices.Clone(b.Coupons), func(c promo.Coupon) bool { return c.Is(typed) })
	return b, nil
}

// RemoveReward removes the reward, or the coupon of the grant, with an id. Without it, it changes nothing.
func (b Basket) RemoveReward(id string) (Basket, error) {
	if err := b.Changeable(); err != nil {
		return b, err
	}
	b.Coupons = slices.DeleteFunc(slices.Clone(b.Coupons), func(c promo.Coupon) bool {
		return c.Kind == promo.LoyaltyItem && c.Promotion == id || c.Grant != "" && c.Grant == id
	})
	return b, nil
}

// DealLabel returns the name of a promotion in this basket: that of the gift if the customer was given its coupon, else its own.
func (b Basket) DealLabel(p *promo.Promotion) locale.Text {
	for _, c := range b.Coupons {
		if c.Promotion == p.ID && len(c.Name) > 0 && p.Serialized {
			return c.Name
		}
	}
	return p.Label
}

// RewardPoints is the price of the basket's rewards in points, also of those that do not apply yet.
func (b Basket) RewardPoints(pc PricingContext) (sum int) {
	for _, c := range b.Coupons {
		if p, ok := pc.Promotions.Find(c.Promotion); ok && c.Kind == promo.LoyaltyItem {
			sum += c.Price(p)
		}
	}
	return sum
}

// MissedDeal is a promotion that does not apply to the basket.
type MissedDeal struct {
	promo.Missed
	// Available are the items that it needs and that the guest could add now, the cheapest first.
	Available []*menu.Item
	Fix       *DealFix // the cheapest change that lets it apply; nil if the guest cannot change it
}

// DealFix is a change that lets a promotion apply. Its fields are those of its kind.
type DealFix struct {
	Kind   DealFixKind `json:"kind" enum:"add-item,add-items,handoff,time,sign-in"`
	ItemID string      `json:"itemId,omitempty" doc:"For add-item: the item to add, as it comes"`

	Reduces  bool `json:"reduces,omitempty" doc:"For add-item: the deal reduces this item, so that its price is not what the guest pays"`
	Quantity int  `json:"quantity,omitempty" doc:"For add-item"`

	Handoff location.Handoff `json:"handoff,omitempty" doc:"For handoff: the handoff to choose"`
	At      time.Time        `json:"at,omitzero" doc:"For time: UTC; the earliest time to choose"`
}

// DealFixKind is the kind of a DealFix.
type DealFixKind string

const (
	FixAddItem  DealFixKind = "add-item"
	FixAddItems DealFixKind = "add-items" // the guest chooses them
	FixHandoff  DealFixKind = "handoff"
	FixTime     DealFixKind = "time"
	FixSignIn   DealFixKind = "sign-in"
)

// mostAvailable bounds MissedDeal.Available.
const mostAvailable = 3

// missed returns the promotions that the basket misses, with their fixes.
func (b Basket) missed(p Priced, pc PricingContext) []MissedDeal {
	missed, slots := make([]MissedDeal, len(p.Deals.Missed)), map[location.Date][]timeslot.Slot{}
	for i, m := range p.Deals.Missed {
		d := MissedDeal{Missed: m}
		switch m.Reason {
		case promo.NeedsAmount:
			d.Fix = &DealFix{Kind: FixAddItems}
		case promo.NeedsHandoff:
			if m.Handoff != 0 {
				d.Fix = &DealFix{Kind: FixHandoff, Handoff: m.Handoff}
			}
		case promo.NeedsSignIn:
			d.Fix = &DealFix{Kind: FixSignIn}
		case promo.NeedsTime:
			d.Fix = b.timeFor(m, slots, p.Need, pc)
		case promo.NeedsItems:
			if d.Available, d.Fix = b.itemsFor(m, pc); len(b.Lines) == 0 && !m.Kind.OfUnits() {
				d.Fix = &DealFix{Kind: FixAddItems}
			}
		}
		missed[i] = d
	}
	return missed
}

// timeFor returns the first time in the window of the promotion that the restaurant serves, or nil. It keeps the slots of each day, because
// many promotions can need the same days.
func (b Basket) timeFor(m promo.Missed, slots map[location.Date][]timeslot.Slot, need timeslot.Need, pc PricingContext) *DealFix {
	first := location.DateOf(m.From).Plus(-1) // its slots may end on the next day
	for _, day := range timeslot.Dates(pc.Location, pc.Now, pc.Days(b.Category)) {
		if day.Before(first) || !m.Until.IsZero() && location.DateOf(m.Until).Before(day) {
			continue
		}
		if _, known := slots[day]; !known {
			slots[day] = timeslot.Offered(pc.Location, b.Handoff, day, pc.Now, need)
		}
		for _, slot := range slots[day] {
			if !slot.Start.Before(m.From) && (m.Until.IsZero() || slot.Start.Before(m.Until)) {
				return &DealFix{Kind: FixTime, At: slot.Start}
			}
		}
	}
	return nil
}

// itemsFor returns the cheapest items that the promotion needs and that are available, and as a fix the first of them that can be added as
// it comes; without one the fix is to choose.
func (b Basket) itemsFor(m promo.Missed, pc PricingContext) (available []*menu.Item, fix *DealFix) {
	if !b.Hold.Alive(pc.Now) {
		b.Hold = nil // as in line
	}
	type candidate struct {
		*menu.Item
		quantity int
		cost     int64
	}
	matching := pc.Offer.Matching(m.Need.Selects)
	all := make([]candidate, 0, len(matching))
	for _, item := range matching {
		price := pc.Offer.ItemPrice(item).Minor
		if price <= 0 {
			continue // promotions ignore what is free
		}
		quantity, step := max(m.Quantity, item.MinimumQuantity-b.quantityOf(item.ID)), max(item.QuantityIncrement, 1)
		quantity = (quantity + step - 1) / step * step
		all = append(all, candidate{item, quantity, price * int64(quantity)})
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.cost, b.cost) })
	for _, c := range all {
		if _, sold := b.find(pc, c.ID); !sold || b.unavailable(pc, c.Item) != "" {
			continue
		}
		if fix == nil && b.addable(pc, c.Item, c.quantity) {
			fix = &DealFix{Kind: FixAddItem, ItemID: c.ID, Reduces: m.Selects(c.ID, c.Sections), Quantity: c.quantity}
		}
		if available = append(available, c.Item); len(available) == mostAvailable {
			break
		}
	}
	if fix == nil && len(available) > 0 {
		fix = &DealFix{Kind: FixAddItems}
	}
	return available, fix
}
