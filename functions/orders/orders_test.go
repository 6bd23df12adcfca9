package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api/apitest"
	"ordering/shared/basket"
	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/order/orderview"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

var (
	placedAt = time.Date(2026, 6, 1, 21, 12, 0, 0, time.UTC)
	secrets  = webhook.Secrets{[]byte("a secret of the kitchen's and ours"), []byte("the previous key")}
)

const (
	token   = "k5tq7mzx2vhr4wya3pdnc6jbes"
	id      = "w2xq6ndt4kzj7csvb3hyramp5e" // the kitchen's id of the order
	hookURL = "/api/online-ordering/orders/kitchen-events"
)

// bank is a payment provider that counts refunds.
type bank struct {
	tender.Payments
	mu      sync.Mutex
	refunds map[string]money.Amount // by idempotency key
}

func (b *bank) Refund(_ context.Context, key, _ string, a money.Amount) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refunds[key] = a
	return "re_1", nil
}

func (b *bank) Find(context.Context, tender.Reference) (tender.Intent, error) {
	return tender.Intent{ID: "pi_1", State: tender.IntentCaptured}, nil
}

type bench struct {
	*testing.T
	table.Table
	bank    *bank
	handler http.Handler
	clock   time.Time
	reads   int
}

// Get counts the reads of a request.
func (b *bench) Get(ctx context.Context, k table.Key) (table.Item, error) {
	b.reads++
	return b.Table.Get(ctx, k)
}

func (b *bench) Query(ctx context.Context, q table.Query) (table.Page, error) {
	b.reads++
	return b.Table.Query(ctx, q)
}

func newBench(t *testing.T) *bench {
	b := &bench{T: t, bank: &bank{refunds: map[string]money.Amount{}}, clock: placedAt.Add(time.Minute)}
	b.Table = sqlitetest.Open(t, func() time.Time { return b.clock })
	b.handler = apitest.Handler(t, New(b, brand.Default(), b.bank, secrets, ordertest.Guests, "https://www.bigdealburger.example/", func() time.Time { return b.clock }).Operations())
	b.keep(dinner())
	return b
}

func dinner() order.Order {
	usd := func(minor int64) money.Amount { return money.Of(minor, money.USD) }
	o := order.Order{}
	o.Snapshot = order.Snapshot{
		Token: token, ID: id, Number: "4127", Basket: "b", Locale: locale.En, Handoff: location.Pickup, Category: "everyday",
		Location: order.Location{
			ID: "bdb-1001", Slug: "brookside", Label: "Brookside", Phone: "+19185550141", TimeZone: "America/Chicago",
			Address: location.Address{Street: "3410 S Peoria Ave", City: "Tulsa", State: "OK", Zip: "74105", Country: "US", Latitude: 36.1, Longitude: -95.9},
		},
		Start: placedAt.Add(33 * time.Minute), End: placedAt.Add(48 * time.Minute),
		Contact: guest.Contact{FirstName: "Dolores", LastName: "Canary", Email: "dolores.canary@example.com", Phone: "+19185550177"},
		Lines: []order.Line{{
			ID: "1", ItemID: "the-big-deal", Slug: "the-big-deal", Quantity: 2, Price: usd(1840), UnitPrice: usd(920), ListPrice: usd(920),
			Label:     locale.Text{locale.En: "The Big Deal", locale.FrCA: "La Grosse Affaire"},
			Modifiers: []order.Modifier{{Group: "g", ID: "onion", Label: locale.Text{locale.En: "Onion", locale.FrCA: "Oignon"}}},
			Choices:   []menu.Choice{{Group: "toppings", Modifier: "pickles", Quantity: 2}},
			Stack:     []string{"heel", "patty", "crown"},
		}},
		Totals: basket.Totals{
			Subtotal: usd(1840),
			Adjustments: []basket.Adjustment{{
				Kind: "orderAmount", ID: "lunch", Label: locale.Text{locale.En: "Lunch", locale.FrCA: "Midi"}, Coupon: "MIDI", Amount: usd(200),
				Allocation: []basket.Allocation{{Line: "1", Amount: usd(200)}},
			}},
			Charges: []basket.Charge{{Label: locale.Text{locale.En: "Delivery", locale.FrCA: "Livraison"}, Amount: usd(200)}},
			Taxes:   []basket.Tax{{Tax: "sales-tax", Rate: "8.517", Base: usd(1840), Amount: usd(157)}}, Tip: usd(0), Total: usd(1997),
		},
		PlacedAt: placedAt,
	}
	o.Progress = order.Progress{
		Status: order.Scheduled, Steps: []order.Step{{Status: order.Scheduled, At: placedAt}}, Promised: o.Start,
		Tenders: []order.Tender{{Kind: order.KindCharge, State: order.PaymentCaptured, Captured: usd(1997), Intent: "pi_1", LastFour: "4242"}},
	}
	return o
}

// keep writes an order, indexed by its token and its id, as package order stores it.
func (b *bench) keep(o order.Order) {
	b.Helper()
	partition := "order#" + o.Token
	for key, part := range map[table.Key]any{{PK: partition, SK: "order"}: o.Snapshot, {PK: partition, SK: "progress"}: o.Progress, {PK: "order-id#" + o.ID, SK: "token"}: o.Token} {
		raw, err := json.Marshal(part)
		assert.NilError(b, err)
		assert.NilError(b, b.Write(b.Context(), table.Put(table.Item{Key: key, Data: raw})))
	}
}

func (b *bench) ask(method, path, body string, headers ...string) *http.Response {
	b.Helper()
	return apitest.Send(b.handler, method, path, body, headers...).Result()
}

func decode[T any](t *testing.T, r *http.Response) T {
	t.Helper()
	var v T
	assert.NilError(t, json.NewDecoder(r.Body).Decode(&v))
	return v
}

func (b *bench) refused(r *http.Response, status int, code problem.Code) {
	b.Helper()
	p := decode[problem.Body](b.T, r)
	assert.Check(b, r.StatusCode == status && p.Code == code, "got %d %s, want %d %s", r.StatusCode, p.Code, status, code)
}

// tell sends a signed event of the kitchen.
func (b *bench) tell(status, event string) int {
	b.Helper()
	return b.say(id, status, event).StatusCode
}

// say sends a signed event about any order.
func (b *bench) say(order, status, event string) *http.Response {
	b.Helper()
	body := fmt.Sprintf(`{"id":%q,"order":%q,"status":%q,"at":%q}`, event, order, status, b.clock.Format(time.RFC3339))
	return b.ask("POST", hookURL, body, webhook.KitchenHeader, secrets.Sign([]byte(body), b.clock))
}

func (b *bench) state() order.Progress {
	b.Helper()
	p, err := order.LoadProgress(b.Context(), b.Table, token)
	assert.NilError(b, err)
	return p
}

func TestOrderIsInTheRequestedLanguage(t *testing.T) {
	b := newBench(t)
	o := decode[orderview.Order](t, b.ask("GET", "/api/online-ordering/orders/thank-you/"+token, "", "Accept-Language", "fr-ca"))
	if o.Number != "4127" || o.Lines[0].Label != "La Grosse Affaire" || o.Lines[0].Modifiers[0].Label != "Oignon" || o.Taxes[0].Tax != "sales-tax" {
		t.Errorf("order %+v", o)
	}
	assert.Equal(t, o.Lines[0].ItemID, "the-big-deal")
	assert.DeepEqual(t, o.Lines[0].Choices, []menu.Choice{{Group: "toppings", Modifier: "pickles", Quantity: 2}})
	amount, c := money.Of(200, money.USD), o.Charges[0]
	assert.DeepEqual(t, o.Adjustments, []basketview.Adjustment{{
		Kind: "orderAmount", ID: "lunch", Label: "Midi", Coupon: "MIDI", Amount: amount,
		Lines: []basketview.AdjustmentLine{{LineID: o.Lines[0].LineID, Amount: amount}},
	}})
	assert.Check(t, c.Label == "Livraison" && c.Amount.Minor == 200, "totals %+v", o.Totals)
	assert.Equal(t, o.Email, "d•••@example.com")
	assert.Equal(t, o.Location.Address, "3410 S Peoria Ave, Tulsa (OK)\u00a074105")
	assert.Equal(t, o.LastFour, "4242")
	if s := o.Status; s.Status != "scheduled" || !s.Cancellable || s.Final || s.Refunded || s.RefreshAfter != 10 || !s.PromisedAt.Equal(placedAt.Add(33*time.Minute)) {
		t.Errorf("status %+v", s)
	}
	raw, _ := io.ReadAll(b.ask("GET", "/api/online-ordering/orders/thank-you/"+token, "").Body)
	for _, canary := range []string{"dolores.", "Canary", "5550177", "pi_1"} {
		assert.Check(t, !strings.Contains(string(raw), canary), "the response contains %q", canary)
	}
}

// The guest sees a refund of a part of an order that stands, but not one that failed, and no dispute.
func TestGuestSeesWhatWasRefunded(t *testing.T) {
	b := newBench(t)
	o := dinner()
	part := money.Of(500, money.USD)
	made := order.Refund{ID: "re_1", Amount: part, At: placedAt, Elsewhere: true}
	failed := order.Refund{ID: "re_2", Amount: part, At: placedAt, Failed: true}
	o.Tenders[0].Refunds = []order.Refund{made, failed}
	o.Tenders[0].Disputes = []tender.Dispute{{ID: "dp_1", State: tender.DisputeOpen, Reason: "fraudulent", Amount: part}}
	b.keep(o)
	r := b.ask("GET", "/api/online-ordering/orders/status/"+token, "")
	raw, _ := io.ReadAll(r.Body)
	s := string(raw)
	assert.Assert(t, is.Contains(s, `"refundedAmount":{"minor":500,"currency":"usd"}`))
	assert.Assert(t, !strings.Contains(s, "disp"))
	assert.Assert(t, !strings.Contains(s, "re_1"))
	o.Status = order.Cancelled // the words for it are about the whole payment
	b.keep(o)
	if s := decode[orderview.OrderStatus](t, b.ask("GET", "/api/online-ordering/orders/status/"+token, "")); !s.Refunded || s.RefundedAmount != nil {
		t.Errorf("%+v", s)
	}
}

// Faults 6 and 7: without the token an order cannot be found, and all refusals are equal.
func TestOrderIsFoundOnlyByItsToken(t *testing.T) {
	b := newBench(t)
	random := rand.New(rand.NewPCG(1, 2))
	guess := func() string {
		g := []byte(token)
		for range 3 {
			g[random.IntN(len(g))] = "abcdefghijklmnopqrstuvwxyz234567"[random.IntN(32)]
		}
		return string(g)
	}
	var first string
	for i := range 500 {
		g := guess()
		if g == token {
			continue
		}
		r := b.ask("GET", "/api/online-ordering/orders/thank-you/"+g, "", "X-Request-Id", "same-for-all")
		body, _ := io.ReadAll(r.Body)
		if i == 0 {
			first = string(body)
		}
		assert.Check(t, r.StatusCode == http.StatusNotFound)
		assert.Check(t, is.Equal(string(body), first))
	}
	for _, other := range []string{"4127", "B", strings.ToUpper(token), token + "x", token[:25], "order", "..%2f" + token, "%00", token + "%2Fprogress"} {
		b.refused(b.ask("GET", "/api/online-ordering/orders/thank-you/"+other, ""), 404, problem.OrderNotFound)
		b.refused(b.ask("GET", "/api/online-ordering/orders/status/"+other, ""), 404, problem.OrderNotFound)
		b.refused(b.ask("POST", "/api/online-ordering/orders/cancel/"+other, "", "Idempotency-Key", "a-key-of-the-guest"), 404, problem.OrderNotFound)
	}
}

func TestStatusIsSmallAndSaysWhenNothingChanged(t *testing.T) {
	b := newBench(t)
	const path = "/api/online-ordering/orders/status/" + token
	b.reads = 0
	r := b.ask("GET", path, "")
	s := decode[orderview.OrderStatus](t, r)
	tag := r.Header.Get("ETag")
	if s.Status != "scheduled" || len(s.Steps) != 1 || s.RefreshAfter != 10 || tag == "" || b.reads != 1 {
		t.Errorf("got status %+v, ETag %s, %d reads", s, tag, b.reads)
	}
	item, err := b.Table.Get(t.Context(), table.Key{PK: "order#" + token, SK: "progress"})
	assert.NilError(t, err)
	assert.Assert(t, len(item.Data) <= 4096, len(item.Data))
	for _, known := range []string{tag, "W/" + tag, `"0", ` + tag} {
		r := b.ask("GET", path, "", "If-None-Match", known)
		body, _ := io.ReadAll(r.Body)
		if r.StatusCode != http.StatusNotModified || len(body) != 0 || r.Header.Get("ETag") != tag {
			t.Errorf("If-None-Match %s: got %d with %d bytes", known, r.StatusCode, len(body))
		}
	}
	code := b.tell("accepted", "event-0001")
	assert.Assert(t, code == http.StatusNoContent, "event: got %d, want 204", code)
	r = b.ask("GET", path, "", "If-None-Match", tag)
	if s := decode[orderview.OrderStatus](t, r); r.StatusCode != 200 || s.Status != "accepted" || len(s.Steps) != 2 {
		t.Errorf("answered %d %+v", r.StatusCode, s)
	}
	for n, step := range []string{"in-preparation", "ready", "completed"} {
		b.tell(step, fmt.Sprint("event-100", n))
	}
	s = decode[orderview.OrderStatus](t, b.ask("GET", path, ""))
	assert.Assert(t, s.Final && s.RefreshAfter == 0 && !s.Cancellable && len(s.Steps) == 5, "at the end: got %+v", s)
}

// The guest of a curbside order reports the arrival twice, and then another car.
func TestAnArrivalIsShown(t *testing.T) {
	b := newBench(t)
	const path = "/api/online-ordering/orders/arrival/" + token
	b.refused(b.ask("POST", path, "{}"), 409, problem.NotCurbside)
	o := dinner()
	o.Handoff, o.Vehicle, o.Arrival = location.Curbside, &guest.Vehicle{Make: "Honda", Model: "Civic", Colour: "silver"}, &order.Arrival{State: order.ArrivalPlaced}
	b.keep(o)
	b.refused(b.ask("POST", path, "{}"), 409, problem.ArrivalEarly)
	b.tell("accepted", "event-0001")
	const follow = "/api/online-ordering/orders/status/" + token
	r := b.ask("GET", follow, "")
	tag := r.Header.Get("ETag")
	if s := decode[orderview.OrderStatus](t, r); s.Arrival == nil || s.Arrival.State != "placed" || s.Arrival.Awaited || !s.Arrival.From.Equal(o.Start.Add(-30*time.Minute)) {
		t.Fatalf("early: %+v", s.Arrival)
	}
	b.refused(b.ask("POST", path, "{}"), 409, problem.ArrivalTooSoon)
	b.clock = o.Start.Add(-30 * time.Minute)
	// Nothing was written, but the arrival can now be reported: the old ETag no longer matches.
	if s := decode[orderview.OrderStatus](t, b.ask("GET", follow, "", "If-None-Match", tag)); s.Arrival == nil || s.Arrival.State != "placed" || !s.Arrival.Awaited {
		t.Fatalf("on time: got %+v", s.Arrival)
	}
	b.refused(b.ask("POST", path, `{"vehicle":{"make":"Ford","model":" ","colour":"red"}}`), 422, problem.Invalid)
	for _, body := range []string{"{}", `{"vehicle":{"make":"Honda","model":"Civic","colour":"silver "}}`, `{"vehicle":{"make":"Ford","model":"F-150","colour":"red"}}`} {
		r := b.ask("POST", path, body)
		if o := decode[orderview.Order](t, r); r.StatusCode != 200 || o.Status.Arrival.State != "arrived" || !o.Status.Arrival.At.Equal(b.clock) {
			t.Fatalf("%s: answered %d %+v", body, r.StatusCode, o.Status.Arrival)
		}
	}
	if o := decode[orderview.Order](t, b.ask("GET", "/api/online-ordering/orders/thank-you/"+token, "")); *o.Vehicle != (guest.Vehicle{Make: "Ford", Model: "F-150", Colour: "red"}) {
		t.Errorf("got vehicle %+v", o.Vehicle)
	}
	rows, err := outbox.Pending(t.Context(), b.Table)
	assert.NilError(t, err)
	assert.Assert(t, is.Len(rows, 2))
	b.tell("completed", "event-0002")
	r = b.ask("POST", path, "{}")
	if o := decode[orderview.Order](t, r); r.StatusCode != 200 || o.Status.Arrival.State != "picked-up" || o.Status.Arrival.Awaited {
		t.Errorf("after the handoff: got %d %+v", r.StatusCode, o.Status.Arrival)
	}
	b.refused(b.ask("POST", "/api/online-ordering/orders/arrival/"+strings.Repeat("x", 26), "{}"), 404, problem.OrderNotFound)
}

// The event's language comes from the link, because calendars send no Accept-Language. A cancelled order is a cancelled event.
func TestAnOrderForTheCalendar(t *testing.T) {
	b := newBench(t)
	get := func(query string) (string, http.Header) {
		t.Helper()
		r := b.ask("GET", "/api/online-ordering/orders/calendar/"+token+query, "")
		raw, err := io.ReadAll(r.Body)
		assert.NilError(t, err)
		assert.Equal(t, r.StatusCode, 200, string(raw))
		return strings.ReplaceAll(string(raw), "\r\n ", ""), r.Header
	}
	file, head := get("")
	assert.Equal(t, head.Get("Content-Type"), "text/calendar; charset=utf-8; method=PUBLISH")
	assert.Equal(t, head.Get("Content-Disposition"), `inline; filename="order-4127.ics"`)
	for _, want := range []string{
		"UID:" + id + "@www.bigdealburger.example\r\n", "DTSTART:20260601T214500Z\r\nDTEND:20260601T220000Z\r\n", "SUMMARY:Big Deal Burger: order 4127\r\n",
		`DESCRIPTION:Ask for order 4127 at the counter.\nhttps://www.bigdealburger.example/orders/` + token, `LOCATION:Brookside\, 3410 S Peoria Ave\, Tulsa\, OK 74105`,
	} {
		assert.Check(t, is.Contains(file, want))
	}
	assert.Assert(t, !strings.Contains(file, "Dolores"))
	assert.Assert(t, !strings.Contains(file, "9185550177"))
	o := dinner()
	o.Handoff, o.Status = location.Curbside, order.Cancelled
	o.Steps = append(o.Steps, order.Step{Status: order.Cancelled, At: o.PlacedAt.Add(90 * time.Second)})
	b.keep(o)
	later := "DTSTAMP:" + o.PlacedAt.Add(90*time.Second).UTC().Format("20060102T150405Z") + "\r\n" // calendars compare DTSTAMP
	if file, _ := get("?locale=fr-ca"); !strings.Contains(file, later) || !strings.Contains(file, "SUMMARY:Big Deal Burger\u00a0: commande 4127") ||
		!strings.Contains(file, "«\u00a0Je suis là\u00a0»") ||
		!strings.Contains(file, "/ca/fr-ca/orders/"+token) || !strings.Contains(file, "STATUS:CANCELLED") || strings.Contains(file, "VALARM") {
		t.Errorf("cancelled, in French: got\n%s", file)
	}
	b.refused(b.ask("GET", "/api/online-ordering/orders/calendar/"+token+"?locale=de", ""), 422, problem.Invalid)
	b.refused(b.ask("GET", "/api/online-ordering/orders/calendar/"+strings.Repeat("x", 26), ""), 404, problem.OrderNotFound)
	o.Status = order.NotPaid
	b.keep(o)
	b.refused(b.ask("GET", "/api/online-ordering/orders/calendar/"+token, ""), 404, problem.OrderNotFound)
}

func TestCancelRefundsOnce(t *testing.T) {
	b := newBench(t)
	const path = "/api/online-ordering/orders/cancel/" + token
	b.refused(b.ask("POST", path, ""), 400, problem.IdempotencyKeyMissing)
	for range 3 {
		r := b.ask("POST", path, "", "Idempotency-Key", "a-key-of-the-guest")
		if o := decode[orderview.Order](t, r); r.StatusCode != 200 || o.Status.Status != "cancelled" || !o.Status.Refunded || o.Status.Cancellable {
			t.Fatalf("answered %d %+v", r.StatusCode, o.Status)
		}
	}
	assert.Assert(t, is.Len(b.bank.refunds, 1))
	assert.Equal(t, b.bank.refunds[id+"-refund"], money.Of(1997, money.USD))
	rows, err := outbox.Pending(t.Context(), b.Table)
	assert.NilError(t, err)
	assert.Assert(t, is.Len(rows, 2))
}
