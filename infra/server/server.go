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
	"strings"
	"sync"
	"time"

	"ordering/functions/api"
	"ordering/functions/api/identity"
	"ordering/functions/auth"
	"ordering/functions/auth/social"
	"ordering/functions/cart"
	"ordering/functions/content"
	"ordering/functions/forms"
	"ordering/functions/geoip"
	"ordering/functions/geoip/country"
	"ordering/functions/graph"
	"ordering/functions/holiday"
	"ordering/functions/images"
	"ordering/functions/locations"
	"ordering/functions/loyalty"
	"ordering/functions/notify"
	"ordering/functions/orders"
	"ordering/functions/payment"
	"ordering/functions/privacy"
	"ordering/functions/profile"
	"ordering/functions/reconcile"
	"ordering/infra/server/gateway"
	"ordering/shared/brand"
	"ordering/shared/customer"
	"ordering/shared/customer/argon"
	"ordering/shared/customer/common"
	"ordering/shared/customer/webauthn"
	"ordering/shared/guest"
	"ordering/shared/loyalty/earning"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/person"
	"ordering/shared/schedule"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
	"ordering/shared/tender"
	"ordering/shared/upload"
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
	// Origins are more addresses under which browsers load our own pages, as schemes and hosts.
	Origins []string
	Country string // the country of all guests, for tests; empty: unknown
	// Accepted names the files of the data folder that the operator accepts as lost: see operate.LossError.
	Accepted []string
}

// Outside has the external systems that the functions call, and their secrets.
type Outside struct {
	Payments     Payments
	Card         payment.Method
	PaymentHooks webhook.Keys   // of the provider's webhooks
	Kitchen      webhook.System // gets the orders, and sends their states
	Desk         webhook.System // gets the events of forms; none without a URL
	Mailer       notify.Mailer
	Guests       guest.Secret            // keys the index of guests' orders
	Sessions     secret.Source           // derives the secrets of sessions, and encrypts the keys of tokens
	Codes        secret.Source           // derives mailed codes and links
	Social       social.Providers        // with which guests sign in
	Pages        map[string]http.Handler // more pages, by their prefix below /sandbox/
}

// Payments is the provider of the payments, and of its records about guests.
type Payments interface {
	tender.Provider
	tender.Records
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
	steps   <-chan string        // tokens of the orders that changed
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
func (s *Server) Wrap(t table.Table) {
	s.Table, s.written = outbox.Watch(t)
	s.Table, s.steps = watchSteps(s.Table)
}

// Connect makes the functions, their handler and their loops.
func (s *Server) Connect(ctx context.Context, out Outside) error {
	of, now := rightsOf(s.Table), s.now
	background := make(workers)
	s.Loops = append(s.Loops, background.loops()...)
	holidays := holiday.New(of("holiday"), s.Brand, now)
	accounts := auth.New(
		of("auth"), s.Brand, auth.Secrets{Session: out.Sessions, Codes: out.Codes, Guests: out.Guests}, argon.New(), common.Password, now,
		append([]string{strings.TrimSuffix(s.SiteURL, "/")}, s.Origins...)...,
	).WithProviders(out.Social).WithPasskeys(webauthn.Authenticators{})
	files := FormFiles(s.DataDir, now)
	records := privacy.New(s.Brand, recordsOf(of("privacy"), out, files, now))
	inside := slices.Concat(
		locations.New(of("locations"), s.Brand, now).Operations(),
		cart.New(of("cart"), s.Brand, out.Guests, now).Operations(),
	)
	for _, f := range [][]api.Operation{
		inside,
		content.New(of("content"), s.Brand, now).Operations(),
		payment.New(of("payment"), s.Brand, out.Payments, out.Card, out.PaymentHooks, out.Guests, now).Answering(background.do).Operations(),
		graph.New(of("graph"), s.Brand, now).Operations(),
		orders.New(of("orders"), s.Brand, out.Payments, out.Kitchen.Keys, out.Guests, s.SiteURL, now).Operations(),
		holidays.Operations(),
		accounts.Operations(),
		profile.New(of("profile"), s.Brand, out.Guests, now).Operations(),
		loyalty.New(of("loyalty"), s.Brand, out.Guests, now).Operations(),
		records.Operations(),
		geoip.Operations(country.Package),
		images.New(filesOf(s.Settings), now).Operations(),
		forms.New(of("forms"), s.Brand, out.Guests, customer.Codes(out.Codes), files, now).Operations(),
	} {
		s.Operations = append(s.Operations, f...)
	}
	notifier := notify.New(of("notify"), s.Brand, out.Mailer, notify.Kitchen{System: out.Kitchen, Now: now}, s.SiteURL).WithCodes(out.Codes).
		WithDesk(out.Desk, now)
	drainer := outbox.NewDrainer(of("notify"), now, rand.Float64, notifier.Handlers())
	// A restored table may lack paid orders: compare now, not only at the next scheduled run.
	if err := order.RestartComparison(ctx, s.Store); err != nil {
		return err
	}
	scheduler, err := newScheduler(now, map[string]schedule.Jobs{
		"auth":      accounts.Jobs(),
		"holiday":   holidays.Jobs(),
		"loyalty":   loyalty.Jobs(earning.New(of("loyalty"), s.Brand, now)),
		"notify":    notify.Jobs(outbox.NewDrainer(of("notify"), now, rand.Float64, notifier.WaitWhenBusy().Handlers())),
		"privacy":   records.Jobs(),
		"reconcile": reconcile.Jobs(order.NewService(of("reconcile"), out.Payments, now), out.Payments),
	})
	if err != nil {
		return err
	}
	s.Loops = append(
		s.Loops, func(ctx context.Context) { drainer.Run(ctx, s.written) }, followSteps(s.steps, earning.New(of("publish"), s.Brand, now).Order),
		scheduler.run, deleteExpired(files),
	)
	handler, err := gateway.New(gateway.Parts{
		Operations: s.Operations, Inside: inside, Identity: identity.New(of("auth"), s.Brand, s.SiteURL, now), Sandbox: out.Pages,
		Site: s.Site, Data: s.DataDir, Brand: s.Brand, Facebook: out.Social.Facebook != nil, Country: s.Country, Now: now,
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

// FormFiles returns the files that guests sent with forms, in a data folder.
func FormFiles(dataDir string, now func() time.Time) *upload.Folder {
	files := upload.NewFolder(filepath.Join(dataDir, "forms"), now)
	files.HasRoom = func() bool { return hasRoom(dataDir) }
	return files
}

// recordsOf returns the stored data of persons, with the systems outside that hold some of it.
func recordsOf(t table.Table, out Outside, files upload.Files, now func() time.Time) *person.Records {
	r := &person.Records{
		Table: t, Guests: out.Guests, Files: files, Now: now,
		Holders: []order.Holder{order.HeldByKitchen(t, now), order.HeldBy(out.Payments, order.KindCharge)},
	}
	if kept, ok := out.Mailer.(interface {
		order.Holder
		person.Mailbox
	}); ok {
		r.Mails, r.Holders = kept, append(r.Holders, kept)
	}
	return r
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
