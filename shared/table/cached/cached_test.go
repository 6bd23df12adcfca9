package cached

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/clocktest"
	"ordering/shared/table"
)

// fakeStore is a store with one value and a configurable fault.
type fakeStore struct {
	mu      sync.Mutex
	version int
	fault   error
	loads   int
	reads   int
}

func (s *fakeStore) load(_ context.Context, key, have string) (string, string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loads++
	if s.fault != nil {
		return "", "", s.fault
	}
	version := fmt.Sprint(s.version)
	if have == version {
		return "", "", ErrUnchanged
	}
	s.reads++
	return key + " " + version, version, nil
}

func (s *fakeStore) set(version int, fault error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version, s.fault = version, fault
}

func want(t *testing.T, k *Keeper[string], value string) {
	t.Helper()
	got, err := k.Get(context.Background(), "menu")
	assert.NilError(t, err)
	assert.Equal(t, got, value)
}

func TestKeeperReadsTheStoreOncePerMaxAge(t *testing.T) {
	s, c := &fakeStore{version: 1}, clocktest.At(time.Unix(0, 0))
	k := New(2*time.Second, c.Now, s.load)
	want(t, k, "menu 1")
	s.set(2, nil)
	c.Pass(2*time.Second - 1)
	want(t, k, "menu 1") // younger than maxAge
	assert.Equal(t, s.loads, 1)
	c.Pass(1)
	want(t, k, "menu 2")
	c.Pass(2 * time.Second)
	want(t, k, "menu 2") // unchanged: revalidated, not read
	assert.Assert(t, s.loads == 3 && s.reads == 2, "got %d loads and %d reads, want 3 and 2", s.loads, s.reads)
	c.Pass(-time.Hour)
	s.set(3, nil)
	want(t, k, "menu 3") // a clock set back does not keep the old value for an hour
}

func TestKeeperReturnsTheLastValueWhileTheStoreIsUnavailable(t *testing.T) {
	s, c := &fakeStore{version: 1}, clocktest.At(time.Unix(0, 0))
	k := New(time.Second, c.Now, s.load)
	unavailable := fmt.Errorf("get menu: %w", table.ErrUnavailable)
	s.set(1, unavailable)
	_, err := k.Get(context.Background(), "menu")
	assert.ErrorIs(t, err, table.ErrUnavailable)
	s.set(1, nil)
	want(t, k, "menu 1")
	s.set(2, unavailable)
	c.Pass(time.Second)
	want(t, k, "menu 1")
	want(t, k, "menu 1")
	assert.Equal(t, s.loads, 3)
	c.Pass(time.Second)
	s.set(2, nil)
	want(t, k, "menu 2")
	c.Pass(time.Second)
	s.set(2, table.ErrNotFound)
	_, err = k.Get(context.Background(), "menu")
	assert.ErrorIs(t, err, table.ErrNotFound)
}

func TestKeeperSurvivesAPanickingLoad(t *testing.T) {
	k := New(time.Second, clocktest.At(time.Unix(0, 0)).Now, func(context.Context, string, string) (int, string, error) { panic("bad data") })
	_, err := k.Get(context.Background(), "menu")
	assert.Assert(t, err != nil, "the panic is not returned as an error")
}

// A caller that cancels returns at once and does not cancel the load for the others.
func TestKeeperCallerMayCancel(t *testing.T) {
	release := make(chan struct{})
	started := make(chan struct{})
	k := New(time.Second, clocktest.At(time.Unix(0, 0)).Now, func(ctx context.Context, _, _ string) (int, string, error) {
		close(started)
		<-release
		return 7, "1", ctx.Err()
	})
	ctx, cancel := context.WithCancel(context.Background())
	cancelled := make(chan error)
	go func() { _, err := k.Get(ctx, "menu"); cancelled <- err }()
	<-started
	other := make(chan int)
	go func() { v, _ := k.Get(context.Background(), "menu"); other <- v }()
	cancel()
	assert.ErrorIs(t, <-cancelled, context.Canceled)
	close(release)
	assert.Equal(t, <-other, 7)
}

// Many callers share one load, and versions never go back. Run with the race detector.
func TestKeeperUnderManyCallers(t *testing.T) {
	var version, inFlight, maxInFlight atomic.Int64
	c := clocktest.At(time.Unix(0, 0))
	k := New(time.Millisecond, c.Now, func(_ context.Context, key, have string) (int64, string, error) {
		if n := inFlight.Add(1); n > maxInFlight.Load() {
			maxInFlight.Store(n)
		}
		defer inFlight.Add(-1)
		v := version.Load()
		if have == fmt.Sprint(v) {
			return 0, "", ErrUnchanged
		}
		return v, fmt.Sprint(v), nil
	})
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			var last int64
			for range 200 {
				v, err := k.Get(context.Background(), "menu")
				if err != nil || v < last {
					t.Errorf("got %d, %v after %d", v, err, last)
					return
				}
				last = v
				version.Add(1)
				c.Pass(100 * time.Microsecond)
			}
		})
	}
	wg.Wait()
	assert.Equal(t, maxInFlight.Load(), int64(1))
}
