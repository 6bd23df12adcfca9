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
	"sync/atomic"
	"time"
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
	ledger *ledger
	pages  *template.Template
	mux    *http.ServeMux

	switching sync.Mutex
	on        atomic.Pointer[map[string]bool]

	// Site is the address of the site when the sandbox is not beside it, as in a test: where a bank may lead its guest back to.
	Site string

	// Wait passes the time of a slow answer; a test replaces it.
	Wait func(context.Context, time.Duration)
}

//go:embed page
var documents embed.FS

// Open opens the ledger in the file at path, which it makes when there is none.
func Open(path string, now func() time.Time) (*Sandbox, error) {
	l, err := openLedger(path, now)
	if err != nil {
		return nil, err
	}
	pages, err := template.New("").Funcs(template.FuncMap{"standing": standing}).ParseFS(documents, "page/*.html")
	if err != nil {
		return nil, fmt.Errorf("sandbox: pages: %w", err)
	}
	s := &Sandbox{ledger: l, pages: pages, mux: http.NewServeMux(), Wait: wait}
	if err := s.readSwitches(context.Background()); err != nil {
		l.file.close()
		return nil, fmt.Errorf("sandbox: switches: %w", err)
	}
	s.calls()
	s.documents()
	return s, nil
}

// Close closes the ledger.
func (s *Sandbox) Close() error { return s.ledger.file.close() }

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
