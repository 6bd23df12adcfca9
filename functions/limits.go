package functions

// What the API takes before it sheds, and what the firewall lets one network ask for: beyond it callers get 429, with the table and the
// payment provider unharmed behind it. The stack on AWS is given these, and docs/bursts.md counts with them.
//
// A rush of the whole chain, 10,000 orders an hour with all that guests look at before, is about 200 calls a second. A family behind one
// address loads some pages and follows an order, at some hundred requests; an office at noon some thousand. Guessing cards takes many
// placings: a guest needs a few.
const (
	CallsASecond = 2_000
	CallsAtOnce  = 1_000

	// Of a route that guests only read. A flood of one occupies a fifth of what an account runs at once, and ordering goes on beside it.
	ReadsASecond = 1_000
	ReadsAtOnce  = 200

	// In five minutes, of one address.
	RequestsOfOne = 3_000
	PlacingsOfOne = 60
)
