package claim_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/backoff"
	"ordering/shared/claim"
	"ordering/shared/table"
)

// losing is a table that answers its first writes with a conflict at these keys.
type losing struct {
	table.Table
	times  int
	keys   []table.Key
	writes int
}

func (l *losing) Write(context.Context, ...table.Op) error {
	if l.writes++; l.writes <= l.times {
		return &table.Conflict{Keys: l.keys}
	}
	return nil
}

func TestWriteRetriesOnlyConflictsOfClaims(t *testing.T) {
	coupon, slot, basket := table.Key{PK: "coupon#1"}, table.Key{PK: "slots#1"}, table.Key{PK: "basket#1"}
	for name, c := range map[string]struct {
		times  int
		keys   []table.Key
		writes int
		want   error
	}{
		"none":                   {writes: 1},
		"of a single claim":      {times: 3, keys: []table.Key{coupon}, writes: 4},
		"of two claims":          {times: 1, keys: []table.Key{coupon, slot}, writes: 2},
		"of the order":           {times: 1, keys: []table.Key{basket}, writes: 1, want: &table.Conflict{}},
		"of a claim and another": {times: 1, keys: []table.Key{coupon, basket}, writes: 1, want: &table.Conflict{}},
		"without end":            {times: 1000, keys: []table.Key{coupon}, writes: 64, want: table.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			l, proposals := &losing{times: c.times, keys: c.keys}, 0
			pause := func(context.Context, int) error { return nil }
			err := claim.Write(t.Context(), l, pause, func() ([]table.Op, error) {
				proposals++
				return []table.Op{table.Delete(coupon, 0)}, nil
			}, "coupon#", "slots#")
			var conflict *table.Conflict
			_, want := c.want.(*table.Conflict)
			assert.Equal(t, want, errors.As(err, &conflict))
			assert.Assert(t, want || errors.Is(err, c.want))
			assert.Equal(t, l.writes, c.writes)
			assert.Equal(t, proposals, c.writes)
		})
	}
}

func TestWriteStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	pause := func(ctx context.Context, _ int) error { cancel(); return ctx.Err() }
	key := table.Key{PK: "coupon#1"}
	l := &losing{times: 1000, keys: []table.Key{key}}
	propose := func() ([]table.Op, error) { return []table.Op{table.Delete(key, 0)}, nil }
	err := claim.Write(ctx, l, pause, propose, "coupon#")
	assert.Assert(t, errors.Is(err, table.ErrUnavailable) && l.writes == 1, "got %d writes, then %v", l.writes, err)
}

func TestWriteProposesNothing(t *testing.T) {
	l, fault := &losing{}, errors.New("full")
	for _, want := range []error{nil, fault} {
		err := claim.Write(t.Context(), l, claim.Pause, func() ([]table.Op, error) { return nil, want })
		assert.Check(t, errors.Is(err, want) && l.writes == 0, "got %d writes, then %v", l.writes, err)
	}
}

// The wait before a late attempt does not overflow.
func TestJitterOfALateAttempt(t *testing.T) {
	for attempt := range 200 {
		assert.NilError(t, backoff.Jitter(2*time.Nanosecond, 4*time.Nanosecond)(t.Context(), attempt))
	}
}
