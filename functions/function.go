package functions

import (
	"slices"
	"strings"

	"ordering/functions/api"
	"ordering/shared/schedule"
)

// Function is one unit of deployment; its main is in functions/<Name>/lambda.
type Function struct {
	Name       string
	Operations []api.Operation // its routes; none for one that only works behind the scenes
	Table      Rights          // what it may do with the table
	Outbox     bool            // fed by the rows that writers leave in the table's outbox
	Steps      bool            // fed by each change of an order's progress
	Schedules  []Schedule      // what calls it by the clock
	Memory     int             // MB
	Timeout    int             // seconds
	// Reserved is how many of it may run at once. The number is set aside for it: it is a cap where more would harm others (a mail quota,
	// a kitchen's till, memory), and a promise where others must not use up what it needs (the gate, payments). 0 is neither: it shares what
	// the account has left.
	Reserved int
	Limit    Limit // of each of its routes
	// Traced has Lambda record calls of it for X-Ray: one a second and one in twenty besides. Nobody can change that rate, an HTTP API hands
	// no sampling decision of others on, and a trace costs four times the call: on most days every call of every function would be recorded. So
	// it is for what moves money or waits for systems of others, and not for what guests read.
	Traced bool
	Gate   bool     // the API asks it of each call whether the call came through the site's front; it has no calls of its own
	Mail   bool     // it may send mail in the brand's name
	Assets []string // what the names of the files begin with that it may read of the built site, whose bucket is in ASSETS
	Events bool     // it may put events on the bus of orders, whose name is in EVENT_BUS
	// Secrets are the names of what it must know and nobody may read in a template or in its configuration. It reads all of them in one
	// call as it starts: the parameters SECRETS_PATH + name. On one machine they are made or fixed.
	Secrets []Secret
	// Settings are the environment variables that it reads besides those that each function has: TABLE, SERVICE (the stack that it
	// belongs to) and FUNCTION (its Name); SECRETS_PATH where it has Secrets, EVENT_BUS with Events, ASSETS with Assets, ORIGIN_KEYS at the Gate.
	Settings []Setting
}

// Limit is how many calls a route takes before the API answers 429. The zero Limit is the API's own: CallsASecond, CallsAtOnce.
type Limit struct{ ASecond, AtOnce int }

// Feed is the pattern by which Lambda picks out of the table's stream what feeds the function: new rows of the outbox, or changes of the
// progress of orders. "" where the stream does not feed it.
func (f Function) Feed() string {
	switch {
	case f.Outbox:
		return `{"eventName":["INSERT"],"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"outbox#"}]}}}}`
	case f.Steps:
		return `{"eventName":["INSERT","MODIFY"],"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"order#"}]},"sk":{"S":["progress"]}}}}`
	}
	return ""
}

// Rights are partitions of the table, by name or, with a star at the end, by what they begin with. The cloud refuses everything else, and so
// does the stack on one machine.
type Rights struct {
	Reads   []string
	Index   []string // partitions of the index, to query
	Writes  []string // and reads: every write is conditional
	Deletes []string // of those that it writes into: no function takes away a basket, an order or whose it is
}

// Access is what may be done with a row; who may do more may do less.
type Access int

// To read a row, to write it, to take it away; to query a partition of the index.
const (
	Read Access = iota
	Write
	Delete
	QueryIndex
)

// May reports whether they allow that with the partition's rows.
func (r Rights) May(do Access, partition string) bool {
	matches := func(pattern string) bool {
		beginning, open := strings.CutSuffix(pattern, "*")
		return pattern == partition || open && strings.HasPrefix(partition, beginning)
	}
	switch do {
	case QueryIndex:
		return slices.ContainsFunc(r.Index, matches)
	case Delete:
		return slices.ContainsFunc(r.Deletes, matches)
	case Write:
		return slices.ContainsFunc(r.Writes, matches)
	}
	return slices.ContainsFunc(r.Writes, matches) || slices.ContainsFunc(r.Reads, matches)
}

// None reports whether the function has nothing to do with the table.
func (r Rights) None() bool { return len(r.Reads)+len(r.Writes) == 0 }

// What a schedule is, its days, and what it tells its function.
type (
	Schedule = schedule.Schedule
	Day      = schedule.Day
	Call     = schedule.Call
)

// Secret is the name of a secret.
type Secret string

// The secrets of the system.
const (
	StripeSecretKey Secret = "STRIPE_SECRET_KEY"
	GuestSecret     Secret = "GUEST_SECRET"    // what guests are named after: never another one, or nobody's orders are found again
	KitchenSecrets  Secret = "KITCHEN_SECRETS" // what webhooks from and to the kitchen are signed with, the newest first
)

// Setting is the name of an environment variable.
type Setting string

// The settings of the system.
const (
	SiteURL              Setting = "SITE_URL"               // where guests open the site, as scheme and host
	KitchenURL           Setting = "KITCHEN_URL"            // where the kitchen takes orders
	StripePublishableKey Setting = "STRIPE_PUBLISHABLE_KEY" // which the guest's browser shows to Stripe
)
