package main

import (
	"errors"
	"fmt"
	"math/rand"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/notify"
	"ordering/shared/clocktest"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
	"ordering/shared/webhook"
)

// A backup made while guests order has each order that was confirmed before the backup began. After a restore on another machine, the
// program finishes open orders, sends them to the kitchen, and lists the payments that were made after the backup.
func TestBackupsWhileGuestsOrder(t *testing.T) {
	t.Parallel() // it waits
	w := newWorld(t)
	w.seed()
	w.serve()
	closed := make(chan struct{})
	var guests sync.WaitGroup
	leave := sync.OnceFunc(func() { close(closed); guests.Wait() })
	defer leave()
	for range 6 {
		guests.Go(func() {
			for {
				select {
				case <-closed:
					return
				default:
					w.order()
				}
			}
		})
	}
	backups := map[string][]string{} // the orders that were confirmed before each
	for n := range 3 {
		w.until("more orders are delivered", func() bool { return len(w.kitchen.got(webhook.OrderPlaced)) >= 6*(n+1) })
		file, before := filepath.Join(w.dir, fmt.Sprintf("copy-%d.db", n)), w.confirmed()
		w.must("backup", file)
		backups[file] = before
	}
	leave()
	w.kill()
	for file, confirmed := range backups {
		paid := filepath.Join(t.TempDir(), "payments.db") // no machine changes the payments of another
		assert.NilError(t, sqlite.Backup(t.Context(), w.paid, paid))
		r := newWorldAt(t, time.Now, paid)
		r.orders, r.expected = confirmed, "a payment and the orders do not match"
		r.must("restore", file)
		r.serve()
		for _, token := range confirmed {
			r.guest().Ask("GET", "/orders/thank-you/"+token, nil, nil, nil)
		}
		r.kill()
		lost := r.settle(append(w.kitchen.got(webhook.OrderPlaced), r.kitchen.got(webhook.OrderPlaced)...))
		assert.Check(t, r.audit(filepath.Join(r.dir, "data", "table.db"), lost...), len(confirmed))
		t.Logf("%d orders confirmed before the backup, %d payments made after it", len(confirmed), len(lost))
	}
}

// What a restore must not bring back: a session that ended, a link or code that was used, a key that was replaced since the backup.
func TestRestoreEndsSessionsLinksCodesAndKeys(t *testing.T) {
	dir, copied := t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
	gone := []string{"session#ann", "reset#1", "signup#1", "social-attempt#1", "token-keys", "token-keys-private"}
	store, err := sqlite.Open(tablePath(dir), time.Now)
	assert.NilError(t, err)
	for _, pk := range append(gone, "customer#ann") {
		assert.NilError(t, store.Write(t.Context(), table.Create(table.Item{Key: table.Key{PK: pk, SK: "1"}, Data: []byte("{}")})))
	}
	assert.NilError(t, errors.Join(sqlite.Backup(t.Context(), tablePath(dir), copied), store.Close()))
	assert.NilError(t, restore(t.Context(), dir, copied))
	store, err = sqlite.Open(tablePath(dir), time.Now)
	assert.NilError(t, err)
	defer store.Close()
	for _, pk := range gone {
		_, err := store.Get(t.Context(), table.Key{PK: pk, SK: "1"})
		assert.Check(t, is.ErrorIs(err, table.ErrNotFound), pk)
	}
	_, err = store.Get(t.Context(), table.Key{PK: "customer#ann", SK: "1"})
	assert.NilError(t, err)
}

// settle finishes the work of the stopped program: open orders, messages, and the comparison of payments. It returns the payments without
// an order.
func (w *world) settle(sent []notify.KitchenMessage) (lost []string) {
	w.Helper()
	s, clock := w.settings(), clocktest.At(w.now())
	store, err := sqlite.Open(tablePath(s.DataDir), clock.Now)
	assert.NilError(w, err)
	defer store.Close()
	mailer, err := newMailer(s)
	assert.NilError(w, err)
	defer mailer.Close()
	tell := notify.New(store, s.Brand, mailer, notify.Kitchen{System: s.kitchen(), Now: w.now}, s.SiteURL)
	drainer := outbox.NewDrainer(store, clock.Now, rand.Float64, tell.Handlers())
	orders := order.NewService(store, s.payments(), clock.Now)
	for range 6 { // longer than a lease, and a retry
		clock.Pass(time.Minute)
		if _, err := orders.Reconcile(w.Context()); err != nil {
			w.Fatal(err)
		}
		assert.NilError(w, drainer.Drain(w.Context()))
	}
	assert.NilError(w, order.RestartComparison(w.Context(), store))
	if _, err := orders.Compare(w.Context(), s.payments(), order.Bounds{Days: 1, Pages: 100, Within: time.Minute}); err != nil {
		w.Fatal(err)
	}
	seen, err := order.UnmatchedPayments(w.Context(), store)
	assert.NilError(w, err)
	for _, u := range seen {
		assert.Check(w, u.Missing == order.MissingOrder, "order without its payment: %+v", u)
		if _, err := order.Of(w.Context(), store, u.Order); !problem.Is(err, problem.OrderNotFound) {
			w.Errorf("a payment is unmatched although its order exists: %+v %v", u, err)
		}
		lost = append(lost, u.Intent)
	}
	ids := map[string]bool{}
	for _, m := range append(sent, w.kitchen.got(webhook.OrderPlaced)...) {
		ids[m.Order.ID] = true
	}
	for _, token := range w.confirmed() {
		if o, err := order.Load(w.Context(), store, token); err != nil || !ids[o.ID] {
			w.Errorf("the kitchen does not know the order %s: %v", token, err)
		}
	}
	return lost
}
