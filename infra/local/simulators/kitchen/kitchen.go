// Package kitchen simulates a restaurant's point of sale. It receives orders by signed webhooks, shows them as tickets, and reports their
// status by signed webhooks. It shares no other data with the ordering system.
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

// Settings configure a kitchen.
type Settings struct {
	Callback string          // URL of the ordering system's webhook for kitchen events
	Secrets  webhook.Secrets // shared by both systems
	Pace     time.Duration   // duration of a step when tickets move automatically
	Now      func() time.Time
}

// Kitchen is the simulator, with its page as an http.Handler. Make it with Open.
type Kitchen struct {
	Settings
	table  *sqlite.Store // stores state
	client *http.Client
	mux    *http.ServeMux
	wake   chan struct{}

	mu    sync.Mutex
	state state
}

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

// next maps a status to the following one.
var next = map[string]string{received: accepted, accepted: inPreparation, inPreparation: ready, ready: completed}

// refusable are the statuses in which the kitchen can still refuse.
var refusable = []string{received, accepted, inPreparation}

// Open opens the kitchen's file at path, or creates it. In a new kitchen tickets move automatically.
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

// ticketKey sorts tickets by arrival.
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

// keep writes all changes, ten items a Write: so many tickets of maximum size fit. If a later Write fails, the earlier ones stay; the
// events of those tickets then get new ids, which package order applies only once.
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

// move advances every ticket that is due by one step.
func (k *Kitchen) move() {
	now := k.Now().UTC()
	due := func(t ticket) bool { return t.open() && !now.Before(k.due(t)) }
	k.mu.Lock()
	idle := !k.state.Open || !k.state.ByItself || !slices.ContainsFunc(k.state.Tickets, due)
	k.mu.Unlock()
	if idle {
		return // the common case: do not copy a full rail four times a second
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

// ahead is how long before its promised time an order is started automatically. At the simulator's pace the order is then ready in time,
// and an order for now starts at once.
const ahead = time.Hour

// due returns when the ticket advances automatically: one step after the last, or ahead of the promised time if accepted for later.
func (k *Kitchen) due(t ticket) time.Time {
	due := t.Since.Add(k.Pace)
	if begin := t.Order.PromisedAt.Add(-ahead); t.Status == accepted && begin.After(due) {
		return begin
	}
	return due
}

// change applies f to a copy of the state, and stores the copy if f returns true. If the write fails, the state stays unchanged.
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

// open reports whether the kitchen accepts webhooks.
func (k *Kitchen) open() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.state.Open
}

// look returns a copy of the state.
func (k *Kitchen) look() state {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.state
	s.Tickets = slices.Clone(s.Tickets)
	return s
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

// open reports whether the ticket can still move.
func (t *ticket) open() bool {
	_, open := next[t.Status]
	return open
}

func (t *ticket) set(status string, now time.Time) { t.Status, t.Since, t.changed = status, now, true }

// advance sets a new status and queues its event.
func (t *ticket) advance(to, reason string, now time.Time) {
	t.set(to, now)
	e := orders.KitchenEvent{ID: rand.Text(), Order: t.Order.ID, Status: to, At: now, Reason: reason}
	t.Events = append(slices.Clone(t.Events), event{KitchenEvent: e})
}

// take adds a placed order to the rail. It returns false for a duplicate or an order that was cancelled before it arrived.
func (s *state) take(o notify.KitchenOrder, now time.Time) bool {
	if s.find(o.ID) != nil {
		return false
	}
	s.hang(o, received, now)
	return true
}

// callOff cancels an order. An order that has not arrived yet is stored as cancelled: the two messages may arrive out of order.
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

// arrive records the guest's arrival and car. A repeated message replaces the car.
func (s *state) arrive(o notify.KitchenOrder, at time.Time) bool {
	t := s.find(o.ID)
	if t == nil {
		return false // already removed
	}
	order := *t.Order
	order.Vehicle = o.Vehicle
	t.Here, t.Order, t.changed = at, &order, true
	return true
}

// forget erases the guest's data from an order.
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

// remembered is how many finished tickets are kept.
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
