// Command load sends many guests' requests to a running server over HTTP and prints the results.
//
//	load tail ADDRESS PID FOLDER CLOCK     adds to carts and checkouts at a fixed rate: latencies, errors, and an audit of the orders
//	load memory ADDRESS PID FOLDER CLOCK   all guest actions for minutes: the server's memory, and whether it grows
//	load order ADDRESS N                   places N orders, one after the other
//
// PID, FOLDER and CLOCK are the server's process, data folder and time. A line is a name, a figure and its budget, separated
// by tabs. Guests arrive at scheduled times, not after the last answer, and latency counts from the arrival (see kind).
// The guests share the machine with the server.
package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	loads := map[string]func(context.Context, *server) error{"tail": tail, "memory": memory}
	if len(args) == 5 && loads[args[0]] != nil {
		clock, err := time.Parse(time.RFC3339, args[4])
		if err != nil {
			return err
		}
		return loads[args[0]](ctx, &server{address: args[1], pid: args[2], dir: args[3], clock: clock, begun: time.Now()})
	}
	if len(args) == 3 && args[0] == "order" {
		n, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		g, err := newGuests(ctx, args[1], 0)
		for ; err == nil && n > 0; n-- {
			err = g.order(ctx)
		}
		return err
	}
	return errors.New("load tail|memory ADDRESS PID FOLDER CLOCK, load order ADDRESS N")
}

func row(what, figure, budget string) { fmt.Printf("%s\t%s\t%s\n", what, figure, budget) }

// tail measures the tail latencies of half a minute at a quarter of the load, and of a busy minute. It also prints what can limit them: how
// fast the disk syncs, and how busy the server's core is.
func tail(ctx context.Context, s *server) error {
	const adds, checkouts, seconds = 1000, 50, 60
	g, err := newGuests(ctx, s.address, 4096)
	if err != nil {
		return err
	}
	row("load on the machine before", loadAverage(), "")
	syncs, err := syncTimes(s.dir, 1000)
	if err != nil {
		return err
	}
	row("sync of 12 KB on the disk without load, p50, p99", ms(syncs, 0.5)+", "+ms(syncs, 0.99), "")
	if err := g.prepare(ctx, checkouts*seconds*5/4+20); err != nil {
		return err
	}
	// Warm up caches and connections, as on a server that has run for a while.
	arrive(ctx, []kind{{"warm", adds / 2, g.add}}, 3*time.Second, 2)
	kinds := []kind{{"add to cart", adds, g.add}, {"checkout", checkouts, g.checkOut}}
	s.busy(ctx, "a quarter: ", []kind{{kinds[0].name, adds / 4, g.add}, {kinds[1].name, checkouts / 4., g.checkOut}}, seconds/2*time.Second)
	s.busy(ctx, "", kinds, seconds*time.Second)
	row("load on the machine after", loadAverage(), "")
	row("memory of the server", mb(s.held("VmRSS")), "")
	burst := arrive(ctx, []kind{{"burst", 4 * adds, g.add}}, 4*time.Second, 3)[0]
	row("four times the adds for 4 s, p50, slowest", ms(burst.took, 0.5)+", "+ms(burst.took, 1), "")
	row("four times the adds for 4 s, errors", failures(burst), "0")
	row("memory of the server, at most", mb(s.held("VmHWM")), "")
	if err := s.audit(ctx, g); err != nil {
		row("orders not placed exactly once", err.Error(), "0")
		return errors.New("the audit found differences")
	}
	row("orders held against ledger, carts and slots", fmt.Sprintf("%d, each once", len(g.acknowledged)), "no duplicate")
	return nil
}

// busy lets guests arrive and prints their latencies and the server's share of its core. The names of the rows begin with load.
func (s *server) busy(ctx context.Context, load string, kinds []kind, long time.Duration) {
	begun, used := time.Now(), s.processor()
	results := arrive(ctx, kinds, long, 1)
	share := (s.processor() - used).Seconds() / time.Since(begun).Seconds()
	for i, r := range results {
		name := load + kinds[i].name
		perSecond := float64(len(r.took)) / long.Seconds()
		row(name+", a second", fmt.Sprintf("%.0f for %.0f s", perSecond, long.Seconds()), fmt.Sprint(kinds[i].perSecond))
		row(name+", p50, p99.9, slowest", ms(r.took, 0.5)+", "+ms(r.took, 0.999)+", "+ms(r.took, 1), "")
		row(name+", p99", ms(r.took, 0.99), "≤ 10 ms")
		row(name+", errors", failures(r), "0")
	}
	row(load+"guests who set off late, p50, p99", ms(results[0].late, 0.5)+", "+ms(results[0].late, 0.99), "")
	row(load+"the server's share of its core", fmt.Sprintf("%.0f %%", 100*share), "")
}

// syncTimes returns how long n syncs of 12 KB, as large as a commit, take in a folder, sorted.
func syncTimes(dir string, n int) (took []time.Duration, err error) {
	f, err := os.CreateTemp(dir, "sync")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	for range n {
		begun := time.Now()
		if _, err = f.Write(make([]byte, 12<<10)); err == nil {
			err = f.Sync()
		}
		if err != nil {
			return nil, err
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	return took, nil
}

func failures(r *result) string {
	if len(r.errors) == 0 {
		return "0"
	}
	var kinds []string
	for _, what := range slices.Sorted(maps.Keys(r.errors)) {
		kinds = append(kinds, fmt.Sprintf("%d × %s", r.errors[what], what))
	}
	return strings.Join(kinds, ", ")
}

func loadAverage() string {
	raw, _ := os.ReadFile("/proc/loadavg")
	one, _, _ := strings.Cut(string(raw), " ")
	return one
}

// ms returns the time below which that part of the sorted times lies.
func ms(times []time.Duration, part float64) string {
	if len(times) == 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f ms", times[min(int(part*float64(len(times))), len(times)-1)].Seconds()*1000)
}

func mb(bytes float64) string { return fmt.Sprintf("%.1f MB", bytes/(1<<20)) }
