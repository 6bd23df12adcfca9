package outbox

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/table"
	"ordering/shared/table/meter"
)

// Fault 33: poison is set aside, kept, and sent again when its cause is fixed. Other rows are delivered:
// TestFailedRowIsRescheduledAndOthersAreDelivered.
func TestPoisonIsSetAsideAndCanBeSentAgain(t *testing.T) {
	b := newBench(t)
	b.Put(note("bad/1", noon), Row("nobody's", "bad/2", nil, noon), table.Put(table.Item{Key: key("bad/3", noon), Data: []byte(`{"torn`)}))
	b.fail["bad/1"] = errors.New(strings.Repeat("é", 150))
	tries := 0
	for range maxFaults {
		tries += len(b.drain())
		b.Pass(10 * time.Minute)
	}
	assert.Assert(t, tries == maxFaults, "got %d tries, want %d", tries, maxFaults)
	assert.Assert(t, is.Nil(b.drain()))
	assert.DeepEqual(t, b.ids(Aside), []string{"bad/1", "bad/2", "bad/3"})
	assert.Assert(t, is.Nil(b.ids(Pending)))
	delete(b.fail, "bad/1")
	assert.NilError(t, Again(t.Context(), b, "bad/1", b.Now()))
	assert.DeepEqual(t, b.drain(), []string{"bad/1"})
	assert.ErrorIs(t, Again(t.Context(), b, "bad/1", b.Now()), table.ErrNotFound)
}

func TestWatchWakes(t *testing.T) {
	b := newBench(t)
	w, wake := Watch(b.Table)
	awake := func() bool {
		select {
		case <-wake:
			return true
		default:
			return false
		}
	}
	other := table.Create(table.Item{Key: table.Key{PK: "x", SK: "y"}, Data: []byte("{}")})
	err := w.Write(t.Context(), other)
	assert.NilError(t, err)
	assert.Assert(t, !awake())
	err = w.Write(t.Context(), other, note("a/0", noon))
	assert.Assert(t, err != nil && !awake(), "the worker was woken by a rejected write (%v)", err)
	var want Shards
	for _, id := range []string{"a/1", "b/2", "b/3"} {
		row := note(id, noon)
		for n := range want {
			want[n] = want[n] || row.Item.PK == shard(n)
		}
		assert.NilError(t, w.Write(t.Context(), row))
	}
	assert.Equal(t, <-wake, want)
	assert.Assert(t, !awake())
	// Run delivers new rows, and with the first of them the rows that were there before. Then it reads only the shards of new rows.
	ctx, stop := context.WithCancel(t.Context())
	got := make(chan string, 9)
	m := meter.New(b.Table)
	d := NewDrainer(m, b.Now, rand.Float64, map[string]Handler{"note": func(_ context.Context, d Delivery) error { got <- d.ID; return nil }})
	ended := make(chan struct{})
	go func() { d.Run(ctx, wake); close(ended) }()
	assert.NilError(t, w.Write(t.Context(), note("b/9", noon)))
	var delivered []string
	for range 4 {
		delivered = append(delivered, <-got)
	}
	slices.Sort(delivered)
	assert.DeepEqual(t, delivered, []string{"a/1", "b/2", "b/3", "b/9"})
	assert.NilError(t, w.Write(t.Context(), note("b/10", noon)))
	assert.Equal(t, <-got, "b/10")
	stop()
	<-ended
	queries := m.Tally().Queries
	assert.Assert(t, queries <= 2*(shards+1), "%d queries", queries)
}
