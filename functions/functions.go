// Package functions is the manifest: every function of the system with its triggers and needs. The stack on AWS is built from it. The stack
// on one machine connects the same functions by hand, and a test compares it with the manifest.
package functions

import (
	"ordering/functions/api"
	"ordering/functions/cart"
	"ordering/functions/content"
	"ordering/functions/geoip"
	"ordering/functions/holiday"
	"ordering/functions/images"
	"ordering/functions/locations"
	"ordering/functions/notify"
	"ordering/functions/orders"
	"ordering/functions/payment"
	"ordering/functions/reconcile"
)

// The partitions of restaurants and menu, which only the import changes.
var catalogue = []string{"locations", "locations-*", "menu", "menu#*"}

// The partitions of timeslot holds. Releasing a hold deletes a row.
var held = []string{"slots#*"}

// The partitions of customers' sessions.
const sessions = "session#*"

// read is the limit of routes that only read.
var read = Limit{ReadsASecond, ReadsAtOnce}

// All lists every function.
func All() []Function {
	all := []Function{
		{
			Name: "locations", Operations: new(locations.Locations).Operations(), Memory: 256, Timeout: 10,
			Table: Rights{Reads: catalogue}, Limit: read,
		},
		{
			Name: "cart", Operations: new(cart.Cart).Operations(), Memory: 256, Timeout: 10,
			Table:   Rights{Reads: append(catalogue, "order#*"), Writes: []string{"basket#*", "slots#*"}, Deletes: held},
			Secrets: []Secret{GuestSecret},
		},
		{
			Name: "content", Operations: new(content.Content).Operations(), Memory: 256, Timeout: 10,
			Table: Rights{Reads: []string{"content#*"}}, Limit: read,
		},
		{
			Name: "payment", Operations: new(payment.Payment).Operations(), Memory: 256, Timeout: 25, Traced: true,
			Table: Rights{
				Reads: catalogue, Index: []string{"placed#*"}, Deletes: held,
				Writes: []string{"basket#*", "slots#*", "order#*", "order-id#*", "guest#*", "outbox#*", "attempts#*", "webhook#*", "comparison"},
			},
			Secrets: []Secret{StripeSecretKey, StripeWebhookSecret, GuestSecret}, Settings: []Setting{SiteURL, StripePublishableKey}, Reserved: 100,
		},
		{
			// It moves money too when an order is cancelled, but nine in ten of its calls read an order's status, so it is not traced.
			Name: "orders", Operations: new(orders.Orders).Operations(), Memory: 256, Timeout: 15,
			Table:   Rights{Writes: []string{"basket#*", "slots#*", "order#*", "order-id#*", "guest#*", "outbox#*"}, Deletes: held},
			Secrets: []Secret{StripeSecretKey, KitchenSecrets}, Settings: []Setting{SiteURL},
		},
		{
			Name: "holiday", Operations: new(holiday.Holiday).Operations(), Memory: 128, Timeout: 5,
			Table:     Rights{Reads: []string{"locations", "locations-*"}, Writes: []string{"holiday#*"}},
			Schedules: holiday.Schedules, Limit: read,
		},
		{
			// Lambda allots CPU by memory, so a picture costs about the same at any memory size.
			Name: "images", Operations: new(images.Images).Operations(), Memory: 1769, Timeout: 25, Assets: images.Roots(), Reserved: 20, Limit: read,
		},
		{
			Name: "notify", Memory: 256, Timeout: 60,
			Table:  Rights{Reads: []string{"order#*"}, Writes: []string{"outbox#*"}, Deletes: []string{"outbox#*"}},
			Outbox: true, Schedules: notify.Schedules, Mail: true, Reserved: 20,
			Secrets: []Secret{KitchenSecrets}, Settings: []Setting{SiteURL, KitchenURL},
		},
		// Its package contains the database of countries: geoip.File.
		{Name: "geoip", Operations: new(geoip.Geoip).Operations(), Memory: 256, Timeout: 5, Limit: read},
		{Name: "origin", Gate: true, Memory: 128, Timeout: 3, Reserved: 50},
		{
			Name: "publish", Memory: 128, Timeout: 30,
			Table: Rights{Reads: []string{"order#*"}}, Steps: true, Events: true,
		},
		{
			Name: "reconcile", Memory: 256, Timeout: 120, Traced: true,
			Table:     Rights{Index: []string{"saga#*", "placed#*"}, Writes: []string{"basket#*", "slots#*", "order#*", "order-id#*", "guest#*", "outbox#*", "comparison"}, Deletes: held},
			Schedules: reconcile.Schedules, Reserved: 2,
			Secrets: []Secret{StripeSecretKey}, Settings: []Setting{SiteURL},
		},
	}
	for i, f := range all {
		all[i] = f.withSessions()
	}
	return all
}

// Operations lists the calls of all functions.
func Operations() []api.Operation {
	var ops []api.Operation
	for _, f := range All() {
		ops = append(ops, f.Operations...)
	}
	return ops
}
