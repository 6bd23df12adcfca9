package main

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"ordering/functions/api"
	"ordering/functions/cart"
	"ordering/functions/holiday"
	"ordering/functions/locations"
	"ordering/functions/orders"
	"ordering/functions/payment"
	"ordering/infra/local/clock"
	"ordering/infra/local/gateway"
	"ordering/infra/local/sandbox"
	"ordering/infra/seed"
	"ordering/infra/seed/importer"
	"ordering/shared/brand"
	"ordering/shared/location"
	"ordering/shared/table/sqlite"
)

// stack is everything that runs in this process.
type stack struct {
	handler http.Handler
	table   *sqlite.Store
}

func newStack(ctx context.Context, s settings, address string) (*stack, error) {
	time0 := new(clock.Clock)
	pages := map[string]http.Handler{}
	if s.clock != "" {
		start, err := time.Parse(time.RFC3339, s.clock)
		if err != nil {
			return nil, fmt.Errorf("CLOCK must be a time such as 2026-11-20T18:00:00Z: %w", err)
		}
		time0 = clock.StartingAt(start)
		pages["clock"] = time0
	}
	t, err := sqlite.Open(filepath.Join(s.dataDir, "table.db"), time0.Now)
	if err != nil {
		return nil, fmt.Errorf("the table in %s cannot be opened: %w", s.dataDir, err)
	}
	if err := seedIfEmpty(ctx, t, time0.Now); err != nil {
		t.Close()
		return nil, err
	}
	payments, err := sandbox.Open(filepath.Join(s.dataDir, "payments.db"), time0.Now)
	if err != nil {
		t.Close()
		return nil, fmt.Errorf("the payments sandbox cannot open its ledger: %w", err)
	}
	pages["payments"] = payments
	var ops []api.Operation
	for _, f := range [][]api.Operation{
		locations.New(t, time0.Now).Operations(), cart.New(t, brand.BigDeal, time0.Now).Operations(), new(payment.Payment).Operations(),
		new(orders.Orders).Operations(), holiday.New(t, brand.BigDeal, time0.Now).Operations(),
	} {
		ops = append(ops, f...)
	}
	h, err := gateway.New(gateway.Parts{Operations: ops, Sandbox: pages, Site: s.site, Now: time0.Now})
	if err != nil {
		t.Close()
		return nil, err
	}
	return &stack{handler: h, table: t}, nil
}

// seedIfEmpty loads the demo brand into a store that has no restaurant yet.
func seedIfEmpty(ctx context.Context, t *sqlite.Store, now func() time.Time) error {
	listing, err := location.NewDirectory(t, now).Read(ctx)
	if err != nil {
		return fmt.Errorf("the store cannot be read: %w", err)
	}
	if len(listing.All()) > 0 {
		return nil
	}
	fmt.Println("• Seeding an empty store with the demo brand")
	if err := importer.Seed(ctx, t, seed.Files, now); err != nil {
		return fmt.Errorf("the demo brand cannot be loaded: %w", err)
	}
	return nil
}

func (s *stack) close() { _ = s.table.Close() }

func (s *stack) greet(address string) {
	fmt.Printf(`
  The site         %[1]s/
  In French        %[1]s/ca/fr-ca

`, address)
}
