package cart_test

import (
	"encoding/json"
	"testing"
	"time"

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
	if err := json.Unmarshal([]byte(card), &f); err != nil {
		t.Fatal(err)
	}
	f.Items[0].Prices = menu.Prices{money.USD: 1100, money.CAD: 1400}
	if _, err := menu.Save(t.Context(), s.table.Meter, f); err != nil {
		t.Fatal(err)
	}
	today := date(t, "2026-07-29")
	s.say("tulsa", location.Availability{SoldOut: []location.SoldOut{{Item: "cola"}}, Exceptions: []location.Exception{{From: today, To: today}}})

	old, b := b, s.read(b)
	if b.Count != 3 || b.Version != old.Version || b.Instructions != "ring twice" || b.Tip == nil || b.Hold != nil || b.Wanted != nil {
		t.Fatalf("it came back as %+v", b)
	}
	kinds := map[string]string{}
	for _, c := range b.Changes {
		kinds[c.Label] = c.Kind
	}
	// Breakfast is over for today, but no time is chosen yet: the item stays without a change.
	if len(kinds) != 2 || kinds["The Burger"] != "price" || kinds["Cola"] != "sold-out" {
		t.Errorf("changes are %+v", b.Changes)
	}
	codes := map[problem.Code]string{}
	for _, p := range b.Problems {
		codes[p.Code] = p.Fixes[0].Kind
	}
	if len(codes) != 2 || codes[problem.HoldEnded] != "time" || codes[problem.ItemSoldOut] != "remove" {
		t.Errorf("problems are %+v", b.Problems)
	}

	b = s.ok(s.call("PUT", "/orders/"+b.OrderID, map[string]any{"acceptChanges": true}, "If-Match", "6")).basket
	if b.Count != 2 || len(b.Changes) != 0 || b.Totals.Subtotal.Minor != 1100+700 {
		t.Errorf("accepted: %+v", b)
	}
	l := s.times(b, "")
	if l.ASAP != nil || l.Days[0] != (cart.DayAhead{Date: "2026-07-29", Closed: "date"}) || l.Day.Date != "2026-07-30" || l.Day.Slots[0].Changes != nil {
		t.Errorf("offered: %+v", l)
	}
	if b = s.ok(s.hold(b, map[string]any{"start": l.Day.Slots[0].Start})).basket; len(b.Problems)+len(b.Changes) != 0 {
		t.Errorf("problems %+v, changes %+v", b.Problems, b.Changes)
	}
}
