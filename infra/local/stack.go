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
	"ordering/shared/table/sqlite"
)

// stack is everything that runs in this process.
type stack struct {
	handler http.Handler
	table   *sqlite.Store
}

func newStack(ctx context.Context, s settings, address string) (*stack, error) {
	time0 := new(clock.Clock)
	sandbox := map[string]http.Handler{}
	if s.clock != "" {
		start, err := time.Parse(time.RFC3339, s.clock)
		if err != nil {
			return nil, fmt.Errorf("CLOCK must be a time such as 2026-11-20T18:00:00Z: %w", err)
		}
		time0 = clock.StartingAt(start)
		sandbox["clock"] = time0
	}
	t, err := sqlite.Open(filepath.Join(s.dataDir, "table.db"), time0.Now)
	if err != nil {
		return nil, fmt.Errorf("the table in %s cannot be opened: %w", s.dataDir, err)
	}
	var ops []api.Operation
	for _, f := range [][]api.Operation{
		new(locations.Locations).Operations(), new(cart.Cart).Operations(), new(payment.Payment).Operations(),
		new(orders.Orders).Operations(), new(holiday.Holiday).Operations(),
	} {
		ops = append(ops, f...)
	}
	h, err := gateway.New(gateway.Parts{Operations: ops, Sandbox: sandbox, Site: s.site, Now: time0.Now})
	if err != nil {
		t.Close()
		return nil, err
	}
	return &stack{handler: h, table: t}, nil
}

func (s *stack) close() { _ = s.table.Close() }

func (s *stack) greet(address string) {
	fmt.Printf(`
  The site         %[1]s/
  In French        %[1]s/ca/fr-ca

`, address)
}
