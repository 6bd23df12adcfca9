package functions

import (
	"slices"
	"strings"

	"ordering/functions/api"
	"ordering/shared/schedule"
)

// Function is one unit of deployment. Its main is in functions/<Name>/lambda.
type Function struct {
	Name       string
	Operations []api.Operation // its routes; none if only events or schedules call it
	Table      Rights          // its access to the table
	Outbox     bool            // the table's stream sends it new rows of the outbox
	Steps      bool            // the table's stream sends it each change of an order's progress
	Schedules  []Schedule      // when the scheduler calls it
	Memory     int             // MB
	Timeout    int             // seconds
	// Reserved is its reserved concurrency: a cap that protects a mail quota, a kitchen's till or memory, and a guarantee for functions
	// that others must not starve (the gate, payments). With 0 it shares the account's remaining concurrency.
	Reserved int
	Limit    Limit    // of each of its routes
	Gate     bool     // the API's authorizer: it checks that each call came through CloudFront; it has no routes
	Mail     bool     // it may send mail in the brand's name
	Assets   []string // name prefixes of the built site's files that it may read, in the bucket ASSETS
	Events   bool     // it may put events on the bus of orders, EVENT_BUS
	// Files is true if it stores the files that guests send with forms, in the bucket FORM_FILES: it may read and move what was uploaded,
	// and read no file that was kept.
	Files bool
	// ErasesFiles is true if it deletes files of FORM_FILES. It may read none.
	ErasesFiles bool
	// VerifiesTokens is true if answers may depend on the caller. The other functions ignore access tokens.
	VerifiesTokens bool
	Invokes        []string // the functions of its stack that it may invoke
	// Secrets are values that must not appear in a template or in its configuration. It reads all of them in one call when it starts: the
	// parameters SECRETS_PATH + name. On one machine they are generated or fixed.
	Secrets []Secret
	// Settings are the environment variables that it reads besides those of every function: TABLE, SERVICE (its stack) and FUNCTION (its
	// Name); SECRETS_PATH with Secrets, EVENT_BUS with Events, ASSETS with Assets, ORIGIN_KEYS with Gate, FORM_FILES with Files or
	// ErasesFiles.
	Settings []Setting
}

// Limit is the rate limit of a route; beyond it the API answers 429. The zero Limit means the API's own: CallsASecond, CallsAtOnce.
type Limit struct{ ASecond, AtOnce int }

// Feed returns the filter pattern for the table's stream: new rows of the outbox, or changes of the progress of orders. "" if the stream
// does not call the function.
func (f Function) Feed() string {
	switch {
	case f.Outbox:
		return `{"eventName":["INSERT"],"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"outbox#"}]}}}}`
	case f.Steps:
		return `{"eventName":["INSERT","MODIFY"],"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"order#"}]},"sk":{"S":["progress"]}}}}`
	}
	return ""
}

// Rights lists partitions of the table, by name or, with a star at the end, by prefix. IAM and the stack on one machine refuse all other
// access.
type Rights struct {
	Reads   []string
	Index   []string // partitions of the index, to query
	Writes  []string // and reads: every write is conditional
	Deletes []string // a subset of Reads and Writes
}

// Access is an operation on rows. Write includes Read, and Delete is granted separately.
type Access int

// QueryIndex queries a partition of the index.
const (
	Read Access = iota
	Write
	Delete
	QueryIndex
)

// May reports whether the rights allow the access to the partition.
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

// withTokenRights returns the function with the rights to verify tokens: to read their keys and, for operations that read it, the
// caller's session.
func (f Function) withTokenRights() Function {
	if f.VerifiesTokens && !f.Table.May(Read, tokenKeys) {
		f.Table.Reads = append(slices.Clone(f.Table.Reads), tokenKeys)
	}
	fresh := slices.ContainsFunc(f.Operations, api.Operation.ReadsSession)
	if fresh && !f.Table.May(Read, sessions) {
		f.Table.Reads = append(slices.Clone(f.Table.Reads), sessions)
	}
	return f
}

// None reports whether the function has no access to the table.
func (r Rights) None() bool { return len(r.Reads)+len(r.Writes) == 0 }

// Types of package schedule.
type (
	Schedule = schedule.Schedule
	Day      = schedule.Day
	Call     = schedule.Call
)

// Secret is the name of a secret.
type Secret string

// The secrets of the system.
const (
	SessionSecret       Secret = "SESSION_SECRET" // derives the secrets of sessions, and encrypts the keys of tokens
	SocialSecrets       Secret = "SOCIAL_SECRETS" // JSON: the secret of each sign-in provider; missing if none is configured
	CodesSecret         Secret = "CODES_SECRET"   // derives mailed codes and links
	StripeSecretKey     Secret = "STRIPE_SECRET_KEY"
	StripeWebhookSecret Secret = "STRIPE_WEBHOOK_SECRET" // the signing keys of Stripe's webhooks, the newest first
	GuestSecret         Secret = "GUEST_SECRET"          // the key that guest ids derive from: if it changes, guests lose their orders
	KitchenSecrets      Secret = "KITCHEN_SECRETS"       // the signing keys of webhooks from and to the kitchen, the newest first
	DeskSecrets         Secret = "DESK_SECRETS"          // the signing keys of webhooks to the desk, the newest first; missing without DESK_URL
)

// Setting is the name of an environment variable.
type Setting string

// The settings of the system.
const (
	SiteURL              Setting = "SITE_URL"               // scheme and host of the site
	Social               Setting = "SOCIAL"                 // JSON: the public settings of sign-in providers
	KitchenURL           Setting = "KITCHEN_URL"            // the endpoint that takes orders
	StripePublishableKey Setting = "STRIPE_PUBLISHABLE_KEY" // the guest's browser sends it to Stripe
	DeskURL              Setting = "DESK_URL"               // the endpoint that takes events of forms; optional
)

// Optional reports whether a stage may have no value of the setting. Then the variable is missing.
func (s Setting) Optional() bool { return s == DeskURL }
