// Package kitchen simulates a restaurant's point of sale: it gets orders by signed webhooks, shows them on a rail of tickets, and
// tells by signed webhooks what becomes of them, as the real one does. It knows of the ordering system only what those say.
package kitchen

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"ordering/functions/notify"
	"ordering/functions/orders"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
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
	table  *sqlite.Store // what state is, kept
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

// Open returns the kitchen with the state in the file at path, which it makes when there is none: a new kitchen runs by itself.
func Open(path string, s Settings) (*Kitchen, error) {
	store, err := sqlite.Open(path, s.Now)
	if err != nil {
		return nil, fmt.Errorf("kitchen: %w", err)
	}
	k := &Kitchen{
		Settings: s, table: store, client: &http.Client{Timeout: 5 * time.Second}, wake: make(chan struct{}, 1),
		state: state{switches: switches{Open: true, ByItself: true}},
	}
	if err := k.read(context.Background()); err != nil {
		store.Close()
		return nil, fmt.Errorf("kitchen: %w", err)
	}
	k.routes()
	return k, nil
}

// Close closes the file.
func (k *Kitchen) Close() error { return k.table.Close() }

var switchesKey = table.Key{PK: "switches", SK: "switches"}

// ticketKey keeps tickets in the order in which they came.
func ticketKey(seq int) table.Key { return table.Key{PK: "ticket", SK: fmt.Sprintf("%012d", seq)} }

func (k *Kitchen) read(ctx context.Context) error {
	kept, err := k.table.Get(ctx, switchesKey)
	if err == nil {
		err = json.Unmarshal(kept.Data, &k.state.switches)
	}
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return err
	}
	q := table.Query{PK: ticketKey(0).PK}
	for {
		page, err := k.table.Query(ctx, q)
		if err != nil {
			return err
		}
		for _, item := range page.Items {
			var t ticket
			if err := json.Unmarshal(item.Data, &t); err != nil {
				return err
			}
			k.state.Tickets = append(k.state.Tickets, t)
		}
		if q.Cursor = page.Cursor; q.Cursor == "" {
			return nil
		}
	}
}

// keep writes what changed, a ticket with its events at once. The largest tickets fit ten times into one Write.
func (k *Kitchen) keep(s *state) error {
	var ops []table.Op
	put := func(key table.Key, doc any) error {
		data, err := json.Marshal(doc)
		ops = append(ops, table.Put(table.Item{Key: key, Data: data}))
		return err
	}
	err := put(switchesKey, s.switches)
	for i := range s.Tickets {
		if t := &s.Tickets[i]; t.changed {
			t.changed = false
			err = errors.Join(err, put(ticketKey(t.Seq), t))
		}
	}
	for _, seq := range s.gone {
		ops = append(ops, table.Delete(ticketKey(seq), 0))
	}
	s.gone = nil
	for set := range slices.Chunk(ops, 10) {
		if err == nil {
			err = k.table.Write(context.Background(), set...)
		}
	}
	return err
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
	due := func(t ticket) bool { return t.open() && !now.Before(k.due(t)) }
	k.mu.Lock()
	idle := !k.state.Open || !k.state.ByItself || !slices.ContainsFunc(k.state.Tickets, due)
	k.mu.Unlock()
	if idle {
		return // as mostly: no copy is made of a full rail four times a second
	}
	_ = k.change(func(s *state) bool {
		if !s.Open || !s.ByItself {
			return false
		}
		moved := false
		for i := range s.Tickets {
			if t := &s.Tickets[i]; due(*t) {
				t.advance(next[t.Status], "", now)
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

// change does f to the state and keeps it when f says that it changed; an error of the disk undoes it.
func (k *Kitchen) change(f func(*state) bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	after := k.state
	after.Tickets = slices.Clone(after.Tickets)
	if !f(&after) {
		return nil
	}
	if err := k.keep(&after); err != nil {
		k.fault("state cannot be kept", err)
		return err
	}
	k.state = after
	select {
	case k.wake <- struct{}{}:
	default:
	}
	return nil
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
	s := k.state
	s.Tickets = slices.Clone(s.Tickets)
	return s
}

// state is what the kitchen keeps.
type state struct {
	switches
	Tickets []ticket // as they came
	gone    []int    // numbers of tickets that were taken away, and are still kept
}

type switches struct {
	Open     bool `json:"open"`     // a closed kitchen takes no calls and says nothing
	ByItself bool `json:"byItself"` // tickets move on without a hand
}

// ticket is an order on the rail. States share what it points to: that is never changed, only replaced.
type ticket struct {
	Seq    int                  `json:"seq"` // names it on the page
	Order  *notify.KitchenOrder `json:"order"`
	Status string               `json:"status"`
	Since  time.Time            `json:"since"`
	Here   time.Time            `json:"here,omitzero"`   // since when the guest waits in the car
	Events []event              `json:"events,omitzero"` // what the ordering system is still to hear, in order

	changed bool // since it was kept
}

// event is what the ordering system is still to hear.
type event struct {
	orders.KitchenEvent
	Tries int       `json:"tries,omitempty"`
	After time.Time `json:"after,omitzero"` // not before
}

// open says whether the ticket can still move.
func (t *ticket) open() bool {
	_, open := next[t.Status]
	return open
}

func (t *ticket) set(status string, now time.Time) { t.Status, t.Since, t.changed = status, now, true }

// advance gives the ticket its new status and leaves the event that tells of it.
func (t *ticket) advance(to, reason string, now time.Time) {
	t.set(to, now)
	e := orders.KitchenEvent{ID: rand.Text(), Order: t.Order.ID, Status: to, At: now, Reason: reason}
	t.Events = append(slices.Clone(t.Events), event{KitchenEvent: e})
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
		t.set(cancelled, now)
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
	t.Here, t.Order, t.changed = at, &order, true
	return true
}

// forget takes out of an order whom it was for.
func (s *state) forget(order string) bool {
	t := s.find(order)
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

// remembered is how many finished tickets stay.
const remembered = 100

func (s *state) hang(o notify.KitchenOrder, status string, now time.Time) {
	seq := 1
	if n := len(s.Tickets); n > 0 {
		seq = s.Tickets[n-1].Seq + 1
	}
	s.Tickets = append(s.Tickets, ticket{Seq: seq, Order: &o, Status: status, Since: now, changed: true})
	finished := 0
	for i := len(s.Tickets) - 1; i >= 0; i-- {
		if t := &s.Tickets[i]; t.open() || len(t.Events) > 0 {
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
