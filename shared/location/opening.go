package location

import "time"

// OpeningState is how a restaurant stands. The words for the guest are made from it and its instants.
type OpeningState string

const (
	Open          OpeningState = "open"
	Closed        OpeningState = "closed"
	ByAppointment OpeningState = "by-appointment"
)

// Opening is how a restaurant stands at an instant. ClosesAt (UTC) is set while it is open, unless it does not close within a
// week; OpensAt (UTC) is when it opens next, if it closes at all and opens again within a week. Between the two instants nothing
// has to be computed again: who keeps an Opening knows when it flips.
type Opening struct {
	State    OpeningState
	ClosesAt time.Time
	OpensAt  time.Time
}

// week is how far Opening looks ahead: farther away "opens at" would name a weekday that is not the next one.
const week = 7

// Opening tells how the restaurant's doors stand at now.
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
	for _, w := range l.Openings(0, today.Plus(-1), today.Plus(week)) { // yesterday's last opening may reach into today
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
