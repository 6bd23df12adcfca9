// Package payments simulates a payment provider with Stripe's API: payment intents that are authorised, captured, cancelled and refunded
// under idempotency keys, a hosted card field, bank authentication, documented test cards and switches for failures. It has its own
// ledger in its own file, so that orders can be reconciled with it.
//
// It moves no money, and its keys are public. It still handles card numbers as a provider must: a number lives as long as its request,
// and only brand, last four digits and expiry are stored.
package payments

import (
	"context"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"sync"
	"time"

	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

const (
	// Prefix is the path of the sandbox. Paths below it are Stripe's, and those of the hosted pages.
	Prefix = "/sandbox/payments"
	// FieldPath is the hosted card field. page/field.js describes its messages.
	FieldPath = Prefix + "/field"
	// SecretKey and PublishableKey are the keys of a server and of a browser.
	SecretKey      = "sk_test_sandbox"
	PublishableKey = "pk_test_sandbox"
)

// Sandbox is the provider. It is an http.Handler for everything below Prefix.
type Sandbox struct {
	table *sqlite.Store
	now   func() time.Time
	pages *template.Template
	mux   *http.ServeMux

	mu sync.RWMutex
	on map[string]bool // switches that are on; also in the table

	// Site is the site's address if the sandbox is on another one, as in tests. The bank redirects only there.
	Site string

	// Wait sleeps for a slow answer. Tests replace it.
	Wait func(context.Context, time.Duration)
}

//go:embed page
var files embed.FS

// Open opens the ledger file at path, or creates it.
func Open(path string, now func() time.Time) (*Sandbox, error) {
	store, err := sqlite.Open(path, now)
	if err != nil {
		return nil, fmt.Errorf("sandbox: open the ledger: %w", err)
	}
	s := &Sandbox{table: store, now: now, mux: http.NewServeMux(), on: map[string]bool{}, Wait: wait}
	s.pages = template.Must(template.New("").ParseFS(files, "page/*.html"))
	kept, err := store.Query(context.Background(), table.Query{PK: kindSwitch})
	if err != nil {
		store.Close()
		return nil, fmt.Errorf("sandbox: switches: %w", err)
	}
	for _, item := range kept.Items {
		s.on[item.SK] = true
	}
	s.calls()
	s.documents()
	return s, nil
}

// Close closes the ledger.
func (s *Sandbox) Close() error { return s.table.Close() }

// ServeHTTP serves the calls and the pages.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	s.mux.ServeHTTP(w, r)
}

func wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// Switches that make calls fail.
const (
	switchDown = "down"
	switchSlow = "slow"
	switchLose = "lose"
	slowness   = 3 * time.Second
)

var switches = []struct{ Name, Happens string }{
	{switchDown, "The provider does not answer."},
	{switchSlow, "Every answer takes three seconds."},
	{switchLose, "What is asked for happens, and its first answer is lost on the way."},
}

func (s *Sandbox) is(name string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.on[name]
}

// Switch sets a switch. It persists across restarts.
func (s *Sandbox) Switch(ctx context.Context, name string, on bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := table.Key{PK: kindSwitch, SK: name}
	op := table.Delete(key, 0)
	if on {
		op = table.Put(table.Item{Key: key})
	}
	err := s.table.Write(ctx, op)
	if err == nil {
		s.on[name] = on
	}
	return err
}
