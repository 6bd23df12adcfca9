package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/functions/api"
	"ordering/functions/payment"
	"ordering/infra/local/simulators/clock"
	"ordering/infra/local/simulators/payments"
	"ordering/shared/basket/basketview"
	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/order/audit"
	"ordering/shared/outbox"
	"ordering/shared/soak"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

// killable is the whole stack in a process of its own, which the test kills and restarts.
type killable struct {
	*testing.T
	dir   string
	clock time.Time // of the next start

	mu      sync.Mutex
	child   *exec.Cmd
	address string        // of this process
	up      chan struct{} // closed while it answers
}

// restart starts the process and waits until it listens.
func (m *killable) restart() {
	m.Helper()
	c := exec.Command(os.Args[0])
	// Advance the clock so that the dead process's leases have expired.
	c.Env = append(os.Environ(), envServe+"="+m.dir, "PORT=0", "CLOCK="+m.clock.Format(time.RFC3339))
	m.clock = m.clock.Add(2 * time.Minute)
	out, err := c.StdoutPipe()
	assert.NilError(m, err)
	assert.NilError(m, c.Start())
	lines := bufio.NewScanner(out)
	address := ""
	for address == "" {
		if !lines.Scan() {
			m.Fatal("the stack did not restart")
		}
		if _, after, ok := strings.Cut(lines.Text(), "http://"); ok { // the first URL is the site's
			address = "http://" + strings.TrimSuffix(after, "/")
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.child, m.address = c, address
	close(m.up)
}

// kill sends SIGKILL, at a random moment of the work.
func (m *killable) kill() {
	m.Helper()
	m.mu.Lock()
	m.up = make(chan struct{})
	child := m.child
	m.mu.Unlock()
	assert.NilError(m, child.Process.Kill())
	_ = child.Wait()
}

// client waits until the stack answers and returns a client for it.
func (m *killable) client() *machine {
	m.mu.Lock()
	up := m.up
	m.mu.Unlock()
	<-up
	m.mu.Lock()
	defer m.mu.Unlock()
	return &machine{TB: m, address: m.address}
}

// send retries a request until the stack answers.
func (m *killable) send(method, path string, body []byte, headers ...string) reply {
	for {
		r, err := m.client().try(method, path, bytes.NewReader(body), headers...)
		if err == nil {
			return r
		}
	}
}

func (m *killable) form(path string, values url.Values) reply {
	return m.send("POST", path, []byte(values.Encode()), "Content-Type", "application/x-www-form-urlencoded", "Authorization", "Bearer "+payments.PublishableKey)
}

// pass advances the clock.
func (m *killable) pass(d time.Duration) { m.form("/sandbox/clock", url.Values{"by": {d.String()}}) }

// persistentGuest is a guest who repeats a request with its idempotency key until there is an answer.
type persistentGuest struct {
	*killable
	name  string
	calls int
}

func (g *persistentGuest) ask(method, path string, version int64, body, out any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	g.calls++
	for {
		r := g.send(method, api.Ordering+path, raw, "Content-Type", "application/json", "If-Match", fmt.Sprint(version), "Idempotency-Key", fmt.Sprintf("key-%04d-of-the-guest-%s", g.calls, g.name))
		switch {
		case r.status == http.StatusOK:
			return json.Unmarshal([]byte(r.body), out)
		case r.code() == "in-flight": // the request's worker died with the process: let its lease expire
			g.pass(31 * time.Second)
		case r.status != http.StatusServiceUnavailable:
			return fmt.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
}

// order buys a burger. Every third order is cancelled.
func (g *persistentGuest) order(n int) (basket, token string, err error) {
	var b basketview.Basket
	var p payment.Placement
	var card struct{ ID string }
	number := []string{"4242424242424242", "4000000000004087"}[n%2]
	r := g.form(payments.Prefix+"/v1/payment_methods", url.Values{"card[number]": {number}, "card[exp_month]": {"12"}, "card[exp_year]": {"2031"}, "card[cvc]": {"123"}})
	err = errors.Join(json.Unmarshal([]byte(r.body), &card), g.ask("POST", "/orders", 0, map[string]any{"locationId": tulsa, "handoff": 2, "category": "everyday", "line": burger}, &b))
	if err == nil {
		err = g.ask("PUT", "/timeslots/"+b.OrderID, b.Version, map[string]any{"asap": true}, &b)
	}
	// The slot was taken: take the next one.
	for err != nil && strings.Contains(err.Error(), "timeslot-full") {
		err = g.ask("PUT", "/timeslots/"+b.OrderID, b.Version, map[string]any{"asap": true}, &b)
	}
	pay := func() error {
		return g.ask("POST", "/payment-management/card/"+b.OrderID, b.Version, map[string]any{
			"contact": guestWith(b.OrderID), "paymentMethod": card.ID, "total": b.Totals.Total,
			"billing": map[string]any{"cardholder": "D", "address": "1", "city": "T", "state": "OK", "zip": "74105"},
		}, &p)
	}
	if err == nil {
		err = pay()
	}
	// Guests who wait for a lease let time pass: the hold may end, and another guest take the place.
	for err != nil && strings.Contains(err.Error(), "hold-ended") {
		if err = g.ask("PUT", "/timeslots/"+b.OrderID, b.Version, map[string]any{"asap": true}, &b); err == nil {
			err = pay()
		}
	}
	if err == nil && n%3 == 2 {
		var ignored struct{}
		if late := g.ask("POST", "/orders/cancel/"+p.OrderToken, 0, struct{}{}, &ignored); late != nil && !strings.Contains(late.Error(), "too-late") {
			err = late
		}
	}
	return b.OrderID, p.OrderToken, err
}

// Faults 1 and 36: npm start is killed repeatedly while guests order, and restarted. Each acknowledged order exists once, is completed by
// the kitchen or refunded in full, and all files agree.
func TestKilledStackLosesNoOrder(t *testing.T) {
	kills, guests, each := 2, 4, 3
	if soak.Long() {
		kills, guests, each = 25, 8, 12
	}
	m := &killable{T: t, dir: newFolder(t), up: make(chan struct{}), clock: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
	m.restart()
	defer func() { _ = m.child.Process.Kill() }()

	type placed struct{ basket, token string }
	orders := make(chan placed, guests*each)
	var all sync.WaitGroup
	for n := range guests {
		all.Go(func() {
			g := &persistentGuest{killable: m, name: fmt.Sprintf("number-%d", n)}
			for i := range each {
				b, token, err := g.order(n + i)
				assert.Check(t, err)
				orders <- placed{b, token}
			}
		})
	}
	var acknowledged, baskets []string
	take := func() {
		o := <-orders
		acknowledged, baskets = append(acknowledged, o.token), append(baskets, o.basket)
	}
	for k := range kills {
		for len(acknowledged) < (k+1)*guests*each/(kills+1) {
			take()
		}
		m.kill()
		m.restart()
	}
	all.Wait()
	for len(acknowledged) < guests*each {
		take()
	}
	m.pass(2 * time.Hour) // until every promised time is near
	// A message that failed because of a kill waits for its retry. Two hours are enough, and baskets live for a week.
	passed := 0
	passMinute := func() {
		if passed++; passed <= 120 {
			m.pass(time.Minute)
		}
	}
	settled := m.client()
	for _, token := range acknowledged {
		settled.until("the order is finished", func() bool {
			var s struct{ Final bool }
			settled.call("GET", "/orders/status/"+token, nil).into(t, &s)
			if !s.Final {
				passMinute()
			}
			return s.Final
		})
	}
	now := clock.StartingAt(time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC)).Now
	store, err := sqlite.Open(filepath.Join(m.dir, "table.db"), now)
	assert.NilError(t, err)
	defer store.Close()
	settled.until("the outbox is drained", func() bool {
		passMinute()
		rows, err := outbox.Pending(t.Context(), store)
		return err == nil && len(rows) == 0
	})
	kitchen := settled.page("/sandbox/kitchen")
	assert.NilError(t, m.child.Process.Signal(os.Interrupt))
	_ = m.child.Wait()
	assert.Assert(t, !strings.Contains(kitchen, "messages wait"), "the kitchen has undelivered messages")

	payments := booksAgree(t, m.dir, store, now, acknowledged, baskets)
	byStatus := map[order.Status]int{}
	for _, token := range acknowledged {
		o, err := order.Load(t.Context(), store, token)
		assert.NilError(t, err)
		byStatus[o.Status]++
	}
	t.Logf("%d kills, orders %v, %d payments", kills, byStatus, payments)
}

// booksAgree audits the files of a stopped stack against the guests' acknowledged orders, and returns the number of payments.
func booksAgree(t *testing.T, dir string, store table.Table, now func() time.Time, acknowledged, baskets []string) int {
	t.Helper()
	ledger, err := payments.Open(filepath.Join(dir, "payments.db"), now)
	assert.NilError(t, err)
	defer ledger.Close()
	unmatched, err := order.UnmatchedPayments(t.Context(), store)
	assert.Check(t, err == nil && len(unmatched) == 0, "payments and orders do not match: %+v, %v", unmatched, err)
	return ledgerAgrees(t, ledger, store, now, acknowledged, baskets)
}

// ledgerAgrees audits the orders of a table, at those locations and in Tulsa, against a ledger, and returns the number of payments.
func ledgerAgrees(t *testing.T, ledger *payments.Sandbox, store table.Table, now func() time.Time, acknowledged, baskets []string, at ...string) int {
	t.Helper()
	paid, err := ledger.Intents(t.Context())
	assert.NilError(t, err)
	evidence := audit.Evidence{Acknowledged: acknowledged, Baskets: baskets, Ledger: paid, Now: now()}
	for _, id := range append(at, tulsa) {
		l, err := location.NewStore(store, now).Get(t.Context(), id)
		assert.NilError(t, err)
		evidence.Locations = append(evidence.Locations, l)
	}
	assert.Check(t, audit.Orders(t.Context(), store, evidence))
	return len(paid)
}
