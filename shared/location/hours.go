package location

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"ordering/shared/locale"
)

// Minute is a time on the wall clock, in minutes after midnight. On the wire and in the table it is HH:MM.
type Minute int

// ParseMinute reads HH:MM from 00:00 to 24:00.
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

// MarshalText writes HH:MM.
func (m Minute) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads HH:MM.
func (m *Minute) UnmarshalText(b []byte) (err error) { *m, err = ParseMinute(string(b)); return err }

// Range is one opening: local wall times. A Close that is not after Open lies on the next day; equal times are 24 hours.
type Range struct {
	Open  Minute `json:"open"`
	Close Minute `json:"close"`
}

// end is the close in minutes of the day of the open: more than 24 h when it lies on the next one.
func (r Range) end() Minute {
	if r.Close <= r.Open {
		return r.Close + 24*60
	}
	return r.Close
}

// Week holds the ranges of each weekday, Sunday first; a day without ranges is closed.
type Week [7][]Range

// Season is a run of days, both included, with hours of their own: the holiday hours.
type Season struct {
	From Date `json:"from"`
	To   Date `json:"to"`
	Week Week `json:"week"`
}

// Exception is a run of days, both included, that differ from every calendar: closed when Ranges is empty. It holds for
// one handoff, or for all when Handoff is 0. In year 0 it holds every year.
type Exception struct {
	From    Date    `json:"from"`
	To      Date    `json:"to"`
	Handoff Handoff `json:"handoff,omitempty"`
	Ranges  []Range `json:"ranges,omitempty"`
}

// Hours is when a restaurant serves. The first that knows a day wins: an exception of the handoff, an exception of all, the
// holiday hours, the handoff's own calendar (curbside, delivery), the regular week.
type Hours struct {
	Regular    Week             `json:"regular"`
	Handoffs   map[Handoff]Week `json:"handoffs,omitempty"`
	Holiday    []Season         `json:"holiday,omitempty"`
	Exceptions []Exception      `json:"exceptions,omitempty"`
}

// On gives the ranges that begin on the day for the handoff; 0 asks for the restaurant's doors.
func (h Hours) On(handoff Handoff, day Date) []Range {
	within := func(from, to Date) bool {
		if from.Year == 0 {
			from.Year, to.Year = day.Year, day.Year
		}
		return !day.Before(from) && !to.Before(day)
	}
	for _, want := range []Handoff{handoff, 0} {
		// The last one written wins, so that a correction needs no search for what it corrects.
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

// Usual is the week of the handoff, holidays and exceptions aside: its own calendar, or else the regular one.
func (h Hours) Usual(handoff Handoff) Week {
	if week, ok := h.Handoffs[handoff]; ok {
		return week
	}
	return h.Regular
}

// Window is a stretch of time, from Open until just before Close (UTC).
type Window struct {
	Open  time.Time
	Close time.Time
}

// Windows gives the openings that begin on the local day for the handoff, in order, as instants. One may end on the next
// day. An opening that the change of the clocks swallows whole is left out.
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

// Openings gives the stretches in which the restaurant serves that begin on the local days from first to last, in order. What
// overlaps or goes on without a pause is one: a restaurant open around the clock has no gap at midnight, and hours past
// midnight that run into a day's own are not counted twice.
func (l Location) Openings(h Handoff, first, last Date) []Window {
	var all []Window
	for day := first; !last.Before(day); day = day.Plus(1) {
		all = append(all, l.Windows(h, day)...)
	}
	slices.SortFunc(all, func(a, b Window) int { return a.Open.Compare(b.Open) })
	joined := all[:0] // never ahead of what is read
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

// WeekdayName is the name of a day in the language, as it stands before hours.
func WeekdayName(d time.Weekday, l locale.Locale) string {
	if l == locale.FrCA {
		return [...]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"}[d]
	}
	return d.String()
}
