package money

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// nearest is the slow reference: the exact fraction, rounded half to even.
func nearest(text string) (minor *big.Int, ok bool) {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil, false
	}
	r.Mul(r, big.NewRat(100, 1))
	floor := new(big.Int).Div(r.Num(), r.Denom()) // Euclidean division: rounds towards minus infinity for a positive denominator
	rest := new(big.Rat).Sub(r, new(big.Rat).SetInt(floor))
	switch rest.Cmp(big.NewRat(1, 2)) {
	case 1:
		floor.Add(floor, big.NewInt(1))
	case 0:
		if floor.Bit(0) == 1 {
			floor.Add(floor, big.NewInt(1))
		}
	}
	return floor, true
}

func TestRoundingIsHalfToEven(t *testing.T) {
	for text, want := range map[string]int64{
		"0.005": 0, "0.015": 2, "0.025": 2, "0.035": 4, "-0.005": 0, "-0.015": -2, "-0.025": -2,
		"1.005": 100, "1.015": 102, "2.675": 268, "8.2549999999999999": 825, "8.255": 826, "8.2550000000000001": 826,
		"0.1": 10, "1e2": 10000, "12.50": 1250, "1000000000000000": 100000000000000000,
	} {
		got := FromDecimal(decimal.RequireFromString(text), USD)
		assert.Check(t, is.Equal(got, Of(want, USD)), "%s: want %d", text, want)
	}
}

func TestRoundingAgreesWithBigFractions(t *testing.T) {
	const seed = 16
	random := rand.New(rand.NewPCG(seed, seed))
	for range 20_000 {
		text := fmt.Sprintf("%d.%0*d", random.Int64N(1<<random.IntN(50)+1), 1+random.IntN(12), random.Int64N(1000))
		if random.IntN(2) == 0 {
			text = "-" + text
		}
		if random.IntN(3) == 0 {
			text = strings.TrimRight(text, "0123456789") + fmt.Sprintf("%02d5", random.IntN(100)) // an exact half
		}
		agree(t, text)
	}
}

func agree(t *testing.T, text string) {
	t.Helper()
	got := FromDecimal(decimal.RequireFromString(text), CAD)
	want, ok := nearest(text)
	assert.Assert(t, ok && want.IsInt64() && got.Minor == want.Int64(), "%q: got %d, want %v", text, got.Minor, want)
	back := FromDecimal(got.Decimal(), CAD)
	assert.Equal(t, back, got, text)
}

func TestAddRefusesMixedCurrencies(t *testing.T) {
	defer func() {
		err, ok := recover().(error)
		assert.Check(t, ok && errors.Is(err, ErrCurrencies), "got %v", err)
	}()
	Of(1, USD).Plus(Of(1, CAD))
}

func TestStringIsReadableInLogs(t *testing.T) {
	for want, a := range map[string]Amount{"$12.50": Of(1250, USD), "CA$0.05": Of(5, CAD), "-$0.40": Of(-40, USD), "$0.00": Of(0, USD)} {
		assert.Check(t, is.Equal(a.String(), want))
	}
	d := Of(-5, USD).Decimal()
	assert.Assert(t, d.Equal(decimal.New(-5, -2)), "decimal: %s", d)
}
