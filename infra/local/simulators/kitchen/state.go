package kitchen

import (
	"crypto/rand"
	"slices"
	"time"

	"ordering/functions/notify"
	"ordering/functions/orders"
	"ordering/shared/webhook"
)

// Statuses of a ticket: those of the events, and two that are only used here.
const (
	received      = "received"
	accepted      = "accepted"
	inPreparation = "in-preparation"
	ready         = "ready"
	completed     = "completed"
	notApproved   = "not-approved"
	cancelled     = "cancelled" // by the ordering system
)

// step is a column of the rail, with the button that leads to the next status.
type step struct {
	Status, Label, Act, Next string
	Refusable                bool // the kitchen can still refuse the order
}

var steps = []step{
	{received, "New", "Accept", accepted, true},
	{accepted, "Accepted", "Start", inPreparation, true},
	{inPreparation, "On the fire", "Ready", ready, true},
	{ready, "Ready", "Hand over", completed, false},
}

// state is what the kitchen stores.
type state struct {
	switches
	Tickets []ticket // by arrival
	gone    []int    // numbers of removed tickets that are still in the file
}

type switches struct {
	Open     bool `json:"open"`     // a closed kitchen rejects webhooks and sends no events
	ByItself bool `json:"byItself"` // tickets advance automatically
}

func (s switches) moves() bool { return s.Open && s.ByItself }

// ticket is an order on the rail. States share its pointers: replace what they point to, never change it.
type ticket struct {
	Seq    int                  `json:"seq"` // its number on the page
	Order  *notify.KitchenOrder `json:"order"`
	Status string               `json:"status"`
	Since  time.Time            `json:"since"`
	Here   time.Time            `json:"here,omitzero"`   // when the guest arrived in the car
	Events []event              `json:"events,omitzero"` // not yet delivered to the ordering system, in order

	changed bool // not yet written
}

// event is a status change that is not yet delivered.
type event struct {
	orders.KitchenEvent
	Tries int       `json:"tries,omitempty"`
	After time.Time `json:"after,omitzero"` // earliest next try
}

// step returns where the ticket hangs on the rail, or nil if it cannot move any more.
func (t ticket) step() *step {
	if i := slices.IndexFunc(steps, func(s step) bool { return s.Status == t.Status }); i >= 0 {
		return &steps[i]
	}
	return nil
}

func (t *ticket) set(status string, now time.Time) { t.Status, t.Since, t.changed = status, now, true }

// advance sets a new status and queues its event.
func (t *ticket) advance(to, reason string, now time.Time) {
	t.set(to, now)
	e := orders.KitchenEvent{ID: rand.Text(), Order: t.Order.ID, Status: to, At: now, Reason: reason}
	t.Events = append(slices.Clone(t.Events), event{KitchenEvent: e})
}

// sent removes a delivered event, or sets the time of its next try.
func (s *state) sent(e event, delivered bool, now time.Time) bool {
	t := s.find(e.Order)
	if t == nil || len(t.Events) == 0 || t.Events[0].ID != e.ID {
		return false
	}
	t.Events = slices.Clone(t.Events)
	if delivered {
		t.Events = t.Events[1:]
	} else {
		t.Events[0].Tries++
		t.Events[0].After = now.Add(min(time.Second<<min(e.Tries, 6), 30*time.Second))
	}
	t.changed = true
	return true
}

// messages are the changes that the messages of the ordering system make. Each returns false if it changes nothing.
var messages = map[string]func(*state, notify.KitchenMessage, time.Time) bool{
	webhook.OrderPlaced: (*state).add, webhook.OrderCancelled: (*state).cancel,
	webhook.OrderArrived: (*state).arrive, webhook.OrderErased: (*state).forget,
}

// add adds a placed order to the rail, unless it is a duplicate or was cancelled before it arrived.
func (s *state) add(m notify.KitchenMessage, now time.Time) bool {
	if s.find(m.Order.ID) != nil {
		return false
	}
	s.addTicket(*m.Order, received, now)
	return true
}

// cancel cancels an order. An order that has not arrived yet is stored as cancelled: the two messages may arrive out of order.
func (s *state) cancel(m notify.KitchenMessage, now time.Time) bool {
	t := s.find(m.Order.ID)
	switch {
	case t == nil:
		s.addTicket(*m.Order, cancelled, now)
	case t.Status == received || t.Status == accepted:
		t.set(cancelled, now)
	default:
		return false
	}
	return true
}

// arrive records the guest's arrival and car, unless the order is already removed. A repeated message replaces the car.
func (s *state) arrive(m notify.KitchenMessage, _ time.Time) bool {
	t := s.find(m.Order.ID)
	if t == nil {
		return false
	}
	order := *t.Order
	order.Vehicle = m.Order.Vehicle
	t.Here, t.Order, t.changed = m.At, &order, true
	return true
}

// forget erases the guest's data from an order.
func (s *state) forget(m notify.KitchenMessage, _ time.Time) bool {
	t := s.find(m.Order.ID)
	if t == nil {
		return false
	}
	o := *t.Order
	o.Guest, o.Vehicle, o.Instructions = nil, nil, ""
	o.Lines = slices.Clone(o.Lines)
	for i := range o.Lines {
		o.Lines[i].Instructions = ""
	}
	t.Events = slices.Clone(t.Events)
	for i := range t.Events {
		t.Events[i].Reason = ""
	}
	t.Order, t.changed = &o, true
	return true
}

// remembered is how many finished tickets are kept.
const remembered = 100

func (s *state) addTicket(o notify.KitchenOrder, status string, now time.Time) {
	seq := 1
	if n := len(s.Tickets); n > 0 {
		seq = s.Tickets[n-1].Seq + 1
	}
	s.Tickets = append(s.Tickets, ticket{Seq: seq, Order: &o, Status: status, Since: now, changed: true})
	finished := 0
	for i := len(s.Tickets) - 1; i >= 0; i-- {
		if t := s.Tickets[i]; t.step() != nil || len(t.Events) > 0 {
			continue
		}
		if finished++; finished > remembered {
			s.gone = append(s.gone, s.Tickets[i].Seq)
			s.Tickets = slices.Delete(s.Tickets, i, i+1)
		}
	}
}

func (s *state) find(order string) *ticket {
	for i := range s.Tickets {
		if s.Tickets[i].Order.ID == order {
			return &s.Tickets[i]
		}
	}
	return nil
}
