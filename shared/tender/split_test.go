package tender_test

import (
	"testing"

	"ordering/shared/money"
	"ordering/shared/tender"
)

func TestSplitLeavesTheSecondItsMinimum(t *testing.T) {
	const least = 50
	usd := func(minor int64) money.Amount { return money.Of(minor, money.USD) }
	for total := range int64(160) {
		for available := int64(-10); available < 200; available++ {
			first, second := tender.Split(usd(total), usd(available), usd(least))
			switch {
			case first.Plus(second) != usd(total) || first.Minor < 0 || second.Minor < 0 || first.Minor > max(available, 0):
				t.Fatalf("%d with %d available: got %s and %s", total, available, first, second)
			case second.Minor > 0 && second.Minor < min(least, total):
				t.Fatalf("%d with %d available: got %s for the second tender", total, available, second)
			case first.Minor < min(available, total) && second.Minor != least && total > least:
				t.Fatalf("%d with %d available: got only %s for the first tender", total, available, first)
			}
		}
	}
}
