package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"time"
)

// filling is how long the load goes on before memory is measured. By then all that is bounded is full: the pages that SQLite keeps, what
// is known of every restaurant, the connections of a busy moment, the kitchen's last orders, and the program has been read from its file.
const filling = 4 * time.Minute

// memory is whether the server holds more and more.
func memory(ctx context.Context, program string) error {
	perSecond, paying, minutes := or(adds, 100), or(checkouts, 5), or(long, 10*time.Minute)
	s, err := start(program, "KITCHEN_PACE=1")
	if err != nil {
		return err
	}
	defer os.RemoveAll(s.dir)
	g := newGuests(s.address)
	g.open(1024)
	if err := g.everywhere(ctx); err != nil {
		return err
	}
	for _, at := range g.at {
		if err := g.look("/locations/menus/" + at + "?category=everyday")(ctx); err != nil {
			return err
		}
	}
	kinds := []kind{
		{"add to cart", perSecond, g.add}, {"order", paying, g.order},
		{"search", 10, g.look("/locations?q=Tulsa%2C%20OK")}, {"states", 10, g.look("/locations/states")},
		{"menu", 20, g.look("/locations/menus/bdb-1001?category=everyday")},
	}
	arrive(ctx, kinds, min(filling, minutes), *seed+1)
	sampling, done := context.WithCancel(ctx)
	sampled := make(chan []sample)
	go func() { sampled <- s.sample(sampling) }()
	results := arrive(ctx, kinds, minutes, *seed)
	done()
	for i, r := range results {
		row(kinds[i].name+", calls, p99, errors", fmt.Sprintf("%d, %s, %s", len(r.took), ms(quantile(r.took, 0.99)), failures(r)), "")
	}
	report(<-sampled)
	return s.stop()
}

// sample is what the server held at a moment.
type sample struct {
	holding
	at      time.Duration // since the first
	waiting float64       // guests without an answer yet: each takes memory until he has it
}

// sample looks at the server every second until ctx ends.
func (s *server) sample(ctx context.Context) (all []sample) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for begun := time.Now(); ; {
		if held, err := s.held(); err == nil {
			all = append(all, sample{held, time.Since(begun), float64(waiting.Load())})
		}
		select {
		case <-ctx.Done():
			return all
		case <-tick.C:
		}
	}
}

// report prints what was held, minute by minute. A machine that stands still for a moment lets guests pile up, who take memory that comes
// back later: a minute is told by its median, and by its least. What never comes back shows in both.
func report(all []sample) {
	var minutes, middle, least []float64
	for rest := all; len(rest) > 0; {
		begun := rest[0].at
		n := slices.IndexFunc(rest, func(s sample) bool { return s.at >= begun+time.Minute })
		if n < 0 {
			n = len(rest)
		}
		if last := rest[n-1].at - begun; last < time.Minute/2 && len(minutes) > 0 {
			break // no minute
		}
		held := each(rest[:n], func(s sample) float64 { return s.all })
		minutes, middle, least = append(minutes, begun.Minutes()), append(middle, median(held)), append(least, slices.Min(held))
		rest = rest[n:]
	}
	held := each(all, func(s sample) float64 { return s.all })
	row("memory, the first minute and the last", mb(middle[0])+", "+mb(middle[len(middle)-1]), "≤ 64 MB, flat")
	row("memory, growth of a minute's median", perMinute(minutes, middle), "0")
	row("memory, growth of a minute's least", perMinute(minutes, least), "0")
	row("memory at most, guests who waited at once", fmt.Sprintf("%s, %.0f", mb(slices.Max(held)), slices.Max(each(all, func(s sample) float64 { return s.waiting }))), "")
	row("of it the program's own file", mb(median(each(all, func(s sample) float64 { return s.file }))), "")
}

func each(all []sample, of func(sample) float64) (values []float64) {
	for _, s := range all {
		values = append(values, of(s))
	}
	return values
}

// perMinute words the slope of the line that lies nearest to the points (least squares), with its standard error: what chance alone gives
// one or two of.
func perMinute(x, y []float64) string {
	n := float64(len(x))
	if n < 3 {
		return "too short to tell"
	}
	var mx, my, across, along float64
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	for i := range x {
		across, along = across+(x[i]-mx)*(y[i]-my), along+(x[i]-mx)*(x[i]-mx)
	}
	slope, off := across/along, 0.0
	for i := range x {
		d := y[i] - my - slope*(x[i]-mx)
		off += d * d
	}
	return fmt.Sprintf("%+.2f ± %.2f MB a minute over %.0f minutes", slope/(1<<20), math.Sqrt(off/(n-2)/along)/(1<<20), n)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
