// Package outboxview shows what the command stuck lists, with buttons that retry or settle each case, and the rows of the outbox that wait
// for an unavailable receiver.
package outboxview

import (
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
		return m.Settle(ctx, settled)
	}
	_, err = m.Retry(ctx)
	return err
}

// waits is the page's data.
type waits struct {
	Stuck     []stuck.Case
	Unreached []stuck.Case // messages that are sent again without a button
}

func look(ctx context.Context, service stuck.Service) (w waits, err error) {
	if w.Stuck, err = service.Cases(ctx); err != nil {
		return w, err
	}
	pending, err := outbox.Pending(ctx, service.Table)
	if err != nil {
		return w, err
	}
	// A row without a try is still being delivered.
	pending = slices.DeleteFunc(pending, func(d outbox.Delivery) bool { return d.Tries == 0 })
	w.Unreached, err = service.Messages(ctx, pending)
	return w, err
}
