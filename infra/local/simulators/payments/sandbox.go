// Package payments is a payment provider for one machine, shaped like Stripe: payment intents that are authorised, captured,
// cancelled and refunded under idempotency keys, a hosted card field, a bank that asks the guest, documented test cards and
// switches to make it fail. It keeps a ledger of its own in a file of its own, so that our orders can be reconciled with it.
//
// It moves no money and is no secret: its keys are in the open. Even so it treats a card number as a provider must: the number
// lives as long as the request that brings it, and only brand and last four are kept.
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
	// Prefix is where the sandbox is mounted; paths below are Stripe's, and those of its hosted pages.
	Prefix = "/sandbox/payments"
	// FieldPath is the hosted card field; see page/field.js for the messages that it speaks.
	FieldPath = Prefix + "/field"
	// SecretKey and PublishableKey are what a caller and a browser present.
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
	on map[string]bool // switches; also in the table

	// Site is the address of the site when the sandbox is not beside it, as in a test: where a bank may lead its guest back to.
	Site string

	// Wait passes the time of a slow answer; a test replaces it.
	Wait func(context.Context, time.Duration)
}

//go:embed page
var files embed.FS

// Open opens the ledger in the file at path, which it makes when there is none.
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

// Switch turns a switch on or off, across restarts too.
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
