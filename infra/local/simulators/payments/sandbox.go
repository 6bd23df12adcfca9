// Package payments simulates a payment provider with Stripe's API: payment intents that are authorised, captured, cancelled and refunded
// under idempotency keys, a hosted card field, bank authentication, documented test cards and a switch for failures. It has its own
// ledger in its own file, so that orders can be reconciled with it.
//
// It moves no money, and its keys are public. It still handles card numbers as a provider must: a number lives as long as its request,
// and only brand, last four digits and expiry are stored.
package payments

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"ordering/shared/table/sqlite"
	"ordering/shared/webhook"
)

const (
	// Prefix is the path of the sandbox. Paths below it are Stripe's, and those of the hosted pages.
	Prefix = "/sandbox/payments"
	// FieldPath is the hosted card field. field.js describes its messages.
	FieldPath = Prefix + "/field"
	// SecretKey and PublishableKey are the keys of a server and of a browser.
	SecretKey      = "sk_test_sandbox"
	PublishableKey = "pk_test_sandbox"
)

// Sandbox is the provider. It is an http.Handler for everything below Prefix.
type Sandbox struct {
	table *sqlite.Store
	now   func() time.Time
	mux   *http.ServeMux

	// Down is the switch that makes every call fail, until this process ends.
	Down atomic.Bool

	// Site is the site's address if the sandbox is on another one, as in tests. The bank redirects only there.
	Site string

	// Callback is the address that gets the webhooks, signed with Secrets; empty for none. Set it before the first call.
	Callback string
	Secrets  webhook.Secrets
}

// Open opens the ledger file at path, or creates it.
func Open(path string, now func() time.Time) (*Sandbox, error) {
	store, err := sqlite.Open(path, now)
	if err != nil {
		return nil, fmt.Errorf("sandbox: open the ledger: %w", err)
	}
	s := &Sandbox{table: store, now: now}
	s.mux = s.documents()
	for _, r := range routes {
		s.mux.HandleFunc(r.method+" "+Prefix+"/v1"+r.path, func(w http.ResponseWriter, q *http.Request) { s.serve(w, q, r) })
	}
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
