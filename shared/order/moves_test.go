package order_test

import (
	"context"
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/table"
)

// placedInStatus places and pays an order and puts it into a status.
func placedInStatus(g *ordertest.Fixture, t *testing.T, s order.Status) order.Order {
	t.Helper()
	o := g.Buy()
	key := table.Key{PK: "order#" + o.Token, SK: "progress"}
	i, err := g.Table.Get(context.Background(), key)
	assert.NilError(t, err)
	var p order.Progress
	assert.NilError(t, json.Unmarshal(i.Data, &p))
	p.Status = s
	i.Data, err = json.Marshal(p)
	assert.NilError(t, err)
	err = g.Table.Write(context.Background(), table.Replace(table.Item{Key: key, Data: i.Data}, i.Version))
	assert.NilError(t, err)
	return g.Order(o.Token)
}

// Fault 19, for orders: from every status, for every event of the kitchen and every cancellation by the guest, the order moves only as
// the table of moves allows that actor.
func TestAnOrderMovesOnlyAsAllowedForItsActor(t *testing.T) {
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
		assert.Check(t, is.Equal(g.Order(before.Token).Status, want), "%s %s", name, before.Status)
	}
	for _, from := range order.Statuses {
		for _, to := range order.Statuses {
			o := placedInStatus(g, t, from)
			_, _ = g.Service().Advance(ctx, o.ID, order.Event{Status: to, At: g.Now()})
			check("the kitchen says "+string(to), o, to, order.Kitchen)
		}
		o := placedInStatus(g, t, from)
		_, _ = g.Service().Cancel(ctx, o.Token)
		if from == order.Authentication { // nothing was placed yet: cancelling during the authentication is the system's move
			check("the guest cancels the authentication", o, order.NotPaid, order.System)
			continue
		}
		check("the guest cancels", o, order.Cancelled, order.Guest)
	}
	// 14 moves by the kitchen, two by the guest, and the cancelled authentication
	assert.Equal(t, moved, 17)
}
