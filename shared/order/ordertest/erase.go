package ordertest

import (
	"context"
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/guest"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// RunErasure checks on any table engine that all orders of a guest are found and erased, more than one page of them, and that another
// guest's orders are left alone. It needs a fixture of its own.
func RunErasure(t *testing.T, g *Fixture) {
	ctx := context.Background()
	const orders = 12
	placed := func(email string, n int) order.Order {
		t.Helper()
		s := g.Want(g.Fill("burger", 1), "ok", fmt.Sprintf("key-of-the-order-%03d", n))
		s.Contact.Email = email
		return g.Cancel(g.Place(s).Token)
	}
	var mine []order.Order
	for n := range orders {
		mine = append(mine, placed("Ada@Example.com", n))
	}
	other := placed("grace@example.com", orders)
	g.Drained()

	erased := map[string]bool{}
	report := func(e order.Erasure) {
		assert.Check(t, e.Wait == "" && !erased[e.Order.Token], "order %s: reported again, or got wait %q", e.Order.Number, e.Wait)
		erased[e.Order.Token] = true
	}
	for range 2 {
		assert.NilError(t, order.NewEraser(g.Table, Guests, g.Now).Erase(ctx, " ada@example.com", report))
	}
	for _, was := range mine {
		o := g.Order(was.Token)
		if !erased[o.Token] || o.Erased.IsZero() || o.Contact != (guest.Contact{}) || o.Total != was.Total {
			t.Errorf("order %s: got contact %+v", o.Number, o.Contact)
		}
		_, err := basket.Load(ctx, g.Table, o.Basket)
		assert.Check(t, problem.Is(err, problem.BasketNotFound), "basket of order %s: got %v, want BasketNotFound", o.Number, err)
	}
	assert.Check(t, is.Len(erased, orders))
	o := g.Order(other.Token)
	assert.Check(t, o.Contact == other.Contact && o.Erased.IsZero(), "another guest's order: got contact %+v", o.Contact)
	for email, want := range map[string]int{"ada@example.com": 0, "grace@example.com": 1} {
		page, err := g.Table.Query(ctx, table.Query{PK: "guest#" + Guests.Name(email)})
		assert.Check(t, err == nil && len(page.Items) == want, "got %d orders in the guest's index, want %d (%v)", len(page.Items), want, err)
	}
}
