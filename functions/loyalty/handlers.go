package loyalty

import (
	"context"
	"errors"
	"time"

	"ordering/functions/api"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/loyalty"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// Loyalty serves the operations. Make it with New.
type Loyalty struct {
	table  table.Table
	brand  brand.Brand
	promos *promo.Store
	guests guest.Keeper
	zone   *time.Location // of the head office
	now    func() time.Time
}

// New returns the function over a table. Guests derives the codes of coupons.
func New(t table.Table, b brand.Brand, guests guest.Keeper, now func() time.Time) *Loyalty {
	return &Loyalty{table: t, brand: b, promos: promo.NewStore(t, now), guests: guests, zone: location.Timezone(b.TimeZone), now: now}
}

// pointRules returns the rules of points, or problem.NotFound for a brand without a programme.
func (l *Loyalty) pointRules() (brand.Loyalty, error) {
	if l.brand.Loyalty == nil {
		return brand.Loyalty{}, problem.New(problem.NotFound)
	}
	return *l.brand.Loyalty, nil
}

func (l *Loyalty) points(ctx context.Context, in *pointsInput) (*pointsOutput, error) {
	rules, err := l.pointRules()
	if err != nil {
		return nil, err
	}
	who, _ := api.PrincipalOf(ctx)
	account, err := loyalty.Load(ctx, l.table, who.CustomerID)
	if err != nil {
		return nil, err
	}
	rewards, err := l.rewards(ctx, locale.Parse(in.Language))
	if err != nil {
		return nil, err
	}
	now := l.now()
	p := Points{Spendable: account.Spendable(now), Held: account.Held, Debt: account.Debt}
	if next := account.NextExpiry(now); next.Points > 0 {
		p.NextExpiry = &Expiry{next.Points, next.Expires, !now.AddDate(0, 0, rules.WarningDays).Before(next.Expires)}
	}
	for _, r := range rewards {
		if missing := int64(r.Points) - p.Spendable; missing > 0 {
			p.Next = &Next{r, missing}
			break
		}
	}
	return &pointsOutput{p}, nil
}

// rewards returns the rewards in the currency of the country, the cheapest first.
func (l *Loyalty) rewards(ctx context.Context, words locale.Locale) (all []Reward, err error) {
	set, err := l.promos.Set(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range set.Rewards(api.Country(ctx), l.now()) {
		itemType := itemCoupon
		if p.Kind.OfUnits() {
			itemType = itemDish
		}
		all = append(all, Reward{p.ID, p.Kind.String(), itemType, p.Label.In(words), p.Text.In(words), p.Terms.In(words), p.Points})
	}
	return all, nil
}

func (l *Loyalty) entries(ctx context.Context, in *entriesInput) (*entriesOutput, error) {
	if _, err := l.pointRules(); err != nil {
		return nil, err
	}
	who, _ := api.PrincipalOf(ctx)
	s, err := loyalty.ReadStatement(ctx, l.table, who.CustomerID, in.First, in.Cursor)
	if errors.Is(err, table.ErrBadCursor) {
		return nil, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query/cursor"))
	}
	if err != nil {
		return nil, err
	}
	out := new(entriesOutput)
	out.Body.Cursor, out.Body.Entries = s.Cursor, make([]StatementEntry, len(s.Entries))
	for i, e := range s.Entries {
		out.Body.Entries[i] = StatementEntry{
			Number: e.Number, Kind: string(e.Kind), Points: e.Points(), Debt: e.Debt(), Balance: e.Balance, At: e.At, Reason: e.Reason,
			Reward: int(e.Reward),
		}
		if o := e.Order; o != nil {
			out.Body.Entries[i].Order = &EntryOrder{o.Token, o.Number, o.Location}
		}
	}
	return out, nil
}

func (l *Loyalty) items(ctx context.Context, in *itemsInput) (*itemsOutput, error) {
	rules, err := l.pointRules()
	if err != nil {
		return nil, err
	}
	rewards, err := l.rewards(ctx, locale.Parse(in.Language))
	if err != nil {
		return nil, err
	}
	spendable := int64(0)
	if who, ok := api.PrincipalOf(ctx); ok {
		account, err := loyalty.Load(ctx, l.table, who.CustomerID)
		if err != nil {
			return nil, err
		}
		spendable = account.Spendable(l.now())
	}
	set, err := l.promos.Set(ctx)
	if err != nil {
		return nil, err
	}
	out := new(itemsOutput)
	out.Body.Rules = Rules{
		Unit: set.Program().PointUnit(), Months: rules.Months, WarningDays: rules.WarningDays, ReturnedDays: rules.ReturnedDays,
		OverdueHours: rules.OverdueHours, ClaimDays: order.ClaimDays,
	}
	out.Body.Rules.addEarning(set.Program())
	if l.brand.Flags.Rewards {
		out.Body.Rules.addGifts(set.Program(), l.brand.Flags.Mystery, locale.Parse(in.Language))
	}
	out.Body.Items = []StoreItem{}
	for _, r := range rewards {
		out.Body.Items = append(out.Body.Items, StoreItem{r, int64(r.Points) <= spendable})
	}
	return out, nil
}
