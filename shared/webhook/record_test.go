package webhook

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

var provider = System{Name: "stripe"}

// apply applies an event, with one more effect, as a receiver does.
func apply(t *testing.T, store table.Table, e Event, at time.Time) error {
	effect := table.Add(table.Key{PK: "effects", SK: e.Subject}, 1, 0, 1000)
	for {
		ops, err := provider.Record(t.Context(), store, e, at)
		if err != nil {
			return err
		}
		if err := store.Write(t.Context(), append(ops, effect)...); !errors.As(err, new(*table.Conflict)) {
			return err
		}
	}
}

func effects(t *testing.T, store table.Table, subject string) int64 {
	t.Helper()
	i, err := store.Get(t.Context(), table.Key{PK: "effects", SK: subject})
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		t.Fatal(err)
	}
	return i.Count
}

func TestEventIsAppliedOnceAndNeverAfterANewerOne(t *testing.T) {
	at := now
	store := sqlitetest.Open(t, func() time.Time { return at })
	for _, c := range []struct {
		name string
		e    Event
		skip bool
	}{
		{"first", Event{ID: "evt_1", Subject: "pi_1", At: now}, false},
		{"duplicate", Event{ID: "evt_1", Subject: "pi_1", At: now}, true},
		{"older", Event{ID: "evt_0", Subject: "pi_1", At: now.Add(-time.Second)}, true},
		{"same second", Event{ID: "evt_2", Subject: "pi_1", At: now}, false},
		{"newer", Event{ID: "evt_4", Subject: "pi_1", At: now.Add(2 * time.Second)}, false},
		{"late", Event{ID: "evt_3", Subject: "pi_1", At: now.Add(time.Second)}, true},
		{"another subject", Event{ID: "evt_5", Subject: "pi_2", At: now.Add(-time.Hour)}, false},
	} {
		if err := apply(t, store, c.e, at); errors.Is(err, ErrApplied) != c.skip || err != nil && !c.skip {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if one, two := effects(t, store, "pi_1"), effects(t, store, "pi_2"); one != 3 || two != 1 {
		t.Errorf("%d and %d effects", one, two)
	}
	at = at.Add(retention + time.Second)
	if err := apply(t, store, Event{ID: "evt_1", Subject: "pi_1", At: now}, at); err != nil {
		t.Errorf("a month later: %v", err)
	}
}

// Deliveries of the same events race, in any order: each event has at most one effect, and the newest has one.
func TestDeliveriesRace(t *testing.T) {
	store := sqlitetest.Open(t, func() time.Time { return now })
	var deliveries []Event
	for n := range 8 {
		e := Event{ID: fmt.Sprint("evt_", n), Subject: "pi_1", At: now.Add(time.Duration(n) * time.Second)}
		deliveries = append(deliveries, e, e, e)
	}
	rand.Shuffle(len(deliveries), func(i, j int) { deliveries[i], deliveries[j] = deliveries[j], deliveries[i] })
	applied := map[string]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, e := range deliveries {
		all.Go(func() {
			err := apply(t, store, e, now)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				applied[e.ID]++
			} else if !errors.Is(err, ErrApplied) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	sum := 0
	for id, times := range applied {
		if sum += times; times != 1 {
			t.Errorf("%s was applied %d times", id, times)
		}
	}
	if applied["evt_7"] != 1 || effects(t, store, "pi_1") != int64(sum) {
		t.Errorf("applied %v, %d effects", applied, effects(t, store, "pi_1"))
	}
}
