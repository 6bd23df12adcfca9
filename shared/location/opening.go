package location

import (
	"slices"
	"time"
)

// OpeningState is how a restaurant stands. The words for the guest are made from it and its instants.
type OpeningState string

const (
	Open          OpeningState = "open"
	Closed        OpeningState = "closed"
	ByAppointment OpeningState = "by-appointment"
)

// Opening is how a restaurant stands at an instant. ClosesAt (UTC) is set while it is open, unless it does not close within a
// week; OpensAt (UTC) while it is closed, if it opens within a week.
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
	if l.Status != StatusOpen {
		return Opening{State: Closed}
	}
	now = now.UTC()
	today := DateOf(now.In(l.Zone()))
	var windows []Window
	for n := -1; n <= week; n++ { // yesterday's last opening may reach into today
		windows = append(windows, l.Windows(0, today.Plus(n))...)
	}
	slices.SortFunc(windows, func(a, b Window) int { return a.Open.Compare(b.Open) })
	limit := now.AddDate(0, 0, week)
	var closes time.Time
	for _, w := range windows {
		switch {
		case !closes.IsZero() && !w.Open.After(closes): // goes on without a pause, as around the clock
			if w.Close.After(closes) {
				closes = w.Close
			}
		case closes.IsZero() && !now.Before(w.Open) && now.Before(w.Close):
			closes = w.Close
		case closes.IsZero() && w.Open.After(now):
			if w.Open.After(limit) {
				return Opening{State: Closed}
			}
			return Opening{State: Closed, OpensAt: w.Open}
		}
	}
	switch {
	case closes.IsZero():
		return Opening{State: Closed}
	case closes.After(limit):
		return Opening{State: Open}
	}
	return Opening{State: Open, ClosesAt: closes}
}
