// Package functions is the manifest: every function of the system, what triggers it and what it needs. The stack on AWS is built by
// walking it; the one on one machine joins the same functions by hand, each with what it needs there, and a test holds it to this.
package functions

import (
	"ordering/functions/api"
	"ordering/functions/cart"
	"ordering/functions/holiday"
	"ordering/functions/locations"
	"ordering/functions/orders"
	"ordering/functions/payment"
)

// Function is one unit of deployment; its main is in functions/<Name>/lambda.
type Function struct {
	Name       string
	Operations []api.Operation // its routes; none for one that only works behind the scenes
	Writes     bool            // into the table; else it may only read there
	Outbox     bool            // fed by the rows that writers leave in the table's outbox
	Memory     int             // MB
	Timeout    int             // seconds
}

// All lists every function.
func All() []Function {
	return []Function{
		{Name: "locations", Operations: new(locations.Locations).Operations(), Memory: 256, Timeout: 10},
		{Name: "cart", Operations: new(cart.Cart).Operations(), Writes: true, Memory: 256, Timeout: 10},
		{Name: "payment", Operations: new(payment.Payment).Operations(), Writes: true, Memory: 256, Timeout: 25},
		{Name: "orders", Operations: new(orders.Orders).Operations(), Writes: true, Memory: 256, Timeout: 15},
		{Name: "holiday", Operations: new(holiday.Holiday).Operations(), Memory: 128, Timeout: 5},
		{Name: "notify", Writes: true, Outbox: true, Memory: 256, Timeout: 60},
	}
}

// Operations lists the calls of all functions.
func Operations() []api.Operation {
	var ops []api.Operation
	for _, f := range All() {
		ops = append(ops, f.Operations...)
	}
	return ops
}
