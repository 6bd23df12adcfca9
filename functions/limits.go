package functions

// Rate limits of the API and the firewall. Beyond them callers get 429, and the table and the payment provider stay unharmed. The stack on
// AWS uses them, and docs/bursts.md calculates with them.
//
// A rush of the whole chain, 10,000 orders an hour with all page views before them, is about 200 calls a second. A family behind one
// address makes some hundred requests, an office at noon some thousand. Card testing needs many placings, a guest few.
const (
	CallsASecond = 2_000
	CallsAtOnce  = 1_000

	// For routes that only read. A flood of one route uses a fifth of the account's concurrency, and ordering continues.
	ReadsASecond = 1_000
	ReadsAtOnce  = 200

	// For one address in five minutes.
	RequestsOfOne = 3_000
	PlacingsOfOne = 60
)
