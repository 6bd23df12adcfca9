package cart_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/table/meter"
)

func TestAGuestFillsABasket(t *testing.T) {
	s := open(t)
	b := s.start("tulsa")
	assert.Assert(t, len(b.OrderID) >= 26 && b.Version == 1 && b.State == "open" && len(b.Lines) == 0, "new basket: got %+v", b)
	a := s.ok(s.call("POST", "/order-items", map[string]any{
		"orderId": b.OrderID, "itemId": "burger", "quantity": 2, "instructions": "well done",
		"choices": []map[string]any{{"group": "bun", "modifier": "brioche", "quantity": 1}, {"group": "comes-with", "modifier": "lettuce", "quantity": 1}},
	}, "If-Match", `"1"`))
	b = a.basket
	assert.Equal(t, a.header.Get("ETag"), `"2"`)
	assert.Equal(t, b.Version, int64(2))
	assert.Equal(t, b.Count, 2)
	l := b.Lines[0]
	if l.UnitPrice.Minor != 1075 || l.Price.Minor != 2150 || l.Instructions != "well done" || l.Slug != "the-burger" || l.Section != "burgers" {
		t.Errorf("got line %+v", l)
	}
	// The bun was swapped, so the new one is listed. The onion was removed. The lettuce is the default.
	assert.Equal(t, fmt.Sprint(l.Modifiers), "[{Brioche 1 $0.75 0} {Onion 0 $0.00 0}]")
	assert.Equal(t, strings.Join(l.Stack, " "), "patty")
	// 8.517 % of 21.50 is 1.831.
	if b.Totals.Subtotal.Minor != 2150 || b.Totals.Taxes[0].Amount.Minor != 183 || b.Totals.Taxes[0].Rate != "8.517" || b.Totals.Total.Minor != 2333 {
		t.Errorf("got totals %+v", b.Totals)
	}
	b = s.ok(s.call("PUT", "/orders/"+b.OrderID, map[string]any{"tip": map[string]any{"kind": "percent", "percent": 20}, "cutlery": true, "instructions": "ring twice"}, "If-Match", "2")).basket
	if b.Totals.Tip.Minor != 430 || b.Totals.Total.Minor != 2763 || !b.Cutlery || b.Instructions != "ring twice" {
		t.Errorf("after the update: %+v", b)
	}
	assert.Assert(t, is.Len(b.TipOptions, 3))
	assert.Equal(t, b.TipOptions[0].Percent, 10)
	assert.Equal(t, b.TipOptions[0].Amount.Minor, int64(215))
	b = s.ok(s.call("PUT", "/order-items/"+l.LineID, map[string]any{"orderId": b.OrderID, "quantity": 3}, "If-Match", "3")).basket
	assert.Equal(t, b.Lines[0].Quantity, 3)
	assert.Equal(t, b.Lines[0].UnitPrice.Minor, int64(1075))
	b = s.ok(s.call("DELETE", "/order-items/"+l.LineID+"?orderId="+b.OrderID, nil, "If-Match", "4")).basket
	assert.Assert(t, len(b.Lines) == 0 && b.Totals.Subtotal.Minor == 0 && b.Version == 5, "emptied basket is %+v", b)
}

func TestABasketMovesToAnotherLocation(t *testing.T) {
	s := open(t)
	near := s.tulsa
	near.ID, near.Slug = "near", "near"
	s.put(near)
	s.runOut("near", "cola")
	b := s.ok(s.add(s.ok(s.add(s.start("tulsa"), "burger")).basket, "cola")).basket
	moved := s.moved(b, "near", location.Pickup)
	if moved.Location.ID != "near" || moved.Count != 2 || len(moved.Changes) != 1 || moved.Changes[0].Kind != "sold-out" {
		t.Errorf("moved basket is %+v", moved)
	}
	s.madeOf(b.OrderID, moved.OrderID)
	s.refused(s.call("POST", "/orders", map[string]any{"locationId": "near", "handoff": 2, "category": "everyday", "from": "nobody"}), problem.BasketNotFound)
}

func TestLabelsAreInTheLanguageOfTheRequest(t *testing.T) {
	s := open(t)
	b := s.start("quebec", "country-alpha-2", "CA", "Accept-Language", "fr-CA")
	a := s.ok(s.add(b, "burger", "country-alpha-2", "CA", "Accept-Language", "fr-CA,fr;q=0.9"))
	assert.Equal(t, a.basket.Lines[0].Label, "Le burger")
	var taxes []string
	for _, x := range a.basket.Totals.Taxes {
		taxes = append(taxes, x.Tax+" "+x.Rate+" "+x.Amount.String())
	}
	assert.DeepEqual(t, taxes, []string{"GST 5 CA$0.65", "QST 9.975 CA$1.30"})
	assert.Assert(t, a.basket.Totals.Taxes[1].Registration != "", "the registration number is missing")
	bad := s.call("POST", "/order-items", map[string]any{"orderId": b.OrderID, "itemId": "burger", "quantity": 1, "choices": []any{}},
		"If-Match", "2", "country-alpha-2", "CA", "Accept-Language", "fr-CA")
	s.refused(bad, problem.ChooseAtLeast)
	assert.Assert(t, bad.body.Params["group"] == "Pain", "params are %v", bad.body.Params)
}

func TestAStaleWriteReturnsTheCurrentBasket(t *testing.T) {
	s := open(t)
	b := s.start("tulsa")
	s.ok(s.add(b, "burger"))
	french := []string{"Accept-Language", "fr-CA"}
	a := s.refused(s.add(b, "cola", french...), problem.BasketChanged)
	var now map[string]any
	assert.NilError(t, json.Unmarshal(s.ok(s.call("GET", "/orders/"+b.OrderID, nil, french...)).raw, &now))
	assert.DeepEqual(t, a.body.Current, any(now))
	assert.Assert(t, now["version"] == float64(2))
	for _, match := range []string{"", "new", "*"} {
		s.refused(s.call("POST", "/order-items", map[string]any{"orderId": b.OrderID, "itemId": "cola", "quantity": 1}, "If-Match", match), problem.VersionMissing)
	}
}

// An idempotency key with another body or operation is refused, and the basket does not change.
func TestAReusedKeyIsRefusedForAnotherRequest(t *testing.T) {
	s := open(t)
	s.promote(deals())
	b := s.start("tulsa")
	type change struct {
		name, method, path string
		body               any
	}
	changes := []change{
		{"add", "POST", "/order-items", map[string]any{"orderId": b.OrderID, "itemId": "burger", "quantity": 2}},
		{"add another", "POST", "/order-items", map[string]any{"orderId": b.OrderID, "itemId": "cola", "quantity": 2}},
		{"add another without choices", "POST", "/order-items", map[string]any{"orderId": b.OrderID, "itemId": "cola", "quantity": 2, "choices": []any{}}},
		{"change", "PUT", "/order-items/1", map[string]any{"orderId": b.OrderID, "quantity": 2}},
		{"change the other", "PUT", "/order-items/2", map[string]any{"orderId": b.OrderID, "quantity": 2}},
		{"update", "PUT", "/orders/" + b.OrderID, map[string]any{"cutlery": true}},
		{"choose", "PUT", "/orders/" + b.OrderID, map[string]any{"chosenDeals": []string{"tenth"}}},
		{"apply", "POST", coupons + "apply", map[string]any{"orderId": b.OrderID, "code": "SPRING10"}},
		{"remove a coupon", "POST", coupons + "remove", map[string]any{"orderId": b.OrderID, "code": "SPRING10"}},
		{"hold", "PUT", "/timeslots/" + b.OrderID, map[string]any{"asap": true}},
		{"release", "DELETE", "/timeslots/" + b.OrderID, nil},
		{"remove the other", "DELETE", "/order-items/2?orderId=" + b.OrderID, nil},
	}
	for _, c := range changes {
		key := "key-of-the-change-" + strings.ReplaceAll(c.name, " ", "-")
		send := func(c change, version int64) answer {
			return s.call(c.method, c.path, c.body, "If-Match", fmt.Sprint(version), "Idempotency-Key", key)
		}
		first := s.ok(send(c, b.Version))
		for _, other := range changes {
			if other.name != c.name {
				for _, version := range []int64{b.Version, first.basket.Version} {
					s.refused(send(other, version), problem.IdempotencyKeyReused)
				}
			}
		}
		again := s.ok(send(c, first.basket.Version))
		assert.Check(t, again.basket.Version == first.basket.Version, "%s: the repeated request changed the basket again", c.name)
		b = first.basket
	}
	// Two different requests with one key at the same time: one succeeds, the other is refused.
	together(2, func(i int) {
		a := s.call("PUT", "/orders/"+b.OrderID, map[string]any{"cutlery": i == 0, "instructions": fmt.Sprint(i)}, "If-Match", fmt.Sprint(b.Version), "Idempotency-Key", "key-of-two-at-once")
		if a.status != http.StatusOK {
			s.refused(a, problem.IdempotencyKeyReused)
		}
	})
	assert.Equal(t, s.read(b).Version, b.Version+1, b.Version)
}

func TestTwentyTapsAtOnceWithOneKeyAddOnce(t *testing.T) {
	s := open(t)
	b := s.start("tulsa")
	tap := func() answer { return s.add(b, "burger", "Idempotency-Key", "key-of-one-impatient-tap") }
	var answers [20]answer
	together(len(answers), func(i int) { answers[i] = tap() })
	for _, a := range append(answers[:], tap()) {
		if a.status != http.StatusOK || a.basket.Count != 1 || string(a.raw) != string(answers[0].raw) {
			t.Errorf("answer %d with %d items: %s", a.status, a.basket.Count, a.raw)
		}
	}
	now := s.read(b)
	assert.Assert(t, now.Count == 1 && now.Version == 2, "%d items at version %d", now.Count, now.Version)
}

// Fifty guests with fifty keys and one version: one succeeds, and the others get a conflict.
func TestParallelChangesOfOneBasketNeverOverwrite(t *testing.T) {
	s := open(t)
	b := s.start("tulsa")
	var in atomic.Int32
	together(50, func(int) {
		switch a := s.add(b, "burger"); a.status {
		case http.StatusOK:
			in.Add(1)
		default:
			s.refused(a, problem.BasketChanged)
		}
	})
	now := s.read(b)
	assert.Assert(t, in.Load() == 1 && now.Count == 1, "%d succeeded, %d items", in.Load(), now.Count)
}

// Fault 15: a page of one country cannot fill a basket of the other, and their currencies cannot mix.
func TestCountriesAndCurrenciesDoNotMix(t *testing.T) {
	s := open(t)
	body := map[string]any{"locationId": "quebec", "handoff": 2, "category": "everyday"}
	s.refused(s.call("POST", "/orders", body), problem.WrongCountry)
	b := s.start("quebec", "country-alpha-2", "CA")
	s.refused(s.add(b, "burger"), problem.WrongCountry)
	s.refused(s.add(b, "burger", "country-alpha-2", "US"), problem.WrongCountry)
	s.refused(s.call("GET", "/orders/"+b.OrderID, nil), problem.WrongCountry)
	tip := map[string]any{"tip": map[string]any{"kind": "amount", "amount": map[string]any{"minor": 100, "currency": "usd"}}}
	s.refused(s.call("PUT", "/orders/"+b.OrderID, tip, "If-Match", "1", "country-alpha-2", "CA"), problem.CurrencyMixed)
	a := s.ok(s.add(b, "burger", "country-alpha-2", "ca"))
	assert.Assert(t, a.basket.Totals.Total.Currency == "cad")
	assert.Equal(t, a.basket.Lines[0].Price.Minor, int64(1300))

	// A restaurant's currency is corrected while a guest orders: a basket in the old currency cannot continue.
	old := s.ok(s.add(s.start("tulsa"), "burger")).basket
	s.put(newLocation("tulsa", "CA", "ON", "America/Toronto", money.CAD))
	s.clock.Pass(time.Minute)
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/orders/" + old.OrderID, ""}, {"GET", "/timeslots/" + old.OrderID, ""}, {"PUT", "/timeslots/" + old.OrderID, `{"asap":true}`},
		{"POST", "/order-items", `{"orderId":"` + old.OrderID + `","itemId":"burger","quantity":1}`}, {"PUT", "/orders/" + old.OrderID, `{"cutlery":true}`},
		{"POST", "/orders", `{"locationId":"quebec","handoff":2,"category":"everyday","from":"` + old.OrderID + `"}`},
	} {
		s.refused(s.call(c.method, c.path, c.body, "If-Match", fmt.Sprint(old.Version), "country-alpha-2", "CA"), problem.CurrencyMixed)
	}
}

func TestLocationsThatCannotBeOrderedFrom(t *testing.T) {
	s := open(t)
	for id, want := range map[string]problem.Code{"nowhere": problem.LocationNotFound, "offline": problem.NoOnlineOrders, "curbside": problem.HandoffNotOffered} {
		s.refused(s.call("POST", "/orders", map[string]any{"locationId": id, "handoff": 2, "category": "everyday"}), want)
	}
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	s.tulsa.OnlineOrdering = false
	s.put(s.tulsa)
	s.clock.Pass(6 * time.Second)
	b = s.read(b)
	if b.Count != 1 || !slices.ContainsFunc(b.Problems, func(d basket.Obstacle) bool { return d.Code == problem.NoOnlineOrders }) {
		t.Errorf("got problems %+v, want the reason that the basket cannot be ordered", b.Problems)
	}
	s.refused(s.hold(b, map[string]any{"asap": true}), problem.NoOnlineOrders)
}

// Catering needs a restaurant that offers it.
func TestCateringAtALocationWithoutCatering(t *testing.T) {
	s := open(t)
	catering := map[string]any{"locationId": "tulsa", "handoff": 2, "category": "catering"}
	begun := s.ok(s.call("POST", "/orders", catering)).basket
	s.tulsa.CateringCapacity = location.Capacity{}
	s.put(s.tulsa)
	s.clock.Pass(6 * time.Second)
	s.refused(s.call("POST", "/orders", catering), problem.CategoryNotOffered)
	catering["from"] = s.ok(s.add(s.start("tulsa"), "burger")).basket.OrderID
	s.refused(s.call("POST", "/orders", catering), problem.CategoryNotOffered)
	begun = s.read(begun)
	at := slices.IndexFunc(begun.Problems, func(d basket.Obstacle) bool { return d.Code == problem.CategoryNotOffered })
	assert.Assert(t, at >= 0)
	assert.Assert(t, len(begun.Problems[at].Fixes) != 0)
	s.refused(s.hold(begun, map[string]any{"asap": true}), problem.CategoryNotOffered)
	s.ok(s.hold(s.ok(s.add(s.start("tulsa"), "burger")).basket, map[string]any{"asap": true}))
}

// Fault 35: while the table is unavailable the guest gets an error, and afterwards the basket still exists.
func TestAnUnavailableTableKeepsTheBasket(t *testing.T) {
	s := open(t)
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	s.table.away.Store(true)
	for _, a := range []answer{s.call("GET", "/orders/"+b.OrderID, nil), s.add(b, "cola"), s.hold(b, map[string]any{"asap": true}), s.call("GET", "/timeslots/"+b.OrderID, nil)} {
		s.refused(a, problem.StoreUnavailable)
		assert.Check(t, a.header.Get("Retry-After") != "", "no Retry-After")
		assert.Check(t, !strings.Contains(string(a.raw), "table:"), "the response contains the internal error: %s", a.raw)
	}
	s.table.away.Store(false)
	now := s.read(b)
	assert.Assert(t, now.Version == b.Version && now.Count == 1, "the basket changed to %+v", now)
	s.ok(s.add(b, "cola"))
}

// The budget of the ordering path: one read and one write while menu and promotions are cached. Limits of promotions are not read.
func TestAddToCartIsOneReadAndOneWrite(t *testing.T) {
	s := open(t)
	f := deals()
	f.Promotions = append(f.Promotions, percent("plain", 5), percent("limited", 4))
	f.Promotions[4].Limit, f.Promotions[4].PerCustomer = 100, 1
	s.promote(f)
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	b = s.ok(s.coupon("apply", b, "SPRING10")).basket
	for _, item := range []string{"cola", "burger"} {
		before := s.table.Tally()
		b = s.ok(s.add(b, item, "Idempotency-Key", "a-key-for-"+item)).basket
		used, want := s.table.Tally().Sub(before), (meter.Tally{Gets: 1, Writes: 1, ReadUnits: 1, WriteUnits: 1})
		assert.Check(t, is.Equal(used, want), item)
	}
}

func TestABasketIsKeptForAWeekAfterItsLastChange(t *testing.T) {
	s := open(t)
	b := s.start("tulsa")
	s.clock.Pass(6 * 24 * time.Hour)
	b = s.ok(s.add(b, "burger")).basket
	s.clock.Pass(6 * 24 * time.Hour)
	s.read(b)
	s.clock.Pass(25 * time.Hour)
	s.refused(s.call("GET", "/orders/"+b.OrderID, nil), problem.BasketNotFound)
}
