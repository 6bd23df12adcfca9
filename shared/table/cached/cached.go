// Package cached keeps what many requests read and few change, such as the menu, in memory: at most so old, checked by its
// version, loaded once however many ask, and still there when the store is not.
package cached

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ordering/shared/table"
)

// ErrUnchanged is what a Load returns when the version that the keeper has is still the current one.
var ErrUnchanged = errors.New("cached: unchanged")

// patience bounds one load. It lies above the engines' own bounded retries and below the shortest request limit.
const patience = 4 * time.Second

// Load reads the value of key with its version. have is the version in memory, empty at first; when it is still the current one,
// Load returns ErrUnchanged, ideally after reading a single small item.
type Load[T any] func(ctx context.Context, key, have string) (value T, version string, err error)

// Keeper holds one value for each key. The values are shared by all callers, who must not change them.
type Keeper[T any] struct {
	maxAge time.Duration
	now    func() time.Time
	load   Load[T]

	mu      sync.Mutex
	entries map[string]*entry[T]
}

// entry is what is known of one key. Its fields are guarded by Keeper.mu.
type entry[T any] struct {
	value   T
	version string
	good    bool // value was loaded at least once
	checked time.Time
	flight  *flight // the load under way
}

// flight is one load that many wait for.
type flight struct {
	done chan struct{}
	err  error
}

// New makes a keeper whose values were current at most maxAge ago.
func New[T any](maxAge time.Duration, now func() time.Time, load Load[T]) *Keeper[T] {
	return &Keeper[T]{maxAge: maxAge, now: now, load: load, entries: map[string]*entry[T]{}}
}

// Get gives the value of key. While the store is unavailable it gives the last good value; without one, the error of the load.
// Any other error of the load is returned and forgets the value.
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
		// The caller who happens to be first may leave; the others still want the answer.
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

// fresh says whether e needs no look at the store. A clock that went back makes everything old rather than young for ever.
func (k *Keeper[T]) fresh(e *entry[T]) bool {
	age := k.now().Sub(e.checked)
	return age >= 0 && age < k.maxAge
}

// fly loads the value of key and wakes those who wait.
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
		// Asked again after maxAge: a store in trouble is not helped by a question for every request.
		e.checked = began
	default:
		f.err = err
		delete(k.entries, key)
	}
	close(f.done)
}

// guarded is load with a panic turned into an error: in a goroutine of its own it would end the process.
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
