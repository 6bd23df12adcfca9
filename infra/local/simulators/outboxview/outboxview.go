// Package outboxview shows what the outbox has not delivered: what waits for a receiver that is away, and what was set aside because
// nobody could deliver it, to be sent again once its reason is mended. So it does with the payments that the provider refuses to
// take or to give back, and with payments and orders that do not match.
// Each can be tried again or settled.
package outboxview

import (
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"ordering/infra/local/simulators/page"
	"ordering/shared/locale"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/tender"
)

// Prefix is where the page is mounted.
const Prefix = "/sandbox/outbox"

//go:embed rows.html rows.css
var files embed.FS

// Rows is the page. Make it with New.
type Rows struct {
	table table.Table
	desk  *order.Service
	now   func() time.Time
	mux   *http.ServeMux
}

// New makes the page over a table: one of outbox.Watch, so that a row which is sent again leaves at once. The desk tries payments again.
func New(t table.Table, orders *order.Service, now func() time.Time) *Rows {
	s := &Rows{table: t, desk: orders, now: now, mux: http.NewServeMux()}
	list := page.Parse(files, "rows.html")["rows.html"]
	show := func(w http.ResponseWriter, r *http.Request) {
		v, err := s.view(r.Context())
		if err != nil {
			page.Fail(w, r, err)
			return
		}
		page.Show(w, r, list, Prefix, v)
	}
	page.Mount(s.mux, Prefix, show, files, "rows.css")
	s.mux.Handle("POST "+Prefix+"/{name}", page.Own(s.again))
	s.mux.Handle("POST "+Prefix+"/payments/{name}", page.Own(s.tryAgain))
	s.mux.Handle("POST "+Prefix+"/unmatched/{name}", page.Own(s.matchAgain))
	return s
}

// ServeHTTP answers the page under Prefix.
func (s *Rows) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// view is the page's data.
type view struct {
	Aside, Waiting []line
	Payments       []payment
	Unmatched      []finding
}

// finding is a payment without an order, or an order without its payment, as the page shows it.
type finding struct {
	order.Unmatched
	Sum string
}

// payment is one that a person must look at, as the page shows it.
type payment struct {
	Name, Order string
	Store       string
	Owed        bool // to be given back; else to be taken
	Amount      string
	Intent      string // the provider's id
	Since       time.Time
}

// line is a row as the page shows it.
type line struct {
	Name  string // names it in the form
	Order string // its number; empty when there is no such order
	What  string
	Since time.Time
	Tries int
	Error string
}

func (s *Rows) view(ctx context.Context) (view, error) {
	aside, err := outbox.Aside(ctx, s.table)
	if err != nil {
		return view{}, err
	}
	pending, err := outbox.Pending(ctx, s.table)
	if err != nil {
		return view{}, err
	}
	// A row that was never tried is on its way.
	pending = slices.DeleteFunc(pending, func(d outbox.Delivery) bool { return d.Tries == 0 })
	var v view
	if v.Aside, err = s.lines(ctx, aside); err != nil {
		return view{}, err
	}
	if v.Waiting, err = s.lines(ctx, pending); err != nil {
		return view{}, err
	}
	stuck, err := order.Stuck(ctx, s.table)
	for _, o := range stuck {
		p := payment{
			Name: name(o.Token), Order: o.Number, Store: o.Store.Label, Owed: o.Payment.State == order.PaymentRefundFailed, Amount: o.Total.In(locale.En),
			Intent: o.Payment.Intent, Since: o.PlacedAt,
		}
		if p.Owed && o.Payment.Captured.Minor > 0 {
			p.Amount = o.Payment.Captured.In(locale.En)
		}
		v.Payments = append(v.Payments, p)
	}
	if err != nil {
		return view{}, err
	}
	unmatched, err := order.UnmatchedPayments(ctx, s.table)
	for _, u := range unmatched {
		v.Unmatched = append(v.Unmatched, finding{u, u.Amount.In(locale.En)})
	}
	return v, err
}

// lines words rows, the oldest first.
func (s *Rows) lines(ctx context.Context, rows []outbox.Delivery) ([]line, error) {
	slices.SortFunc(rows, func(a, b outbox.Delivery) int { return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.ID, b.ID)) })
	lines := make([]line, len(rows))
	for n, d := range rows {
		_, what, _ := strings.Cut(d.ID, "/")
		lines[n] = line{Name: name(d.ID), What: what, Since: d.Since, Tries: d.Tries, Error: d.Error}
		o, err := order.Load(ctx, s.table, d.Lane())
		if err == nil {
			lines[n].Order = o.Number
		} else if !problem.Is(err, problem.OrderNotFound) {
			return nil, err
		}
	}
	return lines, nil
}

// name tells a row or an order from the others on the page: its id begins with what opens the guest's.
func name(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:8])
}

// again gives a row back to the drainers. One that somebody else was faster with is on its way already.
func (s *Rows) again(w http.ResponseWriter, r *http.Request) {
	aside, err := outbox.Aside(r.Context(), s.table)
	for _, d := range aside {
		if name(d.ID) == r.PathValue("name") {
			err = outbox.Again(r.Context(), s.table, d.ID, s.now())
		}
	}
	if err != nil && !errors.Is(err, table.ErrNotFound) && !errors.As(err, new(*table.Conflict)) {
		page.Fail(w, r, err)
		return
	}
	http.Redirect(w, r, Prefix, http.StatusSeeOther)
}

// matchAgain compares a payment and its order again, or ends a finding that a person settled. The page shows the result.
func (s *Rows) matchAgain(w http.ResponseWriter, r *http.Request) {
	unmatched, err := order.UnmatchedPayments(r.Context(), s.table)
	for _, u := range unmatched {
		if u.Name() != r.PathValue("name") {
			continue
		}
		if how := order.Settling(r.FormValue("how")); how == order.Elsewhere || how == order.Waived {
			err = s.desk.SettleUnmatched(r.Context(), u, how)
		} else {
			_, err = s.desk.MatchAgain(r.Context(), u)
		}
		if errors.Is(err, tender.ErrUnavailable) {
			err = nil // it stays on the page, to be tried again
		}
	}
	if err != nil {
		page.Fail(w, r, err)
		return
	}
	http.Redirect(w, r, Prefix, http.StatusSeeOther)
}

// tryAgain asks the provider anew, or ends what a person settled past it. What comes of it is seen on the page.
func (s *Rows) tryAgain(w http.ResponseWriter, r *http.Request) {
	stuck, err := order.Stuck(r.Context(), s.table)
	for _, o := range stuck {
		if name(o.Token) != r.PathValue("name") {
			continue
		}
		if how := order.Settling(r.FormValue("how")); how == order.Elsewhere || how == order.Waived {
			_, err = s.desk.Settle(r.Context(), o.Token, how)
		} else {
			_, err = s.desk.TryAgain(r.Context(), o.Token)
		}
		if errors.Is(err, tender.ErrUnavailable) || errors.Is(err, order.ErrDoneThere) {
			err = nil // it stays on the page, to be tried again
		}
	}
	if err != nil {
		page.Fail(w, r, err)
		return
	}
	http.Redirect(w, r, Prefix, http.StatusSeeOther)
}
