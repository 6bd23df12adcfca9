package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"ordering/shared/basket/basketview"
	"ordering/shared/problem"
)

// A request rejected by a version conflict gets the current basket, in the same form from every function and in the request's language:
// what get-basket returns.
func TestConflictReturnsTheCurrentBasket(t *testing.T) {
	m := startIn(t, newFolder(t))
	old := m.fillBasket(burger)
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
			t.Errorf("%s: got current basket\n%v, want\n%v", name, refusal.Current, want)
		}
	}
}
