package promo

import (
	"slices"
	"time"

	"ordering/shared/location"
)

// advertisedAhead is how long before its window a promotion is advertised.
const advertisedAhead = 7 * 24 * time.Hour

// Advertised is an automatic promotion with a text that runs now, or begins soon.
type Advertised struct {
	*Promotion
	RunsNow bool
	// Until is when it stops running at the last of the restaurants (zero: no end); From, if it does not run now, is when it begins at the
	// first one.
	From, Until time.Time
	// At are the ids of the restaurants, if the promotion names its restaurants.
	At []string
}

// Advertised returns the promotions that run at one of the restaurants, or begin there within a week, in the order of the file. Each
// restaurant is a cart without lines: At is the moment in its zone.
func (s *Set) Advertised(restaurants []Cart) []Advertised {
	var all []Advertised
	for i := range s.All() {
		a := Advertised{Promotion: &s.all[i]}
		if !a.Automatic() || len(a.Text) == 0 {
			continue
		}
		for j := range restaurants {
			a.judge(&restaurants[j])
		}
		if a.RunsNow || !a.From.IsZero() {
			all = append(all, a)
		}
	}
	return all
}

// judge adds a restaurant.
func (a *Advertised) judge(c *Cart) {
	served := func(h location.Handoff) bool { return slices.Contains(c.Offered, h) }
	from, until, ok := a.Window(c.At)
	if !ok || from.After(c.At.Add(advertisedAhead)) || !a.runsIn(c) || len(a.Handoffs) > 0 && !slices.ContainsFunc(a.Handoffs, served) {
		return
	}
	switch began := !from.After(c.At); {
	case began && !a.RunsNow:
		a.RunsNow, a.From, a.Until = true, time.Time{}, until
	case began && (until.IsZero() || !a.Until.IsZero() && until.After(a.Until)):
		a.Until = until
	case !began && !a.RunsNow && (a.From.IsZero() || from.Before(a.From)):
		a.From = from
	}
	if len(a.Locations) > 0 {
		a.At = append(a.At, c.Location)
	}
}

// OfItem returns the promotion that takes most off a unit of the line whatever else is in the order, and what it takes off. It returns nil
// if none does.
func (s *Set) OfItem(c *Cart, l *Line) (most *Promotion, off int64) {
	for i := range s.All() {
		p := &s.all[i]
		otherHandoff := len(p.Handoffs) > 0 && !slices.Contains(p.Handoffs, c.Handoff)
		if otherHandoff || !p.needsOnlyItem() || !p.Selects(l.ItemID, l.Sections) || !p.runsIn(c) {
			continue
		}
		if from, _, ok := p.Window(c.At); !ok || from.After(c.At) {
			continue
		}
		if r, ok := s.ruleOf(i, c); ok && r.reduce(l.Unit) > off {
			most, off = p, r.reduce(l.Unit)
		}
	}
	return most, off
}

// needsOnlyItem reports whether the promotion reduces every unit of its items for every guest.
func (p *Promotion) needsOnlyItem() bool {
	return p.Kind.OfUnits() && p.Automatic() && p.Buy == nil && !p.OncePerOrder && !p.SignedIn && len(p.MinSubtotal) == 0 && len(p.Cap) == 0 &&
		p.Limit == 0 && p.PerCustomer == 0
}
