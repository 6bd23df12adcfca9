package location

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"ordering/shared/locale"
)

// Minute is a local time in minutes after midnight. On the wire and in the table it is HH:MM.
type Minute int

// ParseMinute parses HH:MM from 00:00 to 24:00.
func ParseMinute(s string) (Minute, error) {
	if len(s) == 5 && s[2] == ':' {
		h, errH := strconv.ParseUint(s[:2], 10, 8)
		m, errM := strconv.ParseUint(s[3:], 10, 8)
		if errH == nil && errM == nil && m < 60 && h*60+m <= 24*60 {
			return Minute(h*60 + m), nil
		}
	}
	return 0, fmt.Errorf("location: %q is not a time like 21:30", s)
}

func (m Minute) String() string { return fmt.Sprintf("%02d:%02d", int(m)/60, int(m)%60) }

// MarshalText formats m as HH:MM.
func (m Minute) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText parses HH:MM.
func (m *Minute) UnmarshalText(b []byte) (err error) { *m, err = ParseMinute(string(b)); return err }

// Range is one opening in local time. A Close that is not after Open is on the next day; equal times mean 24 hours.
type Range struct {
	Open  Minute `json:"open"`
	Close Minute `json:"close"`
}

// end returns the close in minutes of the day of Open: more than 24 h if it is on the next day.
func (r Range) end() Minute {
	if r.Close <= r.Open {
		return r.Close + 24*60
	}
	return r.Close
}

// Week has the ranges of each weekday, Sunday first; a day without ranges is closed.
type Week [7][]Range

// Daily returns a week with one opening, the same on each day.
func Daily(open, closing Minute) (w Week) {
	for day := range w {
		w[day] = []Range{{Open: open, Close: closing}}
	}
	return w
}

// Season is a range of days, inclusive, with their own hours: the holiday hours.
type Season struct {
	From Date `json:"from"`
	To   Date `json:"to"`
	Week Week `json:"week"`
}

// Exception is a range of days, inclusive, that overrides all other hours; with empty Ranges the restaurant is closed.
// It applies to one handoff, or to all if Handoff is 0. In year 0 it applies every year.
type Exception struct {
	From    Date    `json:"from"`
	To      Date    `json:"to"`
	Handoff Handoff `json:"handoff,omitempty"`
	Ranges  []Range `json:"ranges,omitempty"`
}

// Hours are the hours of a restaurant. The first match for a day applies: an exception of the handoff, an exception of
// all handoffs, the holiday hours, the handoff's own week (curbside, delivery), the regular week.
type Hours struct {
	Regular    Week             `json:"regular"`
	Handoffs   map[Handoff]Week `json:"handoffs,omitempty"`
	Holiday    []Season         `json:"holiday,omitempty"`
	Exceptions []Exception      `json:"exceptions,omitempty"`
}

// On returns the ranges that begin on the day for the handoff; 0 means the restaurant's doors.
func (h Hours) On(handoff Handoff, day Date) []Range {
	within := func(from, to Date) bool {
		if from.Year == 0 {
			from.Year, to.Year = day.Year, day.Year
		}
		return !day.Before(from) && !to.Before(day)
	}
	for _, want := range []Handoff{handoff, 0} {
		// The last exception applies, so that a correction can be appended.
		for _, e := range slices.Backward(h.Exceptions) {
			if e.Handoff == want && within(e.From, e.To) {
				return e.Ranges
			}
		}
	}
	for _, s := range slices.Backward(h.Holiday) {
		if within(s.From, s.To) {
			return s.Week[day.Weekday()]
		}
	}
	return h.Usual(handoff)[day.Weekday()]
}

// Usual returns the week of the handoff without holidays and exceptions: its own, or else the regular one.
func (h Hours) Usual(handoff Handoff) Week {
	if week, ok := h.Handoffs[handoff]; ok {
		return week
	}
	return h.Regular
}

// Window is a period from Open (inclusive) to Close (exclusive), UTC.
type Window struct {
	Open  time.Time
	Close time.Time
}

// Windows returns the openings that begin on the local day for the handoff, in order, as instants. One may end on the
// next day. An opening entirely within the hour skipped by a clock change is left out.
func (l Location) Windows(h Handoff, day Date) []Window {
	zone := l.Timezone()
	ranges := l.Hours.On(h, day)
	windows := make([]Window, 0, len(ranges))
	for _, r := range ranges {
		w := Window{Open: day.At(int(r.Open), zone), Close: day.At(int(r.end()), zone)}
		if w.Open.Before(w.Close) {
			windows = append(windows, w)
		}
	}
	slices.SortFunc(windows, func(a, b Window) int { return a.Open.Compare(b.Open) })
	return windows
}

// Openings returns the periods of service that begin on the local days from first to last, in order. Overlapping and
// adjacent periods are joined: a restaurant open around the clock has no gap at midnight, and hours past midnight that
// overlap the next day's are not counted twice.
func (l Location) Openings(h Handoff, first, last Date) []Window {
	var all []Window
	for day := first; !last.Before(day); day = day.Plus(1) {
		all = append(all, l.Windows(h, day)...)
	}
	slices.SortFunc(all, func(a, b Window) int { return a.Open.Compare(b.Open) })
	joined := all[:0] // overwrites only elements already read
	for _, w := range all {
		before := len(joined) - 1
		if before < 0 || w.Open.After(joined[before].Close) {
			joined = append(joined, w)
		} else if w.Close.After(joined[before].Close) {
			joined[before].Close = w.Close
		}
	}
	return joined
}

// WeekdayName returns the name of a day in l, in the form used before hours.
func WeekdayName(d time.Weekday, l locale.Locale) string {
	if l == locale.FrCA {
		return [...]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"}[d]
	}
	return d.String()
}
