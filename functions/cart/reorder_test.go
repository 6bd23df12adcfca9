package cart_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/table"
)

const (
	orderToken  = "k5tq7mzx2vhr4wya3pdnc6jbes"
	orderBasket = "wza3pdnc6jbesk5tq7mzx2vhr4"
	reorderKey  = "a-key-of-the-guest"
)

// madeOf checks that a basket is linked to its source, so that an erasure finds it.
func (s *site) madeOf(from, id string) {
	s.t.Helper()
	page, err := s.table.Query(s.t.Context(), table.Query{PK: basket.Key(from).PK})
	assert.NilError(s.t, err)
	var made []string
	for _, i := range page.Items {
		if next, ok := basket.Next(i.Key); ok {
			made = append(made, next)
		}
	}
	if b, err := basket.Load(s.t.Context(), s.table, id); err != nil || b.From != from || !slices.Contains(made, id) {
		s.t.Errorf("reorder of %s: got baskets %v; basket %s: got source %q (%v)", from, made, id, b.From, err)
	}
}

// ordered stores an order: two burgers on brioche for 10.75 each, and a feast.
func (s *site) ordered(status order.Status) {
	s.t.Helper()
	o := order.Order{}
	o.Snapshot = order.Snapshot{
		Token: orderToken, ID: "id", Basket: orderBasket, Number: "4127", Location: order.Location{ID: "tulsa"}, Handoff: location.Pickup, Category: "everyday",
		Totals: basket.Totals{Total: money.Of(1, money.USD)}, Lines: []order.Line{
			{ID: "1", ItemID: "burger", Quantity: 2, Choices: []menu.Choice{{Group: "bun", Modifier: "brioche", Quantity: 1}, {Group: "comes-with", Modifier: "lettuce", Quantity: 1}},
				Seen: basket.Seen{Label: "The Burger", Price: 1000, Unit: 1075, Modifiers: []basket.SeenModifier{{Path: "bun:brioche", Quantity: 1, Label: "Brioche", Price: 75}, {Path: "comes-with:lettuce", Quantity: 1, Label: "Lettuce"}}}},
			{ID: "4", ItemID: "feast", Quantity: 1, Instructions: "hot", Seen: basket.Seen{Label: "Feast", Price: 8000, Unit: 8000}},
		},
	}
	o.Progress = order.Progress{Status: status}
	for sk, part := range map[string]any{"order": o.Snapshot, "progress": o.Progress} {
		raw, err := json.Marshal(part)
		assert.NilError(s.t, err)
		err = s.table.Meter.Write(s.t.Context(), table.Put(table.Item{Key: table.Key{PK: "order#" + orderToken, SK: sk}, Data: raw}))
		assert.NilError(s.t, err)
	}
}

func TestReorder(t *testing.T) {
	s := open(t)
	s.ordered(order.Completed)
	s.runOut("tulsa", "burger")
	again := func(key string) answer {
		return s.call("POST", "/orders/reorder/"+orderToken, nil, "Idempotency-Key", key)
	}
	b := s.ok(again(reorderKey)).basket
	if len(b.Lines) != 2 || b.Count != 3 || b.Handoff != 2 || b.Hold != nil || b.Lines[1].Instructions != "hot" || len(b.Lines[0].Choices) != 2 {
		t.Fatalf("%+v", b)
	}
	s.madeOf(orderBasket, b.OrderID)
	var changes []string
	for _, c := range b.Changes {
		changes = append(changes, string(c.Kind)+" "+c.Label)
	}
	if got := strings.Join(changes, ", "); got != "sold-out The Burger, price Feast" || b.Changes[1].Was.Minor != 8000 || b.Changes[1].Now.Minor != 9000 {
		t.Errorf("got changes %s", got)
	}
	accepted := s.ok(s.call("PUT", "/orders/"+b.OrderID, map[string]any{"acceptChanges": true}, "If-Match", fmt.Sprint(b.Version))).basket
	assert.Assert(t, is.Len(accepted.Lines, 1))
	assert.Equal(t, accepted.Totals.Subtotal.Minor, int64(9000))
	// A repeated key returns the existing basket; another key makes another basket.
	if same := s.ok(again(reorderKey)).basket; same.OrderID != b.OrderID || same.Version != accepted.Version || len(same.Lines) != 1 {
		t.Errorf("the same request again: got %+v", same)
	}
	assert.Assert(t, s.ok(again(reorderKey+"2")).basket.OrderID != b.OrderID, "a new idempotency key returned the same basket")
}

func TestConcurrentReorders(t *testing.T) {
	s := open(t)
	s.ordered(order.Completed)
	var mu sync.Mutex
	found := map[string]int{}
	together(20, func(int) {
		a := s.call("POST", "/orders/reorder/"+orderToken, nil, "Idempotency-Key", reorderKey)
		mu.Lock()
		defer mu.Unlock()
		found[a.basket.OrderID]++
	})
	assert.Assert(t, is.Len(found, 1))
}

func TestOrdersThatCannotBeReordered(t *testing.T) {
	s := open(t)
	s.ordered(order.NotPaid)
	s.refused(s.call("POST", "/orders/reorder/"+orderToken, nil), problem.IdempotencyKeyMissing)
	s.refused(s.call("POST", "/orders/reorder/"+orderToken, nil, "Idempotency-Key", reorderKey), problem.OrderNotFound)
	s.refused(s.call("POST", "/orders/reorder/"+strings.Repeat("x", 26), nil, "Idempotency-Key", reorderKey), problem.OrderNotFound)
	s.ordered(order.Completed)
	s.refused(s.call("POST", "/orders/reorder/"+orderToken, nil, "Idempotency-Key", reorderKey, "Country-Alpha-2", "CA", "Accept-Language", string(locale.FrCA)), problem.WrongCountry)
}

// The saga does not write the basket of an order that it has placed: the order closes it.
func TestAPlacedOrderClosesItsBasket(t *testing.T) {
	s := open(t)
	started := s.start("tulsa")
	stored, err := basket.Load(t.Context(), s.table, started.OrderID)
	assert.NilError(t, err)
	assert.NilError(t, s.table.Meter.Write(t.Context(), stored.Placing(orderToken).Save(s.clock.Now())))
	for _, c := range []struct {
		status  order.Status
		state   basket.State
		refusal problem.Code
	}{{order.Pending, basket.Placing, problem.InFlight}, {order.Scheduled, basket.Placed, problem.BasketClosed}} {
		s.ordered(c.status)
		b := s.read(started)
		assert.Check(t, is.Equal(b.State, string(c.state)))
		assert.Check(t, is.Equal(b.OrderToken, orderToken))
		s.refused(s.add(b, "burger"), c.refusal)
		copied := map[string]any{"locationId": "tulsa", "handoff": 2, "category": "everyday", "from": b.OrderID}
		s.refused(s.call("POST", "/orders", copied), c.refusal)
	}
}
