// Package money holds amounts as whole minor units with their currency. Rates are decimals; no amount is a float.
package money

import (
	"errors"
	"fmt"

	"github.com/shopspring/decimal"
)

// Currency is one of the currency values of the specification.
type Currency string

const (
	USD Currency = "usd"
	CAD Currency = "cad"
)

// Amount is a sum of money: 1250 usd is $12.50. It may be negative (a cheaper modifier). The zero value has no currency and adds to any.
type Amount struct {
	Minor    int64    `json:"minor" doc:"Whole minor units (cents)"`
	Currency Currency `json:"currency" enum:"usd,cad"`
}

// Of returns an amount of minor units.
func Of(minor int64, c Currency) Amount { return Amount{Minor: minor, Currency: c} }

// ErrCurrencies means that usd and cad were added.
var ErrCurrencies = errors.New("money: amounts of different currencies do not add up")

// Plus adds b. It panics on another currency, which is a programming error: a basket has one currency.
func (a Amount) Plus(b Amount) Amount {
	switch {
	case a == Amount{}:
		return b
	case b == Amount{}:
		return a
	case a.Currency != b.Currency:
		panic(fmt.Errorf("%w: %s and %s", ErrCurrencies, a.Currency, b.Currency))
	}
	return Amount{Minor: a.Minor + b.Minor, Currency: a.Currency}
}

// Minus subtracts b. It panics on another currency, as Plus does.
func (a Amount) Minus(b Amount) Amount { return a.Plus(b.Times(-1)) }

// Times multiplies by a quantity.
func (a Amount) Times(n int64) Amount { return Amount{Minor: a.Minor * n, Currency: a.Currency} }

// Decimal returns the amount in major units with two decimals.
func (a Amount) Decimal() decimal.Decimal { return decimal.New(a.Minor, -2) }

// String formats the amount for logs and English messages: $12.50, CA$12.50, -$0.40. For guests use In.
func (a Amount) String() string {
	sign, minor := "", a.Minor
	if minor < 0 {
		sign, minor = "-", -minor
	}
	symbol := "$"
	if a.Currency == CAD {
		symbol = "CA$"
	}
	return fmt.Sprintf("%s%s%d.%02d", sign, symbol, minor/100, minor%100)
}

// FromDecimal converts major units to minor units, rounding half to even (specification §5).
func FromDecimal(d decimal.Decimal, c Currency) Amount {
	return Amount{Minor: d.Shift(2).RoundBank(0).IntPart(), Currency: c}
}
