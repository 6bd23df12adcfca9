package kitchen

import (
	"crypto/rand"
	"slices"
	"time"

	"ordering/functions/notify"
	"ordering/functions/orders"
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

type switches struct {
	Open     bool `json:"open"`     // a closed kitchen rejects webhooks and sends no events
	ByItself bool `json:"byItself"` // tickets advance automatically
}

func (s switches) moves() bool { return s.Open && s.ByItself }

// ticket is an order on the rail. Copies share its pointers: replace what they point to, never change it.
type ticket struct {
	Seq    int                  `json:"seq"` // its number on the page
	Order  *notify.KitchenOrder `json:"order"`
	Status string               `json:"status"`
	Since  time.Time            `json:"since"`
	Here   time.Time            `json:"here,omitzero"`   // when the guest arrived in the car
	Events []event              `json:"events,omitzero"` // not yet delivered to the ordering system, in order
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

func (t *ticket) set(status string, now time.Time) { t.Status, t.Since = status, now }

// advance sets a new status and queues its event.
func (t *ticket) advance(to, reason string, now time.Time) {
	t.set(to, now)
	e := orders.KitchenEvent{ID: rand.Text(), Order: t.Order.ID, Status: to, At: now, Reason: reason}
	t.Events = append(slices.Clone(t.Events), event{KitchenEvent: e})
}

// sent removes a delivered event, or sets the time of its next try.
func (t *ticket) sent(e event, delivered bool, now time.Time) bool {
	if len(t.Events) == 0 || t.Events[0].ID != e.ID {
		return false
	}
	t.Events = slices.Clone(t.Events)
	if delivered {
		t.Events = t.Events[1:]
	} else {
		t.Events[0].Tries++
		t.Events[0].After = now.Add(min(time.Second<<min(e.Tries, 6), 30*time.Second))
	}
	return true
}

// forget erases the guest's data.
func (t *ticket) forget() {
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
	t.Order = &o
}
