// Package kitchen simulates a restaurant's point of sale: it gets orders by signed webhooks, shows them on a rail of tickets, and
// tells by signed webhooks what becomes of them, as the real one does. It knows of the ordering system only what those say.
package kitchen

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"ordering/functions/notify"
	"ordering/functions/orders"
	"ordering/shared/webhook"
)

// Settings of a kitchen.
type Settings struct {
	Callback string          // where the ordering system hears what becomes of an order
	Secrets  webhook.Secrets // that both systems know
	Pace     time.Duration   // a step of a kitchen that runs by itself
	Now      func() time.Time
}

// Kitchen is the simulator, with its page as an http.Handler. Make it with Open.
type Kitchen struct {
	Settings
	file   journal // under mu
	client *http.Client
	mux    *http.ServeMux
	wake   chan struct{}

	mu    sync.Mutex
	state state
}

// Statuses of a ticket: those of the events, and two that only this side has.
const (
	received      = "received"
	accepted      = "accepted"
	inPreparation = "in-preparation"
	ready         = "ready"
	completed     = "completed"
	notApproved   = "not-approved"
	cancelled     = "cancelled" // called off by the ordering system
)

// next is the step that follows when all goes well.
var next = map[string]string{received: accepted, accepted: inPreparation, inPreparation: ready, ready: completed}

// refusable are the statuses in which a kitchen can still say no.
var refusable = []string{received, accepted, inPreparation}

// Open returns the kitchen with the state in dir. A new kitchen runs by itself, and its file is created at once. It returns
// ErrDamaged when the state cannot be parsed.
func Open(dir string, s Settings) (*Kitchen, error) {
	k := &Kitchen{
		Settings: s, file: journalIn(dir), client: &http.Client{Timeout: 5 * time.Second},
		wake: make(chan struct{}, 1), state: state{Open: true, ByItself: true},
	}
	if err := k.file.read(&k.state); err != nil {
		return nil, err
	}
	k.routes()
	return k, nil
}

// Run moves tickets and delivers events until ctx ends.
func (k *Kitchen) Run(ctx context.Context) {
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		k.move()
		k.deliver(ctx)
		select {
		case <-ctx.Done():
			return
		case <-k.wake:
		case <-tick.C:
		}
	}
}

// move takes every ticket on by a step whose time has come.
func (k *Kitchen) move() {
	now := k.Now().UTC()
	due := func(t ticket) bool {
		_, open := next[t.Status]
		return open && !now.Before(k.due(t))
	}
	k.mu.Lock()
	idle := !k.state.Open || !k.state.ByItself || !slices.ContainsFunc(k.state.Tickets, due)
	k.mu.Unlock()
	if idle {
		return // as mostly: no copy is made of a full rail four times a second
	}
	k.change(func(s *state) bool {
		if !s.Open || !s.ByItself {
			return false
		}
		moved := false
		for i := range s.Tickets {
			if t := &s.Tickets[i]; due(*t) {
				s.advance(t, next[t.Status], "", now)
				moved = true
			}
		}
		return moved
	})
}

// ahead is how long before its promised time a kitchen that runs by itself begins an order: at the pace of a simulator it is then
// ready in time, and an order for now is begun at once.
const ahead = time.Hour

// due is when the ticket moves on by itself: a step after the last one, but what is accepted for later is begun when its time is near.
func (k *Kitchen) due(t ticket) time.Time {
	due := t.Since.Add(k.Pace)
	if begin := t.Order.PromisedAt.Add(-ahead); t.Status == accepted && begin.After(due) {
		return begin
	}
	return due
}

// change does f to the state and keeps it when f says that it changed; an error of the disk undoes it. Callers see false then.
func (k *Kitchen) change(f func(*state) bool) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	after := k.state.clone()
	if !f(&after) {
		return false
	}
	if err := k.file.keep(k.state, after); err != nil {
		k.fault("state cannot be kept", err)
		return false
	}
	k.state = after
	select {
	case k.wake <- struct{}{}:
	default:
	}
	return true
}

// open says whether the kitchen takes calls.
func (k *Kitchen) open() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.state.Open
}

// look gives a copy of the state.
func (k *Kitchen) look() state {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.state.clone()
}

// state is what the kitchen keeps.
type state struct {
	Open     bool     `json:"open"`     // a closed kitchen takes no calls and says nothing
	ByItself bool     `json:"byItself"` // tickets move on without a hand
	Last     int      `json:"last"`     // the last ticket's number here
	Tickets  []ticket `json:"tickets"`  // as they came
	Events   []event  `json:"events"`   // to be delivered, in order
}

// ticket is an order on the rail.
type ticket struct {
	Seq    int                  `json:"seq"`   // names it on the page
	Order  *notify.KitchenOrder `json:"order"` // never changed, only replaced: states share it
	Status string               `json:"status"`
	Since  time.Time            `json:"since"`
	Here   time.Time            `json:"here,omitzero"` // since when the guest waits in the car
}

// event is what the ordering system is still to hear.
type event struct {
	orders.KitchenEvent
	Tries int       `json:"tries,omitempty"`
	After time.Time `json:"after,omitzero"` // not before
}

func (s state) clone() state {
	s.Tickets, s.Events = slices.Clone(s.Tickets), slices.Clone(s.Events)
	return s
}

// advance gives the ticket its new status and leaves the event that tells of it.
func (s *state) advance(t *ticket, to, reason string, now time.Time) {
	t.Status, t.Since = to, now
	s.Events = append(s.Events, event{KitchenEvent: orders.KitchenEvent{
		ID: rand.Text(), Order: t.Order.ID, Status: to, At: now, Reason: reason,
	}})
}

// take hangs a placed order on the rail. One that is known, or was called off before it came, changes nothing.
func (s *state) take(o notify.KitchenOrder, now time.Time) bool {
	if s.find(o.ID) != nil {
		return false
	}
	s.hang(o, received, now)
	return true
}

// callOff marks an order as not to be made, even one that has not come yet: the two messages may cross.
func (s *state) callOff(o notify.KitchenOrder, now time.Time) bool {
	t := s.find(o.ID)
	switch {
	case t == nil:
		s.hang(o, cancelled, now)
	case t.Status == received || t.Status == accepted:
		t.Status, t.Since = cancelled, now
	default:
		return false
	}
	return true
}

// arrive notes that the guest of an order is there, and in which car. The message may come again, or correct the car.
func (s *state) arrive(o notify.KitchenOrder, at time.Time) bool {
	t := s.find(o.ID)
	if t == nil {
		return false // forgotten long ago
	}
	order := *t.Order
	order.Vehicle = o.Vehicle
	t.Here, t.Order = at, &order
	return true
}

// forget takes out of an order whom it was for.
func (s *state) forget(order string) {
	if t := s.find(order); t != nil {
		o := *t.Order
		o.Guest, o.Vehicle, o.Instructions = nil, nil, ""
		o.Lines = slices.Clone(o.Lines)
		for i := range o.Lines {
			o.Lines[i].Instructions = ""
		}
		t.Order = &o
	}
	for i := range s.Events {
		if s.Events[i].Order == order {
			s.Events[i].Reason = ""
		}
	}
}

// remembered is how many finished tickets stay.
const remembered = 100

func (s *state) hang(o notify.KitchenOrder, status string, now time.Time) {
	s.Last++
	s.Tickets = append(s.Tickets, ticket{Seq: s.Last, Order: &o, Status: status, Since: now})
	finished := 0
	for i := len(s.Tickets) - 1; i >= 0; i-- {
		if _, open := next[s.Tickets[i].Status]; open {
			continue
		}
		if finished++; finished > remembered {
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

// ErrDamaged is the error of a state file that cannot be parsed.
var ErrDamaged = errors.New("the file is damaged")
