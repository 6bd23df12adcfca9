// Package functions is the manifest: every function of the system with its triggers and needs. The stack on AWS is built from it. The stack
// on one machine connects the same functions by hand, and a test compares it with the manifest.
package functions

import (
	"ordering/functions/api"
	"ordering/functions/auth"
	"ordering/functions/cart"
	"ordering/functions/content"
	"ordering/functions/forms"
	"ordering/functions/geoip"
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
	"ordering/functions/reconcile"
)

// The partitions of restaurants, menu and promotions, which only the import changes.
var catalogue = []string{"locations", "locations-*", "menu", "menu#*", "promotions", "promotions#*"}

// The partitions with the rules of gifts, and of referral codes.
var giving = []string{"promotions", "promotions#*", "referral#*"}

// The partitions of timeslot holds. Releasing a hold deletes a row.
var held = []string{"slots#*"}

// The partitions that placing an order claims and that its end releases: timeslots, the limits of promotions, and points. A release deletes
// rows of the kinds in released.
var (
	claimed  = []string{"slots#*", "promo-use#*", "promo-of#*", "coupon#*", "points#*"}
	released = []string{"slots#*", "promo-of#*"}
)

// The partitions of customers' sessions, and of the public keys of access tokens.
const (
	sessions  = "session#*"
	tokenKeys = "token-keys"
)

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
			Name: "cart", Operations: new(cart.Cart).Operations(), Memory: 256, VerifiesTokens: true, Timeout: 10,
			Table: Rights{
				Reads:   append(catalogue, "order#*", "points#*"),
				Writes:  []string{"basket#*", "slots#*", "customer-baskets#*", "attempts#*", "coupon#*"},
				Deletes: held,
			},
			Secrets: []Secret{GuestSecret}, Settings: []Setting{SiteURL},
		},
		{
			Name: "auth", Operations: new(auth.Auth).Operations(), Memory: 256, Timeout: 15, VerifiesTokens: true, Reserved: 50,
			Invokes: []string{"password", "passkey"},
			Table: Rights{
				Reads: []string{"referral#*"},
				Writes: []string{
					"customer#*", "credential#*", sessions, "email#*", "signup#*", "reset#*", "attempts#*", tokenKeys, "token-keys-private", "outbox#*",
					"social#*", "social-attempt#*", "challenge#*",
				},
				Deletes: []string{
					sessions, "credential#*", "email#*", "social#*", "signup#*", "reset#*", "attempts#*", "social-attempt#*",
				},
			},
			Secrets:  []Secret{SessionSecret, CodesSecret, GuestSecret, SocialSecrets},
			Settings: []Setting{SiteURL, Social}, Schedules: auth.Schedules,
		},
		{
			Name: "profile", Operations: new(profile.Service).Operations(), Memory: 256, Timeout: 10, VerifiesTokens: true,
			Table: Rights{
				Reads:  []string{"locations", "locations-*", "email#*", "no-sale#*", "points#*"},
				Writes: []string{"customer#*", "attempts#*", "outbox#*", "referral#*"},
			},
			Secrets: []Secret{GuestSecret}, Settings: []Setting{SiteURL},
		},
		{
			Name: "privacy", Operations: new(privacy.Privacy).Operations(), Memory: 256, Timeout: 60, VerifiesTokens: true, ErasesFiles: true,
			Table: Rights{
				Reads: []string{
					"customer-baskets#*", "credential#*", sessions, "email#*", "social#*", "case-of#*", "contest-entry#*", "no-sale#*",
					"promo-of#*", "comparison", "referral#*",
				},
				Index:  []string{"deletions", "customer-orders#*"},
				Writes: []string{"customer#*", "order#*", "guest#*", "basket#*", "outbox#*", "case#*", "case-done#*", "case-ref#*", "points#*"},
				Deletes: []string{
					"customer#*", "customer-baskets#*", "credential#*", sessions, "email#*", "social#*", "guest#*", "basket#*",
					"case-of#*", "contest-entry#*", "promo-of#*", "referral#*", "points#*",
				},
			},
			Secrets: []Secret{StripeSecretKey, GuestSecret}, Settings: []Setting{SiteURL}, Schedules: privacy.Schedules,
		},
		// A full core for one hash at a time. A flood of guesses reaches its cap, and refreshes of sessions go on.
		{Name: "password", Memory: 1769, Timeout: 10, Reserved: 10},
		// Its library would take the program of auth over its size.
		{Name: "passkey", Memory: 256, Timeout: 10},
		{
			Name: "content", Operations: new(content.Content).Operations(), Memory: 256, Timeout: 10,
			Table: Rights{Reads: []string{"content#*"}}, Limit: read,
		},
		{
			Name: "graph", Operations: new(graph.Graph).Operations(), Memory: 256, Timeout: 10, VerifiesTokens: true,
			Table:    Rights{Reads: []string{"customer#*", "order#*", "guest#*", "points#*"}, Index: []string{"customer-orders#*"}},
			Settings: []Setting{SiteURL},
		},
		{
			Name: "payment", Operations: new(payment.Payment).Operations(), Memory: 256, VerifiesTokens: true, Timeout: 25,
			Table: Rights{
				Reads: catalogue, Index: []string{"placed#*"}, Deletes: released,
				Writes: append(claimed, "basket#*", "order#*", "order-id#*", "guest#*", "outbox#*", "attempts#*", "webhook#*", "comparison"),
			},
			Secrets: []Secret{StripeSecretKey, StripeWebhookSecret, GuestSecret}, Settings: []Setting{SiteURL, StripePublishableKey}, Reserved: 100,
		},
		{
			Name: "orders", Operations: new(orders.Orders).Operations(), Memory: 256, VerifiesTokens: true, Timeout: 15,
			Table: Rights{
				Reads: append(giving, "customer#*"), Index: []string{"customer-orders#*"}, Deletes: released,
				Writes: append(claimed, "basket#*", "order#*", "order-id#*", "guest#*", "outbox#*", "customer-baskets#*", "points-stock"),
			},
			Secrets: []Secret{StripeSecretKey, KitchenSecrets, GuestSecret}, Settings: []Setting{SiteURL},
		},
		{
			Name: "loyalty", Operations: new(loyalty.Loyalty).Operations(), Memory: 256, Timeout: 120, VerifiesTokens: true,
			Table: Rights{
				Reads:  append(giving, "customer#*", "order#*", "guest#*", "coupon#*", "order-id#*"),
				Index:  []string{"placed#*", "points-accounts#*", "customer-orders#*"},
				Writes: []string{"points#*", "points-round", "points-stock", "outbox#*"},
			},
			Secrets: []Secret{GuestSecret}, Settings: []Setting{SiteURL}, Schedules: loyalty.Schedules,
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
			Table: Rights{
				Reads:  []string{"order#*", "customer#*", "signup#*", "reset#*", "case#*", "case-done#*", "locations", "promotions", "promotions#*"},
				Writes: []string{"outbox#*"}, Deletes: []string{"outbox#*", "case-done#*"},
			},
			Outbox: true, Schedules: notify.Schedules, Mail: true, Reserved: 20,
			Secrets: []Secret{KitchenSecrets, DeskSecrets, CodesSecret}, Settings: []Setting{SiteURL, KitchenURL, DeskURL},
		},
		{
			// Lambda allots CPU by memory: the worst picture that a guest may send takes a second of a full core.
			Name: "forms", Operations: new(forms.Forms).Operations(), Memory: 1769, Timeout: 25, Reserved: 10, Files: true,
			Table: Rights{
				Reads:   []string{"locations", "locations-*", "order#*"},
				Writes:  []string{"case#*", "case-of#*", "case-ref#*", "upload#*", "attempts#*", "contest-entry#*", "no-sale#*", "outbox#*"},
				Deletes: []string{"upload#*"},
			},
			Secrets: []Secret{GuestSecret, CodesSecret}, Limit: Limit{FormsASecond, FormsAtOnce},
		},
		// Its package contains the database of countries: country.File.
		{Name: "geoip", Operations: geoip.Operations(""), Memory: 256, Timeout: 5, Limit: read},
		{Name: "origin", Gate: true, Memory: 128, Timeout: 3, Reserved: 50},
		{
			Name: "publish", Memory: 128, Timeout: 30,
			Table: Rights{
				Reads: append(giving, "customer#*", "order#*", "guest#*"), Index: []string{"customer-orders#*"},
				Writes: []string{"points#*", "points-stock"},
			},
			Steps: true, Events: true,
		},
		{
			Name: "reconcile", Memory: 256, Timeout: 120,
			Table: Rights{
				Index: []string{"saga#*", "placed#*"}, Deletes: released,
				Writes: append(claimed, "basket#*", "order#*", "order-id#*", "guest#*", "outbox#*", "comparison"),
			},
			Schedules: reconcile.Schedules, Reserved: 2,
			Secrets: []Secret{StripeSecretKey}, Settings: []Setting{SiteURL},
		},
	}
	for i, f := range all {
		all[i] = f.withTokenRights()
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
