package location

import "time"

// Moment is an instant for checks of the opening hours of many restaurants. It caches comparisons of local times per
// zone, because thousands of restaurants share a few opening and closing times. It is not safe for concurrent use.
type Moment struct {
	at    time.Time
	walls map[string]*wall
}

// wall is the local time in a zone at the moment.
type wall struct {
	zone   *time.Location
	days   [2]Date            // today, and yesterday, because its last opening may extend into today
	passed [2]map[Minute]bool // whether the local time has reached that time of the day
}

// At returns the Moment of an instant.
func At(at time.Time) *Moment { return &Moment{at: at, walls: map[string]*wall{}} }

func (m *Moment) wall(zone string) *wall {
	w, ok := m.walls[zone]
	if !ok {
		w = &wall{zone: Timezone(zone), passed: [2]map[Minute]bool{{}, {}}}
		w.days[0] = DateOf(m.at.In(w.zone))
		w.days[1] = w.days[0].Plus(-1)
		m.walls[zone] = w
	}
	return w
}

// after reports whether the moment is at or after that time of today or yesterday.
func (m *Moment) after(w *wall, day int, t Minute) bool {
	passed, ok := w.passed[day][t]
	if !ok {
		passed = !m.at.Before(w.days[day].At(int(t), w.zone))
		w.passed[day][t] = passed
	}
	return passed
}

// Serves reports whether the restaurant serves the handoff at the moment; 0 means that its doors are open.
func (m *Moment) Serves(l *Location, h Handoff) bool {
	if l.Status != StatusOpen || l.ByAppointment || h != 0 && !l.Offers(h) {
		return false
	}
	w := m.wall(l.TimeZone)
	for day, date := range w.days {
		for _, r := range l.Hours.On(h, date) {
			if m.after(w, day, r.Open) && !m.after(w, day, r.end()) {
				return true
			}
		}
	}
	return false
}
