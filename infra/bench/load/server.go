package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ordering/infra/local/simulators/payments"
	"ordering/shared/location"
	"ordering/shared/order/audit"
	"ordering/shared/outbox"
	"ordering/shared/table/sqlite"
)

// server is the running server that npm run bench started (infra/verbs/stack.mjs).
type server struct {
	address string
	pid     string
	dir     string    // its data folder
	clock   time.Time // the server's time at begun
	begun   time.Time
}

// now returns the server's time.
func (s *server) now() time.Time { return s.clock.Add(time.Since(s.begun)) }

// held returns a size from /proc/PID/status in bytes: VmRSS is the resident memory, VmHWM its maximum, RssFile its file-backed part.
func (s *server) held(name string) (bytes float64) {
	raw, _ := os.ReadFile("/proc/" + s.pid + "/status")
	_, after, _ := strings.Cut(string(raw), name+":")
	_, _ = fmt.Sscan(after, &bytes)
	return bytes * 1024
}

// processor returns the processor time that the server has used, from /proc/PID/stat.
func (s *server) processor() time.Duration {
	const perSecond = 100 // ticks, on Linux
	raw, _ := os.ReadFile("/proc/" + s.pid + "/stat")
	_, after, _ := strings.Cut(string(raw), ") ") // the name can have spaces
	fields := append(strings.Fields(after), make([]string, 13)...)
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / perSecond
}

// audit waits until the outbox is empty. Then it compares the orders acknowledged to guests with the server's table and the provider's
// ledger.
func (s *server) audit(ctx context.Context, g *guests) error {
	store, err := sqlite.Open(filepath.Join(s.dir, "table.db"), s.now)
	if err != nil {
		return err
	}
	defer store.Close()
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for left := 0; ; {
		rows, err := outbox.Pending(ctx, store)
		if err != nil {
			return fmt.Errorf("%d messages are left in the outbox: %w", left, err)
		}
		if left = len(rows); left == 0 {
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	ledger, err := payments.Open(filepath.Join(s.dir, "payments.db"), s.now)
	if err != nil {
		return err
	}
	defer ledger.Close()
	paid, err := ledger.Intents(ctx)
	if err != nil {
		return err
	}
	listing, err := location.NewDirectory(store, s.now).Read(ctx)
	if err != nil {
		return err
	}
	acknowledged := g.acknowledged
	if orders := slices.Compact(slices.Sorted(slices.Values(acknowledged))); len(orders) != len(acknowledged) {
		err = fmt.Errorf("%d guests got an answer with %d different orders", len(acknowledged), len(orders))
	}
	return errors.Join(err, audit.Orders(ctx, store, audit.Evidence{
		Acknowledged: acknowledged, Baskets: g.submitted, Ledger: paid, Locations: listing.All(), Now: s.now(),
	}))
}
