package basket

import (
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/timeslot"
)

// check lists the obstacles to an order: see Obstacle.
func (b Basket) check(p Priced, pc PricingContext) []problem.Detail {
	var found []problem.Detail
	add := func(code problem.Code, pointer string, params ...any) {
		found = append(found, problem.Finding(code, pointer, params...))
	}
	if err := pc.Sells(b.Handoff, b.Category); err != nil {
		add(problem.From(err).Code, "/")
	}
	if len(b.Lines) == 0 {
		add(problem.BasketEmpty, "/")
		return found
	}
	for _, l := range p.Lines {
		found = append(found, b.checkLine(pc, l)...)
	}
	found = append(found, b.checkItemLimits(p)...)
	switch n := b.Count(); {
	case n < pc.Brand.MinItems:
		add(problem.BasketTooFewItems, "/", "min", pc.Brand.MinItems, "missing", pc.Brand.MinItems-n)
	case n > pc.Brand.MaxItems:
		add(problem.BasketTooManyItems, "/", "max", pc.Brand.MaxItems, "excess", n-pc.Brand.MaxItems)
	}
	if least := money.Of(pc.Brand.MinSubtotal, b.Currency); p.Discounted().Minor < least.Minor {
		add(problem.AmountTooLow, "/", "missing", least.Minus(p.Discounted()), "minimum", least)
	}
	if limit := tipLimit(pc, p.Subtotal); p.Tip.Minor > limit.Minor {
		add(problem.TipInvalid, "/tip", "max", limit)
	}
	if code := b.checkTime(p, pc); code != "" {
		add(code, "/timeslot")
	}
	return found
}

func (b Basket) checkLine(pc PricingContext, l PricedLine) []problem.Detail {
	pointer := "/lines/" + l.ID
	if l.Item == nil {
		return []problem.Detail{problem.Finding(problem.ItemNotFound, pointer, "item", l.Seen.Label)}
	}
	var found []problem.Detail
	label := l.Item.Label.In(b.Locale)
	if why := b.unavailable(pc, l.Item); why != "" {
		found = append(found, problem.Finding(why, pointer, "item", label))
	}
	for _, f := range l.Findings {
		f = f.In(b.Locale)
		f.Pointer = pointer
		found = append(found, f)
	}
	for _, gone := range b.lost(pc, l.Line, l.Item) {
		if gone.kind == ModifierSoldOut {
			found = append(found, problem.Finding(problem.ModifierSoldOut, pointer, "modifier", b.labelOf(pc, l.Seen, gone)))
		}
	}
	if step := l.Item.QuantityIncrement; step > 1 && l.Quantity%step != 0 {
		found = append(found, problem.Finding(problem.QuantityIncrement, pointer, "item", label, "increment", step))
	}
	return found
}

// checkItemLimits checks the quantity of each item over all its lines, and reports at the first of these lines.
func (b Basket) checkItemLimits(p Priced) []problem.Detail {
	var found []problem.Detail
	checked := map[string]bool{}
	for _, l := range p.Lines {
		if l.Item == nil || checked[l.ItemID] {
			continue
		}
		checked[l.ItemID] = true
		pointer, label, n := "/lines/"+l.ID, l.Item.Label.In(b.Locale), b.quantityOf(l.ItemID)
		if least := l.Item.MinimumQuantity; n < least {
			found = append(found, problem.Finding(problem.ItemMinimum, pointer, "item", label, "min", least, "missing", least-n))
		}
		if most := l.Item.MaximumQuantity; most > 0 && n > most {
			found = append(found, problem.Finding(problem.QuantityTooHigh, pointer, "item", label, "max", most, "excess", n-most))
		}
	}
	return found
}

// checkTime returns the problem of the basket's timeslot, or "". A held slot is valid until timeslot.OrderBy. The lead time counts
// from when the slot was taken, with the current needs of the lines.
func (b Basket) checkTime(p Priced, pc PricingContext) problem.Code {
	if !b.Hold.Alive(pc.Now) && pc.Sells(b.Handoff, b.Category) == nil {
		if _, open := timeslot.First(pc.Location, b.Handoff, pc.Now, p.Need, pc.Days(b.Category)); !open {
			return problem.LocationClosed
		}
	}
	switch {
	case b.Hold == nil:
		return problem.TimeslotMissing
	case !b.Hold.Alive(pc.Now):
		return problem.HoldEnded
	case b.offered(pc, p.Need) && pc.Now.Before(timeslot.OrderBy(pc.Location, b.Hold.Start, p.Need)):
		return ""
	case b.offered(pc, p.Need):
		return problem.TimeslotPassed
	case b.offered(pc, timeslot.Need{}):
		return problem.TimeslotTooSoon
	case pc.Sells(b.Handoff, b.Category) == nil:
		return problem.ClosedMeanwhile
	}
	return problem.TimeslotUnavailable
}

// offered reports whether, by the current hours, the held time was available for this need when it was taken.
func (b Basket) offered(pc PricingContext, n timeslot.Need) bool {
	return timeslot.Offers(pc.Location, b.Handoff, b.Hold.Start, b.Hold.Taken, n)
}

// unavailable returns why the item is unavailable at the basket's time, or "". While no time is chosen, it ignores limits that end by
// themselves: breakfast can be added the evening before, and so can an item that is sold out until a known time.
func (b Basket) unavailable(pc PricingContext, item *menu.Item) problem.Code {
	_, chosen := b.FulfilmentTime(pc)
	switch why := b.unavailability(pc, item); {
	case why == nil:
		return ""
	case why.Reason == menu.WrongHandoff:
		return problem.ItemNotHandedOver
	case !chosen && (why.Reason == menu.NotServedNow || !why.Until.IsZero()):
		return ""
	case why.Reason == menu.SoldOut:
		return problem.ItemSoldOut
	}
	return problem.ItemNotServedNow
}

// unavailability returns why the item is unavailable at the basket's time; nil if it is available.
func (b Basket) unavailability(pc PricingContext, item *menu.Item) *menu.Unavailable {
	at, _ := b.FulfilmentTime(pc)
	return pc.Offer.Unavailable(item, b.Handoff, at, pc.Location.Timezone())
}

// tipLimit is the largest tip: the brand's share of the subtotal, but at least smallTip.
func tipLimit(pc PricingContext, subtotal money.Amount) money.Amount {
	return money.Of(max(TipShare(pc.Brand.MaxTipPercent, subtotal).Minor, smallTip), subtotal.Currency)
}

// smallTip is allowed on any order, in minor units.
const smallTip = 1000
