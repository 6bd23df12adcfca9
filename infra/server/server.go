// Package server is the whole system in one process: the cloud's functions behind a gateway, an embedded table, the outbox and the jobs of
// the manifest. Its programs are infra/local, which simulates the systems outside, and infra/live, which takes real orders.
package server

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"ordering/functions/api"
	"ordering/functions/cart"
	"ordering/functions/content"
	"ordering/functions/geoip"
	"ordering/functions/holiday"
	"ordering/functions/images"
	"ordering/functions/locations"
	"ordering/functions/notify"
	"ordering/functions/orders"
	"ordering/functions/payment"
	"ordering/functions/reconcile"
	"ordering/infra/server/gateway"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/schedule"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

// Settings are those that all programs have.
type Settings struct {
	Brand   brand.Brand
	DataDir string // the folder of the store
	Site    string // the folder of the built site
	// Pictures is the folder of the brand's pictures, which /image serves as /pictures/NAME. It may be missing.
	Pictures string
	SiteURL  string // the site's public address
	Country  string // the country of all guests, for tests; empty: unknown
	// Accepted names the files of the data folder that the operator accepts as lost: see operate.LossError.
	Accepted []string
}

// Outside has the external systems that the functions call, and their secrets.
type Outside struct {
	Payments     tender.Provider
	Card         payment.Method
	PaymentHooks webhook.Keys   // of the provider's webhooks
	Kitchen      webhook.System // gets the orders, and sends their states
	Mailer       notify.Mailer
	Guests       guest.Secret            // keys the index of guests' orders
	Pages        map[string]http.Handler // more pages, by their prefix below /sandbox/
}

// Server is everything that runs in this process.
type Server struct {
	Settings
	Store      *sqlite.Store
	Table      table.Table     // the store as the functions see it. A program may wrap it before Connect
	Operations []api.Operation // of all functions
	Handler    http.Handler
	Loops      []func(context.Context) // run until their context ends
	Closers    []io.Closer             // what Close closes, the last first

	now     func() time.Time
	written <-chan outbox.Shards // in which rows of the outbox were written
}

// Open opens the data folder. The caller must have locked and checked it (operate.CheckFolder).
func Open(s Settings, now func() time.Time) (*Server, error) {
	store, err := sqlite.Open(filepath.Join(s.DataDir, "table.db"), now)
	if err != nil {
		return nil, fmt.Errorf("the table in %s cannot be opened: %w", s.DataDir, err)
	}
	server := &Server{Settings: s, Store: store, now: now, Closers: []io.Closer{store}}
	server.Wrap(store)
	return server, nil
}

// Wrap makes t, which wraps the store, the table of the functions.
func (s *Server) Wrap(t table.Table) { s.Table, s.written = outbox.Watch(t) }

// Connect makes the functions, their handler and their loops.
func (s *Server) Connect(ctx context.Context, out Outside) error {
	of, now := rightsOf(s.Table), s.now
	background := make(workers)
	s.Loops = append(s.Loops, background.loops()...)
	holidays := holiday.New(of("holiday"), s.Brand, now)
	for _, f := range [][]api.Operation{
		locations.New(of("locations"), s.Brand, now).Operations(),
		content.New(of("content"), s.Brand, now).Operations(),
		cart.New(of("cart"), s.Brand, out.Guests, now).Operations(),
		payment.New(of("payment"), s.Brand, out.Payments, out.Card, out.PaymentHooks, out.Guests, now).Answering(background.do).Operations(),
		orders.New(of("orders"), s.Brand, out.Payments, out.Kitchen.Keys, s.SiteURL, now).Operations(),
		holidays.Operations(),
		geoip.New(geoip.Package).Operations(),
		images.New(filesOf(s.Settings), now).Operations(),
	} {
		s.Operations = append(s.Operations, f...)
	}
	notifier := notify.New(of("notify"), s.Brand, out.Mailer, notify.Kitchen{System: out.Kitchen, Now: now}, s.SiteURL)
	drainer := outbox.NewDrainer(of("notify"), now, rand.Float64, notifier.Handlers())
	// A restored table may lack paid orders: compare now, not only at the next scheduled run.
	if err := order.RestartComparison(ctx, s.Store); err != nil {
		return err
	}
	scheduler, err := newScheduler(now, map[string]schedule.Jobs{
		"holiday":   holidays.Jobs(),
		"notify":    notify.Jobs(outbox.NewDrainer(of("notify"), now, rand.Float64, notifier.WaitWhenBusy().Handlers())),
		"reconcile": reconcile.Jobs(order.NewService(of("reconcile"), out.Payments, now), out.Payments),
	})
	if err != nil {
		return err
	}
	s.Loops = append(s.Loops, func(ctx context.Context) { drainer.Run(ctx, s.written) }, scheduler.run)
	handler, err := gateway.New(gateway.Parts{
		Operations: s.Operations, Sandbox: out.Pages, Site: s.Site, Data: s.DataDir, Brand: s.Brand, Country: s.Country, Now: now,
	})
	if err != nil {
		return err
	}
	access, err := openLog(filepath.Join(s.DataDir, "access.log"))
	if err != nil {
		return fmt.Errorf("the access log cannot be opened: %w", err)
	}
	s.Closers = append(s.Closers, access)
	s.Handler = logAccess(access, handler)
	return nil
}

// Run runs all loops until ctx ends and they have finished.
func (s *Server) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, loop := range s.Loops {
		all.Go(func() { loop(ctx) })
	}
	all.Wait()
}

// Close closes in reverse order of opening.
func (s *Server) Close() {
	for _, c := range slices.Backward(s.Closers) {
		_ = c.Close()
	}
}
