package basket

import (
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/timeslot"
)

// check lists what stands between the basket and an order: see Obstacle.
func (b Basket) check(p Priced, s Shop) []problem.Detail {
	var found []problem.Detail
	add := func(code problem.Code, pointer string, params ...any) {
		found = append(found, problem.Finding(code, pointer, params...))
	}
	if err := s.Sells(b.Handoff, b.Category); err != nil {
		add(problem.From(err).Code, "/")
	}
	if len(b.Lines) == 0 {
		add(problem.BasketEmpty, "/")
		return found
	}
	for _, l := range p.Lines {
		found = append(found, b.checkLine(s, l)...)
	}
	found = append(found, b.checkMinimums(p)...)
	switch n := b.Count(); {
	case n < s.Brand.MinItems:
		add(problem.BasketTooFewItems, "/", "min", s.Brand.MinItems, "missing", s.Brand.MinItems-n)
	case n > s.Brand.MaxItems:
		add(problem.BasketTooManyItems, "/", "max", s.Brand.MaxItems, "excess", n-s.Brand.MaxItems)
	}
	if least := money.Of(s.Brand.MinSubtotal, b.Currency); p.Subtotal.Minor < least.Minor {
		add(problem.AmountTooLow, "/", "missing", least.Plus(p.Subtotal.Times(-1)), "minimum", least)
	}
	if limit := tipLimit(s, p.Subtotal); p.Tip.Minor > limit.Minor {
		add(problem.TipInvalid, "/tip", "max", limit)
	}
	if code := b.checkTime(p, s); code != "" {
		add(code, "/timeslot")
	}
	return found
}

func (b Basket) checkLine(s Shop, l PricedLine) []problem.Detail {
	pointer := "/lines/" + l.ID
	if l.Item == nil {
		return []problem.Detail{problem.Finding(problem.ItemNotFound, pointer, "item", l.Seen.Label)}
	}
	var found []problem.Detail
	label := l.Item.Label.In(b.Locale)
	if why := b.unavailable(s, l.Item); why != "" {
		found = append(found, problem.Finding(why, pointer, "item", label))
	}
	for _, f := range l.Findings {
		f = f.In(b.Locale)
		f.Pointer = pointer
		found = append(found, f)
	}
	for _, gone := range b.lost(s, l.Line, l.Item) {
		if gone.kind == ModifierSoldOut {
			found = append(found, problem.Finding(problem.ModifierSoldOut, pointer, "modifier", b.labelOf(s, l.Seen, gone)))
		}
	}
	if step := l.Item.QuantityIncrement; step > 1 && l.Quantity%step != 0 {
		found = append(found, problem.Finding(problem.QuantityIncrement, pointer, "item", label, "increment", step))
	}
	return found
}

// checkMinimums holds each item against its limits once, on the first of its lines: an item may be spread over several.
func (b Basket) checkMinimums(p Priced) []problem.Detail {
	var found []problem.Detail
	asked := map[string]bool{}
	for _, l := range p.Lines {
		if l.Item == nil || asked[l.ItemID] {
			continue
		}
		asked[l.ItemID] = true
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

// checkTime returns the problem of the basket's timeslot, or "". A held slot is valid until timeslot.OrderBy. The lead time counts from when
// the slot was taken, and with what the lines need now.
func (b Basket) checkTime(p Priced, s Shop) problem.Code {
	if !b.Hold.Alive(s.Now) && s.Sells(b.Handoff, b.Category) == nil {
		if _, open := timeslot.First(s.Location, b.Handoff, s.Now, p.Need, s.Days(b.Category)); !open {
			return problem.LocationClosed
		}
	}
	switch {
	case b.Hold == nil:
		return problem.TimeslotMissing
	case !b.Hold.Alive(s.Now):
		return problem.HoldEnded
	case b.offered(s, p.Need) && s.Now.Before(timeslot.OrderBy(s.Location, b.Hold.Start, p.Need)):
		return ""
	case b.offered(s, p.Need):
		return problem.TimeslotPassed
	case b.offered(s, timeslot.Need{}):
		return problem.TimeslotTooSoon
	case s.Sells(b.Handoff, b.Category) == nil:
		return problem.ClosedMeanwhile
	}
	return problem.TimeslotUnavailable
}

// offered says whether an order with this need could have had the held time when it was taken, by the hours of now.
func (b Basket) offered(s Shop, n timeslot.Need) bool {
	return timeslot.Offers(s.Location, b.Handoff, b.Hold.Start, b.Hold.Taken, n)
}

// unavailable returns why the item cannot be handed over at the basket's time, or "". While no time is chosen only what is gone
// for good counts: breakfast can be put in the basket the evening before, and an item that is sold out until a known time.
func (b Basket) unavailable(s Shop, item *menu.Item) problem.Code {
	_, chosen := b.Wanted(s)
	switch why := b.away(s, item); {
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

// away says why the item cannot be had at the basket's time; nil when it can.
func (b Basket) away(s Shop, item *menu.Item) *menu.Unavailable {
	at, _ := b.Wanted(s)
	return s.Offer.Unavailable(item, b.Handoff, at, s.Location.Zone())
}

// tipLimit is the largest tip: the brand's share of the subtotal, and never below a sum that small orders are tipped with.
func tipLimit(s Shop, subtotal money.Amount) money.Amount {
	return money.Of(max(TipShare(s.Brand.MaxTipPercent, subtotal).Minor, smallTip), subtotal.Currency)
}

// smallTip is allowed on any order, in minor units.
const smallTip = 1000
