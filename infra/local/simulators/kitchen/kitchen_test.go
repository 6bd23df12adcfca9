package kitchen

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/notify"
	"ordering/functions/orders"
	"ordering/shared/clocktest"
	"ordering/shared/webhook"
)

var (
	noon    = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	secrets = webhook.Secrets{[]byte("a secret of the kitchen's and ours")}
)

const pace = 20 * time.Second

// testKitchen is a kitchen, a clock that tests advance, and a server that receives the webhooks as the ordering system.
type testKitchen struct {
	*testing.T
	*Kitchen
	dir      string
	mu       sync.Mutex
	clock    *clocktest.Clock
	status   int // the ordering system's answer
	received []orders.KitchenEvent
	system   *httptest.Server
}

func newTestKitchen(t *testing.T) *testKitchen {
	b := &testKitchen{T: t, dir: t.TempDir(), clock: clocktest.At(noon), status: http.StatusNoContent}
	b.system = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.mu.Lock()
		defer b.mu.Unlock()
		body, _ := io.ReadAll(r.Body)
		assert.Check(t, secrets.Verify(r.Header.Get(webhook.KitchenHeader), body, b.clock.Now()))
		w.WriteHeader(b.status)
		var e orders.KitchenEvent
		assert.Check(t, json.Unmarshal(body, &e))
		if b.status == http.StatusNoContent {
			b.received = append(b.received, e)
		}
	}))
	t.Cleanup(b.system.Close)
	b.reopen()
	return b
}

// reopen restarts the kitchen on its stored state.
func (b *testKitchen) reopen() {
	b.Helper()
	if b.Kitchen != nil {
		_ = b.Kitchen.Close()
	}
	k, err := Open(filepath.Join(b.dir, "kitchen.db"), Settings{Callback: b.system.URL, Secrets: secrets, Pace: pace, Now: b.clock.Now})
	assert.NilError(b, err)
	b.Kitchen = k
	b.Cleanup(func() { _ = k.Close() })
}

func (b *testKitchen) rail() []ticket {
	_, tickets := b.look()
	return tickets
}

// waiting returns the number of undelivered events.
func (k *Kitchen) waiting() int { return k.view().Waiting }

func (b *testKitchen) setStatus(status int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.status = status
}

// pass advances the clock and runs the kitchen.
func (b *testKitchen) pass(d time.Duration) {
	b.clock.Pass(d)
	b.move()
	b.deliver(b.Context())
}

func (b *testKitchen) reported() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []string
	for _, e := range b.received {
		all = append(all, e.Order+" "+e.Status)
	}
	return strings.Join(all, ", ")
}

func (b *testKitchen) serve(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	b.ServeHTTP(w, r)
	return w
}

func message(kind, order string) string {
	return fmt.Sprintf(`{"id":"m-%s-%s","type":%q,"order":{"id":%q,"number":"N-%s","location":{"id":"l","label":"Brookside","timeZone":"America/Chicago"},
		"handoff":"pickup","promisedAt":"2026-06-01T12:45:00Z","guest":{"firstName":"<b>Dolores</b>","lastName":"W","phone":"+19185550177"},
		"lines":[{"id":"1","itemId":"x","label":{"en":"The Big Deal"},"quantity":2,"price":{"minor":1,"currency":"usd"},"modifiers":[{"id":"o","group":"g","label":{"en":"Onion"},"quantity":0},{"id":"f","group":"d","label":{"en":"Fountain drink"},"quantity":1},{"id":"c","group":"f","label":{"en":"Cola"},"quantity":1,"depth":1}]}],
		"adjustments":[{"kind":"orderAmount","id":"x","label":{"en":"Lunch deal"},"coupon":"LUNCH","amount":{"minor":200,"currency":"usd"},
			"lines":[{"line":"1","amount":{"minor":200,"currency":"usd"}}]}],
		"charges":[{"kind":"fee","id":"y","label":{"en":"Delivery"},"amount":{"minor":399,"currency":"usd"}}]}}`,
		kind, order, kind, order, order)
}

// send sends a webhook of the ordering system.
func (b *testKitchen) send(kind, order string) int {
	body := message(kind, order)
	return b.sendSigned(body, secrets.Sign([]byte(body), b.clock.Now()))
}

func (b *testKitchen) sendSigned(body, signature string) int {
	r := httptest.NewRequest("POST", OrdersPath, strings.NewReader(body))
	r.Header.Set(webhook.KitchenHeader, signature)
	return b.serve(r).Code
}

// press submits a form of the page.
func (b *testKitchen) press(path string, pairs ...string) int {
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	r := httptest.NewRequest("POST", Prefix+path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return b.serve(r).Code
}

func (b *testKitchen) page() string {
	return b.serve(httptest.NewRequest("GET", Prefix, nil)).Body.String()
}

// An order for another day is accepted at once and started near its time; the crew may start it earlier.
func TestOrderForLaterWaits(t *testing.T) {
	b := newTestKitchen(t)
	for _, order := range []string{"a", "b"} {
		later := strings.Replace(message("order.placed", order), "2026-06-01T12:45", "2026-06-03T16:15", 1)
		b.sendSigned(later, secrets.Sign([]byte(later), b.clock.Now()))
	}
	for range 6 {
		b.pass(pace)
	}
	assert.Equal(t, b.reported(), "a accepted, b accepted")
	page := strings.ReplaceAll(b.page(), "\u00a0", " ")
	assert.Assert(t, is.Contains(page, "waits until Wednesday, June 3, 10:15 AM"))
	b.press("/tickets/2", "to", inPreparation)
	b.pass(51*time.Hour + 13*time.Minute - time.Second) // to 10:15 there, an hour before
	assert.Equal(t, b.reported(), "a accepted, b accepted, b in-preparation, b ready")
	for range 3 {
		b.pass(pace)
	}
	if got := b.reported(); got != "a accepted, b accepted, b in-preparation, b ready, a in-preparation, b completed, a ready, a completed" {
		t.Errorf("near its time: got event %s", got)
	}
}

func TestRefuse(t *testing.T) {
	b := newTestKitchen(t)
	b.send("order.placed", "a")
	b.press("/tickets/1", "to", notApproved, "reason", strings.Repeat("é", 300))
	b.press("/tickets/1", "to", notApproved)
	b.press("/tickets/1", "to", accepted)
	b.pass(time.Hour)
	assert.Equal(t, b.reported(), "a not-approved")
	assert.Equal(t, b.received[0].Reason, strings.Repeat("é", 200))
	b.send("order.placed", "b")
	for range 3 {
		b.pass(pace)
	}
	b.press("/tickets/2", "to", notApproved) // ready: too late
	b.pass(0)
	assert.Assert(t, !strings.Contains(b.reported(), "b not-approved"), "a ready order was refused")
}

// A stopped kitchen receives no orders; they arrive after it is started again.
func TestStoppedKitchenNeitherReceivesNorSends(t *testing.T) {
	b := newTestKitchen(t)
	b.send("order.placed", "a")
	b.press("/switches", "switch", "open", "state", "off")
	b.pass(time.Hour)
	code := b.send("order.placed", "b")
	assert.Assert(t, code == http.StatusServiceUnavailable)
	assert.Equal(t, b.reported(), "")
	b.press("/tickets/1", "to", accepted)
	b.press("/switches", "switch", "open", "state", "on")
	b.pass(0)
	assert.Equal(t, b.reported(), "")
	b.pass(pace)
	code = b.send("order.placed", "b")
	assert.Assert(t, code == http.StatusNoContent)
	assert.Equal(t, b.reported(), "a accepted")
}

func TestDuplicateAndDisorderedMessages(t *testing.T) {
	b := newTestKitchen(t)
	for range 3 {
		b.send("order.placed", "a")
	}
	b.send("order.cancelled", "b") // before the order itself
	b.send("order.placed", "b")
	b.send("order.cancelled", "a")
	b.send("order.cancelled", "a")
	for range 6 {
		b.pass(pace)
	}
	assert.Equal(t, b.reported(), "")
	assert.Equal(t, len(b.rail()), 2)
}

func TestUnsignedMessagesAreRefused(t *testing.T) {
	b := newTestKitchen(t)
	body := message("order.placed", "a")
	code := b.sendSigned(body, webhook.Secrets{[]byte("guess")}.Sign([]byte(body), b.clock.Now()))
	assert.Equal(t, code, http.StatusUnauthorized)
	code = b.sendSigned(body, secrets.Sign([]byte(body+" "), b.clock.Now()))
	assert.Equal(t, code, http.StatusUnauthorized, "a signature of another body")
	for _, wrong := range []string{`{"type":"order.placed"}`, `{`, strings.ReplaceAll(body, "order.placed", "order.eaten")} {
		code := b.sendSigned(wrong, secrets.Sign([]byte(wrong), b.clock.Now()))
		assert.Check(t, code == http.StatusBadRequest, "%.30s: answered %d", wrong, code)
	}
	assert.Equal(t, len(b.rail()), 0)
}

func TestEventsWaitForTheOrderingSystem(t *testing.T) {
	b := newTestKitchen(t)
	b.send("order.placed", "a")
	for _, status := range []int{http.StatusServiceUnavailable, http.StatusTooManyRequests, http.StatusUnauthorized} {
		b.setStatus(status)
		b.pass(pace)
	}
	assert.Equal(t, b.waiting(), 3)
	assert.Assert(t, is.Contains(b.page(), "3 messages wait"), "the page does not show the waiting messages")
	b.press("/switches", "switch", "byItself", "state", "off")
	b.reopen() // tickets, events and switches persist
	b.setStatus(http.StatusNoContent)
	b.pass(time.Minute)
	assert.Equal(t, b.reported(), "a accepted, a in-preparation, a ready")
	// An event that the ordering system rejects is not retried.
	b.press("/tickets/1", "to", completed)
	b.setStatus(http.StatusNotFound)
	b.pass(time.Second)
	assert.Equal(t, b.waiting(), 0)
}

func TestFailedWriteIsNotAcknowledged(t *testing.T) {
	b := newTestKitchen(t)
	assert.NilError(t, b.Kitchen.Close())
	code := b.send("order.placed", "a")
	assert.Assert(t, code == http.StatusServiceUnavailable)
	assert.Assert(t, is.Len(b.rail(), 0))
}

func TestFinishedTicketsAreLimited(t *testing.T) {
	b := newTestKitchen(t)
	for i := range remembered + 20 {
		assert.NilError(t, b.add(notify.KitchenOrder{ID: fmt.Sprint(i)}, cancelled))
	}
	assert.NilError(t, b.add(notify.KitchenOrder{ID: "open"}, received))
	b.reopen()
	assert.Equal(t, len(b.rail()), remembered+1)
	assert.Assert(t, b.find("open") >= 0 && b.find("0") < 0)
}
