package location

import "time"

// OpeningState is whether a restaurant is open. The text for the guest is made from it and the instants of Opening.
type OpeningState string

const (
	Open          OpeningState = "open"
	Closed        OpeningState = "closed"
	ByAppointment OpeningState = "by-appointment"
)

// Opening is the opening state of a restaurant at an instant. ClosesAt (UTC) is set while it is open, unless it does
// not close within a week; OpensAt (UTC) is its next opening, if it closes and opens again within a week. The state
// does not change before the next of these instants, so a caller may cache it until then.
type Opening struct {
	State    OpeningState
	ClosesAt time.Time
	OpensAt  time.Time
}

// week is the number of days that Opening looks ahead: beyond, a weekday name would be ambiguous.
const week = 7

// Opening returns the state of the restaurant's doors at now.
func (l Location) Opening(now time.Time) Opening {
	if l.ByAppointment {
		return Opening{State: ByAppointment}
	}
	o := Opening{State: Closed}
	if l.Status != StatusOpen {
		return o
	}
	now = now.UTC()
	today := DateOf(now.In(l.Timezone()))
	limit := now.AddDate(0, 0, week)
	for _, w := range l.Openings(0, today.Plus(-1), today.Plus(week)) { // yesterday's last opening may extend into today
		switch {
		case !now.Before(w.Close):
		case !now.Before(w.Open):
			if o.State = Open; w.Close.After(limit) {
				return o
			}
			o.ClosesAt = w.Close
		case !w.Open.After(limit):
			o.OpensAt = w.Open
			return o
		}
	}
	return o
}
