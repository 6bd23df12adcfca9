// Package person finds, exports and erases what is stored about a person.
package person

import (
	"encoding/json"
	"strings"

	"ordering/shared/loyalty"
	"ordering/shared/table"
)

// Store is a kind of partitions with rows about persons.
type Store struct {
	Prefix string // of the partitions; the rest of the name is the customer's id, unless How is set
	How    string // how the rows are found or end, if not by the customer's id
	// Show returns what an export shows of a row, or nil to leave it out. Show is nil if the rows are not found by the customer's id.
	Show func(table.Item) any
	Kind string // of its rows in an export; empty if the first part of the sort key names it
	// Entry means that the rows let the customer sign in. They are erased before the orders, so that no session writes behind the erasure.
	Entry bool
	// Left returns what an erasure leaves of a row, without data of the person; ok is false if nothing. Left is nil if no row stays.
	Left func(table.Item) (left table.Item, ok bool, err error)
}

// Stores lists every store with rows about persons. Export and erasure walk it, and a test of the manifest fails for a partition that is
// neither here nor in Impersonal.
var Stores = []Store{
	{Prefix: "credential#", Show: showCredential, Entry: true},
	{Prefix: "session#", Kind: "session", Show: showMembers, Entry: true},
	{Prefix: "customer#", Show: showRow},
	{Prefix: "customer-baskets#", Kind: "basket", Show: showMembers},

	{Prefix: "points#", Kind: "points", Show: showPoints, Left: loyalty.Erased},
	{Prefix: "referral#", How: "customer.EndAccount: the code is derived from the customer's id"},
	{Prefix: "points-accounts#", How: "the index of points#"},

	{Prefix: "email#", How: "customer.EndAccount: the lookup of the profile's address"},
	{Prefix: "social#", How: "customer.Linked: the lookup of a row of credential#"},
	{Prefix: "guest#", How: "order.Eraser"},
	{Prefix: "customer-orders#", How: "order.Eraser: the index of guest#"},
	{Prefix: "order#", How: "order.Eraser, which keeps the books"},
	{Prefix: "promo-of#", How: "order.Eraser: the counts of an order's promotions"},
	{Prefix: "basket#", How: "order.Eraser; without an order it expires within a week and has no name or address"},

	{Prefix: "case-of#", How: "form.Erasure, by the pseudonyms of the person's addresses"},
	{Prefix: "case#", How: "form.Erasure: the cases that case-of# names. It keeps kind and dates of a privacy request for 24 months"},
	{Prefix: "case-done#", How: "ends when the mail about the deletion is sent, at the latest a week after it"},
	{Prefix: "case-ref#", How: "form.Erasure: has a reference and an id only, and expires with its case"},
	{Prefix: "contest-entry#", How: "form.Erasure: the entry of the case"},
	{Prefix: "upload#", How: "expires within a day, and its file with it unless a case takes it"},
	{Prefix: "no-sale#", How: "kept, because the law wants the choice respected; it has a pseudonym only"},

	{Prefix: "signup#", How: "expires within a day"},
	{Prefix: "reset#", How: "expires within half an hour"},
	{Prefix: "social-attempt#", How: "expires within ten minutes"},
	{Prefix: "attempts#", How: "expires within a day, and has pseudonyms only"},
	{Prefix: "outbox#", How: "has ids only, and ends when it is delivered"},
}

// Impersonal lists the other partitions that functions write.
var Impersonal = []string{
	"slots#", "order-id#", "holiday#", "webhook#", "comparison", "token-keys", "token-keys-private",
	"saga#", "placed#", "deletions", "challenge#", "promo-use#", "coupon#",
	"points-round", "points-stock",
}

// shown lists the members of rows with secrets that an export shows. Hashes, keys and secrets are not among them.
var shown = []string{
	"at", "created", "changed", "signIn", "seen", "used", "linked", "agent", "name", "provider",
}

func showMembers(i table.Item) any { return members(i, shown...) }

// showPoints shows the account, the statement, and the rewards and progress of the customer, but not what a wrapped reward contains. The
// other rows repeat the sources of entries.
func showPoints(i table.Item) any {
	if !loyalty.Shown(i.Key) {
		return nil
	}
	if some := members(i, "type", "source", "given", "wrapped"); some["wrapped"] == true {
		return some
	}
	return showRow(i)
}

// showRow shows a whole row.
func showRow(i table.Item) any { return json.RawMessage(i.Data) }

// showCredential shows the way to sign in, such as a password, and its times.
func showCredential(i table.Item) any {
	m := members(i, shown...)
	m["kind"], _, _ = strings.Cut(i.SK, "#")
	if m["kind"] == "social" {
		delete(m, "name") // a pseudonym of the person's id at the provider
	}
	return m
}

// members returns the named members of a row, if it has them.
func members(i table.Item, names ...string) map[string]any {
	var all map[string]any
	_ = json.Unmarshal(i.Data, &all) // a row of ours
	some := map[string]any{}
	for _, name := range names {
		if v, ok := all[name]; ok {
			some[name] = v
		}
	}
	return some
}
