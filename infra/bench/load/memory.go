package main

import (
	"context"
	"fmt"
	"math"
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
	sampled := make(chan []sample)
	go func() { sampled <- s.sample(sampling, g) }()
	results := arrive(ctx, kinds, 10*time.Minute, 1)
	done()
	for i, r := range results {
		row(kinds[i].name+", calls, p99, errors", fmt.Sprintf("%d, %s, %s", len(r.took), ms(quantile(r.took, 0.99)), failures(r)), "")
	}
	report(<-sampled)
	return nil
}

// sample is the server's memory, the part that is its program file, and the calls in flight, each of which uses memory.
type sample struct{ minutes, held, file, waiting float64 }

// sample takes a sample every second until ctx ends.
func (s *server) sample(ctx context.Context, g *guests) (all []sample) {
	for begun := time.Now(); ; {
		all = append(all, sample{time.Since(begun).Minutes(), s.held("VmRSS"), s.held("RssFile"), float64(g.waiting.Load())})
		select {
		case <-ctx.Done():
			return all
		case <-time.After(time.Second):
		}
	}
}

// report prints the median and the minimum of memory in each minute. Requests that queue while the machine stalls use memory that is
// freed later. A leak shows in both figures.
func report(all []sample) {
	var at, middle, least []float64
	for minute := range slices.Chunk(all, 60) {
		if len(minute) < 30 && at != nil {
			break // incomplete last minute
		}
		held := each(minute, func(s sample) float64 { return s.held })
		at, middle, least = append(at, minute[0].minutes), append(middle, median(held)), append(least, slices.Min(held))
	}
	most := slices.Max(each(all, func(s sample) float64 { return s.held }))
	waited := slices.Max(each(all, func(s sample) float64 { return s.waiting }))
	row("memory, the first minute and the last", mb(middle[0])+", "+mb(middle[len(middle)-1]), "≤ 64 MB, flat")
	row("memory, growth of a minute's median", perMinute(at, middle), "0")
	row("memory, growth of a minute's least", perMinute(at, least), "0")
	row("memory at most, guests who waited at once", fmt.Sprintf("%s, %.0f", mb(most), waited), "")
	row("of it the program's own file", mb(median(each(all, func(s sample) float64 { return s.file }))), "")
}

func each(all []sample, of func(sample) float64) (values []float64) {
	for _, s := range all {
		values = append(values, of(s))
	}
	return values
}

// perMinute returns the slope of a least-squares line through the points, with its standard error.
func perMinute(x, y []float64) string {
	n := float64(len(x))
	if n < 3 {
		return "too short to tell"
	}
	var mx, my, across, along, off float64
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	for i := range x {
		across, along = across+(x[i]-mx)*(y[i]-my), along+(x[i]-mx)*(x[i]-mx)
	}
	slope := across / along
	for i := range x {
		off += math.Pow(y[i]-my-slope*(x[i]-mx), 2)
	}
	return fmt.Sprintf("%+.2f ± %.2f MB a minute over %.0f minutes", slope/(1<<20), math.Sqrt(off/(n-2)/along)/(1<<20), n)
}

func median(values []float64) float64 { return slices.Sorted(slices.Values(values))[len(values)/2] }
