package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"ordering/functions/payment"
	"ordering/shared/basket/basketview"
	"ordering/shared/problem"
)

// Whoever is refused because the basket has moved on is handed the basket as it stands now, in the same form by every function and
// in the language that asks: what get-basket answers.
func TestARefusalHandsOverTheBasket(t *testing.T) {
	m := startIn(t, copied(t))
	old := m.ready(burger)
	var now basketview.Basket
	m.call("PUT", "/orders/"+old.OrderID, map[string]any{"cutlery": true}, "If-Match", fmt.Sprint(old.Version)).into(t, &now)
	lessPaid := now
	lessPaid.Totals.Total.Minor--
	const french = "fr-ca"
	var want map[string]any
	m.call("GET", "/orders/"+old.OrderID, nil, "Accept-Language", french).into(t, &want)
	for name, c := range map[string]struct {
		answer reply
		code   problem.Code
	}{
		"the cart":                       {m.call("PUT", "/orders/"+old.OrderID, map[string]any{"cutlery": false}, "If-Match", fmt.Sprint(old.Version), "Accept-Language", french), problem.BasketChanged},
		"the payment of an older basket": {m.pay(old, dolores, "pm_1", "key-of-an-older-one", "Accept-Language", french), problem.BasketChanged},
		"the payment of another total":   {m.pay(lessPaid, dolores, "pm_1", "key-of-less-money", "Accept-Language", french), problem.PriceChanged},
	} {
		var refusal struct {
			Code    problem.Code
			Current map[string]any
		}
		if err := json.Unmarshal([]byte(c.answer.body), &refusal); err != nil || c.answer.status != 409 || refusal.Code != c.code {
			t.Errorf("%s: %d %s %v", name, c.answer.status, c.answer.body, err)
		}
		if !reflect.DeepEqual(refusal.Current, want) {
			t.Errorf("%s hands over\n%v, the basket is\n%v", name, refusal.Current, want)
		}
	}
}

// While a basket is being paid for, and once it was, no copy of it can be taken elsewhere and be paid for too.
func TestABasketThatIsBeingPaidForStays(t *testing.T) {
	m := startIn(t, copied(t))
	b := m.ready(burger)
	var p payment.Placement
	m.pay(b, dolores, m.typed("4000002760003184", "123"), "key-of-"+b.OrderID).into(t, &p)
	move := map[string]any{"locationId": "bdb-1001", "handoff": 2, "category": "everyday", "from": b.OrderID}
	if r := m.call("POST", "/orders", move); p.State != "authentication" || r.status != 409 || r.code() != "in-flight" {
		t.Errorf("while the bank asks: %s, %d %s", p.State, r.status, r.body)
	}
	m.form(p.NextAction, "answer", "approve")
	m.call("POST", "/payment-management/authentication/"+p.OrderToken, nil, "Idempotency-Key", "key-of-a-bank-0001").into(t, &p)
	if r := m.call("POST", "/orders", move); p.State != "placed" || r.status != 409 || r.code() != "basket-closed" {
		t.Errorf("once it was paid: %s, %d %s", p.State, r.status, r.body)
	}
}
