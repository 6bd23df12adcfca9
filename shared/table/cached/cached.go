// Package cached is an in-memory cache for data that is read often and changes rarely, such as the menu. A value is at most maxAge old and
// is revalidated by its version. Concurrent callers share one load. If the store is unavailable, the cache serves the last value.
package cached

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"ordering/shared/table"
)

// ErrUnchanged is returned by a Load if the version in memory is still current.
var ErrUnchanged = errors.New("cached: unchanged")

// loadTimeout is the timeout of one load. It is longer than the engines' own retries and shorter than the shortest request limit.
const loadTimeout = 4 * time.Second

// Load reads the value of key and its version. have is the version in memory, empty at first. If have is still current,
// Load returns ErrUnchanged, ideally after reading a single small item.
type Load[T any] func(ctx context.Context, key, have string) (value T, version string, err error)

// Keeper holds one value per key. Callers share the values and must not change them.
type Keeper[T any] struct {
	maxAge time.Duration
	now    func() time.Time
	load   Load[T]
	loads  singleflight.Group

	mu      sync.Mutex
	entries map[string]entry[T]
}

// entry is the value of one key. checked is when its last load began.
type entry[T any] struct {
	value   T
	version string
	checked time.Time
}

// New returns a Keeper that revalidates a value once it is older than maxAge.
func New[T any](maxAge time.Duration, now func() time.Time, load Load[T]) *Keeper[T] {
	return &Keeper[T]{maxAge: maxAge, now: now, load: load, entries: map[string]entry[T]{}}
}

// Get returns the value of key. While the store is unavailable, it returns the last good value, or the load's error
// without one. Any other error of the load is returned and drops the value.
func (k *Keeper[T]) Get(ctx context.Context, key string) (T, error) {
	if e, _ := k.lookup(key); k.fresh(e) {
		return e.value, nil
	}
	// The first caller may cancel; the others still need the result.
	loading := context.WithoutCancel(ctx)
	done := k.loads.DoChan(key, func() (any, error) { return k.revalidate(loading, key) })
	select {
	case r := <-done:
		value, _ := r.Val.(T)
		return value, r.Err
	case <-ctx.Done():
		var zero T
		return zero, ctx.Err()
	}
}

// Drop makes the next Get of key load its value again.
func (k *Keeper[T]) Drop(key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.entries, key)
}

func (k *Keeper[T]) lookup(key string) (e entry[T], found bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	e, found = k.entries[key]
	return e, found
}

// fresh reports whether e needs no revalidation. If the clock was set back, every entry is stale.
func (k *Keeper[T]) fresh(e entry[T]) bool {
	age := k.now().Sub(e.checked)
	return age >= 0 && age < k.maxAge
}

// revalidate loads the value of key unless it was just loaded for another caller.
func (k *Keeper[T]) revalidate(ctx context.Context, key string) (T, error) {
	e, found := k.lookup(key)
	if k.fresh(e) {
		return e.value, nil
	}
	ctx, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	began := k.now()
	value, version, err := k.loadSafely(ctx, key, e.version)

	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case err == nil:
		e.value, e.version = value, version
	case found && (errors.Is(err, ErrUnchanged) || unreachable(err)):
		// Keep the value, and set checked also after a failure: a failing store must not get a load for every request.
	default:
		delete(k.entries, key)
		var zero T
		return zero, err
	}
	e.checked = began
	k.entries[key] = e
	return e.value, nil
}

// loadSafely calls load and returns a panic as an error: in this goroutine a panic would end the process.
func (k *Keeper[T]) loadSafely(ctx context.Context, key, have string) (value T, version string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("cached: load of %q panicked: %v", key, p)
		}
	}()
	return k.load(ctx, key, have)
}

func unreachable(err error) bool {
	return errors.Is(err, table.ErrUnavailable) || errors.Is(err, context.DeadlineExceeded)
}
