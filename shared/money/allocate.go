package money

import (
	"cmp"
	"math/bits"
	"slices"
)

// Allocate divides an amount in proportion to weights by the largest remainder: each part is its exact share rounded towards zero, and
// the cents that are left go to the largest remainders, one each, the first of equal ones first. The parts always sum to the amount. A
// weight of zero or less gets nothing, unless no weight is greater: then all weigh the same. It returns nil if there are no weights.
func Allocate(a Amount, weights []int64) []Amount {
	if len(weights) == 0 {
		return nil
	}
	sum := uint64(0)
	for _, w := range weights {
		sum += uint64(max(w, 0))
	}
	if sum == 0 {
		weights = slices.Repeat([]int64{1}, len(weights))
		sum = uint64(len(weights))
	}
	sign, left := int64(1), uint64(a.Minor)
	if a.Minor < 0 {
		sign, left = -1, -left
	}
	whole := left
	parts, order, remainders := make([]Amount, len(weights)), make([]int, len(weights)), make([]uint64, len(weights))
	for i, w := range weights {
		high, low := bits.Mul64(whole, uint64(max(w, 0)))
		var share uint64
		share, remainders[i] = bits.Div64(high, low, sum)
		parts[i], order[i] = Of(sign*int64(share), a.Currency), i
		left -= share
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(remainders[j], remainders[i]) })
	for _, i := range order[:left] {
		parts[i].Minor += sign
	}
	return parts
}
