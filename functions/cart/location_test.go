package cart_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/functions/api"
	"ordering/functions/api/apitest"
	"ordering/functions/cart"
	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/clocktest"
	"ordering/shared/guest"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite/sqlitetest"
)

// card is the menu of these tests, in the import's format.
const card = `{
 "menus": [{"id": "everyday", "slug": "everyday", "categoryId": 1, "name": {"en": "Menu"}}],
 "dayparts": [{"id": "breakfast", "name": {"en": "Breakfast"}, "days": [0,1,2,3,4,5,6], "from": "06:00", "to": "10:30"}],
 "modifierGroups": [
  {"id": "bun", "name": {"en": "Bun", "fr-ca": "Pain"}, "minSelects": 1, "maxSelects": 1, "modifiers": [
   {"id": "seeded", "name": {"en": "Seeded", "fr-ca": "Au sésame"}, "default": true},
   {"id": "brioche", "name": {"en": "Brioche", "fr-ca": "Brioché"}, "price": {"usd": 75, "cad": 100}}]},
  {"id": "comes-with", "name": {"en": "Comes with", "fr-ca": "Avec"}, "minSelects": 0, "maxSelects": 2, "modifiers": [
   {"id": "onion", "name": {"en": "Onion", "fr-ca": "Oignon"}, "default": true},
   {"id": "lettuce", "name": {"en": "Lettuce", "fr-ca": "Laitue"}, "default": true}]}],
 "sections": [{"id": "all", "slug": "burgers", "menu": "everyday", "name": {"en": "All"}, "items": ["burger", "cola", "pancakes", "feast"]}],
 "items": [
  {"id": "burger", "slug": "the-burger", "name": {"en": "The Burger", "fr-ca": "Le burger"}, "description": {"en": "A burger"}, "price": {"usd": 1000, "cad": 1300},
   "taxClass": "meal", "allergens": [], "makeMinutes": 3, "groups": ["bun", "comes-with"], "stack": [{"layer": "heel", "by": "seeded"}, {"layer": "patty"}]},
  {"id": "cola", "slug": "cola", "name": {"en": "Cola"}, "description": {"en": "A cola"}, "price": {"usd": 250, "cad": 325}, "taxClass": "soft-drink", "allergens": [], "makeMinutes": 0, "picture": "dishes/cola"},
  {"id": "pancakes", "slug": "pancakes", "name": {"en": "Pancakes"}, "description": {"en": "Pancakes"}, "price": {"usd": 700, "cad": 900}, "taxClass": "meal", "allergens": [], "makeMinutes": 2, "picture": "dishes/pancakes", "dayparts": ["breakfast"]},
  {"id": "feast", "slug": "feast", "name": {"en": "Feast"}, "description": {"en": "A feast"}, "price": {"usd": 9000, "cad": 11000}, "taxClass": "meal", "allergens": [], "makeMinutes": 60, "picture": "dishes/feast"}],
 "overrides": []}`

// naming is the guest secret of these tests.
var naming = guest.Secret("of these tests alone")

// watched is a metered table that can be made to fail.
type watched struct {
	*meter.Meter
	away atomic.Bool
}

func (w *watched) Get(ctx context.Context, k table.Key) (table.Item, error) {
	if w.away.Load() {
		return table.Item{}, fmt.Errorf("get: %w", table.ErrUnavailable)
	}
	return w.Meter.Get(ctx, k)
}

func (w *watched) Query(ctx context.Context, q table.Query) (table.Page, error) {
	if w.away.Load() {
		return table.Page{}, fmt.Errorf("query: %w", table.ErrUnavailable)
	}
	return w.Meter.Query(ctx, q)
}

func (w *watched) Write(ctx context.Context, ops ...table.Op) error {
	if w.away.Load() {
		return fmt.Errorf("write: %w", table.ErrUnavailable)
	}
	return w.Meter.Write(ctx, ops...)
}

// site is the function behind its real handler, with a restaurant in Texas and one in Québec, at noon of an ordinary day.
type site struct {
	t       testing.TB
	table   *watched
	clock   *clocktest.Clock
	handler http.Handler
	tulsa   location.Location
	network string // source network of calls; empty is the machine itself
}

func open(t testing.TB) *site {
	t.Helper()
	c := clocktest.At(time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC))
	engine := sqlitetest.Open(t, c.Now)
	s := &site{t: t, table: &watched{Meter: meter.New(engine)}, clock: c}
	var f menu.File
	assert.NilError(t, json.Unmarshal([]byte(card), &f))
	_, err := menu.Save(t.Context(), engine, f)
	assert.NilError(t, err)
	s.tulsa = newLocation("tulsa", "US", "OK", "America/Chicago", money.USD)
	s.tulsa.TaxRate = "0.08517"
	s.put(s.tulsa)
	s.put(newLocation("quebec", "CA", "QC", "America/Toronto", money.CAD))
	closed := newLocation("offline", "US", "OK", "America/Chicago", money.USD)
	closed.OnlineOrdering = false
	s.put(closed)
	curbside := newLocation("curbside", "US", "OK", "America/Chicago", money.USD)
	curbside.Handoffs = []location.Handoff{location.Curbside}
	s.put(curbside)
	s.handler = apitest.Handler(t, cart.New(s.table, brand.Default(), naming, c.Now).Operations())
	return s
}

// newLocation returns a restaurant that is open from 6 to 22 every day.
func newLocation(id, country, state, zone string, cur money.Currency) location.Location {
	l := location.Location{
		ID: id, Slug: id, Label: "Grill " + id, TimeZone: zone, Currency: cur, Status: location.StatusOpen, OnlineOrdering: true,
		Address:  location.Address{Street: "1 Main St", City: "Town", State: state, Zip: "12345", Country: country},
		Handoffs: []location.Handoff{location.Pickup}, LeadMinutes: 15,
		Capacity: location.Capacity{Minutes: 90, Orders: 12}, CateringCapacity: location.Capacity{Minutes: 90, Orders: 2},
	}
	for d := range l.Hours.Regular {
		l.Hours.Regular[d] = []location.Range{{Open: 6 * 60, Close: 22 * 60}}
	}
	return l
}

func (s *site) put(l location.Location) {
	s.t.Helper()
	item := l.Item()
	assert.NilError(s.t, s.table.Meter.Write(context.Background(), table.Put(item), location.Changed()))
}

// runOut marks items as sold out.
func (s *site) runOut(locationID string, items ...string) {
	s.t.Helper()
	var a location.Availability
	for _, id := range items {
		a.SoldOut = append(a.SoldOut, location.SoldOut{Item: id})
	}
	s.say(locationID, a)
}

// say stores a restaurant's availability and waits until the caches have expired.
func (s *site) say(locationID string, a location.Availability) {
	s.t.Helper()
	item := a.Item(locationID)
	assert.NilError(s.t, s.table.Meter.Write(context.Background(), table.Put(item), location.Changed()))
	s.clock.Pass(3 * time.Second)
}

// answer is the result of a call: a basket or a problem, by its status.
type answer struct {
	status int
	header http.Header
	raw    []byte
	basket basketview.Basket
	body   problem.Body
}

// call sends a request, to the ordering API unless the path is of the loyalty API. Headers are pairs of name and value.
func (s *site) call(method, path string, body any, headers ...string) answer {
	s.t.Helper()
	var raw []byte
	switch b := body.(type) {
	case nil:
	case []byte:
		raw = b
	case string:
		raw = []byte(b)
	default:
		var err error
		raw, err = json.Marshal(b)
		assert.NilError(s.t, err)
	}
	if !strings.HasPrefix(path, api.Main+"/loyalty/") {
		path = api.Ordering + path
	}
	r := httptest.NewRequest(method, path, bytes.NewReader(raw))
	r.RemoteAddr = s.network
	if raw != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	a := answer{status: w.Code, header: w.Header(), raw: w.Body.Bytes()}
	switch {
	case strings.HasPrefix(w.Header().Get("Content-Type"), "application/problem+json"):
		assert.Check(s.t, json.Unmarshal(a.raw, &a.body), "%s %s: the problem is not JSON: %s", method, path, a.raw)
	case w.Code < 300 && bytes.Contains(a.raw, []byte(`"orderId"`)):
		assert.Check(s.t, json.Unmarshal(a.raw, &a.basket), "%s %s", method, path)
	}
	return a
}

// ok demands success.
func (s *site) ok(a answer) answer {
	s.t.Helper()
	assert.Assert(s.t, a.status == http.StatusOK, "status %d: %s", a.status, a.raw)
	return a
}

// refused demands a problem with this code.
func (s *site) refused(a answer, code problem.Code) answer {
	s.t.Helper()
	want := problem.New(code).Status()
	assert.Check(s.t, a.body.Code == code && a.status == want && a.body.Status == want, "got %d %s, want %d %s", a.status, a.raw, want, code)
	return a
}

func (s *site) start(locationID string, headers ...string) basketview.Basket {
	s.t.Helper()
	return s.ok(s.call("POST", "/orders", map[string]any{"locationId": locationID, "handoff": 2, "category": "everyday"}, headers...)).basket
}

// add adds one of an item to the current version of the basket.
func (s *site) add(b basketview.Basket, item string, headers ...string) answer {
	s.t.Helper()
	return s.call("POST", "/order-items", map[string]any{"orderId": b.OrderID, "itemId": item, "quantity": 1},
		append([]string{"If-Match", fmt.Sprint(b.Version)}, headers...)...)
}

func (s *site) read(b basketview.Basket) basketview.Basket {
	s.t.Helper()
	return s.ok(s.call("GET", "/orders/"+b.OrderID, nil)).basket
}

func (s *site) hold(b basketview.Basket, body any) answer {
	s.t.Helper()
	return s.call("PUT", "/timeslots/"+b.OrderID, body, "If-Match", fmt.Sprint(b.Version))
}

// together runs f n times in parallel.
func together(n int, f func(i int)) {
	var ready, done sync.WaitGroup
	gate := make(chan struct{})
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			<-gate
			f(i)
		})
	}
	ready.Wait()
	close(gate)
	done.Wait()
}
