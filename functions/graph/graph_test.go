package graph_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api/apitest"
	"ordering/functions/graph"
	"ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/promo"
	"ordering/shared/table"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// fixture is the function over the table of a test restaurant, with the customers ann and bob.
type fixture struct {
	*ordertest.Fixture
	*testing.T
	handler http.Handler
}

func open(t *testing.T) fixture {
	g := ordertest.New(t)
	for _, name := range []string{"ann", "bob"} {
		raw, err := json.Marshal(guest.Contact{FirstName: name, LastName: "Byron", Email: name + "@example.com", Phone: "+19185550142"})
		assert.NilError(t, err)
		profile := table.Item{Key: table.Key{PK: "customer#" + name, SK: "profile"}, Data: raw}
		assert.NilError(t, g.Table.Write(t.Context(), table.Put(profile)))
	}
	return fixture{g, t, apitest.Handler(t, graph.New(g.Table, g.Brand, g.Now).Operations())}
}

// order places an order of a customer.
func (f fixture) order(customer string) order.Order {
	f.Helper()
	f.Pass(time.Minute)
	s := f.Want(f.Fill("burger", 1), "ok", fmt.Sprintf("key-of-basket-%03d", len(f.Baskets)))
	s.Customer = customer
	return f.Place(s)
}

// ask posts a query as the customer, or as a guest without one.
func (f fixture) ask(customer, query string, variables map[string]any, headers ...string) (int, string) {
	f.Helper()
	body, err := json.Marshal(map[string]any{"operationName": nil, "variables": variables, "query": query})
	assert.NilError(f, err)
	return f.send(customer, string(body), headers...)
}

func (f fixture) send(customer, body string, headers ...string) (int, string) {
	if customer != "" {
		headers = append(headers, "Authorization", "Bearer "+customer)
	}
	w := apitest.Send(f.handler, http.MethodPost, graph.Path, body, headers...)
	assert.Equal(f, w.Header().Get("Cache-Control"), "no-store") // fault 29
	return w.Code, w.Body.String()
}

func TestCustomersSeeTheirOrders(t *testing.T) {
	f := open(t)
	f.Promotions = promo.NewSet([]promo.Promotion{{
		Kind: promo.OrderAmount, ID: "lunch", Label: locale.Text{"en": "Lunch"}, Amount: menu.Prices{money.USD: 100},
	}})
	var mine []order.Order
	for range 3 {
		mine = append(mine, f.order("ann"))
	}
	f.order("bob")
	f.order("")
	last := mine[2]
	for _, location := range []string{"grill", "tulsa"} {
		_, err := customer.SetFavorite(t.Context(), f.Table, "ann", location, true)
		assert.NilError(t, err)
	}
	first := map[string]any{"id": last.Token}
	for name, c := range map[string]struct {
		query     string
		variables map[string]any
		want      string
	}{
		"the customer": {
			`{ me { firstName email spendablePoints } }`, nil,
			`{"me":{"firstName":"ann","email":"ann@example.com","spendablePoints":0}}`,
		},
		"their orders": {
			`{ orders { nodes { id } pageInfo { hasNextPage } } }`, nil,
			`{"orders":{"nodes":[{"id":"` + last.Token + `"},{"id":"` + mine[1].Token + `"},{"id":"` + mine[0].Token + `"}],` +
				`"pageInfo":{"hasNextPage":false}}}`,
		},
		"the latest": {
			`query($n: Int!) { orders(first: $n) { nodes { number } pageInfo { hasNextPage } } }`, map[string]any{"n": 1},
			`{"orders":{"nodes":[{"number":"` + last.Number + `"}],"pageInfo":{"hasNextPage":true}}}`,
		},
		"one": {
			`query($id: ID!) { order(id: $id) {
				total { minor currency } adjustments { kind id label coupon amount { minor } lines { lineId amount { minor } } }
				status { status final refundedAmount { minor } } location { label } vehicle { make }
			} }`, first,
			`{"order":{"total":{"minor":974,"currency":"usd"},` +
				`"adjustments":[{"kind":"orderAmount","id":"lunch","label":"Lunch","coupon":"","amount":{"minor":100},` +
				`"lines":[{"lineId":"1","amount":{"minor":100}}]}],"status":{"status":"scheduled","final":false,"refundedAmount":null},` +
				`"location":{"label":"Grill"},"vehicle":null}}`,
		},
		"in French": {
			`query($id: ID!) { order(id: $id, locale: "fr-ca") {
				placedAt email lines { label quantity price { minor } stack modifiers { label } }
			} }`, first,
			`{"order":{"placedAt":"2026-07-28T17:03:00Z","email":"a•••@example.com",` +
				`"lines":[{"label":"Hambourgeois","quantity":1,"price":{"minor":1000},"stack":[],"modifiers":[]}]}}`,
		},
		"favourites": {`{ favourites }`, nil, `{"favourites":["grill","tulsa"]}`},
		"several at once": {
			`{ me { firstName } orders(first: 2) { nodes { __typename } } }`, nil,
			`{"me":{"firstName":"ann"},"orders":{"nodes":[{"__typename":"Order"},{"__typename":"Order"}]}}`,
		},
	} {
		status, body := f.ask("ann", c.query, c.variables, "brandId", "3", "countryalpha2", "US")
		assert.Check(t, is.Equal(status, 200), "%s %s", name, body)
		assert.Check(t, is.Equal(body, `{"data":`+c.want+`}`), name)
	}
}

// Fault 6: nothing of another customer is shown, whatever the query names.
func TestOtherCustomersSeeNothing(t *testing.T) {
	f := open(t)
	mine, guests := f.order("ann"), f.order("")
	f.order("ann")
	one := `query($id: ID!) { order(id: $id) { number } }`
	for name, id := range map[string]any{
		"another's": mine.Token, "a guest's": guests.Token, "another's id": mine.ID, "none": "none", "empty": "", "a number": 5,
	} {
		_, body := f.ask("bob", one, map[string]any{"id": id})
		assert.Check(t, is.Equal(body, `{"data":{"order":null}}`), name)
	}
	page := `query($after: String) { orders(first: 1, after: $after) { nodes { id } pageInfo { endCursor } } }`
	_, body := f.ask("ann", page, nil)
	var first struct {
		Data struct {
			Orders struct {
				Nodes    []struct{ ID string }
				PageInfo struct{ EndCursor string }
			}
		}
	}
	assert.NilError(t, json.Unmarshal([]byte(body), &first))
	cursor := map[string]any{"after": first.Data.Orders.PageInfo.EndCursor}
	f.order("ann") // moves no page
	for range 2 {  // nor does a replay
		_, body = f.ask("ann", page, cursor)
		assert.Assert(t, is.Contains(body, mine.Token))
	}
	status, body := f.ask("bob", page, cursor)
	assert.Equal(t, status, 422)
	assert.Assert(t, !strings.Contains(body, mine.Token))
	_, body = f.ask("bob", `{ me { email } orders { nodes { id } } }`, nil)
	assert.Equal(t, body, `{"data":{"me":{"email":"bob@example.com"},"orders":{"nodes":[]}}}`)
}

// Package graphql refuses queries for graph and content alike: the tests of content have each of its rules.
func TestRefusalsHaveTheFormOfGraphQL(t *testing.T) {
	f := open(t)
	for name, c := range map[string]struct {
		query  string
		status int
		code   string
	}{
		"no such field":       {`{ secrets { id } }`, 400, "query-invalid"},
		"too many orders":     {`{ orders(first: 21) { nodes { id } } }`, 422, "invalid"},
		"no order":            {`{ orders(first: 0) { nodes { id } } }`, 422, "invalid"},
		"fewer than none":     {`{ orders(first: -3) { nodes { id } } }`, 422, "invalid"},
		"pages at once":       {`{ a: orders(first: 20) { nodes { id } } b: orders(first: 20) { nodes { id } } }`, 400, "query-invalid"},
		"no cursor":           {`{ orders(after: "x") { nodes { id } } }`, 422, "invalid"},
		"a foreign cursor":    {`{ orders(after: "eyJxIjoiIn0") { nodes { id } } }`, 422, "invalid"},
		"an owner (fault 20)": {`{ orders(ownerId: "bob") { nodes { id } } }`, 400, "query-invalid"},
	} {
		status, body := f.ask("ann", c.query, nil)
		var answer struct {
			Data   *any
			Errors []struct {
				Message    string
				Extensions struct{ Code, RequestID string }
			}
		}
		assert.Check(t, json.Unmarshal([]byte(body), &answer), name)
		assert.Check(t, is.Equal(status, c.status), "%s: %s", name, body)
		if len(answer.Errors) == 0 || answer.Data != nil {
			t.Errorf("%s: got %s, want errors alone", name, body)
			continue
		}
		got := answer.Errors[0]
		assert.Check(t, got.Extensions.Code == c.code && got.Message != "" && got.Extensions.RequestID != "", "%s: %s", name, body)
	}
	// Before a query is read the answer is a problem, as everywhere.
	status, body := f.send("ann", `{"query":"{ me { email } }","variables":{"x":"`+strings.Repeat("x", 16<<10)+`"}}`)
	assert.Equal(t, status, http.StatusRequestEntityTooLarge, body)
	status, body = f.send("ann", `{"query":"{ me { email } }","ownerId":"bob"}`) // fault 20
	assert.Equal(t, status, http.StatusUnprocessableEntity, body)
	status, body = f.ask("", `{ me { email } }`, nil)
	assert.Equal(t, status, http.StatusUnauthorized)
	assert.Assert(t, is.Contains(body, `"code":"sign-in-needed"`))
	status, _ = f.ask("ann", `{ me { email } }`, nil, "brandId", "1")
	assert.Equal(t, status, http.StatusBadRequest)
	status, body = f.ask("erased", `{ me { email } }`, nil)
	assert.Equal(t, status, http.StatusUnauthorized)
	assert.Assert(t, is.Contains(body, "session-ended"))
}
