package webhook

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

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
	assert.Assert(t, err == nil || errors.Is(err, table.ErrNotFound), err)
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
		err := apply(t, store, c.e, at)
		assert.Check(t, errors.Is(err, ErrApplied) == c.skip && (err == nil || c.skip), "%s: %v", c.name, err)
	}
	one, two := effects(t, store, "pi_1"), effects(t, store, "pi_2")
	assert.Assert(t, one == 3 && two == 1, "got %d and %d effects, want 3 and 1", one, two)
	at = at.Add(retention + time.Second)
	assert.NilError(t, apply(t, store, Event{ID: "evt_1", Subject: "pi_1", At: now}, at))
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
		sum += times
		assert.Check(t, is.Equal(times, 1), id)
	}
	assert.Equal(t, applied["evt_7"], 1)
	assert.Equal(t, effects(t, store, "pi_1"), int64(sum))
}
