package server

import (
	"context"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
	"ordering/shared/form"
	"ordering/shared/form/formtest"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// everything is a table in which every read and write succeeds.
type everything struct{ table.Table }

func (everything) Get(context.Context, table.Key) (table.Item, error)     { return table.Item{}, nil }
func (everything) Query(context.Context, table.Query) (table.Page, error) { return table.Page{}, nil }
func (everything) Write(context.Context, ...table.Op) error               { return nil }

// A right missing in the manifest is rejected here as by the IAM policy in the cloud, and the error does not contain the key.
func TestRightsAreEnforced(t *testing.T) {
	ctx := context.Background()
	l := limited{everything{}, "cart", functions.Rights{Reads: []string{"menu", "order#*"}, Index: []string{"saga#*"}, Writes: []string{"basket#*", "slots#*"}, Deletes: []string{"slots#*"}}}
	order, basket := table.Key{PK: "order#secret", SK: "order"}, table.Key{PK: "basket#secret", SK: "basket"}
	get := func(k table.Key) error { _, err := l.Get(ctx, k); return err }
	query := func(pk string) error { _, err := l.Query(ctx, table.Query{PK: pk}); return err }
	index := func(pk string) error { _, err := l.Query(ctx, table.Query{PK: pk, Index: true}); return err }
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"read what it may read":            {get(order), true},
		"read what it may write":           {get(basket), true},
		"list what it may read":            {query("menu"), true},
		"write what it may write":          {l.Write(ctx, table.Put(table.Item{Key: basket})), true},
		"delete what it may delete":        {l.Write(ctx, table.Delete(table.Key{PK: "slots#secret", SK: "s"}, 0)), true},
		"delete what it may write":         {l.Write(ctx, table.Delete(basket, 0)), false},
		"read something else":              {get(table.Key{PK: "guest#secret", SK: "s"}), false},
		"list something else":              {query("guest#secret"), false},
		"list what it may of the index":    {index("saga#1"), true},
		"list something else of the index": {index("placed#1"), false},
		"list a partition as the index":    {index("menu"), false},
		"list the index as a partition":    {query("saga#1"), false},
		"write what it may read":           {l.Write(ctx, table.Put(table.Item{Key: order})), false},
		"delete what it may read":          {l.Write(ctx, table.Delete(order, 0)), false},
		"write one row that it may not":    {l.Write(ctx, table.Put(table.Item{Key: basket}), table.Add(order, 1, 0, 9)), false},
	} {
		assert.Check(t, is.Equal(c.err == nil, c.want), "%s: %v", name, c.err)
		assert.Check(t, c.err == nil || !strings.Contains(c.err.Error(), "secret"), "%s: the error contains the row's key: %v", name, c.err)
	}
}

// The manifest gives the function privacy every right that it needs to erase the forms of each kind.
func TestPrivacyErasesFormsWithItsRights(t *testing.T) {
	g := ordertest.New(t)
	sender := formtest.New(t, g.Table, ordertest.Guests, g.Now)
	sender.Verify(sender.Send(form.Privacy, "ann"))
	for k := range form.Kinds {
		if k != form.Privacy {
			sender.Send(k, "ann")
		}
	}
	records := recordsOf(rightsOf(g.Table)("privacy"), Outside{Guests: ordertest.Guests}, sender.Folder, g.Now)
	found, err := records.EraseEmail(t.Context(), "ann@example.com", func(order.Erasure) {})
	assert.NilError(t, err)
	assert.Equal(t, found.Forms, len(form.Kinds))
}

// The manifest gives every right that the limits of deals need to the functions that place, end and erase orders.
func TestLimitsOfDealsWithTheFunctionsRights(t *testing.T) {
	g, ctx := ordertest.New(t), t.Context()
	g.Promotions = promo.NewSet([]promo.Promotion{{
		ID: "deal", Kind: promo.OrderAmount, Amount: menu.Prices{money.USD: 200}, Limit: 1, PerCustomer: 1, Serialized: true,
	}})
	var coupon promo.Coupon
	assert.NilError(t, promo.NewCodes(ctx, g.Table, ordertest.Guests, "deal", 1, func(codes []string) error {
		coupon = promo.Coupon{Promotion: "deal", Kind: promo.SerializedCode, Code: codes[0]}
		return nil
	}))
	as := func(function string) *order.Service {
		return g.With(order.NewService(rightsOf(g.Table)(function), g.Provider, g.Now))
	}
	// Each order ends, and the next one has the deal again.
	place := func(card string) order.Order {
		t.Helper()
		b := g.Fill("burger", 1)
		b.Coupons = []promo.Coupon{coupon}
		assert.NilError(t, g.Table.Write(ctx, b.Save(g.Now())))
		o := g.PlaceBy(as("payment"), g.Want(g.Reload(b), card, "key-of-the-"+b.ID))
		assert.Assert(t, is.Len(o.Promos, 1))
		return o
	}
	assert.Equal(t, place("declined").Status, order.NotPaid)
	waiting := place("asks")
	g.Pass(11 * time.Minute)
	_, err := as("reconcile").Reconcile(ctx)
	assert.NilError(t, err)
	assert.Equal(t, g.Order(waiting.Token).Status, order.NotPaid)
	_, err = as("orders").Cancel(ctx, place("ok").Token)
	assert.NilError(t, err)
	o := place("ok")
	g.Advance(o.ID, order.Completed)
	g.Drained()

	privacy := rightsOf(g.Table)("privacy")
	eraser := order.NewEraser(privacy, ordertest.Guests, g.Now, order.HeldByKitchen(privacy, g.Now))
	assert.NilError(t, eraser.Erase(ctx, o.Contact.Email, func(order.Erasure) {}))
	for _, who := range o.Promos[0].Customers {
		_, err := g.Table.Get(ctx, promo.CustomerKey(who, "deal"))
		assert.Check(t, is.ErrorIs(err, table.ErrNotFound))
	}
}
