package location

import (
	"slices"
	"time"
)

// NearMeters is the distance up to which a restaurant is near, about 60 miles. Farther ones are mentioned, but not as near.
const NearMeters = 100_000

// driveMeters is a day's drive both ways. A farther restaurant is not a remedy while there are near ones.
const driveMeters = 500_000

// Wish is the conditions of a search besides its place.
type Wish struct {
	Handoff Handoff              // it takes orders for this handoff; 0: any
	At      time.Time            // it serves then, by the hours of the handoff; zero: any time
	Match   func(*Location) bool // any other condition; nil: none
}

// Wants returns the wish as a predicate. The predicate is not safe for concurrent use.
func (w Wish) Wants() func(*Location) bool {
	var then *Moment
	if !w.At.IsZero() {
		then = At(w.At)
	}
	return func(l *Location) bool {
		return (w.Handoff == 0 || l.Offers(w.Handoff)) && (then == nil || then.Serves(l, w.Handoff)) && (w.Match == nil || w.Match(l))
	}
}

// Reason is why a search found no near restaurant.
type Reason string

const (
	ReasonFar           Reason = "far"            // no restaurant is near
	ReasonClosed        Reason = "closed"         // the near ones do not serve at that time
	ReasonHandoff       Reason = "handoff"        // the near ones do not offer the handoff
	ReasonClosedHandoff Reason = "closed-handoff" // the near ones do not offer the handoff at that time
	ReasonFilter        Reason = "filter"         // the near ones do not match the filter
)

// Remedy is a change of the search that finds a restaurant.
type Remedy string

const (
	RemedyOpen    Remedy = "open"    // drop the time, and order ahead
	RemedyHandoff Remedy = "handoff" // use another handoff
	RemedyFilter  Remedy = "filter"  // drop the filter
	RemedyAll     Remedy = "all"     // drop all conditions
	RemedyFar     Remedy = "far"     // go to the nearest restaurant that meets all conditions
)

// Why is the reason for an empty result and its remedies, the cheapest first. Each remedy is sufficient alone.
type Why struct {
	Reason   Reason
	Remedies []RemedyFor
}

// RemedyFor is a remedy with its result.
type RemedyFor struct {
	Remedy Remedy
	// Count is the number of near restaurants it finds; 0 if all are far (ReasonFar).
	Count int
	// First is the restaurant that opens first (RemedyOpen) or the nearest (RemedyFar, and every remedy of ReasonFar). It is nil for the
	// others, and if none opens within a week. At is when it opens (UTC); Meters is the distance of the nearest.
	First  *Location
	At     time.Time
	Meters float64
}

// WhyNone explains an empty result for a wish. accept selects the restaurants that are searched at all. here are those
// near or in the requested region, and from is the starting point for distances.
func (l *Listing) WhyNone(here []*Location, from Point, accept func(*Location) bool, w Wish) Why {
	why := Why{Reason: reason(here, w)}
	far, nearest := l.nearest(from, accept, w)
	for _, r := range remedies(w) {
		if r.remedy == RemedyAll && len(why.Remedies) > 0 {
			continue
		}
		if n, first, at := found(here, r.without, w); n > 0 {
			why.Remedies = append(why.Remedies, RemedyFor{Remedy: r.remedy, Count: n, First: first, At: at})
		} else if why.Reason == ReasonFar {
			// All are far. A smaller wish is a remedy if it finds a nearer restaurant.
			if less, meters := l.nearest(from, accept, r.without); less != nil && (far == nil || meters < nearest) {
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

// nearest returns the nearest restaurant that fits the wish and its distance, or nil if none fits.
func (l *Listing) nearest(from Point, accept func(*Location) bool, w Wish) (*Location, float64) {
	wants := w.Wants()
	near, _ := l.Near(from, 1, func(r *Location) bool { return accept(r) && wants(r) })
	if len(near) == 0 {
		return nil, 0
	}
	return near[0].Location, near[0].Meters
}

// Around returns the restaurants for which accept is true, within the distance.
func (p Places) Around(from Point, meters float64, accept func(*Location) bool) []*Location {
	var around []*Location
	here := from.vector()
	for i := range p.locations {
		if arc(chord(here, p.vectors[i])) <= meters && accept(&p.locations[i]) {
			around = append(around, &p.locations[i])
		}
	}
	return around
}

// Of returns the restaurants for which accept is true.
func (p Places) Of(accept func(*Location) bool) []*Location {
	var some []*Location
	for i := range p.locations {
		if accept(&p.locations[i]) {
			some = append(some, &p.locations[i])
		}
	}
	return some
}

// reason returns the first condition that no restaurant of here meets.
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

// remedies returns smaller wishes. They drop the time first, then the handoff, and the filter last, because the guest chose it by hand.
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

// found counts the restaurants that fit a lesser wish. If it drops the time, it also returns the one that serves first.
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

// serves returns when the restaurant next serves the handoff (0: its doors) after the instant, UTC; zero if not within a week.
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
