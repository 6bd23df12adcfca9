package order_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/locale"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/tax"
)

// newWithDiscount returns a fixture with a discount and a taxed charge.
func newWithDiscount(t *testing.T, percent int64) *ordertest.Fixture {
	g := ordertest.New(t)
	g.Promotions = promo.NewSet([]promo.Promotion{{
		ID: "LUNCH", Label: locale.Text{"en": "Lunch", "fr-ca": "Dîner"}, Kind: promo.OrderPercentage, Percent: decimal.NewFromInt(percent),
	}})
	g.Charges = []basket.Charge{{
		Kind: "fee", ID: "delivery", Label: locale.Text{"en": "Delivery", "fr-ca": "Livraison"}, Amount: money.Of(399, money.USD), TaxClass: tax.Meal,
	}}
	return g
}

// stored reads an item of an order.
func stored(t *testing.T, g *ordertest.Fixture, token, sk string) []byte {
	t.Helper()
	i, err := g.Table.Get(t.Context(), table.Key{PK: "order#" + token, SK: sk})
	assert.NilError(t, err)
	return i.Data
}

// An order is charged, stored and refunded with its adjustments and charges.
func TestAnOrderKeepsItsAdjustmentsAndCharges(t *testing.T) {
	g := newWithDiscount(t, 10)
	o := g.Place(g.Want(g.Fill("burger", 3), "ok", key))
	// 8.25 % of 30.99
	assert.Equal(t, o.Total.Minor, int64(3000-300+399+256))
	assert.Assert(t, is.Len(o.Adjustments, 1))
	assert.Assert(t, is.Len(o.Charges, 1))
	if l, shares := o.Lines[0], o.Shares(); l.Discount.Minor != 300 || shares[0].Tax.Minor != 223 || shares[1].Tax.Minor != 33 {
		t.Errorf("got line discount %s, shares %+v", l.Discount, shares)
	}
	again := g.Order(o.Token)
	assert.DeepEqual(t, again.Totals, o.Totals)
	assert.DeepEqual(t, again.Shares(), o.Shares())
	g.SettleAndAudit(o.Token)
}

// A line or charge stores its tax only if the tax cannot be computed from the amounts, as for a charge without tax.
func TestOrderOmitsDerivableTaxes(t *testing.T) {
	for class, stored := range map[tax.Class]money.Amount{tax.Meal: {}, "": money.Of(223, money.USD)} {
		g := newWithDiscount(t, 10)
		g.Charges[0].TaxClass = class
		o := g.Order(g.Place(g.Want(g.Fill("burger", 3), "ok", key)).Token)
		if o.Lines[0].Tax != stored || o.Charges[0].Tax.Minor != 0 {
			t.Errorf("class %q: got stored line tax %v, charge tax %v", class, o.Lines[0].Tax, o.Charges[0].Tax)
		}
		g.SettleAndAudit(o.Token)
		line := basket.Units{{Kind: basket.PartLine, ID: "1"}: 3}
		got, err := o.Shares().Refund(nil, line)
		assert.Check(t, err == nil && got.Minor == 2700+223, "class %q: refund of the line: got %s (%v)", class, got, err)
	}
}

// A discount of the whole order leaves nothing to pay, and nothing to refund when the guest cancels.
func TestOrderMadeFreeByADiscount(t *testing.T) {
	g := newWithDiscount(t, 100)
	g.Charges = nil
	s := g.Want(g.Fill("burger", 1), "ok", key)
	o := g.Place(s)
	if s.Kind != order.KindFree || o.Status != order.Scheduled || o.Total != money.Of(0, money.USD) || len(o.Taxes) != 0 {
		t.Errorf("%s, %+v", o.Status, o.Totals)
	}
	assert.DeepEqual(t, o.Adjustments[0].Allocation, []basket.Allocation{{Line: "1", Amount: money.Of(1000, money.USD)}})
	g.SettleAndAudit()
	cancelled := g.Cancel(o.Token)
	assert.Assert(t, cancelled.Status == order.Cancelled && !cancelled.Refunded() && len(g.Provider.Intents) == 0)
	g.SettleAndAudit()
}

// An order of the release before adjustments is read, written back unchanged, and can be refunded by line.
func TestOrdersWithoutAdjustmentsStayReadable(t *testing.T) {
	raw, err := os.ReadFile("testdata/order-without-adjustments.json")
	assert.NilError(t, err)
	var o order.Snapshot
	assert.NilError(t, json.Unmarshal(raw, &o))
	again, err := json.Marshal(o)
	assert.NilError(t, err)
	assert.Equal(t, string(again), string(raw))
	if o.Subtotal.Minor != 5375 || o.Taxes[0].Amount.Minor != 443 || o.Tip.Minor != 806 || o.Total.Minor != 6624 || o.Sum() != o.Total {
		t.Errorf("got totals %+v", o.Totals)
	}
	all := basket.Units{}
	for _, s := range o.Shares() {
		all[s.Part] = s.Units
	}
	first := basket.Units{{Kind: basket.PartLine, ID: "1"}: 3}
	// 278.15 of the taxes
	got, err := o.Shares().Refund(nil, first)
	assert.NilError(t, err)
	assert.Equal(t, got.Minor, int64(3375+278), got)
	got, err = o.Shares().Refund(nil, all)
	assert.NilError(t, err)
	assert.Equal(t, got, o.Total)
}

// The release before adjustments reads today's orders with the correct total.
func TestPreviousReleaseReadsTodaysOrders(t *testing.T) {
	type lineBefore struct {
		ID                          string
		Quantity                    int
		ListPrice, UnitPrice, Price money.Amount
		TaxClass                    string
	}
	type taxBefore struct {
		Tax, Rate, Registration string
		Base, Amount            money.Amount
	}
	type snapshotBefore struct {
		Token                string
		Lines                []lineBefore
		Subtotal, Tip, Total money.Amount
		Taxes                []taxBefore
	}
	usd := func(minor int64) money.Amount { return money.Of(minor, money.USD) }
	g := newWithDiscount(t, 10)
	o := g.Place(g.Want(g.Fill("burger", 3), "ok", key))
	var before snapshotBefore
	assert.NilError(t, json.Unmarshal(stored(t, g, o.Token, "order"), &before))
	want := snapshotBefore{
		Token:    o.Token,
		Lines:    []lineBefore{{ID: "1", Quantity: 3, ListPrice: usd(1000), UnitPrice: usd(1000), Price: usd(3000), TaxClass: "meal"}},
		Subtotal: usd(3000), Tip: usd(0), Total: usd(3355),
		Taxes: []taxBefore{{Tax: "sales-tax", Rate: "8.25", Base: usd(3099), Amount: usd(256)}},
	}
	assert.DeepEqual(t, before, want)
}
