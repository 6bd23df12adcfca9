package order_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// submit places an order of the customer, or of a guest without one.
func submit(g *ordertest.Fixture, customer, email, method string) order.Order {
	s := g.Want(g.Fill("burger", 1), method, fmt.Sprintf("key-of-basket-%03d", len(g.Baskets)))
	s.Customer, s.Contact.Email = customer, email
	return g.Place(s)
}

// list reads all pages of a customer's orders.
func list(t *testing.T, g *ordertest.Fixture, customer string, first int) (tokens []string) {
	t.Helper()
	for after := ""; ; {
		page, err := order.OfCustomer(t.Context(), g.Table, customer, first, after)
		assert.NilError(t, err)
		assert.Assert(t, len(page.Orders) <= first)
		for _, o := range page.Orders {
			tokens = append(tokens, o.Token)
		}
		if after = page.Cursor; !page.More {
			return tokens
		}
	}
}

func TestOrdersOfACustomerAreListedNewestFirst(t *testing.T) {
	g := ordertest.New(t)
	var mine []string
	for range 5 {
		g.Pass(time.Minute)
		mine = append(mine, submit(g, "ann", "ann@example.com", "ok").Token)
	}
	submit(g, "bob", "ann@example.com", "ok")
	submit(g, "", "ann@example.com", "ok")
	submit(g, "ann", "ann@example.com", "declined")
	submit(g, "ann", "ann@example.com", "asks") // the bank may still decline
	slices.Reverse(mine)
	for _, first := range []int{1, 2, 5, 20} {
		assert.Check(t, is.DeepEqual(list(t, g, "ann", first), mine), "first %d", first)
	}
	assert.Assert(t, is.Len(list(t, g, "carl", 5), 0))

	// The order's item of the file is the only one: a customer's order costs no further write.
	page, err := g.Table.Query(t.Context(), table.Query{PK: "customer-orders#ann"})
	assert.NilError(t, err)
	assert.Assert(t, is.Len(page.Items, 0))
}

// Fault 6: a cursor or a token of another customer shows nothing.
func TestAnotherCustomersOrderIsNotFound(t *testing.T) {
	g := ordertest.New(t)
	mine := submit(g, "ann", "ann@example.com", "ok")
	theirs, guests := submit(g, "bob", "ann@example.com", "ok"), submit(g, "", "ann@example.com", "ok")
	found, err := order.LoadOfCustomer(t.Context(), g.Table, "ann", mine.Token)
	assert.NilError(t, err)
	assert.Equal(t, found.Number, mine.Number)
	unpaid := submit(g, "ann", "ann@example.com", "declined")
	for name, token := range map[string]string{
		"another customer's": theirs.Token, "a guest's": guests.Token, "not placed": unpaid.Token, "an id": mine.ID,
		"nothing": "", "another key": mine.Token + "#",
	} {
		_, err := order.LoadOfCustomer(t.Context(), g.Table, "ann", token)
		assert.Check(t, problem.Is(err, problem.OrderNotFound), "%s: %v", name, err)
	}

	submit(g, "ann", "ann@example.com", "ok")
	page, err := order.OfCustomer(t.Context(), g.Table, "ann", 1, "")
	assert.NilError(t, err)
	for range 2 { // a cursor may be used again
		next, err := order.OfCustomer(t.Context(), g.Table, "ann", 1, page.Cursor)
		assert.NilError(t, err)
		assert.Assert(t, len(next.Orders) == 1 && next.Orders[0].Token != page.Orders[0].Token)
	}
	for _, cursor := range []string{page.Cursor + "A", "none"} {
		_, err = order.OfCustomer(t.Context(), g.Table, "ann", 1, cursor)
		assert.Check(t, errors.Is(err, table.ErrBadCursor), "%q: %v", cursor, err)
	}
	_, err = order.OfCustomer(t.Context(), g.Table, "bob", 1, page.Cursor)
	assert.Assert(t, errors.Is(err, table.ErrBadCursor), err)
}

func TestGuestOrdersOfThirtyDaysAreClaimedOnce(t *testing.T) {
	g := ordertest.New(t)
	claim := func(email, customer string) int {
		t.Helper()
		n, _, err := order.Claim(t.Context(), g.Table, ordertest.Guests, email, customer, g.Now())
		assert.NilError(t, err)
		return n
	}
	submit(g, "", "ann@example.com", "ok") // too old in the end
	g.Pass(time.Second)
	edge := submit(g, "", "Ann@Example.com", "ok")
	g.Pass(10 * 24 * time.Hour)
	earlier := submit(g, "", "ann@example.com", "ok")
	// An item as an earlier release wrote it.
	key := table.Key{PK: "guest#" + ordertest.Guests.Name("ann@example.com"), SK: earlier.Token}
	assert.NilError(t, g.Table.Write(t.Context(), table.Put(table.Item{Key: key})))
	g.Pass(10 * 24 * time.Hour)
	theirs := submit(g, "bob", "ann@example.com", "ok")
	submit(g, "", "ann@example.com", "declined")
	submit(g, "", "else@example.com", "ok")
	g.Set(edge.PlacedAt.Add(30 * 24 * time.Hour))

	assert.Equal(t, claim("ann@example.com", "ann"), 2)
	want := []string{earlier.Token, edge.Token}
	assert.DeepEqual(t, list(t, g, "ann", 5), want)
	assert.Equal(t, claim("ann@example.com", "ann"), 0)
	assert.Equal(t, claim("ann@example.com", "carl"), 0)
	assert.DeepEqual(t, list(t, g, "ann", 5), want)
	assert.DeepEqual(t, list(t, g, "bob", 5), []string{theirs.Token})
}

// Fault 2: twenty sign-ins at once, and orders that are placed, declined and erased meanwhile: each order is claimed once at most.
func TestConcurrentChangesClaimEachOrderOnce(t *testing.T) {
	g := ordertest.New(t)
	var placed []string
	for range 6 {
		placed = append(placed, submit(g, "", "ann@example.com", "ok").Token)
	}
	erased := g.Cancel(placed[0]).Token
	g.Drained()
	var claimed atomic.Int64
	claim := func() {
		n, _, err := order.Claim(t.Context(), g.Table, ordertest.Guests, "ann@example.com", "ann", g.Now())
		assert.Check(t, err)
		claimed.Add(int64(n))
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(claim)
	}
	all.Go(func() {
		err := order.NewEraser(g.Table, ordertest.Guests, g.Now).Erase(t.Context(), "ann@example.com", func(order.Erasure) {})
		assert.Check(t, err)
	})
	all.Wait()
	listed := list(t, g, "ann", 20)
	assert.Assert(t, !slices.Contains(listed, erased))
	for _, token := range placed[1:] {
		assert.Check(t, slices.Contains(listed, token))
	}
	if n := claimed.Load(); n != 5 && n != 6 {
		t.Errorf("got %d claims of 6 orders, one of which was erased", n)
	}

	// The claim runs at each point of the saga of an order that is declined, and of one that is placed.
	for method, want := range map[string]bool{"ok": true, "declined": false} {
		for _, point := range order.Points {
			svc := g.Reaching(point, true, claim)
			s := g.Want(g.Fill("burger", 1), method, fmt.Sprintf("key-of-basket-%03d", len(g.Baskets)))
			s.Contact.Email = "ann@example.com"
			o := g.PlaceBy(svc, s)
			claim()
			got := slices.Contains(list(t, g, "ann", 100), o.Token)
			assert.Check(t, is.Equal(got, want), "%s at %s", method, point)
			_, err := order.LoadOfCustomer(t.Context(), g.Table, "ann", o.Token)
			assert.Check(t, is.Equal(problem.Is(err, problem.OrderNotFound), !want), "%s at %s", method, point)
		}
	}
}

func TestErasureOfACustomerErasesTheirOrders(t *testing.T) {
	g := ordertest.New(t)
	mine := []order.Order{submit(g, "ann", "ann@example.com", "ok"), submit(g, "ann", "work@example.com", "ok")}
	other := submit(g, "bob", "ann@example.com", "ok")
	for _, o := range append(mine, other) {
		g.Cancel(o.Token)
	}
	g.Drained()
	n := 0
	for range 2 {
		assert.NilError(t, order.NewEraser(g.Table, ordertest.Guests, g.Now).EraseCustomer(t.Context(), "ann", func(order.Erasure) { n++ }))
	}
	assert.Equal(t, n, 2)
	for _, o := range mine {
		assert.Assert(t, !g.Order(o.Token).Erased.IsZero())
		_, err := order.LoadOfCustomer(t.Context(), g.Table, "ann", o.Token)
		assert.Assert(t, problem.Is(err, problem.OrderNotFound))
	}
	assert.Assert(t, is.Len(list(t, g, "ann", 5), 0))
	assert.Assert(t, g.Order(other.Token).Erased.IsZero())
	assert.Assert(t, is.Len(list(t, g, "bob", 5), 1))
}
