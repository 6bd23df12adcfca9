package customer

import (
	"time"

	"ordering/shared/guest"
	"ordering/shared/table"
)

// SignedIn is a customer with a new session and the value of its cookie.
type SignedIn struct {
	Customer Customer
	Session  Session
	Cookie   string // the session's
	Browser  string // the cookie of the browser's marks
}

// Accounts are the rules of accounts over a table.
type Accounts struct {
	Table    table.Table
	Guests   guest.Keeper
	Codes    Codes
	Hasher   Hasher
	Sessions *Sessions
	// Authenticators verifies passkeys, which are valid at Site.
	Authenticators Authenticators
	Site           Site
	Common         func(folded string) bool // reports common passwords
	Brand          []string                 // words that no password may contain
	Now            func() time.Time
}
