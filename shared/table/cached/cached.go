// Package cached is an in-memory cache for data that is read often and changes rarely, such as the menu. A value is at most maxAge old and
// is revalidated by its version. Concurrent callers share one load. If the store is unavailable, the cache serves the last value.
package cached

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ordering/shared/table"
)

// ErrUnchanged is returned by a Load if the version in memory is still current.
var ErrUnchanged = errors.New("cached: unchanged")

// patience is the timeout of one load. It is longer than the engines' own retries and shorter than the shortest request limit.
const patience = 4 * time.Second

// Load reads the value of key and its version. have is the version in memory, empty at first. If have is still current,
// Load returns ErrUnchanged, ideally after reading a single small item.
type Load[T any] func(ctx context.Context, key, have string) (value T, version string, err error)

// Keeper holds one value per key. Callers share the values and must not change them.
type Keeper[T any] struct {
	maxAge time.Duration
	now    func() time.Time
	load   Load[T]

	mu      sync.Mutex
	entries map[string]*entry[T]
}

// entry is the cached state of one key. Keeper.mu guards its fields.
type entry[T any] struct {
	value   T
	version string
	good    bool // value was loaded at least once
	checked time.Time
	flight  *flight // the load under way
}

// flight is one load, shared by all its callers.
type flight struct {
	done chan struct{}
	err  error
}

// New returns a Keeper that revalidates a value once it is older than maxAge.
func New[T any](maxAge time.Duration, now func() time.Time, load Load[T]) *Keeper[T] {
	return &Keeper[T]{maxAge: maxAge, now: now, load: load, entries: map[string]*entry[T]{}}
}

// Get returns the value of key. While the store is unavailable, it returns the last good value, or the load's error
// without one. Any other error of the load is returned and drops the value.
func (k *Keeper[T]) Get(ctx context.Context, key string) (T, error) {
	k.mu.Lock()
	e, ok := k.entries[key]
	if ok && e.good && e.flight == nil && k.fresh(e) {
		value := e.value
		k.mu.Unlock()
		return value, nil
	}
	if !ok {
		e = &entry[T]{}
		k.entries[key] = e
	}
	f := e.flight
	if f == nil {
		f = &flight{done: make(chan struct{})}
		e.flight = f
		// The first caller may cancel; the others still need the result.
		go k.fly(context.WithoutCancel(ctx), key, e, f)
	}
	k.mu.Unlock()

	var zero T
	select {
	case <-f.done:
	case <-ctx.Done():
		return zero, ctx.Err()
	}
	if f.err != nil {
		return zero, f.err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return e.value, nil
}

// fresh reports whether e needs no revalidation. If the clock was set back, every entry is stale.
func (k *Keeper[T]) fresh(e *entry[T]) bool {
	age := k.now().Sub(e.checked)
	return age >= 0 && age < k.maxAge
}

// fly loads the value of key and closes the flight.
func (k *Keeper[T]) fly(ctx context.Context, key string, e *entry[T], f *flight) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	k.mu.Lock()
	have := e.version
	k.mu.Unlock()
	began := k.now()
	value, version, err := k.guarded(ctx, key, have)

	k.mu.Lock()
	defer k.mu.Unlock()
	e.flight = nil
	switch {
	case err == nil:
		e.value, e.version, e.good, e.checked = value, version, true, began
	case errors.Is(err, ErrUnchanged) && e.good:
		e.checked = began
	case e.good && unreachable(err):
		// Retry only after maxAge: a store that fails must not get a load for every request.
		e.checked = began
	default:
		f.err = err
		delete(k.entries, key)
	}
	close(f.done)
}

// guarded calls load and returns a panic as an error: in this goroutine a panic would end the process.
func (k *Keeper[T]) guarded(ctx context.Context, key, have string) (value T, version string, err error) {
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
