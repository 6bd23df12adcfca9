package order

import (
	"ordering/shared/locale"
	"ordering/shared/money"
)

// Submission is a guest's wish to buy a basket.
type Submission struct {
	Basket  string
	Version int64  // of the basket that the guest saw
	Key     string // Idempotency-Key
	Print   string // Fingerprint of the request's body
	Request string // id of the request

	Locale  locale.Locale
	Contact Contact
	Kind    int    // KindCharge or KindFree
	Method  string // the provider's token for the card
	Total   money.Amount
}
