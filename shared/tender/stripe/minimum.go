package stripe

import "ordering/shared/money"

// Minimum is the least amount that Stripe charges: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts.
func Minimum(c money.Currency) money.Amount { return money.Of(50, c) }
