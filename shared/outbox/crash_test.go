package outbox

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/table"
)

// The row of a crashed drainer is free when its lease expires, and a row that crashes every drainer is set aside.
func TestCrashedDrainersRowIsRetried(t *testing.T) {
	b := newBench(t)
	b.Put(note("a/1", noon))
	ctx, die := context.WithCancel(t.Context())
	dead := NewDrainer(stuck{b.Table, &b.mu, new(int)}, b.Now, rand.Float64, map[string]Handler{"note": b.handle})
	assert.ErrorIs(t, dead.Drain(ctx), errDied)
	die()
	assert.Assert(t, is.Nil(b.drain()))
	b.Pass(lease + time.Second)
	assert.DeepEqual(t, b.drain(), []string{"a/1"})

	b.Put(note("b/1", b.Now()))
	for range maxFaults - 1 {
		dead := NewDrainer(stuck{b.Table, &b.mu, new(int)}, b.Now, rand.Float64, map[string]Handler{"note": b.handle})
		assert.ErrorIs(t, dead.Drain(t.Context()), errDied)
		b.Pass(lease + time.Second)
	}
	b.fail["b/1"] = errors.New("once more")
	b.drain()
	assert.DeepEqual(t, b.ids(Aside), []string{"b/1"})
}

var errDied = errors.New("died")

// stuck accepts the first write, the lease, and fails every later one, like a process that crashed between the two.
type stuck struct {
	table.Table
	mu     *sync.Mutex
	writes *int
}

func (s stuck) Write(ctx context.Context, ops ...table.Op) error {
	s.mu.Lock()
	*s.writes++
	n := *s.writes
	s.mu.Unlock()
	if n > 1 {
		return errDied
	}
	return s.Table.Write(ctx, ops...)
}

// Fault 33: a duplicate record of the stream has no second effect.
func TestDuplicateStreamRecordHasNoEffect(t *testing.T) {
	b := newBench(t)
	var seen []table.Item
	for n := range shards {
		b.Put(note(fmt.Sprintf("lane%d/now", n), noon), note(fmt.Sprintf("lane%d/later", n), noon.Add(time.Hour)))
	}
	for n := range shards {
		p, err := b.Query(t.Context(), table.Query{PK: shard(n)})
		assert.NilError(t, err)
		seen = append(seen, p.Items...)
	}
	d := b.drainer()
	for range 3 {
		for _, i := range seen {
			assert.NilError(t, d.Deliver(t.Context(), i))
		}
	}
	slices.Sort(b.calls)
	var want []string
	for n := range shards {
		want = append(want, fmt.Sprintf("lane%d/now", n))
	}
	assert.DeepEqual(t, b.calls, want)
}

func TestStopReleasesTheRowWithoutAFault(t *testing.T) {
	b := newBench(t)
	b.Put(note("a/1", noon))
	ctx, stop := context.WithCancel(t.Context())
	d := NewDrainer(b.Table, b.Now, rand.Float64, map[string]Handler{"note": func(ctx context.Context, _ Delivery) error {
		stop()
		<-ctx.Done()
		return ctx.Err()
	}})
	_ = d.Drain(ctx)
	rows, err := Pending(t.Context(), b)
	assert.NilError(t, err)
	assert.Assert(t, len(rows) == 1 && rows[0].Faults == 0 && rows[0].Leased.IsZero(), "%+v", rows)
}
