package location

import (
	"slices"
	"time"
)

// NearMeters is how far anybody drives for lunch, about 60 miles. What is farther is worth naming, but is not near.
const NearMeters = 100_000

// driveMeters is a day's drive, there and back. Who is farther is no remedy while there are restaurants near.
const driveMeters = 500_000

// Wish is what a search asks of a restaurant beside its place.
type Wish struct {
	Handoff Handoff              // that it takes orders this way; 0 asks nothing
	At      time.Time            // that it serves then, by the hours of the handoff; zero asks nothing
	Match   func(*Location) bool // what else; nil asks nothing
}

// Wants is the wish as a question to many restaurants. It is for one goroutine.
func (w Wish) Wants() func(*Location) bool {
	var then *Moment
	if !w.At.IsZero() {
		then = At(w.At)
	}
	return func(l *Location) bool {
		return (w.Handoff == 0 || l.Offers(w.Handoff)) && (then == nil || then.Serves(l, w.Handoff)) && (w.Match == nil || w.Match(l))
	}
}

// Reason is why a search has found nothing near.
type Reason string

const (
	// ReasonFar: there is no restaurant near at all.
	ReasonFar Reason = "far"
	// ReasonClosed: those near do not serve at that time.
	ReasonClosed Reason = "closed"
	// ReasonHandoff: those near do not offer that way to get an order.
	ReasonHandoff Reason = "handoff"
	// ReasonClosedHandoff: those near do not offer it at that time.
	ReasonClosedHandoff Reason = "closed-handoff"
	// ReasonFilter: those near are not what the filter asks for.
	ReasonFilter Reason = "filter"
)

// Remedy is what a guest can do to find one.
type Remedy string

const (
	// RemedyOpen: do without being served at that time, and order ahead.
	RemedyOpen Remedy = "open"
	// RemedyHandoff: get the order another way.
	RemedyHandoff Remedy = "handoff"
	// RemedyFilter: do without the filter.
	RemedyFilter Remedy = "filter"
	// RemedyAll: do without everything that is asked.
	RemedyAll Remedy = "all"
	// RemedyFar: drive to the nearest that has it all.
	RemedyFar Remedy = "far"
)

// Why is why a search has found nothing near, and what would change that: the cheapest first, and each enough by itself.
type Why struct {
	Reason   Reason
	Remedies []RemedyFor
}

// RemedyFor is a remedy with what it leads to.
type RemedyFor struct {
	Remedy Remedy
	// Count is how many restaurants near it finds; 0 where all are far (ReasonFar).
	Count int
	// First is the restaurant that opens first (RemedyOpen) or the nearest (RemedyFar, and every remedy of ReasonFar), nil for the
	// others and where none opens within a week. At is when it opens (UTC), Meters how far the nearest is.
	First  *Location
	At     time.Time
	Meters float64
}

// WhyNone explains a wish that no restaurant near has: of those that who lets through, here are near or in the region that was
// asked for, and from is where the way to another one begins.
func (l *Listing) WhyNone(here []*Location, from Point, who func(*Location) bool, w Wish) Why {
	why := Why{Reason: reason(here, w)}
	far, nearest := l.nearest(from, who, w)
	for _, r := range remedies(w) {
		if r.remedy == RemedyAll && len(why.Remedies) > 0 {
			continue
		}
		if n, first, at := found(here, r.without, w); n > 0 {
			why.Remedies = append(why.Remedies, RemedyFor{Remedy: r.remedy, Count: n, First: first, At: at})
		} else if why.Reason == ReasonFar {
			// All are far. Asking for less pays when one comes nearer by it.
			if less, meters := l.nearest(from, who, r.without); less != nil && (far == nil || meters < nearest) {
				_, _, at := found([]*Location{less}, r.without, w)
				why.Remedies = append(why.Remedies, RemedyFor{Remedy: r.remedy, First: less, At: at, Meters: meters})
			}
		}
	}
	if far != nil && (why.Reason == ReasonFar || nearest <= driveMeters) {
		why.Remedies = append(why.Remedies, RemedyFor{Remedy: RemedyFar, First: far, Meters: nearest})
	}
	return why
}

// nearest is the restaurant that fits a wish and is the least far from the point, and how far; nil when none fits.
func (l *Listing) nearest(from Point, who func(*Location) bool, w Wish) (*Location, float64) {
	wants := w.Wants()
	near, _ := l.Near(from, 1, func(r *Location) bool { return who(r) && wants(r) })
	if len(near) == 0 {
		return nil, 0
	}
	return near[0].Location, near[0].Meters
}

// Around gives those that who lets through no farther from the point than that.
func (p Places) Around(from Point, meters float64, who func(*Location) bool) []*Location {
	var around []*Location
	here := from.vector()
	for i := range p.locations {
		if arc(chord(here, p.vectors[i])) <= meters && who(&p.locations[i]) {
			around = append(around, &p.locations[i])
		}
	}
	return around
}

// Of gives those that who lets through.
func (p Places) Of(who func(*Location) bool) []*Location {
	var some []*Location
	for i := range p.locations {
		if who(&p.locations[i]) {
			some = append(some, &p.locations[i])
		}
	}
	return some
}

// reason is the first thing asked that none of them has, by itself.
func reason(here []*Location, w Wish) Reason {
	has := func(part Wish) bool { return slices.ContainsFunc(here, part.Wants()) }
	switch {
	case len(here) == 0:
		return ReasonFar
	case w.Handoff != 0 && !has(Wish{Handoff: w.Handoff}):
		return ReasonHandoff
	case !w.At.IsZero() && !has(Wish{At: w.At}):
		return ReasonClosed
	case !w.At.IsZero() && w.Handoff != 0 && !has(Wish{At: w.At, Handoff: w.Handoff}):
		return ReasonClosedHandoff
	}
	return ReasonFilter
}

type without struct {
	remedy  Remedy
	without Wish
}

// remedies are the wishes that ask less than w, the dearest part given up last: a time can be another one, a way to get the order
// less so, and what a filter asks for the guest has picked by hand.
func remedies(w Wish) []without {
	var all []without
	if !w.At.IsZero() {
		all = append(all, without{RemedyOpen, Wish{Handoff: w.Handoff, Match: w.Match}})
	}
	if w.Handoff != 0 {
		all = append(all, without{RemedyHandoff, Wish{At: w.At, Match: w.Match}})
	}
	if w.Match != nil {
		all = append(all, without{RemedyFilter, Wish{Handoff: w.Handoff, At: w.At}})
	}
	if len(all) > 1 {
		all = append(all, without{RemedyAll, Wish{}})
	}
	return all
}

// found counts those that a lesser wish finds, and tells which of them serves first when it is the time that was given up.
func found(here []*Location, lesser, w Wish) (n int, first *Location, at time.Time) {
	wants := lesser.Wants()
	for _, l := range here {
		if !wants(l) {
			continue
		}
		n++
		if w.At.IsZero() || !lesser.At.IsZero() {
			continue
		}
		if opens := l.serves(lesser.Handoff, w.At); !opens.IsZero() && (first == nil || opens.Before(at)) {
			first, at = l, opens
		}
	}
	return n, first, at
}

// serves is when the restaurant serves the handoff (0: its doors) next after the instant, UTC; zero when not within a week.
func (l *Location) serves(h Handoff, after time.Time) time.Time {
	if l.ByAppointment {
		return time.Time{}
	}
	today := DateOf(after.In(l.Timezone()))
	for _, w := range l.Openings(h, today, today.Plus(week)) {
		if w.Open.After(after) {
			return w.Open
		}
	}
	return time.Time{}
}
