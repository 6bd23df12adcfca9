// Package outboxview shows outbox rows that wait for an unavailable receiver, rows that were set aside as undeliverable, payments with a
// capture or refund that the provider refuses permanently, payments and orders that do not match, and refunds and disputes
// that the provider reported. Each case can be retried or settled.
package outboxview

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"net/http"
	"slices"
	"time"

	"ordering/infra/local/simulators/page"
	"ordering/infra/operate/stuck"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/table"
	"ordering/shared/tender"
)

// Prefix is the path of the page.
const Prefix = "/sandbox/outbox"

//go:embed rows.html
var files embed.FS

// New returns the page over a table. Pass a table of outbox.Watch, so that a retried row is sent at once.
func New(t table.Table, orders *order.Service, ledger tender.Ledger, now func() time.Time) http.Handler {
	service := stuck.Service{Table: t, Orders: orders, Ledger: ledger, Now: now}
	pages := page.New(Prefix, files, nil)
	pages.Show("", "rows.html", func(r *http.Request) (any, error) { return look(r.Context(), service) })
	pages.Form("/{name...}", func(r *http.Request) error {
		err := act(r.Context(), service, r.PathValue("name"), r.FormValue("how"))
		if errors.As(err, new(stuck.StillStuck)) {
			return nil // the page shows it
		}
		return err
	})
	return pages
}

func act(ctx context.Context, service stuck.Service, name, how string) error {
	m, err := service.Find(ctx, name)
	if err != nil {
		return err
	}
	if settled, err := stuck.Settling(how); err == nil {
		return service.Settle(ctx, m, settled)
	}
	_, err = service.Retry(ctx, m)
	return err
}

// section is a part of the page.
type section struct {
	Title, Empty string
	Waiting      bool // its cases are retried without a button
	Cases        []stuck.Case
}

func look(ctx context.Context, service stuck.Service) ([]*section, error) {
	aside := &section{Title: "Set aside", Empty: "Nothing. Everything could be delivered."}
	waiting := &section{Title: "Waiting", Empty: "No message waits.", Waiting: true}
	payments := &section{
		Title: "Payments that the provider refuses", Empty: "None. Every payment is captured or refunded as it should be, or soon will be.",
	}
	unmatched := &section{
		Title: "Payments and orders that do not match",
		Empty: "None. Every payment of the last seven days has its order, and every order its payment.",
	}
	notices := &section{
		Title: "Refunds and disputes at the provider",
		Empty: "None. The provider refunded nothing by itself, and no payment is disputed.",
	}
	all, err := service.Cases(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		of := payments
		switch {
		case m.Message != nil:
			of = aside
		case m.Unmatched != nil:
			of = unmatched
		case m.Notice != nil:
			of = notices
		}
		of.Cases = append(of.Cases, m)
	}
	pending, err := outbox.Pending(ctx, service.Table)
	if err != nil {
		return nil, err
	}
	// A row without a try is still being delivered.
	pending = slices.DeleteFunc(pending, func(d outbox.Delivery) bool { return d.Tries == 0 })
	waiting.Cases, err = service.Messages(ctx, pending)
	for _, messages := range []*section{aside, waiting} { // the oldest first
		slices.SortFunc(messages.Cases, func(a, b stuck.Case) int {
			return cmp.Or(a.Message.Since.Compare(b.Message.Since), cmp.Compare(a.Message.ID, b.Message.ID))
		})
	}
	return []*section{aside, waiting, payments, unmatched, notices}, err
}
