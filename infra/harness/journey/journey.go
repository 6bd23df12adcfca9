// Package journey is a test guest who orders for pickup with the site's API calls, on any deployment of the functions.
package journey

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"
	"gotest.tools/v3/assert"

	"ordering/functions/api"
	"ordering/functions/payment"
	"ordering/shared/basket/basketview"
	"ordering/shared/category"
)

// Guest makes API calls and fails the test after an unexpected answer.
type Guest struct {
	testing.TB
	API         http.Handler
	Provider    string // address of the payment provider, before /v1
	ProviderKey string // the publishable key of its card field
	Email       string // dolores@example.com if empty
	Calls       int    // number of calls so far
}

// Event returns the API Gateway event of a request, encoded and decoded as JSON as on the wire.
func Event(r *http.Request, network, id string) (e events.APIGatewayV2HTTPRequest, err error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return e, err
	}
	e = events.APIGatewayV2HTTPRequest{Version: "2.0", RawPath: r.URL.Path, RawQueryString: r.URL.RawQuery, Body: string(body), Headers: map[string]string{}}
	e.RequestContext.HTTP.SourceIP = network
	e.RequestContext.HTTP.Method, e.RequestContext.DomainName, e.RequestContext.RequestID = r.Method, "api.example.com", id
	for name, values := range r.Header {
		e.Headers[strings.ToLower(name)] = strings.Join(values, ",")
	}
	wire, err := json.Marshal(e)
	if err == nil {
		err = json.Unmarshal(wire, &e)
	}
	return e, err
}

// Write writes a function's answer to w.
func Write(w http.ResponseWriter, answer events.APIGatewayV2HTTPResponse) {
	for name, value := range answer.Headers {
		w.Header().Set(name, value)
	}
	w.WriteHeader(answer.StatusCode)
	_, _ = io.WriteString(w, answer.Body)
}

// Ask makes an API call and decodes its JSON answer into out.
func (g *Guest) Ask(method, path string, body any, headers map[string]string, out any) *http.Response {
	g.Helper()
	g.Calls++
	var b bytes.Buffer
	if body != nil {
		assert.NilError(g, json.NewEncoder(&b).Encode(body))
	}
	r := httptest.NewRequest(method, api.Ordering+path, &b)
	r.Header.Set("Content-Type", "application/json")
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	g.API.ServeHTTP(w, r)
	answer := w.Result()
	assert.Assert(g, answer.StatusCode < 300, "%s %s: %d %s", method, path, answer.StatusCode, w.Body)
	if out != nil {
		assert.NilError(g, json.Unmarshal(w.Body.Bytes(), out), "%s %s", method, path)
	}
	return answer
}

// Tokenize sends a card to the provider, as the card field does, and returns its token.
func (g *Guest) Tokenize(number string) string {
	g.Helper()
	form := url.Values{"type": {"card"}, "card[number]": {number}, "card[exp_month]": {"12"}, "card[exp_year]": {"2031"}, "card[cvc]": {"123"}}
	r, err := http.NewRequestWithContext(g.Context(), http.MethodPost, g.Provider+"/v1/payment_methods", strings.NewReader(form.Encode()))
	assert.NilError(g, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Authorization", "Bearer "+g.ProviderKey)
	answer, err := http.DefaultClient.Do(r)
	assert.NilError(g, err)
	defer answer.Body.Close()
	var method struct{ ID string }
	if err := json.NewDecoder(answer.Body).Decode(&method); err != nil || method.ID == "" {
		g.Fatalf("no token for the card: %v", err)
	}
	return method.ID
}

// Pickup places a pickup order: find a location, read its menu, build a burger, choose a time, pay, read the confirmation. With a card
// that needs authentication, the order waits for it.
func (g *Guest) Pickup(query, card string) payment.Placement {
	g.Helper()
	b := g.Fill(query)
	g.ChooseTime(&b)
	return g.Pay(b, card)
}

// Fill finds a location, reads its menu, and makes a basket of two burgers and fries.
func (g *Guest) Fill(query string) basketview.Basket {
	g.Helper()
	var found struct{ Locations []struct{ ID, Slug string } }
	g.Ask("GET", "/locations?q="+url.QueryEscape(query)+"&limit=5", nil, nil, &found)
	var store struct{ ID string }
	g.Ask("GET", "/locations/slug/"+found.Locations[0].Slug, nil, nil, &store)
	g.Ask("GET", "/locations/menus/"+store.ID, nil, nil, nil)
	g.Ask("GET", "/locations/item-details/"+store.ID+"/the-big-deal", nil, nil, nil)
	var b basketview.Basket
	g.Ask("POST", "/orders", map[string]any{
		"locationId": store.ID, "handoff": 2, "category": category.Everyday, "line": map[string]any{"itemId": "the-big-deal", "quantity": 2},
	}, nil, &b)
	g.change(&b, "POST", "/order-items", map[string]any{"orderId": b.OrderID, "itemId": "pit-fries", "quantity": 1})
	return b
}

// change makes a call that changes the basket.
func (g *Guest) change(b *basketview.Basket, method, path string, body any) {
	g.Helper()
	key := fmt.Sprintf("mutation-%s-%d", b.OrderID, b.Version)
	g.Ask(method, path, body, map[string]string{"If-Match": fmt.Sprint(b.Version), "Idempotency-Key": key}, b)
}

// ChooseTime holds the first timeslot for the basket.
func (g *Guest) ChooseTime(b *basketview.Basket) {
	g.Helper()
	g.Ask("GET", "/timeslots/"+b.OrderID, nil, nil, nil)
	g.change(b, "PUT", "/timeslots/"+b.OrderID, map[string]any{"asap": true})
}

// Pay places the order of a basket.
func (g *Guest) Pay(b basketview.Basket, card string) payment.Placement {
	g.Helper()
	g.change(&b, "PUT", "/orders/"+b.OrderID, map[string]any{"tip": map[string]any{"kind": "percent", "percent": 15}})
	g.Ask("GET", "/payment-management/payment-methods/"+b.OrderID, nil, nil, nil)
	assert.Assert(g, len(b.Problems) == 0, "the basket cannot be ordered: %+v", b.Problems)
	var placed payment.Placement
	g.Ask("POST", "/payment-management/card/"+b.OrderID, map[string]any{
		"contact":       map[string]any{"firstName": "Dolores", "lastName": "Whitaker", "email": cmp.Or(g.Email, "dolores@example.com"), "phone": "(918) 555-0141"},
		"billing":       map[string]any{"cardholder": "Dolores Whitaker", "address": "1 Main St", "city": "Tulsa", "state": "OK", "zip": "74105"},
		"paymentMethod": g.Tokenize(card), "total": b.Totals.Total,
	}, map[string]string{"If-Match": fmt.Sprint(b.Version), "Idempotency-Key": "placing-" + b.OrderID[:16]}, &placed)
	if placed.State == "placed" {
		g.Ask("GET", "/orders/thank-you/"+placed.OrderToken, nil, nil, nil)
	}
	return placed
}
