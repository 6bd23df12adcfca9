package server

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"gotest.tools/v3/assert"
)

// do runs the work itself before the workers start, while all are busy, and after they have stopped. A worker finishes the work that it has
// started.
func TestWorkersDoAllWork(t *testing.T) {
	work := make(workers)
	direct := false
	work.do(func() { direct = true })
	assert.Assert(t, direct, "do waits although no worker has started")

	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for _, loop := range work.loops() {
		running.Go(func() { loop(ctx) })
	}
	begun, end := make(chan struct{}), make(chan struct{})
	var finished atomic.Int64
	for range workerCount {
		work <- func() {
			begun <- struct{}{}
			<-end
			finished.Add(1)
		}
		<-begun
	}
	crowded := false
	work.do(func() { crowded = true })
	assert.Assert(t, crowded, "do waits although all workers are busy")

	cancel()
	close(end)
	running.Wait()
	if finished.Load() != workerCount {
		t.Errorf("%d functions were started and %d finished", workerCount, finished.Load())
	}
	ending := false
	work.do(func() { ending = true })
	assert.Assert(t, ending, "do waits although all workers have ended")
}
