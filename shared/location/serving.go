package location

import "time"

// Serves reports whether the restaurant serves the handoff at that time; 0 means that its doors are open.
func (l *Location) Serves(h Handoff, at time.Time) bool {
	if l.Status != StatusOpen || l.ByAppointment || h != 0 && !l.Offers(h) {
		return false
	}
	zone := l.Timezone()
	today := DateOf(at.In(zone))
	for _, day := range []Date{today, today.Plus(-1)} { // yesterday's last opening may extend into today
		for _, r := range l.Hours.On(h, day) {
			if !at.Before(day.At(int(r.Open), zone)) && at.Before(day.At(int(r.end()), zone)) {
				return true
			}
		}
	}
	return false
}
