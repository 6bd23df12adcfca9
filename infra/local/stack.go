package main

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
	"ordering/infra/local/gateway"
	"ordering/infra/local/simulators/clock"
	"ordering/infra/local/simulators/kitchen"
	"ordering/infra/local/simulators/mail"
	"ordering/infra/local/simulators/outboxview"
	"ordering/infra/local/simulators/payments"
	"ordering/infra/operate"
	"ordering/shared/brand"
	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/schedule"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

// stack is everything that runs in this process.
type stack struct {
	operations []api.Operation // of all functions
	handler    http.Handler
	loops      []func(context.Context)
	closers    []io.Closer
	near       string // a town with a location that accepts orders
}

// newStack opens the stores of the data folder and wires the functions to them. address is this server's address.
func newStack(ctx context.Context, s settings, address string) (_ *stack, err error) {
	st := new(stack)
	defer func() {
		if err != nil {
			st.close()
		}
	}()
	pages := map[string]http.Handler{}
	time0, err := clockOf(s, pages)
	if err != nil {
		return nil, err
	}
	now := time0.Now
	if err := operate.Whole(s.dataDir, s.accepted...); err != nil {
		return nil, err
	}
	secrets, err := secretsOf(s)
	if err != nil {
		return nil, err
	}
	store, err := sqlite.Open(filepath.Join(s.dataDir, "table.db"), now)
	if err != nil {
		return nil, fmt.Errorf("the table in %s cannot be opened: %w", s.dataDir, err)
	}
	st.closers = append(st.closers, store)
	if err := seedWhatIsMissing(ctx, store, s.brand, now); err != nil {
		return nil, err
	}
	if st.near, err = nearOrders(ctx, store); err != nil {
		return nil, err
	}
	ledger, err := openLedger(s, now)
	if err != nil {
		return nil, err
	}
	ledger.Callback, ledger.Secrets = address+api.Main+"/webhooks/stripe", secrets.payments
	st.closers = append(st.closers, ledger)
	st.loops = append(st.loops, ledger.Run)
	pages["payments"] = ledger

	var kept table.Table = store
	asked := newTraffic()
	if s.meter {
		m := meter.New(store)
		kept, pages["meter"] = m, meterPage{m, store, asked}
	}
	watched, left := outbox.Watch(kept)
	of := rightsOf(watched)
	// The bank returns to a path without a host: the sandbox has the site's origin, under any host name.
	pay := stripe.New(address+payments.Prefix, secret.Fixed(payments.SecretKey)).Returning("")
	card := payment.Method{Provider: "sandbox", Field: payments.FieldPath, PublishableKey: payments.PublishableKey}
	background := make(workers)
	st.loops = append(st.loops, background.loops()...)
	holidays := holiday.New(of("holiday"), s.brand, now)
	for _, f := range [][]api.Operation{
		locations.New(of("locations"), s.brand, now).Operations(),
		content.New(of("content"), s.brand, now).Operations(),
		cart.New(of("cart"), s.brand, secrets.guests, now).Operations(),
		payment.New(of("payment"), s.brand, pay, card, secrets.payments, secrets.guests, now).Answering(background.do).Operations(),
		orders.New(of("orders"), s.brand, pay, secrets.webhook, s.siteURL, now).Operations(),
		holidays.Operations(),
		geoip.New(geoip.Package).Operations(),
		images.New(filesOf(s), now).Operations(),
	} {
		st.operations = append(st.operations, f...)
	}
	pos, err := openKitchen(ctx, s, ledger, kitchen.Settings{Callback: address + api.Ordering + "/orders/kitchen-events", Secrets: secrets.webhook, Pace: s.pace, Now: now})
	if err != nil {
		return nil, err
	}
	st.closers = append(st.closers, pos)
	pages["kitchen"] = pos
	box := mail.New(filepath.Join(s.dataDir, "mail"))
	pages["mail"] = box
	tell := notify.New(of("notify"), s.brand, box, notify.Kitchen{System: webhook.Kitchen(address+kitchen.OrdersPath, secrets.webhook), Now: now}, s.siteURL)
	drainer := outbox.NewDrainer(of("notify"), now, rand.Float64, tell.Handlers())
	pages["outbox"] = outboxview.New(watched, order.NewService(watched, pay, now), pay, now)
	// A restored table may lack paid orders: compare now, not only at the next scheduled run.
	if err := order.RestartComparison(ctx, store); err != nil {
		return nil, err
	}
	byTheClock, err := newScheduler(now, map[string]schedule.Jobs{
		"holiday":   holidays.Jobs(),
		"notify":    notify.Jobs(outbox.NewDrainer(of("notify"), now, rand.Float64, tell.WaitWhenBusy().Handlers())),
		"reconcile": reconcile.Jobs(order.NewService(of("reconcile"), pay, now), pay),
	})
	if err != nil {
		return nil, err
	}
	st.loops = append(st.loops, func(ctx context.Context) { drainer.Run(ctx, left) }, byTheClock.run, pos.Run)
	st.handler, err = gateway.New(gateway.Parts{Operations: st.operations, Sandbox: pages, Site: s.site, Data: s.dataDir, Brand: s.brand, Country: s.country, Now: now})
	if err != nil {
		return nil, err
	}
	if s.meter {
		st.handler = asked.through(st.handler)
	}
	access, err := openLog(filepath.Join(s.dataDir, "access.log"))
	if err != nil {
		return nil, fmt.Errorf("the access log cannot be opened: %w", err)
	}
	st.closers = append(st.closers, access)
	st.handler = logAccess(access, st.handler)
	return st, nil
}

// clockOf returns the machine's clock, or the one that CLOCK sets and /sandbox/clock advances.
func clockOf(s settings, pages map[string]http.Handler) (*clock.Clock, error) {
	if s.clock == "" {
		return new(clock.Clock), nil
	}
	start, err := time.Parse(time.RFC3339, s.clock)
	if err != nil {
		return nil, fmt.Errorf("CLOCK must be a time such as 2026-11-20T18:00:00Z: %w", err)
	}
	c := clock.StartingAt(start)
	pages["clock"] = c
	return c, nil
}

// run runs all loops until ctx ends and they have finished.
func (s *stack) run(ctx context.Context) {
	var all sync.WaitGroup
	for _, loop := range s.loops {
		all.Go(func() { loop(ctx) })
	}
	all.Wait()
}

// close closes in reverse order of opening.
func (s *stack) close() {
	for _, c := range slices.Backward(s.closers) {
		_ = c.Close()
	}
}

// greeting returns the text of a start: the brand's sites, a place to search for, and the simulators' pages. near is empty if no location
// accepts orders.
func greeting(b brand.Brand, near, address, dataDir string) string {
	sites := ""
	for i, c := range b.Countries {
		for _, prefix := range c.Prefixes() {
			if i > 0 { // the first has no prefix
				sites += fmt.Sprintf("  %-20s %s%s\n", c.Label, address, prefix)
			}
		}
	}
	try := "No restaurant takes orders yet: npm run import -- locations FILE"
	if near != "" {
		try = fmt.Sprintf("To try it: search for %q, choose a dish, and pay with the test card 4242 4242 4242 4242.", near)
	}
	return fmt.Sprintf(`
  %-20[1]s %[2]s/
%[3]s  The store in         %[4]s

  %[5]s

  Payments         %[2]s/sandbox/payments   test cards, ledger, failures
  Kitchen          %[2]s/sandbox/kitchen    accept, refuse, move on, or let it run by itself
  Mail             %[2]s/sandbox/mail       what guests were sent
  Outbox           %[2]s/sandbox/outbox     what could not be delivered, taken or given back, to try again

`, b.Title, address, sites, dataDir, try)
}

// nearOrders returns the town of the first location that accepts orders, as a search text: "Tulsa, OK".
func nearOrders(ctx context.Context, t table.Table) (string, error) {
	items, err := location.Items(ctx, t)
	if err != nil {
		return "", fmt.Errorf("read the locations: %w", err)
	}
	for _, item := range items {
		l, err := location.FromItem(item)
		if err != nil {
			return "", err
		}
		if len(l.Orderable()) > 0 {
			return l.Address.City + ", " + l.Address.State, nil
		}
	}
	return "", nil
}
