package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"ordering/functions/api"
	"ordering/functions/auth/social"
	"ordering/functions/payment"
	"ordering/infra/local/simulators/clock"
	"ordering/infra/local/simulators/desk"
	"ordering/infra/local/simulators/facebook"
	"ordering/infra/local/simulators/kitchen"
	"ordering/infra/local/simulators/mail"
	"ordering/infra/local/simulators/openid"
	"ordering/infra/local/simulators/outboxview"
	"ordering/infra/local/simulators/payments"
	"ordering/infra/operate"
	"ordering/infra/server"
	"ordering/shared/brand"
	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/meter"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

// newServer opens the stores of the data folder and connects the server to the simulators. address is this server's address.
func newServer(ctx context.Context, s settings, address string) (_ *server.Server, err error) {
	s.SiteURL = cmp.Or(s.SiteURL, address)
	s.Origins = []string{address, strings.Replace(address, "localhost", "127.0.0.1", 1)}
	pages := map[string]http.Handler{}
	time0, err := clockOf(s, pages)
	if err != nil {
		return nil, err
	}
	now := time0.Now
	if err := operate.CheckFolder(s.DataDir, s.Accepted...); err != nil {
		return nil, err
	}
	secrets, err := secretsOf(s)
	if err != nil {
		return nil, err
	}
	st, err := server.Open(s.Settings, now)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			st.Close()
		}
	}()
	if err := seedMissing(ctx, st.Store, s.Brand, now); err != nil {
		return nil, err
	}
	ledger, err := openLedger(s, now)
	if err != nil {
		return nil, err
	}
	ledger.Callback, ledger.Secrets = address+api.Main+"/webhooks/stripe", secrets.payments
	st.Closers = append(st.Closers, ledger)
	st.Loops = append(st.Loops, ledger.Run)
	pages["payments"] = ledger
	asked := new(traffic)
	if s.meter {
		m := meter.New(st.Store)
		st.Wrap(m)
		pages["meter"] = meterPage{m, st.Store, asked}
	}
	// The bank returns to a path without a host: the sandbox has the site's origin, under any host name.
	pay := stripe.New(address+payments.Prefix, secret.Fixed(payments.SecretKey)).Returning("")
	pos, err := openKitchen(ctx, s, ledger, kitchen.Settings{Callback: address + api.Ordering + "/orders/kitchen-events", Secrets: secrets.kitchen, Pace: s.pace, Now: now})
	if err != nil {
		return nil, err
	}
	st.Closers = append(st.Closers, pos)
	st.Loops = append(st.Loops, pos.Run)
	pages["kitchen"] = pos
	pages["desk"] = desk.New(filepath.Join(s.DataDir, "desk"), secrets.desk, now)
	box := mail.New(filepath.Join(s.DataDir, "mail"))
	pages["mail"] = box
	signIn, err := newSocial(st, address, pages)
	if err != nil {
		return nil, err
	}
	pages["outbox"] = outboxview.New(st.Table, order.NewService(st.Table, pay, now), pay, now)
	err = st.Connect(ctx, server.Outside{
		Payments:     pay,
		Card:         payment.Method{Provider: "sandbox", Field: payments.FieldPath, PublishableKey: payments.PublishableKey},
		PaymentHooks: secrets.payments,
		Kitchen:      webhook.Kitchen(address+kitchen.OrdersPath, secrets.kitchen),
		Desk:         webhook.Desk(address+desk.EventsPath, secrets.desk),
		Mailer:       box,
		Guests:       secrets.guests,
		Sessions:     secret.Fixed(secrets.sessions),
		Codes:        secret.Fixed(secrets.codes),
		Social:       signIn,
		Pages:        pages,
	})
	if s.meter {
		st.Handler = asked.through(st.Handler)
	}
	return st, err
}

// newSocial connects the simulators of Google, Apple and Facebook. Tokens have the time of the machine, also if CLOCK sets another.
func newSocial(st *server.Server, address string, pages map[string]http.Handler) (social.Providers, error) {
	ids, err := openid.New(address)
	if err != nil {
		return social.Providers{}, err
	}
	st.Closers = append(st.Closers, ids)
	book := facebook.New(address, time.Now)
	pages["openid"], pages["facebook"] = ids, book
	var s social.Settings
	s.Google, s.Apple = ids.Clients()
	keys := ids.Secrets()
	s.Facebook, keys[social.Facebook] = book.Settings()
	text, err := json.Marshal(keys)
	if err != nil {
		return social.Providers{}, err
	}
	return social.New(s, secret.Fixed(string(text)), time.Now), nil
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

// serve serves the site with the simulators until ctx ends.
func serve(ctx context.Context, s settings) error {
	f, err := lock(s.DataDir)
	if errors.Is(err, server.ErrLocked) {
		return fmt.Errorf("a server is already running on %s: stop it first, or give this one another DATA_DIR", s.DataDir)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	open := func(address string) (*server.Server, error) {
		return newServer(ctx, s, address)
	}
	return server.Serve(ctx, f, "127.0.0.1", s.port, open, func(st *server.Server) error {
		near, err := nearOrders(ctx, st.Store)
		fmt.Print(greeting(s.Brand, near, st.SiteURL, s.DataDir))
		return err
	})
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
	try := "No restaurant accepts orders yet: npm run import -- locations FILE"
	if near != "" {
		try = fmt.Sprintf("To try it: search for %q, choose a dish, and pay with the test card 4242 4242 4242 4242.", near)
	}
	return fmt.Sprintf(`
  %-20[1]s %[2]s/
%[3]s  The store in         %[4]s

  %[5]s

  Payments, kitchen and mail are simulated: no money moves, and no restaurant cooks.
  Payments         %[2]s/sandbox/payments   test cards, ledger, failures
  Kitchen          %[2]s/sandbox/kitchen    accept, refuse and advance orders, by hand or automatically
  Desk             %[2]s/sandbox/desk       what guests sent with the forms
  Mail             %[2]s/sandbox/mail       what guests and desks were sent
  Outbox           %[2]s/sandbox/outbox     undelivered messages, refused captures and refunds, to retry

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
