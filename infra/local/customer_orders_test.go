package main

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/functions/payment"
	"ordering/shared/customer"
	"ordering/shared/secret"
)

// A guest orders, signs up with the same address and orders again: the functions, each with its rights of the manifest, show the customer
// both orders, and another customer none.
func TestACustomersOrdersIncludeThoseOfTheGuest(t *testing.T) {
	m := startIn(t, newFolder(t))
	kept, err := secretsOf(settingsIn(m.dir))
	assert.NilError(t, err)
	codes := customer.Codes(secret.Fixed(kept.codes))
	bearer := func(email string) []string {
		t.Helper()
		id := m.signUp(email)
		code, err := codes.Code(t.Context(), id, 1)
		assert.NilError(t, err)
		var in struct{ Token string }
		m.auth("/confirm-customer-email", map[string]any{"signUp": id, "code": code}).into(t, &in)
		return []string{"Authorization", "Bearer " + in.Token}
	}
	order := func(headers ...string) (p payment.Placement) {
		t.Helper()
		b := m.fillBasket(burger)
		m.pay(b, dolores, m.tokenize("4242424242424242", "123"), "key-of-"+b.OrderID, headers...).into(t, &p)
		return p
	}
	orders := func(headers []string) (tokens []string) {
		t.Helper()
		var answer struct {
			Data struct {
				Orders struct{ Nodes []struct{ ID string } }
			}
		}
		query := map[string]any{"query": "{ orders(first: 20) { nodes { id } } }"}
		m.call("POST", "/../../graphql", query, append(headers, "brandId", "3", "countryalpha2", "US")...).into(t, &answer)
		for _, n := range answer.Data.Orders.Nodes {
			tokens = append(tokens, n.ID)
		}
		return tokens
	}

	before := order().OrderToken
	mine, other := bearer("dolores@example.com"), bearer("other@example.com")
	assert.Equal(t, len(orders(mine)), 0)
	var in struct{ Claimed int }
	m.call("POST", "/orders/login", map[string]any{}, mine...).into(t, &in)
	assert.Equal(t, in.Claimed, 1)
	after := order(mine...).OrderToken
	found := orders(mine)
	assert.Assert(t, len(found) == 2 && slices.Contains(found, before) && slices.Contains(found, after), found)

	m.call("POST", "/orders/login", map[string]any{}, other...).into(t, &in)
	assert.Assert(t, in.Claimed == 0 && len(orders(other)) == 0)
	var list struct{ Orders []struct{ OrderToken string } }
	m.call("GET", "/orders/customer/dolores@example.com", nil, mine...).into(t, &list)
	assert.Equal(t, len(list.Orders), 2)
	assert.Equal(t, m.call("GET", "/orders/customer/dolores@example.com", nil, other...).code(), "order-not-found")
}
