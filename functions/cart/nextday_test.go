package cart_test

import (
	"encoding/json"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/cart"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
)

// A cart returns the next day: its time has passed, a price has risen, an item is sold out, and the restaurant is closed today. All lines
// are kept, the changes are listed for the guest to accept, and the next day with times is offered.
func TestCartOfYesterdayKeepsItsLines(t *testing.T) {
	s := open(t)
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	b = s.ok(s.add(b, "cola")).basket
	b = s.ok(s.add(b, "pancakes")).basket
	b = s.ok(s.call("PUT", "/orders/"+b.OrderID, map[string]any{"instructions": "ring twice", "tip": map[string]any{"kind": "percent", "percent": 15}}, "If-Match", "4")).basket
	b = s.ok(s.hold(b, map[string]any{"start": at(t, "18:00")})).basket

	s.clock.Pass(26 * time.Hour)
	var f menu.File
	assert.NilError(t, json.Unmarshal([]byte(card), &f))
	f.Items[0].Prices = menu.Prices{money.USD: 1100, money.CAD: 1400}
	_, err := menu.Save(t.Context(), s.table.Meter, f)
	assert.NilError(t, err)
	today := date(t, "2026-07-29")
	s.say("tulsa", location.Availability{SoldOut: []location.SoldOut{{Item: "cola"}}, Exceptions: []location.Exception{{From: today, To: today}}})

	old, b := b, s.read(b)
	if b.Count != 3 || b.Version != old.Version || b.Instructions != "ring twice" || b.Tip == nil || b.Hold != nil || b.Wanted != nil {
		t.Fatalf("got basket %+v", b)
	}
	kinds := map[string]string{}
	for _, c := range b.Changes {
		kinds[c.Label] = c.Kind
	}
	// Breakfast is over for today, but no time is chosen yet: the item stays without a change.
	assert.Assert(t, is.Len(kinds, 2))
	assert.Equal(t, kinds["The Burger"], "price")
	assert.Equal(t, kinds["Cola"], "sold-out")
	codes := map[problem.Code]string{}
	for _, p := range b.Problems {
		codes[p.Code] = p.Fixes[0].Kind
	}
	assert.Assert(t, is.Len(codes, 2))
	assert.Equal(t, codes[problem.HoldEnded], "time")
	assert.Equal(t, codes[problem.ItemSoldOut], "remove")

	b = s.ok(s.call("PUT", "/orders/"+b.OrderID, map[string]any{"acceptChanges": true}, "If-Match", "6")).basket
	assert.Assert(t, b.Count == 2 && len(b.Changes) == 0 && b.Totals.Subtotal.Minor == 1100+700, "accepted: %+v", b)
	l := s.times(b, "")
	if l.ASAP != nil || l.Days[0] != (cart.DayAhead{Date: "2026-07-29", Closed: "date"}) || l.Day.Date != "2026-07-30" || l.Day.Slots[0].Changes != nil {
		t.Errorf("offered: %+v", l)
	}
	b = s.ok(s.hold(b, map[string]any{"start": l.Day.Slots[0].Start})).basket
	assert.Equal(t, len(b.Problems)+len(b.Changes), 0, "problems %+v, changes %+v", b.Problems, b.Changes)
}
