package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api"
	"ordering/functions/payment"
	"ordering/shared/basket/basketview"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// failingStore is a store that fails at one operation: before its effect, or after it, so that only the answer is lost.
type failingStore struct {
	table.Table
	mu      sync.Mutex
	left    int // operations until it fails
	after   bool
	trouble error // the error to return
}

// set makes the nth operation from now fail.
func (m *failingStore) set(n int, after bool, trouble error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.left, m.after, m.trouble = n, after, trouble
}

// fails counts only operations on guest data: locations and menus are cached and reread by time.
func (m *failingStore) fails(k table.Key) (fails, after bool) {
	if kind, _, _ := strings.Cut(k.PK, "#"); kind != "basket" && kind != "order" && kind != "slots" {
		return false, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.left--
	return m.left == 0, m.after
}

func (m *failingStore) Get(ctx context.Context, k table.Key) (table.Item, error) {
	if fails, _ := m.fails(k); fails {
		return table.Item{}, fmt.Errorf("get: %w", m.trouble)
	}
	return m.Table.Get(ctx, k)
}

func (m *failingStore) Query(ctx context.Context, q table.Query) (table.Page, error) {
	if fails, _ := m.fails(table.Key{PK: q.PK}); fails {
		return table.Page{}, fmt.Errorf("query: %w", m.trouble)
	}
	return m.Table.Query(ctx, q)
}

func (m *failingStore) Write(ctx context.Context, ops ...table.Op) error {
	fails, after := m.fails(ops[0].Item.Key)
	if fails && !after {
		return fmt.Errorf("write: %w", m.trouble)
	}
	if err := m.Table.Write(ctx, ops...); err != nil || !fails {
		return err
	}
	return fmt.Errorf("write: the answer was lost: %w", m.trouble)
}

// persist repeats a call with the same key until the store succeeds, and returns how often it failed. It demands that each failure is the
// right problem, with a Retry-After.
func (c *cloud) persist(method, path, key string, version int64, body, out any) (failures int) {
	c.Helper()
	for range 5 {
		raw, err := json.Marshal(body)
		assert.NilError(c, err)
		r := httptest.NewRequest(method, api.Ordering+path, bytes.NewReader(raw))
		r.RemoteAddr = "127.0.0.1:1" // loopback: attempts are not rate-limited
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", key)
		r.Header.Set("If-Match", fmt.Sprint(version))
		w := httptest.NewRecorder()
		c.routes.ServeHTTP(w, r)
		if w.Code == 200 {
			assert.NilError(c, json.Unmarshal(w.Body.Bytes(), out), "%s %s", method, path)
			return failures
		}
		failures++
		var answer problem.Body
		err = json.Unmarshal(w.Body.Bytes(), &answer)
		if err != nil || w.Code != 503 || answer.Code != problem.StoreUnavailable || answer.Message == "" || answer.Errors == nil || w.Header().Get("Retry-After") == "" {
			c.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
	}
	c.Fatalf("%s %s fails five times", method, path)
	return 0
}

// orderWithRetries orders a burger on a failing store, and returns the number of failures.
func (c *cloud) orderWithRetries(guest, card string) (b basketview.Basket, p payment.Placement, failures int) {
	c.Helper()
	key := func(n int) string { return fmt.Sprintf("key-%d-of-the-guest-%s", n, guest) }
	failures += c.persist("POST", "/orders", key(1), 0, map[string]any{"locationId": tulsa, "handoff": 2, "category": "everyday"}, &b)
	change := func(n int, method, path string, body map[string]any) {
		failures += c.persist(method, path, key(n), b.Version, body, &b)
	}
	change(2, "POST", "/order-items", map[string]any{"orderId": b.OrderID, "itemId": "the-big-deal", "quantity": 1})
	change(3, "PUT", "/order-items/1", map[string]any{"orderId": b.OrderID, "quantity": 2})
	change(4, "PUT", "/timeslots/"+b.OrderID, map[string]any{"asap": true})
	change(5, "PUT", "/orders/"+b.OrderID, map[string]any{"tip": map[string]any{"kind": "percent", "percent": 15}})
	failures += c.persist("GET", "/orders/"+b.OrderID, "", 0, nil, &b)
	if b.Count != 2 || len(b.Lines) != 1 || b.Version != 5 || len(b.Problems) != 0 || b.Totals.Tip.Minor == 0 {
		c.Fatalf("the basket lost its lines: %+v", b)
	}
	failures += c.persist("POST", "/payment-management/card/"+b.OrderID, key(6), b.Version, map[string]any{
		"contact": guestWith(guest), "paymentMethod": card, "total": b.Totals.Total,
		"billing": map[string]any{"cardholder": "D", "address": "1", "city": "T", "state": "OK", "zip": "74105"},
	}, &p)
	return b, p, failures
}

// Fault 35: the store is unavailable or exceeds the deadline of api.Handler, at any operation of a guest's way to an order, before or after
// its effect. Each time the guest is asked to retry; with the same keys nothing happens twice and nothing is lost. Acknowledged results
// stay, and all data agrees in the end.
func TestOrderSurvivesATableFailureAtEachStep(t *testing.T) {
	store := &failingStore{left: 1 << 30}
	c := newCloudOver(t, func(engine table.Table) table.Table { store.Table = engine; return store })
	card := c.guest.Tokenize("4242424242424242")
	c.orderWithRetries("warm-up", card) // caches are filled from now on
	warm := store.left
	c.orderWithRetries("without-failures", card)
	length := warm - store.left
	var acknowledged, baskets []string
	failed := 0
	tries := 0
	for _, trouble := range []error{table.ErrUnavailable, context.DeadlineExceeded} {
		for _, after := range []bool{false, true} {
			for n := 1; n <= length; n += sample(3) {
				tries++
				store.set(n, after, trouble)
				b, p, failures := c.orderWithRetries(fmt.Sprintf("guest-%d", tries), card)
				assert.Equal(t, p.State, "placed")
				assert.Assert(t, !slices.Contains(acknowledged, p.OrderToken))
				failed += failures
				acknowledged, baskets = append(acknowledged, p.OrderToken), append(baskets, b.OrderID)
			}
		}
	}
	store.set(1<<30, false, nil)
	t.Logf("%d operations, %d requests failed", length, failed)
	// a read that fails after its call still fails, and not every read returns the error
	assert.Assert(t, failed >= tries/4, "test setup: too few requests failed")
	for range 3 {
		c.clock.Pass(31 * time.Second)
		_, err := order.NewService(c.meter, c.payments, c.now).Reconcile(t.Context())
		assert.NilError(t, err)
		c.drain()
	}
	assert.Assert(t, is.Len(c.kitchen, len(acknowledged)+2))
	assert.Assert(t, is.Len(c.mails, len(acknowledged)+2))
	ledgerAgrees(t, c.ledger, c.meter, c.now, acknowledged, baskets)
}
