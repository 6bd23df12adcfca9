package order_test

import (
	"context"
	"encoding/json"
	"testing"

	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/table"
)

// standing places and pays an order and puts it into a status.
func standing(g *ordertest.Fixture, t *testing.T, s order.Status) order.Order {
	t.Helper()
	o := g.Buy()
	key := table.Key{PK: "order#" + o.Token, SK: "progress"}
	i, err := g.Table.Get(context.Background(), key)
	if err != nil {
		t.Fatal(err)
	}
	var p order.Progress
	if err := json.Unmarshal(i.Data, &p); err != nil {
		t.Fatal(err)
	}
	p.Status = s
	if i.Data, err = json.Marshal(p); err != nil {
		t.Fatal(err)
	}
	if err := g.Table.Write(context.Background(), table.Replace(table.Item{Key: key, Data: i.Data}, i.Version)); err != nil {
		t.Fatal(err)
	}
	return g.Order(o.Token)
}

// Fault 19, for orders: from every status, for every event of the kitchen and every cancellation by the guest, the order moves only as
// the table of moves allows that actor.
func TestAnOrderMovesOnlyAsItsActorMay(t *testing.T) {
	g := ordertest.New(t)
	g.Location.Capacity.Orders, g.Location.Capacity.Minutes = 200, 2000
	ctx := context.Background()
	moved := 0
	check := func(name string, before order.Order, to order.Status, by order.Actor) {
		t.Helper()
		want := before.Status
		if order.Allowed(before.Status, to, by) {
			want = to
			moved++
		}
		if got := g.Order(before.Token).Status; got != want {
			t.Errorf("%s: %s became %s, want %s", name, before.Status, got, want)
		}
	}
	for _, from := range order.Statuses {
		for _, to := range order.Statuses {
			o := standing(g, t, from)
			_, _ = g.Service().Advance(ctx, o.ID, order.Event{Status: to, At: g.Now()})
			check("the kitchen says "+string(to), o, to, order.Kitchen)
		}
		o := standing(g, t, from)
		_, _ = g.Service().Cancel(ctx, o.Token)
		if from == order.Authentication { // nothing was placed yet: cancelling during the authentication is the system's move
			check("the guest gives up", o, order.NotPaid, order.System)
			continue
		}
		check("the guest cancels", o, order.Cancelled, order.Guest)
	}
	if moved != 17 { // the kitchen's fourteen, the guest's two, and the cancelled authentication
		t.Errorf("%d moves were made", moved)
	}
}
