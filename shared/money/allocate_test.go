package money

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"pgregory.net/rapid"
)

func minors(parts []Amount) []int64 {
	var m []int64
	for _, p := range parts {
		m = append(m, p.Minor)
	}
	return m
}

func TestAllocate(t *testing.T) {
	for name, c := range map[string]struct {
		minor         int64
		weights, want []int64
	}{
		"thirds":                        {100, []int64{1, 1, 1}, []int64{34, 33, 33}},
		"the largest remainder first":   {100, []int64{1, 2, 3}, []int64{17, 33, 50}},
		"a zero weight gets nothing":    {5, []int64{0, 3, 0, 3}, []int64{0, 3, 0, 2}},
		"only zero weights share alike": {5, []int64{0, 0}, []int64{3, 2}},
		"a negative weight is zero":     {5, []int64{-4, 1}, []int64{0, 5}},
		"a negative amount":             {-100, []int64{1, 1, 1}, []int64{-34, -33, -33}},
		"nothing":                       {0, []int64{7, 1}, []int64{0, 0}},
		"no weights":                    {5, nil, nil},
	} {
		assert.Check(t, is.DeepEqual(minors(Allocate(Of(c.minor, USD), c.weights)), c.want), name)
	}
}

// For any amount and weights: the parts sum to the amount, each is less than a cent from its exact share, and a smaller weight never
// gets more than a larger one.
func TestAllocateIsExactAndFair(t *testing.T) {
	weight := rapid.OneOf(rapid.Int64Range(0, 9), rapid.Int64Range(0, 1<<56))
	rapid.Check(t, func(t *rapid.T) {
		a := Of(rapid.OneOf(rapid.Int64Range(-999, 999), rapid.Int64()).Draw(t, "amount"), CAD)
		weights := rapid.SliceOfN(weight, 1, 20).Draw(t, "weights")
		sum, total := new(big.Int), new(big.Int)
		for _, w := range weights {
			sum.Add(sum, big.NewInt(w))
		}
		parts := Allocate(a, weights)
		for i, p := range parts {
			total.Add(total, big.NewInt(p.Minor))
			for j, q := range parts {
				if weights[i] < weights[j] && p.Decimal().Abs().GreaterThan(q.Decimal().Abs()) {
					t.Fatalf("weight %d: got %d, but the larger weight %d: got %d", weights[i], p.Minor, weights[j], q.Minor)
				}
			}
			if sum.Sign() == 0 {
				continue
			}
			exact := new(big.Int).Mul(big.NewInt(a.Minor), big.NewInt(weights[i]))
			off := new(big.Int).Sub(new(big.Int).Mul(big.NewInt(p.Minor), sum), exact)
			assert.Assert(t, off.CmpAbs(sum) < 0, "got %d of %d for weight %d of %s", p.Minor, a.Minor, weights[i], sum)
		}
		assert.Equal(t, total.Cmp(big.NewInt(a.Minor)), 0, "got parts with the sum %s, want %d", total, a.Minor)
	})
}
