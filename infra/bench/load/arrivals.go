package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// kind is something that guests do, so many times a second whether or not the server keeps up: an open model. In a closed one a
// server that stalls is asked less, and its stall is counted once instead of for everybody who came meanwhile.
type kind struct {
	name      string
	perSecond float64
	do        func(context.Context) error
}

// result is what guests of a kind met with.
type result struct {
	mu     sync.Mutex
	took   []time.Duration // from the scheduled arrival to the answer, errors too
	late   []time.Duration // part of took: until the machine let the guest set off
	errors map[string]int
}

func (r *result) note(late, took time.Duration, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.took, r.late = append(r.took, took), append(r.late, late)
	if err != nil {
		r.errors[err.Error()]++
	}
}

// quantile is the time within which that part lies. The times must be sorted.
func quantile(times []time.Duration, part float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	return times[min(int(part*float64(len(times))), len(times)-1)]
}

// arrive lets guests of each kind arrive at random (exponential gaps, seeded) for so long, and waits for the last answer.
func arrive(ctx context.Context, kinds []kind, long time.Duration, seed uint64) []*result {
	results := make([]*result, len(kinds))
	var all sync.WaitGroup
	begun := time.Now()
	for i, k := range kinds {
		r := &result{took: make([]time.Duration, 0, int(k.perSecond*long.Seconds()*1.1)), errors: map[string]int{}}
		results[i] = r
		all.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(i)))
			for due := begun; ; {
				due = due.Add(time.Duration(random.ExpFloat64() / k.perSecond * float64(time.Second)))
				if due.Sub(begun) > long || ctx.Err() != nil {
					return
				}
				time.Sleep(time.Until(due)) // whoever is late arrives at once, and is measured from when he was due
				all.Go(func() {
					late := time.Since(due)
					err := k.do(ctx)
					r.note(late, time.Since(due), err)
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
