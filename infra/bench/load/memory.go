package main

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// filling is how long the load runs before memory is measured. By then every bounded buffer is full: SQLite's page cache, the locations'
// data, connections, the kitchen's last orders. The program has been read from its file.
const filling = 4 * time.Minute

// memory measures whether the server's memory grows.
func memory(ctx context.Context, s *server) error {
	g, err := newGuests(ctx, s.address, 1024)
	if err != nil {
		return err
	}
	for _, at := range g.at {
		if err := g.look("/locations/menus/" + at + "?category=everyday")(ctx); err != nil {
			return err
		}
	}
	kinds := []kind{
		{"add to cart", 100, g.add}, {"order", 5, g.order},
		{"search", 10, g.look("/locations?q=Tulsa%2C%20OK")}, {"states", 10, g.look("/locations/states")},
		{"menu", 20, g.look("/locations/menus/bdb-1001?category=everyday")},
	}
	arrive(ctx, kinds, filling, 2)
	sampling, done := context.WithCancel(ctx)
	sampled := make(chan []float64)
	go func() { sampled <- s.sample(sampling) }()
	results := arrive(ctx, kinds, 10*time.Minute, 1)
	done()
	for i, r := range results {
		row(kinds[i].name+", calls, p99, errors", fmt.Sprintf("%d, %s, %s", len(r.took), ms(r.took, 0.99), failures(r)), "")
	}
	// Requests that queue while the machine stalls use memory that is freed later. A leak shows in a minute's median and in its least.
	var middle, least []float64
	all := <-sampled
	for minute := range slices.Chunk(all, 60) {
		if len(minute) >= 30 || middle == nil { // the last one may be incomplete
			sorted := slices.Sorted(slices.Values(minute))
			middle, least = append(middle, sorted[len(sorted)/2]), append(least, sorted[0])
		}
	}
	growth := func(of []float64) string {
		first, last := of[0], of[len(of)-1]
		return fmt.Sprintf("%s, %s, %s a minute", mb(first), mb(last), mb((last-first)/float64(max(1, len(of)-1))))
	}
	row("memory, a minute's median: first, last, growth", growth(middle), "≤ 64 MB, flat")
	row("memory, a minute's least: first, last, growth", growth(least), "flat")
	row("memory at most, of it the program's own file", mb(slices.Max(all))+", "+mb(s.held("RssFile")), "")
	return nil
}

// sample takes the server's memory every second until ctx ends.
func (s *server) sample(ctx context.Context) (all []float64) {
	for {
		all = append(all, s.held("VmRSS"))
		select {
		case <-ctx.Done():
			return all
		case <-time.After(time.Second):
		}
	}
}
