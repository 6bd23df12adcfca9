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

	"ordering/functions/notify"
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
	table *sqlite.Store // stores the switches and the tickets

	mu       sync.Mutex
	switches switches
	tickets  []ticket // by arrival
}

// Open opens the kitchen's file at path, or creates it. In a new kitchen tickets move automatically.
func Open(path string, s Settings) (*Kitchen, error) {
	store, err := sqlite.Open(path, s.Now)
	if err != nil {
		return nil, fmt.Errorf("kitchen: %w", err)
	}
	k := &Kitchen{
		Settings: s, table: store, switches: switches{Open: true, ByItself: true},
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
		err = json.Unmarshal(kept.Data, &k.switches)
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
		k.tickets = append(k.tickets, t)
	}
	return nil
}

// look returns the switches and the rail, which is replaced at each change.
func (k *Kitchen) look() (switches, []ticket) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.switches, k.tickets
}

// save stores a document. After an error the kitchen must stay as it was.
func (k *Kitchen) save(key table.Key, document any) error {
	data, err := json.Marshal(document)
	if err == nil {
		err = k.table.Write(context.Background(), table.Put(table.Item{Key: key, Data: data}))
	}
	if err != nil {
		slog.Warn("kitchen: state not written", "error", err)
	}
	return err
}

// find returns the index of an order's ticket, or -1. The caller has the lock.
func (k *Kitchen) find(order string) int {
	return slices.IndexFunc(k.tickets, func(t ticket) bool { return t.Order.ID == order })
}

// change applies f to an order's ticket, and stores the ticket if f returns true. Without such a ticket nothing happens. f has the lock.
func (k *Kitchen) change(order string, f func(*ticket) bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := k.find(order)
	if i < 0 {
		return nil
	}
	if t := k.tickets[i]; f(&t) {
		return k.replace(i, t)
	}
	return nil
}

// replace stores a changed ticket. The caller has the lock.
func (k *Kitchen) replace(i int, t ticket) error {
	err := k.save(ticketKey(t.Seq), t)
	if err == nil {
		k.tickets = slices.Clone(k.tickets)
		k.tickets[i] = t
	}
	return err
}

// remembered is how many finished tickets are kept.
const remembered = 100

// add adds an order to the rail, unless it is there, and removes the oldest finished tickets.
func (k *Kitchen) add(o notify.KitchenOrder, status string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.find(o.ID) >= 0 {
		return nil
	}
	t := ticket{Seq: 1, Order: &o, Status: status, Since: k.Now().UTC()}
	if n := len(k.tickets); n > 0 {
		t.Seq = k.tickets[n-1].Seq + 1
	}
	tickets := append(slices.Clone(k.tickets), t)
	var removed []table.Op
	finished := 0
	for i, t := range slices.Backward(tickets) {
		if t.step() != nil || len(t.Events) > 0 {
			continue
		}
		if finished++; finished > remembered {
			removed = append(removed, table.Delete(ticketKey(t.Seq), 0))
			tickets = slices.Delete(tickets, i, i+1)
		}
	}
	err := k.save(ticketKey(t.Seq), t)
	for set := range slices.Chunk(removed, table.MaxSet) {
		if err == nil {
			err = k.table.Write(context.Background(), set...)
		}
	}
	if err == nil {
		k.tickets = tickets
	}
	return err
}

// Run moves tickets and delivers events until ctx ends.
func (k *Kitchen) Run(ctx context.Context) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		k.move()
		k.deliver(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// move advances every ticket that is due by one step.
func (k *Kitchen) move() {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.Now().UTC()
	for i, t := range k.tickets {
		if at := t.step(); k.switches.moves() && at != nil && !now.Before(k.due(t)) {
			t.advance(at.Next, "", now)
			_ = k.replace(i, t) // logged
		}
	}
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
