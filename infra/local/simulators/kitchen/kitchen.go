// Package kitchen simulates a restaurant's point of sale. It receives orders by signed webhooks, shows them as tickets, and reports their
// status by signed webhooks. It shares no other data with the ordering system.
package kitchen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

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
	http.Handler
	table  *sqlite.Store // stores state
	client *http.Client
	wake   chan struct{}

	mu    sync.Mutex
	state state
}

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
	k.Handler = k.handler()
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
	for item, err := range table.All(ctx, k.table, table.Query{PK: ticketKey(0).PK}) {
		var t ticket
		if err == nil {
			err = json.Unmarshal(item.Data, &t)
		}
		if err != nil {
			return err
		}
		k.state.Tickets = append(k.state.Tickets, t)
	}
	return nil
}

// write writes all changes, ten items a Write: so many tickets of maximum size fit. If a later Write fails, the earlier ones stay; the
// events of those tickets then get new ids, which package order applies only once.
func (k *Kitchen) write(s *state) error {
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

// look returns the state. It does not change: change replaces it.
func (k *Kitchen) look() state {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.state
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
	if err := k.write(&after); err != nil {
		slog.Warn("kitchen: state not written", "error", err)
		return err
	}
	k.state = after
	select {
	case k.wake <- struct{}{}:
	default:
	}
	return nil
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
	due := func(t ticket) bool { return t.step() != nil && !now.Before(k.due(t)) }
	if s := k.look(); !s.moves() || !slices.ContainsFunc(s.Tickets, due) {
		return // the common case: do not copy a full rail four times a second
	}
	_ = k.change(func(s *state) bool {
		moved := false
		for i := range s.Tickets {
			if t := &s.Tickets[i]; s.moves() && due(*t) {
				t.advance(t.step().Next, "", now)
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
