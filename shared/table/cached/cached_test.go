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

// shelf is a store with one value and a configurable fault.
type shelf struct {
	mu      sync.Mutex
	version int
	fault   error
	asked   int
	read    int
}

func (s *shelf) load(_ context.Context, key, have string) (string, string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	if s.fault != nil {
		return "", "", s.fault
	}
	version := fmt.Sprint(s.version)
	if have == version {
		return "", "", ErrUnchanged
	}
	s.read++
	return key + " " + version, version, nil
}

func (s *shelf) set(version int, fault error) {
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
	s, c := &shelf{version: 1}, clocktest.At(time.Unix(0, 0))
	k := New(2*time.Second, c.Now, s.load)
	want(t, k, "menu 1")
	s.set(2, nil)
	c.Pass(2*time.Second - 1)
	want(t, k, "menu 1") // still young enough
	assert.Equal(t, s.asked, 1)
	c.Pass(1)
	want(t, k, "menu 2")
	c.Pass(2 * time.Second)
	want(t, k, "menu 2") // unchanged: revalidated, not read
	assert.Assert(t, s.asked == 3 && s.read == 2, "asked %d and read %d, want 3 and 2", s.asked, s.read)
	c.Pass(-time.Hour)
	s.set(3, nil)
	want(t, k, "menu 3") // a clock set back does not keep the old value for an hour
}

func TestKeeperReturnsTheLastValueWhileTheStoreIsUnavailable(t *testing.T) {
	s, c := &shelf{version: 1}, clocktest.At(time.Unix(0, 0))
	k := New(time.Second, c.Now, s.load)
	away := fmt.Errorf("get menu: %w", table.ErrUnavailable)
	s.set(1, away)
	_, err := k.Get(context.Background(), "menu")
	assert.ErrorIs(t, err, table.ErrUnavailable)
	s.set(1, nil)
	want(t, k, "menu 1")
	s.set(2, away)
	c.Pass(time.Second)
	want(t, k, "menu 1")
	want(t, k, "menu 1")
	assert.Equal(t, s.asked, 3)
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
	assert.Assert(t, err != nil, "the panic was lost")
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
	left := make(chan error)
	go func() { _, err := k.Get(ctx, "menu"); left <- err }()
	<-started
	stays := make(chan int)
	go func() { v, _ := k.Get(context.Background(), "menu"); stays <- v }()
	cancel()
	assert.ErrorIs(t, <-left, context.Canceled)
	close(release)
	assert.Equal(t, <-stays, 7)
}

// Many callers share one load, and versions never go back. Run with the race detector.
func TestKeeperUnderManyCallers(t *testing.T) {
	var version, flying, most atomic.Int64
	c := clocktest.At(time.Unix(0, 0))
	k := New(time.Millisecond, c.Now, func(_ context.Context, key, have string) (int64, string, error) {
		if n := flying.Add(1); n > most.Load() {
			most.Store(n)
		}
		defer flying.Add(-1)
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
	assert.Equal(t, most.Load(), int64(1))
}
