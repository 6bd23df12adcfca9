package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// kind is a guest action that arrives at a fixed rate even if the server is slow: an open model. A closed model sends less to a stalled
// server and counts a stall once instead of once for each guest.
type kind struct {
	name      string
	perSecond float64
	do        func(context.Context) error
}

// result is the outcome of one kind. Its times are sorted.
type result struct {
	mu     sync.Mutex
	took   []time.Duration // from the scheduled arrival to the answer or error
	late   []time.Duration // part of took: delay until the client could start
	errors map[string]int
}

// arrive starts guests of each kind at random times (exponential gaps, seeded) for the given time, and waits for the last answer.
func arrive(ctx context.Context, kinds []kind, long time.Duration, seed uint64) (results []*result) {
	var all sync.WaitGroup
	begun := time.Now()
	for i, k := range kinds {
		r := &result{errors: map[string]int{}}
		results = append(results, r)
		all.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(i)))
			for due := begun; ; {
				due = due.Add(time.Duration(random.ExpFloat64() / k.perSecond * float64(time.Second)))
				if due.Sub(begun) > long || ctx.Err() != nil {
					return
				}
				time.Sleep(time.Until(due)) // a late guest starts at once and is measured from the due time
				all.Go(func() {
					late := time.Since(due)
					err := k.do(ctx)
					took := time.Since(due)
					r.mu.Lock()
					defer r.mu.Unlock()
					r.took, r.late = append(r.took, took), append(r.late, late)
					if err != nil {
						r.errors[err.Error()]++
					}
				})
			}
		})
	}
	all.Wait()
	for _, r := range results {
		slices.Sort(r.took)
		slices.Sort(r.late)
	}
	return results
}
