package main

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
)

// do runs the work itself before the workers start, while all are busy, and after they have stopped. A worker finishes the work that it has
// started.
func TestWorkForLaterIsDoneInAnyCase(t *testing.T) {
	work := make(later)
	alone := false
	work.do(func() { alone = true })
	if !alone {
		t.Error("it waits for hands that are not there")
	}

	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for _, loop := range work.loops() {
		running.Go(func() { loop(ctx) })
	}
	begun, end := make(chan struct{}), make(chan struct{})
	var finished atomic.Int64
	for range hands {
		work <- func() {
			begun <- struct{}{}
			<-end
			finished.Add(1)
		}
		<-begun
	}
	crowded := false
	work.do(func() { crowded = true })
	if !crowded {
		t.Error("it waits for hands that are busy")
	}

	cancel()
	close(end)
	running.Wait()
	if finished.Load() != hands {
		t.Errorf("of %d things that were begun %d are finished", hands, finished.Load())
	}
	ending := false
	work.do(func() { ending = true })
	if !ending {
		t.Error("it waits for hands that have gone")
	}
}
