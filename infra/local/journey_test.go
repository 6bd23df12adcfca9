package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api"
	"ordering/functions/api/identity"
	"ordering/functions/auth"
	"ordering/functions/cart"
	"ordering/functions/content"
	"ordering/functions/forms"
	"ordering/functions/geoip"
	"ordering/functions/geoip/country"
	"ordering/functions/graph"
	"ordering/functions/holiday"
	"ordering/functions/images"
	"ordering/functions/locations"
	"ordering/functions/loyalty"
	"ordering/functions/notify"
	"ordering/functions/orders"
	"ordering/functions/payment"
	"ordering/functions/privacy"
	"ordering/functions/profile"
	"ordering/infra/harness/journey"
	"ordering/infra/local/simulators/payments"
	"ordering/shared/aws/lambdahttp"
	"ordering/shared/brand"
	"ordering/shared/clocktest"
	"ordering/shared/customer"
	"ordering/shared/customer/argon"
	"ordering/shared/customer/common"
	"ordering/shared/guest"
	"ordering/shared/order/orderview"
	"ordering/shared/outbox"
	"ordering/shared/person"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite"
	"ordering/shared/tender"
	"ordering/shared/tender/stripe"
	"ordering/shared/upload"
	"ordering/shared/webhook"
)

// cloud is the system behind API Gateway: functions that receive events. Each has its own handler; a route leads to one.
type cloud struct {
	*testing.T
	meter    *meter.Meter
	routes   *http.ServeMux
	guest    *journey.Guest
	network  string
	clock    *clocktest.Clock
	now      func() time.Time
	ledger   *payments.Sandbox
	payments tender.Payments
	secrets  webhook.Secrets
	bank     string // address of the payment provider
	outbox   *outbox.Drainer
	mu       sync.Mutex // deliveries run concurrently
	mails    []notify.Message
	kitchen  []notify.KitchenMessage
}

type lambda func(context.Context, events.APIGatewayV2HTTPRequest) (events.APIGatewayV2HTTPResponse, error)

// guests is the secret that keys the index of guests.
var guests = guest.Secret("of this cloud alone")

func newCloud(t *testing.T) *cloud {
	t.Helper()
	return newCloudOver(t, func(store table.Table) table.Table { return store })
}

// newCloudOver returns a cloud on the wrapped table.
func newCloudOver(t *testing.T, wrap func(table.Table) table.Table) *cloud {
	t.Helper()
	still := clocktest.At(time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC))
	now := still.Now
	dir := t.TempDir()
	store, err := sqlite.Open(filepath.Join(dir, "table.db"), now)
	assert.NilError(t, err)
	t.Cleanup(func() { _ = store.Close() })
	assert.NilError(t, seedMissing(t.Context(), store, brand.Default(), now))
	ledger, err := payments.Open(filepath.Join(dir, "payments.db"), now)
	assert.NilError(t, err)
	t.Cleanup(func() { _ = ledger.Close() })
	bank := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == payments.Prefix+"/v1/payment_intents" {
			still.Pass(time.Second) // an authorisation takes time: the dates in the index may change
		}
		ledger.ServeHTTP(w, r)
	}))
	t.Cleanup(bank.Close)
	c := &cloud{
		T: t, meter: meter.New(wrap(store)), routes: http.NewServeMux(), clock: still, now: now, ledger: ledger,
		secrets: webhook.Secrets{[]byte("a secret of this test alone")}, bank: bank.URL + payments.Prefix,
	}
	c.guest = &journey.Guest{TB: t, API: c.routes, Provider: c.bank, ProviderKey: payments.PublishableKey}
	pointOfSale := httptest.NewServer(http.HandlerFunc(c.receiveKitchenMessage))
	t.Cleanup(pointOfSale.Close)

	pay := stripe.New(c.bank, secret.Fixed(payments.SecretKey))
	c.payments = pay
	card := payment.Method{Provider: "sandbox", Field: payments.FieldPath, PublishableKey: payments.PublishableKey}
	accounts := auth.Secrets{Session: secret.Fixed("sessions"), Codes: secret.Fixed("codes"), Guests: guests}
	others := http.NewServeMux() // the ANY routes, which match after routes with a method
	for _, operations := range [][]api.Operation{
		locations.New(c.meter, brand.Default(), now).Operations(), cart.New(c.meter, brand.Default(), guests, now).Operations(),
		payment.New(c.meter, brand.Default(), pay, card, c.secrets, guests, now).Operations(),
		orders.New(c.meter, brand.Default(), pay, c.secrets, guests, "https://site.example", now).Operations(),
		holiday.New(c.meter, brand.Default(), now).Operations(), images.New(images.Folders{{At: "", Path: dir}}, now).Operations(),
		geoip.Operations(country.Package), content.New(c.meter, brand.Default(), now).Operations(),
		auth.New(c.meter, brand.Default(), accounts, argon.New(), common.Password, now, "https://site.example").Operations(),
		profile.New(c.meter, brand.Default(), guests, now).Operations(), graph.New(c.meter, brand.Default(), now).Operations(),
		loyalty.New(c.meter, brand.Default(), guests, now).Operations(),
		privacy.New(brand.Default(), &person.Records{Table: c.meter, Guests: guests, Now: now}).Operations(),
		forms.New(c.meter, brand.Default(), guests, customer.Codes(secret.Fixed("codes")), upload.NewFolder(dir, now), now).Operations(),
	} {
		f := lambda(lambdahttp.Handler(api.Handler(operations, identity.New(c.meter, brand.Default(), "https://site.example", now))))
		serve := func(w http.ResponseWriter, r *http.Request) { c.invoke(f, w, r) }
		paths := map[string]bool{}
		for _, op := range operations {
			c.routes.HandleFunc(op.Route(), serve)
			if !paths[op.Path] {
				paths[op.Path] = true
				others.HandleFunc(op.Path, serve)
			}
		}
	}
	c.routes.Handle("/", others)
	n := notify.New(c.meter, brand.Default(), c, notify.Kitchen{System: webhook.Kitchen(pointOfSale.URL, c.secrets), Now: now}, "https://www.example.com")
	c.outbox = outbox.NewDrainer(c.meter, now, func() float64 { return 0.5 }, n.Handlers())
	return c
}

// invoke calls a function with the API Gateway event of a request.
func (c *cloud) invoke(f lambda, w http.ResponseWriter, r *http.Request) {
	e, err := journey.Event(r, c.network, fmt.Sprintf("request-%d", c.guest.Calls))
	assert.NilError(c, err)
	answer, err := f(r.Context(), e)
	assert.NilError(c, err, "%s %s", r.Method, r.URL.Path)
	journey.Write(w, answer)
}

// receiveKitchenMessage is the restaurant's point of sale: it verifies signatures and records messages.
func (c *cloud) receiveKitchenMessage(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	assert.Check(c, c.secrets.Verify(r.Header.Get(webhook.KitchenHeader), body, c.now()), "a message to the kitchen has a wrong signature")
	var m notify.KitchenMessage
	assert.Check(c, json.Unmarshal(body, &m))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kitchen = append(c.kitchen, m)
}

// Send records a mail, as notify.Mailer.
func (c *cloud) Send(_ context.Context, m notify.Message) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mails = append(c.mails, m)
	return nil
}

func (c *cloud) drain() {
	c.Helper()
	assert.NilError(c, c.outbox.Drain(c.Context()))
}

// stream hands the drainer the new rows of the outbox, as the table's stream does: it reads nothing of the table.
type stream struct {
	table.Table
	rows []table.Item
}

func (s *stream) Write(ctx context.Context, ops ...table.Op) error {
	err := s.Table.Write(ctx, ops...)
	for _, op := range ops {
		if err == nil && op.Kind == table.KindCreate && outbox.IsRow(op.Item.Key) {
			s.rows = append(s.rows, op.Result(nil))
		}
	}
	return err
}

func (s *stream) deliver(c *cloud) {
	c.Helper()
	for _, row := range s.rows {
		assert.NilError(c, c.outbox.Deliver(c.Context(), row))
	}
	s.rows = nil
}

// The journey runs as events through lambdahttp and stays within its cost budget. The bench prints the figures.
func TestPickupJourneyOverEvents(t *testing.T) {
	stream := new(stream)
	c := newCloudOver(t, func(store table.Table) table.Table { stream.Table = store; return stream })
	c.guest.Pickup("Tulsa, OK", "4242424242424242") // fills a warm function's caches
	stream.deliver(c)
	c.guest.Calls, c.mails, c.kitchen, c.network = 0, nil, nil, "203.0.113.7"
	before := c.meter.Tally()
	token := c.guest.Pickup("Tulsa, OK", "4242424242424242").OrderToken
	stream.deliver(c)
	spent := c.meter.Tally().Sub(before)
	t.Logf("journey: %d calls, %.1f read units, %.1f write units", c.guest.Calls, spent.ReadUnits, spent.WriteUnits)
	assert.Assert(t, c.guest.Calls <= 12)
	assert.Assert(t, spent.ReadUnits <= 22)
	assert.Assert(t, spent.WriteUnits <= 40)

	assert.Assert(t, is.Len(c.mails, 1))
	assert.Assert(t, is.Len(c.kitchen, 1))
	assert.Equal(t, c.kitchen[0].Type, "order.placed")
	var status orderview.OrderStatus
	before = c.meter.Tally()
	answer := c.guest.Ask("GET", "/orders/status/"+token, nil, nil, &status)
	units := c.meter.Tally().Sub(before).ReadUnits
	assert.Assert(t, units <= 1, "a status request reads %.1f units, 1 is allowed", units)
	assert.Equal(t, status.Status, "scheduled")
	assert.Assert(t, status.Cancellable)
	assert.Assert(t, answer.Header.Get("ETag") != "")
}
