// Command load asks the real server, in a process of its own, as many guests would over HTTP, and prints what they met with.
//
//	load [flags] tail SERVER     adds to carts and checkouts at a fixed rate: latencies, errors, and whether every order stands once
//	load [flags] memory SERVER   everything that guests do, for minutes: what memory the server holds, and whether it is more and more
//
// A line is a name, a figure and its budget, with tabs between them. Guests arrive by the clock and not by the last answer, and what they
// waited is counted from their arrival (see kind). The guests share the machine with the server.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

var (
	adds      = flag.Float64("adds", 0, "dishes put into carts a second (tail 1000, memory 100)")
	checkouts = flag.Float64("checkouts", 0, "orders placed a second (tail 50, memory 5)")
	long      = flag.Duration("for", 0, "how long (tail 60s, memory 10m)")
	seed      = flag.Uint64("seed", 1, "of the arrivals")
)

func main() {
	flag.Parse()
	loads := map[string]func(context.Context, string) error{"tail": tail, "memory": memory}
	load := loads[flag.Arg(0)]
	if load == nil || flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "load [flags] tail|memory SERVER")
		os.Exit(2)
	}
	if err := load(context.Background(), flag.Arg(1)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func or[T comparable](value *T, otherwise T) T {
	if *value == *new(T) {
		return otherwise
	}
	return *value
}

func row(what, figure, budget string) { fmt.Printf("%s\t%s\t%s\n", what, figure, budget) }

// tail is the slow end of a busy minute.
func tail(ctx context.Context, program string) (err error) {
	perSecond, paying, minute := or(adds, 1000), or(checkouts, 50), or(long, time.Minute)
	s, err := start(program, "KITCHEN_PACE=600")
	if err != nil {
		return err
	}
	defer os.RemoveAll(s.dir)
	g := newGuests(s.address)
	g.open(4096)
	row("load on the machine before", loadAverage(), "")
	if err := g.prepare(ctx, int(paying*minute.Seconds()*1.1)+20); err != nil {
		return err
	}
	// Into the caches and up to the number of connections, as a server that has been up for a while.
	arrive(ctx, []kind{{"warm", perSecond / 2, g.add}}, 3*time.Second, *seed+1)
	kinds := []kind{{"add to cart", perSecond, g.add}, {"checkout", paying, g.checkOut}}
	machine := watch(s)
	results := arrive(ctx, kinds, minute, *seed)
	for i, r := range results {
		row(kinds[i].name+", a second", fmt.Sprintf("%.0f for %s", float64(len(r.took))/minute.Seconds(), minute), fmt.Sprint(kinds[i].perSecond))
		row(kinds[i].name+", p50", ms(quantile(r.took, 0.5)), "")
		row(kinds[i].name+", p99", ms(quantile(r.took, 0.99)), "≤ 10 ms")
		row(kinds[i].name+", p99.9", ms(quantile(r.took, 0.999)), "")
		row(kinds[i].name+", slowest", ms(quantile(r.took, 1)), "")
		row(kinds[i].name+", errors", failures(r), "0")
	}
	machine.report()
	row("guests who set off late, p50, p99", ms(quantile(results[0].late, 0.5))+", "+ms(quantile(results[0].late, 0.99)), "")
	row("load on the machine after", loadAverage(), "")
	if held, err := s.held(); err == nil {
		row("memory of the server", mb(held.all), "")
	}
	settling, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	if err := s.settle(settling); err != nil {
		return err
	}
	if err := s.stop(); err != nil {
		return err
	}
	if err := s.audit(ctx, g); err != nil {
		row("orders that do not stand once", err.Error(), "0")
		return fmt.Errorf("the books do not agree")
	}
	row("orders held against ledger, carts and slots", fmt.Sprintf("%d, each once", len(g.acknowledged)), "no duplicate")
	return nil
}

func failures(r *result) string {
	if len(r.errors) == 0 {
		return "0"
	}
	var kinds []string
	for what, n := range r.errors {
		kinds = append(kinds, fmt.Sprintf("%d × %s", n, what))
	}
	slices.Sort(kinds)
	return strings.Join(kinds, ", ")
}

func loadAverage() string {
	raw, _ := os.ReadFile("/proc/loadavg")
	one, _, _ := strings.Cut(string(raw), " ")
	return one
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond)) }

func mb(bytes float64) string { return fmt.Sprintf("%.1f MB", bytes/(1<<20)) }
