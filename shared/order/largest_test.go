package order_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/basket"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// fullBasket returns a fixture with an item that has this number of options with labels of this length, and a basket that is full of it.
// Its notes have the maximum length, in the character that needs the most bytes.
func fullBasket(t *testing.T, options, label int) (*ordertest.Fixture, basket.Basket, basket.PricingContext, error) {
	t.Helper()
	g := ordertest.New(t)
	g.Location.Handoffs = []location.Handoff{location.Pickup, location.Curbside}
	long := locale.Text{"en": strings.Repeat("<", label), "fr-ca": strings.Repeat("é", label)}
	extras := menu.ModifierGroup{ID: "extras", MaxSelects: options}
	for n := range options {
		extras.Modifiers = append(extras.Modifiers, menu.Modifier{ID: fmt.Sprint("extra-", n), Label: long, Prices: menu.Prices{money.USD: 25}})
	}
	g.Menu.ModifierGroups = append(g.Menu.ModifierGroups, extras)
	g.Menu.Items[0].Label, g.Menu.Items[0].Groups = long, append(g.Menu.Items[0].Groups, "extras")
	g.Menu.Items[0].MakeMinutes = 0
	g.Print()
	pc, err := g.Load(context.Background(), "")
	assert.NilError(t, err)
	b := g.FillFor(location.Curbside, "burger", 1)
	rng := rand.New(rand.NewPCG(uint64(options), uint64(label)))
	note := strings.Repeat("&", 497)
	for n := 0; ; n++ {
		choices := []menu.Choice{{Group: "comes-with", Modifier: "onion", Quantity: 1}}
		for _, e := range rng.Perm(options) {
			choices = append(choices, menu.Choice{Group: "extras", Modifier: fmt.Sprint("extra-", e), Quantity: 1})
		}
		next, err := b.Add(pc, basket.LineRequest{ItemID: "burger", Quantity: 1, Choices: choices, Instructions: fmt.Sprintf("%03d", n) + note})
		if err != nil {
			return g, b, pc, err
		}
		b = next
	}
}

// Every basket can be ordered: a change that makes it too large for an order is rejected.
func TestTheLargestBasketCanBeOrdered(t *testing.T) {
	for _, c := range []struct{ options, label int }{{0, 20}, {3, 40}, {12, 80}, {40, 200}} {
		t.Run(fmt.Sprintf("%d options", c.options), func(t *testing.T) {
			g, b, pc, refused := fullBasket(t, c.options, c.label)
			assert.Assert(t, problem.Is(refused, problem.BasketFull), "with %d lines: got %v", len(b.Lines), refused)
			full, ctx := strings.Repeat("&", 500), context.Background()
			b, err := b.Update(pc, basket.Update{Instructions: &full})
			assert.NilError(t, err)
			assert.NilError(t, g.Table.Write(ctx, b.Save(g.Now())))
			s := g.Want(g.Reload(b), "ok", key)
			s.Contact.FirstName, s.Contact.LastName = strings.Repeat("&", 80), strings.Repeat("&", 80)
			s.Vehicle = &guest.Vehicle{Make: strings.Repeat("&", 40), Model: strings.Repeat("&", 40), Colour: strings.Repeat("&", 40)}
			o := g.Place(s)
			i, err := g.Table.Get(ctx, table.Key{PK: "order#" + o.Token, SK: "order"})
			assert.NilError(t, err)
			assert.Assert(t, len(i.Data) >= table.MaxItem*6/10, "%d %d %d", len(b.Lines), len(i.Data), table.MaxItem)
			t.Logf("%d lines take %d bytes", len(b.Lines), len(i.Data))
		})
	}
}

// Lines of a full basket can be reduced, but not increased.
func TestFullBasketCanBeReduced(t *testing.T) {
	_, b, pc, _ := fullBasket(t, 0, 20)
	must := func(next basket.Basket, err error) {
		t.Helper()
		assert.NilError(t, err)
		b = next
	}
	full := false
	for n := 0; !full; n++ { // small lines into the rest of the space
		next, err := b.Add(pc, basket.LineRequest{ItemID: "burger", Quantity: 1, Instructions: fmt.Sprint("small ", n)})
		if full = problem.Is(err, problem.BasketFull); !full {
			must(next, err)
		}
	}
	small, big := b.Lines[len(b.Lines)-1].ID, b.Lines[3].ID
	shorter, longer := "no", strings.Repeat("&", 500)
	_, err := b.Change(pc, small, basket.Revision{Quantity: 1, Instructions: &longer})
	assert.Assert(t, problem.Is(err, problem.BasketFull), "longer instructions in a full basket: got %v", err)
	must(b.Change(pc, big, basket.Revision{Quantity: 2}))
	must(b.Change(pc, big, basket.Revision{Quantity: 1, Instructions: &shorter}))
	must(b.Remove(b.Lines[5].ID))
	must(b.Change(pc, small, basket.Revision{Quantity: 1, Instructions: &longer}))
}
