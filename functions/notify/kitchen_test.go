package notify

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/brand"
	"ordering/shared/locale"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/webhook"
)

var secrets = webhook.Secrets{[]byte("a secret of the kitchen's and ours")}

// noConnection is the status with which a receiver closes the connection instead of answering.
const noConnection = 0

// receiver is a kitchen or a system of the desks that answers with status.
type receiver[M any] struct {
	*httptest.Server
	mu         sync.Mutex
	status     int
	got, taken []M    // all messages, and those that it accepted
	raw        string // every body received
}

func receive[M any](b *bench, header string) *receiver[M] {
	to := &receiver[M]{status: http.StatusAccepted}
	to.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to.mu.Lock()
		defer to.mu.Unlock()
		body, _ := io.ReadAll(r.Body)
		to.raw += string(body)
		assert.Check(b, secrets.Verify(r.Header.Get(header), body, b.Now()))
		var m M
		assert.Check(b, json.Unmarshal(body, &m))
		if to.got = append(to.got, m); to.status == noConnection {
			panic(http.ErrAbortHandler)
		}
		if to.status < 300 {
			to.taken = append(to.taken, m)
		}
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(to.status)
	}))
	b.Cleanup(func() {
		to.Close()
		assert.Check(b, !strings.Contains(to.raw, token) && !strings.Contains(to.raw, caseID), "a message contains a secret id of the guest")
	})
	return to
}

func (to *receiver[M]) answer(status int) {
	to.mu.Lock()
	defer to.mu.Unlock()
	to.status = status
}

// keepLog returns what is logged during the test.
func keepLog(t *testing.T) *bytes.Buffer {
	log, before := new(bytes.Buffer), slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(before) })
	return log
}

func (b *bench) notifyKitchen(url string) *Notify {
	return New(b.Table, brand.Default(), b, Kitchen{System: webhook.Kitchen(url, secrets), Now: b.Now}, site)
}

func TestKitchenMessageHasTheWholeOrder(t *testing.T) {
	b := newBench(t)
	p := receive[KitchenMessage](b, webhook.KitchenHeader)
	b.keep(reduced(locale.FrCA))
	b.Put(outbox.KitchenOrder(token, b.Now()))
	b.drain(b.notifyKitchen(p.URL))
	assert.Assert(t, is.Len(p.taken, 1))
	m := p.taken[0]
	o := m.Order
	assert.Check(t, m.Type == "order.placed" && len(m.ID) >= 8 && o.ID == id && o.Number == "4127" && o.Handoff == "pickup", "%+v", m)
	line := o.Lines[0]
	assert.Check(t, o.Location.ExternalID == "grill#21" && line.ExternalID == "PLU-100" && line.Quantity == 2, "%+v", o)
	assert.Check(t, line.Modifiers[0].ID == "bacon" && line.Modifiers[0].ExternalID == "MOD-7", "%+v", line)
	assert.Check(t, o.Guest.Phone == "+15145550177" && o.PromisedAt.Equal(placedAt.Add(33*time.Minute)), "%+v", o)
	assert.Check(t, o.Total.Minor == 4870 && o.Cutlery && o.Instructions != "", "%+v", o)
	assert.DeepEqual(t, o.Adjustments, []KitchenAmount{{
		Kind: "orderAmount", ID: "lunch", Label: text("Lunch deal", "Offre du midi"), Coupon: "MIDI", Amount: cad(200),
		Lines: []KitchenPart{{Line: o.Lines[0].ID, Amount: cad(125)}, {Line: o.Lines[1].ID, Amount: cad(75)}},
	}})
	assert.DeepEqual(t, o.Charges, []KitchenAmount{{Kind: "fee", ID: "delivery", Label: text("Delivery", "Livraison"), Amount: cad(399)}})
	for what, secret := range map[string]string{"the address": "@example.com", "the card": "4242", "the basket": `"b"`} {
		assert.Check(t, !strings.Contains(p.raw, secret), "the kitchen's message contains %s", what)
	}
}

// The kitchen gets the car with the order. The arrival has the current car, and is sent only while the kitchen has the order.
func TestKitchenGetsTheArrival(t *testing.T) {
	b := newBench(t)
	p := receive[KitchenMessage](b, webhook.KitchenHeader)
	n := b.notifyKitchen(p.URL)
	b.keep(parked(locale.En))
	b.Put(outbox.KitchenOrder(token, b.Now()))
	b.drain(n)
	b.keep(as(there(locale.En), order.Ready))
	b.Put(outbox.KitchenArrival(token, 1, b.Now()))
	b.drain(n)
	b.Put(outbox.KitchenArrival(token, 2, b.Now()))
	b.drain(n)
	assert.Assert(t, is.Len(p.taken, 3))
	assert.Equal(t, p.taken[0].Order.Handoff, "curbside")
	assert.Equal(t, p.taken[0].Order.Vehicle.Model, "Civic")
	m := p.taken[1]
	if m.Type != "order.arrived" || m.Order.ID != id || m.Order.Vehicle.Model != "F-150" ||
		!m.At.Equal(placedAt.Add(30*time.Minute)) || m.ID == p.taken[2].ID {
		t.Errorf("the kitchen got %+v, then %+v", m, p.taken[2])
	}
	b.keep(as(there(locale.En), order.Cancelled))
	b.Put(outbox.KitchenArrival(token, 3, b.Now()))
	b.drain(n)
	assert.Assert(t, is.Len(p.taken, 3))
	assert.Equal(t, b.pending(), 0)
}

// An order is retried for hours while its kitchen is down. A message that the kitchen refuses is set aside.
func TestUnavailableKitchenIsRetriedAndRefusalIsSetAside(t *testing.T) {
	for status, refuses := range map[int]bool{
		http.StatusServiceUnavailable: false, http.StatusTooManyRequests: false, http.StatusRequestTimeout: false,
		http.StatusBadGateway: false, http.StatusUnauthorized: false, noConnection: false,
		http.StatusBadRequest: true, http.StatusForbidden: true, http.StatusFound: true,
	} {
		b := newBench(t)
		p := receive[KitchenMessage](b, webhook.KitchenHeader)
		p.answer(status)
		b.keep(dinner(locale.En))
		b.Put(outbox.KitchenOrder(token, b.Now()))
		for range 20 {
			b.drain(b.notifyKitchen(p.URL))
			b.Pass(10 * time.Minute)
		}
		aside, err := outbox.Aside(t.Context(), b)
		if err != nil || (len(aside) == 1) != refuses || (b.pending() == 1) == refuses {
			t.Errorf("status %d: got %d rows set aside, %d pending (%v)", status, len(aside), b.pending(), err)
		}
		p.answer(http.StatusNoContent)
		b.drain(b.notifyKitchen(p.URL))
		if (len(p.taken) == 1) == refuses || b.pending() != 0 {
			t.Errorf("status %d: afterwards got %d kitchen messages, %d pending rows", status, len(p.taken), b.pending())
		}
	}
}

func TestCancelledOrderIsNotSentToTheKitchen(t *testing.T) {
	b := newBench(t)
	p := receive[KitchenMessage](b, webhook.KitchenHeader)
	b.keep(as(dinner(locale.En), order.Cancelled))
	b.Put(outbox.KitchenOrder(token, b.Now()), outbox.KitchenCancel(token, b.Now()))
	b.drain(b.notifyKitchen(p.URL))
	if len(p.taken) != 1 || p.taken[0].Type != "order.cancelled" || p.taken[0].Order.ID != id || p.taken[0].Order.Guest != nil {
		t.Errorf("the kitchen got %+v", p.taken)
	}
}

// Fault 34: after any failure the log has no personal data, no order token and no coupon.
func TestLogHasNoPersonalData(t *testing.T) {
	log := keepLog(t)
	b := newBench(t)
	p := receive[KitchenMessage](b, webhook.KitchenHeader)
	o := reduced(locale.En)
	o.Contact.Email = "canary dolores\r\n@example.com" // cannot be written to
	o.Tenders[0].LastFour = "last-four"                // no digits, because times contain any digits
	b.keep(o)
	b.Put(outbox.KitchenOrder(token, b.Now()), outbox.OrderMail(token, outbox.MailConfirmed, b.Now()))
	b.Put(outbox.OrderMail("nobody", outbox.MailReady, b.Now()))
	n := New(b.Table, brand.Default(), bytesMailer{}, Kitchen{System: webhook.Kitchen(p.URL, secrets), Now: b.Now}, site)
	for _, status := range []int{503, 400, 400, 400, 400, 400, 400, 400, 400, 400} {
		p.answer(status)
		b.drain(n)
		b.Pass(30 * time.Minute)
	}
	assert.Equal(t, strings.Count(log.String(), "row set aside"), 3)
	for _, canary := range []string{"canary", "Canary", "Dolor", "5550177", token, "last-four", "MIDI", "Ring the bell", "half"} {
		assert.Check(t, !strings.Contains(log.String(), canary), "%q is in the log:\n%s", canary, log.String())
	}
}

// KITCHEN_URL may have a password, and errors are logged and stored.
func TestErrorsDoNotQuoteTheKitchensAddress(t *testing.T) {
	k := Kitchen{System: webhook.Kitchen("http://canary:canary@127.0.0.1:1/canary?key=canary", secrets), Now: time.Now}
	err := k.Ping(t.Context())
	assert.Assert(t, err != nil && !strings.Contains(err.Error(), "canary"), "%v", err)
}

// A kitchen without the order has nothing to erase. A kitchen that does not know the message type refuses. A kitchen that is down is
// retried.
func TestKitchenErasesTheGuest(t *testing.T) {
	b := newBench(t)
	p := receive[KitchenMessage](b, webhook.KitchenHeader)
	k := Kitchen{System: webhook.Kitchen(p.URL, secrets), Now: b.Now}
	for status, c := range map[int]struct{ forgotten, refused bool }{
		200: {true, false}, 404: {true, false}, 410: {true, false},
		400: {false, true}, 405: {false, true}, 422: {false, true}, 302: {false, true},
		401: {false, false}, 429: {false, false}, 503: {false, false},
	} {
		p.answer(status)
		err := k.Forget(t.Context(), dinner(locale.FrCA))
		assert.Check(t, (err == nil) == c.forgotten && errors.Is(err, order.ErrRefused) == c.refused, "%d: %v", status, err)
	}
	p.answer(http.StatusOK)
	m := p.taken[len(p.taken)-1]
	assert.Assert(t, m.Type == "order.erased" && m.Order.ID == id && m.Order.Guest == nil, "the kitchen got %+v", m)
}
