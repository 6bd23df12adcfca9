package erasure_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/operate/erasure"
	"ordering/shared/basket"
	"ordering/shared/money"
	"ordering/shared/order"
)

func TestAskTakesOrPromptsForTheAddress(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		in   string
		want string // empty: an error
	}{
		"as an argument":  {args: []string{"ada@example.com"}, want: "ada@example.com"},
		"typed":           {in: " ada@example.com \n", want: "ada@example.com"},
		"typed, no line":  {in: "ada@example.com", want: "ada@example.com"},
		"nothing":         {in: ""},
		"an empty line":   {in: "\n"},
		"with a name":     {args: []string{"Ada <ada@example.com>"}},
		"no address":      {args: []string{"ada"}},
		"two":             {args: []string{"ada@example.com", "grace@example.com"}},
		"two on one line": {in: "ada@example.com, grace@example.com\n"},
	} {
		var out strings.Builder
		got, err := erasure.Ask("ordering erase", c.args, strings.NewReader(c.in), &out)
		if got != c.want || (err == nil) != (c.want != "") || strings.Contains(out.String(), "ada") || err != nil && strings.Contains(err.Error(), "ada") {
			t.Errorf("%s: %q, %v, printed %q", name, got, err, &out)
		}
	}
	_, err := erasure.Ask("ordering erase", []string{"a", "b"}, nil, io.Discard)
	assert.Error(t, err, "give one address: ordering erase EMAIL")
}

func TestTheErasureReportNamesWhatWaits(t *testing.T) {
	var out strings.Builder
	r := erasure.Report{Out: &out}
	o := order.Order{Snapshot: order.Snapshot{Number: "4127"}, Progress: order.Progress{Status: order.Ready}}
	for _, e := range []order.Erasure{
		{Order: o}, {Order: o, Wait: order.WaitOpen}, {Order: o, Wait: order.WaitPayment}, {Order: o, Wait: order.WaitNews},
		{Order: o, Wait: order.WaitHolder, Holder: "the kitchen's ticket", Cause: errors.New("it is stopped")},
		{Order: o, Wait: order.WaitRefused, Holder: "the kitchen's ticket", Cause: errors.New("it knows no such message")},
	} {
		r.Add(e)
	}
	err := r.End()
	for _, want := range []string{"erased\n", "not finished (ready)", "payment is not settled", "not delivered yet", "the kitchen's ticket cannot be erased now (it is stopped)", "erased here, but the kitchen's ticket was not (it knows no such message)", "Erased orders: 2", "Kept for the books"} {
		assert.Check(t, is.Contains(out.String(), want))
	}
	assert.ErrorContains(t, err, "5 not erased yet")
	out.Reset()
	err = (&erasure.Report{Out: &out}).End()
	assert.NilError(t, err)
	assert.Assert(t, is.Contains(out.String(), "No order has this address"))
}

// A declined card leaves an attempt with a number and an amount: the operator must not call it an order.
func TestErasureDoesNotReportUnpaidAttempts(t *testing.T) {
	var out strings.Builder
	r := erasure.Report{Out: &out}
	total := money.Of(1234, money.USD)
	for _, status := range []order.Status{order.Completed, order.NotPaid, order.NotPaid} {
		r.Add(order.Erasure{Order: order.Order{
			Snapshot: order.Snapshot{Number: "4127", Totals: basket.Totals{Total: total}}, Progress: order.Progress{Status: status},
		}})
	}
	assert.NilError(t, r.End())
	for want, times := range map[string]int{
		"Order 4127 of": 1, "Attempt 4127 of": 2, total.String() + ", never paid (no order was placed): erased": 2,
		"Erased orders: 1, attempts that were never paid: 2. ": 1,
	} {
		assert.Check(t, is.Equal(strings.Count(out.String(), want), times), "%q %s", want, &out)
	}
}
