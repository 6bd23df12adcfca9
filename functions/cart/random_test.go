package cart_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/basket/basketview"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/soak"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

// Guests fill, change, move, time and order their carts at random, in two tabs each, while menus, hours and clocks change. The invariants:
// sums add up, a version increases by one with each change, holds are real and within the kitchen's capacity, only the guest removes lines,
// confirmed orders stay, and all money is accounted for. One seed determines a whole story; a failure names the seed.
func TestRandomCartsKeepTheirInvariants(t *testing.T) {
	const few = 8
	stories, steps := 0, 60
	if soak.Long() {
		steps = 120
	}
	done := map[string]int{}
	for seed := range soak.Rounds(t, few, 20*time.Second) {
		stories++
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			w := newWorld(t, seed)
			for n := range steps {
				w.step()
				w.check()
				w.orders()
				if n%6 == 5 {
					w.places()
				}
				assert.Assert(t, !t.Failed(), "steps so far:\n%s", strings.Join(w.story, "\n"))
			}
			w.settle()
			for what, n := range w.done {
				done[what] += n
			}
		})
	}
	t.Logf("done: %v", done)
	if stories < few { // one was repeated, or failed
		return
	}
	// A story in which nothing succeeds would prove nothing.
	for _, what := range []string{
		"add", "change", "remove", "hold", "release", "accept", "move", "stale", "repeat", "order", "declined", "coupon", "choose a deal", "lost deal",
	} {
		assert.Check(t, done[what] != 0, "no %s succeeded in any run", what)
	}
}

// world is some restaurants, and guests with one cart each.
type world struct {
	*site
	till   *till
	rng    *rand.Rand
	menu   menu.File
	guests []basketview.Basket // as each last saw it; no OrderID: no cart yet
	lines  []map[string]held
	stores []location.Location
	// wrong is a clock that also goes back; turned is true after it did: earlier holds may then have gone to others.
	wrong, turned bool
	story         []string
	done          map[string]int
}

// held is the content of a line.
type held struct {
	item     string
	quantity int
}

func newWorld(t *testing.T, seed uint64) *world {
	w := &world{site: open(t), rng: rand.New(rand.NewPCG(seed, 38)), guests: make([]basketview.Basket, 3), lines: make([]map[string]held, 3), done: map[string]int{}, wrong: seed%3 == 0}
	assert.NilError(t, json.Unmarshal([]byte(card), &w.menu))
	for id, zone := range map[string]string{"tulsa": "America/Chicago", "near": "America/Chicago", "far": "America/Los_Angeles"} {
		l := newLocation(id, "US", "OK", zone, money.USD)
		l.TaxRate = "0.08517"
		l.Handoffs = append(l.Handoffs, location.Curbside)
		l.Capacity = location.Capacity{Minutes: 20, Orders: 2}
		if id == "far" {
			l.Hours.Regular[time.Wednesday] = nil
			l.Hours.Handoffs = map[location.Handoff]location.Week{location.Curbside: {time.Tuesday: {{Open: 17 * 60, Close: 2 * 60}}}}
		}
		w.put(l)
		w.stores = append(w.stores, l)
	}
	w.promote(worldDeals())
	w.till = newTill(w.site)
	slices.SortFunc(w.stores, func(a, b location.Location) int { return strings.Compare(a.ID, b.ID) })
	return w
}

func (w *world) tell(format string, args ...any) {
	w.story = append(w.story, w.clock.Now().Format("02 15:04:05 ")+fmt.Sprintf(format, args...))
}

func pick[T any](w *world, from ...T) T { return from[w.rng.IntN(len(from))] }

func (w *world) step() {
	g := w.rng.IntN(len(w.guests))
	if w.rng.IntN(5) == 0 {
		w.environment()
		return
	}
	if w.guests[g].OrderID == "" {
		w.begin(g)
		return
	}
	b := w.guests[g]
	switch w.rng.IntN(15) {
	case 10, 11, 12:
		w.order(g)
	case 13:
		code := map[string]any{"orderId": b.OrderID, "code": pick(w, "SPRING10", "SPRING10", "WINTER", "GUESS")}
		w.send(g, "coupon", "POST", coupons+pick(w, "apply", "apply", "remove"), code)
	case 14:
		w.chooseDeal(g)
	case 0, 1, 2:
		w.add(g)
	case 3:
		if len(b.Lines) > 0 {
			w.change(g, pick(w, b.Lines...))
		}
	case 4:
		if len(b.Lines) > 0 {
			w.remove(g, pick(w, b.Lines...))
		}
	case 5, 6:
		w.choose(g)
	case 7:
		w.accept(g)
	case 8:
		w.move(g)
	default:
		w.tip(g)
	}
}

// environment changes the time, sold-out items, hours and prices.
func (w *world) environment() {
	store := pick(w, w.stores...)
	switch w.rng.IntN(9) {
	case 6, 7, 8:
		w.aftermath()
	case 0, 1:
		jump := pick(w, time.Minute, 9*time.Minute, 11*time.Minute, 3*time.Hour, 10*time.Hour, 26*time.Hour)
		switch {
		case w.wrong && w.rng.IntN(3) == 0:
			jump = pick(w, -90*time.Minute, -30*time.Hour)
		case w.rng.IntN(12) == 0:
			jump = 8 * 24 * time.Hour // carts expire after a week
		}
		w.tell("the clock jumps by %v", jump)
		w.turned = w.turned || jump < 0
		w.clock.Pass(jump)
	case 2, 3:
		items := pick(w, nil, []string{"cola"}, []string{"burger"}, []string{"cola", "pancakes"})
		w.tell("%s has run out of %v", store.ID, items)
		w.runOut(store.ID, items...)
	case 4:
		today := location.DateOf(w.clock.Now().In(store.Timezone()))
		w.tell("%s closes early", store.ID)
		w.say(store.ID, location.Availability{Exceptions: []location.Exception{{From: today, To: today.Plus(1), Ranges: []location.Range{{Open: 6 * 60, Close: 15 * 60}}}}})
	case 5:
		w.menu.Items[0].Prices = menu.Prices{money.USD: 900 + int64(w.rng.IntN(300)), money.CAD: 1300}
		w.menu.Sections[0].Items = pick(w, []string{"burger", "cola", "pancakes", "feast"}, []string{"burger", "pancakes", "feast"})
		w.tell("a burger costs %d, the menu has %v", w.menu.Items[0].Prices[money.USD], w.menu.Sections[0].Items)
		_, err := menu.Save(context.Background(), w.table.Meter, w.menu)
		assert.NilError(w.t, err)
	}
	w.clock.Pass(6 * time.Second) // the caches have expired
}

func (w *world) begin(g int) {
	store := pick(w, w.stores...)
	a := w.call("POST", "/orders", map[string]any{"locationId": store.ID, "handoff": pick(w, 2, 4), "category": "everyday"})
	w.tell("guest %d begins at %s: %d", g, store.ID, a.status)
	if a.status == http.StatusOK {
		w.guests[g], w.lines[g] = a.basket, map[string]held{}
	}
}

// send sends a change of the guest's cart, sometimes from a stale tab, sometimes twice. It returns the answer if the change succeeded. It
// returns false after a refusal, and checks that the refusal changed nothing.
func (w *world) send(g int, what, method, path string, body any) (answer, bool) {
	before := w.read(w.guests[g])
	w.guests[g] = before
	version, key := before.Version, fmt.Sprintf("%s-%d-%d", what, len(w.story), g)
	behind := w.rng.IntN(8) == 0 && version > 1
	if behind {
		version--
	}
	headers := []string{"If-Match", fmt.Sprint(version), "Idempotency-Key", key}
	a := w.call(method, path, body, headers...)
	w.tell("guest %d: %s %v: %d %s", g, what, body, a.status, a.body.Code)
	if a.status != http.StatusOK || behind {
		if behind {
			w.refused(a, problem.BasketChanged)
			w.done["stale"]++
		}
		w.same(what+", refused", before, w.read(before))
		return a, false
	}
	assert.Check(w.t, is.Equal(a.basket.Version, before.Version+1), "%s %d", what, before.Version)
	if w.rng.IntN(6) == 0 {
		again := w.ok(w.call(method, path, body, headers...))
		w.same(what+", repeated", a.basket, again.basket)
		w.done["repeat"]++
	}
	w.guests[g] = a.basket
	w.done[what]++
	return a, true
}

func (w *world) same(what string, a, b basketview.Basket) {
	x, y := fmt.Sprint(a.Version, contents(a), a.Hold), fmt.Sprint(b.Version, contents(b), b.Hold)
	assert.Check(w.t, x == y || a.Hold != b.Hold, "%s: %s became %s", what, x, y)
	if a.Version != b.Version || fmt.Sprint(contents(a)) != fmt.Sprint(contents(b)) {
		w.t.Errorf("%s: changed version %d with %v to %d with %v", what, a.Version, contents(a), b.Version, contents(b))
	}
}

func contents(b basketview.Basket) map[string]held {
	m := map[string]held{}
	for _, l := range b.Lines {
		m[l.LineID] = held{l.ItemID, l.Quantity}
	}
	return m
}

func (w *world) add(g int) {
	item, n := pick(w, "burger", "burger", "cola", "pancakes", "feast", "rocket"), 1+w.rng.IntN(3)
	body := map[string]any{"orderId": w.guests[g].OrderID, "itemId": item, "quantity": n}
	if item == "burger" && w.rng.IntN(2) == 0 {
		body["choices"] = []map[string]any{{"group": "bun", "modifier": "brioche", "quantity": 1}}
	}
	a, ok := w.send(g, "add", "POST", "/order-items", body)
	if !ok {
		return
	}
	for id, l := range contents(a.basket) {
		if was := w.lines[g][id]; l != was {
			assert.Check(w.t, l.item == item && l.quantity == was.quantity+n, "adding %d of %s: line %s: got %v, was %v", n, item, id, l, was)
			w.lines[g][id] = l
			return
		}
	}
	w.t.Errorf("%d of %s were added, but no line has them", n, item)
}

func (w *world) change(g int, l basketview.Line) {
	n := 1 + w.rng.IntN(5)
	if _, ok := w.send(g, "change", "PUT", "/order-items/"+l.LineID, map[string]any{"orderId": w.guests[g].OrderID, "quantity": n}); ok {
		w.lines[g][l.LineID] = held{l.ItemID, n}
	}
}

func (w *world) remove(g int, l basketview.Line) {
	if _, ok := w.send(g, "remove", "DELETE", "/order-items/"+l.LineID+"?orderId="+w.guests[g].OrderID, nil); ok {
		delete(w.lines[g], l.LineID)
	}
}

// choose holds a time, as soon as possible or a listed one, or releases it.
func (w *world) choose(g int) {
	path := "/timeslots/" + w.guests[g].OrderID
	switch w.rng.IntN(4) {
	case 0:
		w.send(g, "release", "DELETE", path, nil)
	case 1:
		w.send(g, "hold", "PUT", path, map[string]any{"asap": true})
	default:
		list := w.call("GET", path, nil)
		if list.status != http.StatusOK {
			return
		}
		var l listing
		assert.NilError(w.t, json.Unmarshal(list.raw, &l))
		if len(l.Day.Slots) == 0 {
			return
		}
		slot := pick(w, l.Day.Slots...)
		a, ok := w.send(g, "hold", "PUT", path, map[string]any{"start": slot.Start})
		assert.Check(w.t, !slot.Full || !ok, "timeslot %v was full, but is now held", slot.Start)
		assert.Check(w.t, !ok || a.basket.Hold.Start.Equal(slot.Start), "hold: want %v, got %+v", slot.Start, a.basket.Hold)
		for _, c := range slot.Changes { // the dry run listed it
			if ok && !slices.ContainsFunc(a.basket.Changes, func(x basket.Change) bool { return x.Kind == c.Kind && x.LineID == c.LineID }) {
				w.t.Errorf("holding %v: want change %+v, got %+v", slot.Start, c, a.basket.Changes)
			}
		}
	}
}

// accept accepts the changes: only the listed lines leave.
func (w *world) accept(g int) {
	before := w.read(w.guests[g])
	if _, ok := w.send(g, "accept", "PUT", "/orders/"+before.OrderID, map[string]any{"acceptChanges": true}); !ok {
		return
	}
	for _, c := range before.Changes {
		switch c.Kind {
		case "sold-out", "not-served", "removed", "not-handed-over":
			delete(w.lines[g], c.LineID)
		}
	}
	assert.Check(w.t, is.Len(w.guests[g].Changes, 0))
}

// move tries the cart at another restaurant: the old cart does not change, whether the guest takes the new one or not.
func (w *world) move(g int) {
	old, store := w.read(w.guests[g]), pick(w, w.stores...)
	a := w.call("POST", "/orders", map[string]any{"locationId": store.ID, "handoff": pick(w, 2, 4), "category": "everyday", "from": old.OrderID})
	w.tell("guest %d tries %s: %d %s", g, store.ID, a.status, a.body.Code)
	w.same("a trial elsewhere", old, w.read(old))
	if a.status != http.StatusOK {
		return
	}
	x, y := fmt.Sprint(contents(old)), fmt.Sprint(contents(a.basket))
	assert.Check(w.t, x == y && a.basket.OrderID != old.OrderID, "at %s: %s changed to %s", store.ID, x, y)
	if w.rng.IntN(2) == 0 {
		w.guests[g] = a.basket
		w.done["move"]++
	}
}

func (w *world) tip(g int) {
	w.send(g, "tip", "PUT", "/orders/"+w.guests[g].OrderID, map[string]any{"tip": pick(w,
		map[string]any{"kind": "none"}, map[string]any{"kind": "percent", "percent": 15}, map[string]any{"kind": "amount", "amount": map[string]any{"minor": 1 + w.rng.IntN(1500), "currency": "usd"}})})
}

// worldDeals are promotions of several kinds, on times, handoffs, items and codes. None makes an order free.
func worldDeals() promo.File {
	f := deals()
	happy, free, curb, dollar := percent("happy hour", 20), percent("free cola", 0), percent("curbside", 5), percent("dollar", 0)
	happy.Kind, happy.Items, happy.Hours = promo.ItemPercentage, []string{"burger", "cola"}, &location.Range{Open: 14 * 60, Close: 18 * 60}
	free.Kind, free.Items, free.Buy = promo.ItemFree, []string{"cola"}, &promo.Buy{Match: promo.Match{Items: []string{"burger"}}, Quantity: 2}
	curb.Kind, curb.Handoffs = promo.HandoffPercentage, []location.Handoff{location.Curbside}
	dollar.Kind, dollar.Amount, dollar.PerCustomer = promo.OrderAmount, menu.Prices{money.USD: 100}, 1
	dollar.MinSubtotal, dollar.MinAfter = menu.Prices{money.USD: 1500}, true
	f.Promotions[0].Limit = 1000
	f.Promotions = append(f.Promotions, happy, free, curb, dollar)
	return f
}

// chooseDeal picks another deal, or goes back to the best ones: no choice costs less.
func (w *world) chooseDeal(g int) {
	var ids []string
	before := w.read(w.guests[g])
	if d := before.Deals; d != nil && len(d.Others) > 0 && len(d.Chosen) == 0 {
		ids = append(ids, pick(w, d.Others...).ID)
	}
	a, ok := w.send(g, "choose a deal", "PUT", "/orders/"+before.OrderID, map[string]any{"chosenDeals": append([]string{}, ids...)})
	if cheaper := discount(a.basket) > discount(before); ok && len(ids) > 0 && cheaper {
		w.t.Errorf("choosing %v: got discounts of %d, the best were %d", ids, discount(a.basket), discount(before))
	}
}

func discount(b basketview.Basket) (sum int64) {
	for _, a := range b.Totals.Adjustments {
		sum += a.Amount.Minor
	}
	return sum
}

// check reads everything back and compares it with the guests' actions.
func (w *world) check() {
	for g, b := range w.guests {
		if b.OrderID == "" {
			continue
		}
		a := w.call("GET", "/orders/"+b.OrderID, nil)
		if a.status == http.StatusNotFound { // a week has passed
			w.guests[g] = basketview.Basket{}
			continue
		}
		now := w.ok(a).basket
		assert.Check(w.t, is.Equal(now.Version, b.Version), g)
		assert.Check(w.t, is.Equal(fmt.Sprint(contents(now)), fmt.Sprint(w.lines[g])), g)
		w.sums(now)
		w.obstacles(now)
	}
}

func (w *world) sums(b basketview.Basket) {
	subtotal, count := int64(0), 0
	for _, l := range b.Lines {
		if l.Price.Minor != l.UnitPrice.Minor*int64(l.Quantity) || l.Price.Minor < 0 {
			w.t.Errorf("%d of %s at %v: got price %v", l.Quantity, l.Label, l.UnitPrice, l.Price)
		}
		subtotal += l.Price.Minor
		count += l.Quantity
	}
	left := map[string]int64{}
	for _, l := range b.Lines {
		left[l.LineID] = l.Price.Minor
	}
	for _, a := range b.Totals.Adjustments {
		rest := a.Amount.Minor
		for _, part := range a.Lines {
			left[part.LineID] -= part.Amount.Minor
			rest -= part.Amount.Minor
		}
		assert.Check(w.t, rest == 0 && a.Amount.Minor > 0, "%+v", a)
	}
	for id, amount := range left {
		assert.Check(w.t, amount >= 0, "line %s: %+v", id, b.Totals.Adjustments)
	}
	total := subtotal - discount(b) + b.Totals.Tip.Minor
	for _, tax := range b.Totals.Taxes {
		total += tax.Amount.Minor
	}
	if b.Totals.Subtotal.Minor != subtotal || b.Totals.Total.Minor != total || b.Count != count || b.Totals.Tip.Minor < 0 {
		w.t.Errorf("the lines sum to %d items, subtotal %d, total %d; the basket has %d items, %+v", count, subtotal, total, b.Count, b.Totals)
	}
}

// obstacles checks that each problem refers to an existing line and can be resolved.
func (w *world) obstacles(b basketview.Basket) {
	lines := contents(b)
	for _, p := range b.Problems {
		id, ofLine := strings.CutPrefix(p.Pointer, "/lines/")
		_, ok := lines[id]
		assert.Check(w.t, (!ofLine || ok) && len(p.Fixes) != 0, "problem without a fix, or of an unknown line: %+v", p)
	}
	for _, c := range b.Changes {
		_, ok := lines[c.LineID]
		assert.Check(w.t, ok, "change of an unknown line: %+v", c)
	}
	assert.Check(w.t, len(b.Problems) != 0 || b.Hold != nil, "no problem and no hold: %+v", b)
}

// places checks that no slot exceeds its capacity, no cart has two places, and each cart's hold exists in the table.
func (w *world) places() {
	now, taken := w.clock.Now(), map[string][]time.Time{}
	for _, store := range w.stores {
		for _, day := range timeslot.Dates(store, now.AddDate(0, 0, -2), 12) {
			sheets, err := timeslot.Schedule{Table: table.Table(w.table.Meter), Location: store, Now: now}.Occupancies(context.Background(), day)
			assert.NilError(w.t, err)
			for start, occupancy := range sheets {
				if minutes, orders := occupancy.Taken(now, ""); !w.turned && (minutes > store.Capacity.Minutes || orders > store.Capacity.Orders) {
					w.t.Errorf("%s at %v: got %d orders, %d minutes", store.ID, start, orders, minutes)
				}
				for _, r := range occupancy.Places {
					if r.Expires.After(now) {
						taken[r.ID] = append(taken[r.ID], start)
					}
				}
			}
		}
	}
	for g, b := range w.guests {
		if b.OrderID == "" {
			continue
		}
		b = w.read(b)
		places := taken[b.OrderID]
		switch {
		case b.Hold == nil && len(places) > 0 && !w.turned:
			w.t.Errorf("guest %d has no hold, but the schedule has %v", g, places)
		case b.Hold != nil && !w.turned && (len(places) != 1 || !places[0].Equal(b.Hold.Start)):
			w.t.Errorf("guest %d holds %v, but the schedule has %v", g, b.Hold.Start, places)
		case len(places) > 1 && !w.turned:
			w.t.Errorf("guest %d: the schedule has %v", g, places)
		}
	}
}
