package cart

import (
	"context"
	"strconv"
	"time"

	"ordering/functions/api"
	"ordering/shared/basket"
	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/claim"
	"ordering/shared/guest"
	"ordering/shared/limit"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

// Cart serves the operations. Make it with New.
type Cart struct {
	table    table.Table
	brand    brand.Brand
	contexts *basket.PricingContexts
	guests   guest.Keeper
	guesses  limit.Counter
	// directory has the restaurants of a market, for its promotions.
	directory *location.Directory
	now       func() time.Time
}

// New returns the function over a table. Guests derives the network ids that limit holds and guesses of codes.
func New(t table.Table, b brand.Brand, guests guest.Keeper, now func() time.Time) *Cart {
	return &Cart{
		table: t, brand: b, contexts: basket.NewPricingContexts(t, b, now), guests: guests,
		guesses: limit.Counter{Table: t, Now: now, Limited: problem.CouponsLimited}, directory: location.NewDirectory(t, now), now: now,
	}
}

// start makes a basket. A retry makes another one, and the first expires without an owner. Deriving the id from a key that the guest
// chooses would make it guessable.
func (c *Cart) start(ctx context.Context, in *startInput) (*basketOutput, error) {
	pc, err := c.contextAt(ctx, in.Body.LocationID)
	if err != nil {
		return nil, err
	}
	handoff := location.Handoff(in.Body.Handoff)
	if err := pc.Sells(handoff, in.Body.Category); err != nil {
		return nil, err
	}
	l := locale.Parse(in.Language)
	b := basket.New(pc.Location, handoff, in.Body.Category, l)
	if in.Body.From != "" {
		old, err := order.LoadBasket(ctx, c.table, in.Body.From)
		if err != nil {
			return nil, err
		}
		if b, err = old.MovedTo(pc, handoff, in.Body.Category, l); err != nil {
			return nil, err
		}
	}
	if in.Body.Line != nil {
		if b, err = b.Add(pc, in.Body.Line.request()); err != nil {
			return nil, err
		}
	}
	if err := c.table.Write(ctx, begin(ctx, b, pc)...); err != nil {
		return nil, err
	}
	b.Version++
	return answer(b, pc, l), nil
}

// begin writes a new basket. It adds the basket of a signed-in customer to the list of their baskets.
func begin(ctx context.Context, b basket.Basket, pc basket.PricingContext) []table.Op {
	ops := b.Begin(pc.Now)
	if p, ok := api.PrincipalOf(ctx); ok {
		ops = append(ops, basket.ListFor(p.CustomerID, b.ID, pc.Now))
	}
	return ops
}

func answer(b basket.Basket, pc basket.PricingContext, l locale.Locale) *basketOutput {
	return &basketOutput{ETag: strconv.Quote(strconv.FormatInt(b.Version, 10)), Body: view(b, pc, l)}
}

// view returns the basket assessed now, in the guest's language.
func view(b basket.Basket, pc basket.PricingContext, l locale.Locale) basketview.Basket {
	b.Locale = l
	return basketview.Of(basket.Assess(b, pc))
}

func (c *Cart) read(ctx context.Context, in *readInput) (*basketOutput, error) {
	b, pc, err := c.load(ctx, in.OrderID)
	if err != nil {
		return nil, err
	}
	return answer(b, pc, locale.Parse(in.Language)), nil
}

func (c *Cart) update(ctx context.Context, in *updateInput) (*basketOutput, error) {
	return c.mutate(ctx, in.OrderID, in.Mutation.asking("update-basket", in.Body), func(b basket.Basket, pc basket.PricingContext) (basket.Basket, error) {
		return b.Update(pc, basket.Update{
			Instructions: in.Body.Instructions, Cutlery: in.Body.Cutlery, Tip: in.Body.Tip, Chosen: in.Body.ChosenDeals,
			AcceptChanges: in.Body.AcceptChanges,
		})
	})
}

func (c *Cart) add(ctx context.Context, in *addInput) (*basketOutput, error) {
	return c.mutate(ctx, in.Body.OrderID, in.Mutation.asking("add-line", in.Body), func(b basket.Basket, pc basket.PricingContext) (basket.Basket, error) {
		return b.Add(pc, in.Body.NewLine.request())
	})
}

func (c *Cart) change(ctx context.Context, in *changeInput) (*basketOutput, error) {
	return c.mutate(ctx, in.Body.OrderID, in.Mutation.asking("change-line", in.LineID, in.Body), func(b basket.Basket, pc basket.PricingContext) (basket.Basket, error) {
		return b.Change(pc, in.LineID, basket.Revision{Quantity: in.Body.Quantity, Choices: in.Body.Choices, Instructions: in.Body.Instructions})
	})
}

func (c *Cart) remove(ctx context.Context, in *removeInput) (*basketOutput, error) {
	return c.mutate(ctx, in.OrderID, in.Mutation.asking("remove-line", in.LineID), func(b basket.Basket, pc basket.PricingContext) (basket.Basket, error) {
		return b.Remove(in.LineID)
	})
}

func (n NewLine) request() basket.LineRequest {
	return basket.LineRequest{ItemID: n.ItemID, Quantity: n.Quantity, Choices: n.Choices, Instructions: n.Instructions}
}

// contextAt loads the pricing context of a location for a request. A page of one country cannot order in the other.
func (c *Cart) contextAt(ctx context.Context, locationID string) (basket.PricingContext, error) {
	pc, err := c.contexts.Load(ctx, locationID)
	if err == nil {
		err = pc.In(api.Country(ctx))
	}
	_, pc.SignedIn = api.PrincipalOf(ctx)
	return pc, err
}

// load reads a basket and its pricing context: one read of the table while the context is cached.
func (c *Cart) load(ctx context.Context, id string) (basket.Basket, basket.PricingContext, error) {
	b, err := order.LoadBasket(ctx, c.table, id)
	if err != nil {
		return basket.Basket{}, basket.PricingContext{}, err
	}
	pc, err := c.contexts.Load(ctx, b.LocationID)
	if err == nil {
		err = pc.Accepts(b, api.Country(ctx))
	}
	_, pc.SignedIn = api.PrincipalOf(ctx)
	return b, pc, err
}

// request is the headers of a change, and the fingerprint of its operation and body.
type request struct {
	Mutation
	print string
}

func (m Mutation) asking(operation string, parts ...any) request {
	return request{m, order.Fingerprint(append([]any{operation}, parts...))}
}

// mutate changes one basket with one read and one write of the table.
func (c *Cart) mutate(ctx context.Context, id string, q request, change func(basket.Basket, basket.PricingContext) (basket.Basket, error)) (*basketOutput, error) {
	return c.write(ctx, id, q, func(b basket.Basket, pc basket.PricingContext) (basket.Basket, []table.Op, error) {
		next, err := change(b, pc)
		return next, nil, err
	})
}

// write changes a basket together with the operations that belong to the change. If-Match must be the current version. A repeated
// idempotency key returns the basket without a second change. It returns problem.IdempotencyKeyReused if the key belongs to another
// request.
func (c *Cart) write(ctx context.Context, id string, q request, change func(basket.Basket, basket.PricingContext) (basket.Basket, []table.Op, error)) (*basketOutput, error) {
	l := locale.Parse(q.Language)
	var out *basketOutput
	err := claim.Write(ctx, c.table, claim.Pause, func() ([]table.Op, error) {
		b, pc, err := c.load(ctx, id)
		if err != nil {
			return nil, err
		}
		repeated, err := b.Repeats(q.IdempotencyKey, q.print)
		if err != nil {
			return nil, err
		}
		if repeated {
			out = answer(b, pc, l)
			return nil, nil
		}
		if version, err := api.Version(q.IfMatch); err != nil {
			return nil, err
		} else if version != b.Version {
			return nil, stale(b, pc, l)
		}
		b.Locale = l
		next, ops, err := change(b, pc)
		if err != nil {
			return nil, err
		}
		save := next.Remember(q.IdempotencyKey, q.print).Save(pc.Now)
		next.Version++
		out = answer(next, pc, l)
		return append(ops, save), nil
	}, timeslot.Prefix, promo.CouponPrefix, "basket#")
	if err != nil {
		return nil, err
	}
	return out, nil
}

func stale(b basket.Basket, pc basket.PricingContext, l locale.Locale) error {
	return problem.New(problem.BasketChanged).Having(view(b, pc, l))
}
