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
	// Sign-ins, sign-ups and refreshes: an office behind one address refreshes some dozen sessions.
	AccountCallsOfOne = 300
	// Tokens, uploads and forms: a guest needs about ten calls, and forms has limits of its own for each network and address.
	FormCallsOfOne = 120

	// For each route of forms. Each of its executions at once (Reserved) may decode a picture.
	FormsASecond = 20
	FormsAtOnce  = 20
)
