package loyalty

import (
	"context"
	"errors"
	"slices"
	"sync"

	"ordering/functions/api"
	"ordering/shared/locale"
	"ordering/shared/loyalty"
	"ordering/shared/loyalty/earning"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/promo"
)

// mostGiven is how many rewards list-rewards shows.
const mostGiven = 50

// promotions returns the promotions with the rules of the programme, or problem.NotFound for a brand without rewards.
func (l *Loyalty) promotions(ctx context.Context) (*promo.Set, error) {
	if _, err := l.pointRules(); err != nil {
		return nil, err
	}
	if !l.brand.Flags.Rewards {
		return nil, problem.New(problem.NotFound)
	}
	return l.promos.Set(ctx)
}

func (l *Loyalty) given(ctx context.Context, in *rewardsInput) (*rewardsOutput, error) {
	set, err := l.promotions(ctx)
	if err != nil {
		return nil, err
	}
	who, _ := api.PrincipalOf(ctx)
	grants, err := loyalty.Grants(ctx, l.table, who.CustomerID)
	if err != nil {
		return nil, err
	}
	// Of too many, the oldest points are left out first: they are used, and coupons may not be.
	for n := len(grants) - 1; n >= 0 && len(grants) > mostGiven; n-- {
		if grants[n].Gift.Points > 0 {
			grants = slices.Delete(grants, n, n+1)
		}
	}
	grants = grants[:min(len(grants), mostGiven)]
	views, errs := make([]Given, len(grants)), make([]error, len(grants))
	var all sync.WaitGroup // each view reads the rows of its coupon
	for n, g := range grants {
		all.Go(func() { views[n], errs[n] = l.view(ctx, set, who.CustomerID, g, locale.Parse(in.Language)) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	out := new(rewardsOutput)
	out.Body.Rewards = views
	return out, nil
}

// Kinds and item types of rewards (specification §3).
const (
	kindLoyalty, kindMystery                          = 3, 7
	itemDish, itemWrapped, itemCoupon, itemSerialized = 1, 2, 3, 4
	itemPoints                                        = itemDish // the specification has no type for points
)

// view returns a grant as its customer sees it. Points are used at once.
func (l *Loyalty) view(ctx context.Context, set *promo.Set, customer string, g loyalty.Grant, words locale.Locale) (Given, error) {
	v := Given{ID: g.ID(), Kind: kindLoyalty, Type: int(g.Type), ItemType: itemPoints, Given: g.Given, State: "used"}
	if g.Type == loyalty.Mystery {
		v.Kind = kindMystery
	}
	if g.Wrapped {
		v.ItemType, v.State = itemWrapped, "wrapped"
		return v, nil
	}
	v.Label, v.Picture, v.Points = g.Gift.Label.In(words), g.Gift.Picture, g.Gift.Points
	if v.Points > 0 {
		return v, nil
	}
	v.ItemType = itemSerialized
	p, runs := set.Find(g.Gift.Promotion)
	if runs {
		v.Text, v.Terms = p.Text.In(words), p.Terms.In(words)
		runs = !p.Ended(l.now())
	}
	guests, err := l.guests.Current(ctx)
	if err != nil {
		return v, err
	}
	row, made, err := promo.FindCoupon(ctx, l.table, guests, promo.GrantCode(guests, customer, g.ID()))
	if err != nil {
		return v, err
	}
	if !made {
		row.Expires = g.Expires
	}
	v.Expires = row.Expires
	switch {
	case row.Order != "":
		v.State, err = l.useOf(ctx, row.Order)
	case row.Ended(l.now()) || !runs:
		v.State = "expired"
	default:
		v.State = "open"
	}
	return v, err
}

// useOf returns the state of a coupon that the order with the id has.
func (l *Loyalty) useOf(ctx context.Context, id string) (string, error) {
	token, err := order.Of(ctx, l.table, id)
	var p order.Progress
	if err == nil {
		p, err = order.LoadProgress(ctx, l.table, token)
	}
	if err != nil && !problem.Is(err, problem.OrderNotFound) {
		return "", err
	}
	if err == nil && !p.Status.Placed() {
		return "held", nil
	}
	return "used", nil
}

func (l *Loyalty) achievements(ctx context.Context, in *rewardsInput) (*achievementsOutput, error) {
	set, err := l.promotions(ctx)
	if err != nil {
		return nil, err
	}
	who, _ := api.PrincipalOf(ctx)
	p, err := loyalty.LoadProgress(ctx, l.table, who.CustomerID)
	if err != nil {
		return nil, err
	}
	out, words := new(achievementsOutput), locale.Parse(in.Language)
	out.Body.Achievements = []Achievement{}
	for _, a := range set.Program().Achievements {
		v := Achievement{
			ID: a.ID, Label: a.Label.In(words), Text: a.Text.In(words), Badge: a.Badge(), Done: p.Done(a), Goal: a.Goal(),
			Reward: a.Gift.Label.In(words),
		}
		if at, earned := p.Achieved[a.ID]; earned {
			v.Earned, v.Done = at, v.Goal
		}
		out.Body.Achievements = append(out.Body.Achievements, v)
	}
	return out, nil
}

func (l *Loyalty) mystery(ctx context.Context, _ *struct{}) (*mysteryOutput, error) {
	set, err := l.promotions(ctx)
	if err != nil {
		return nil, err
	}
	rule := set.Program().Mystery
	if rule == nil || !l.brand.Flags.Mystery {
		return nil, problem.New(problem.NotFound)
	}
	who, _ := api.PrincipalOf(ctx)
	p, err := loyalty.LoadProgress(ctx, l.table, who.CustomerID)
	if err != nil {
		return nil, err
	}
	grants, err := loyalty.Grants(ctx, l.table, who.CustomerID)
	if err != nil {
		return nil, err
	}
	out := &mysteryOutput{Mystery{Done: p.Steps, Steps: rule.Steps}}
	for _, g := range slices.Backward(grants) {
		if g.Wrapped {
			out.Body.Wrapped = g.ID()
			break
		}
	}
	return out, nil
}

func (l *Loyalty) open(ctx context.Context, in *openInput) (*openOutput, error) {
	set, err := l.promotions(ctx)
	if err != nil {
		return nil, err
	}
	who, _ := api.PrincipalOf(ctx)
	ledger := loyalty.Ledger{Table: l.table, Rules: *l.brand.Loyalty, Zone: l.zone}
	g, err := ledger.Open(ctx, who.CustomerID, in.Body.ID, l.now())
	if errors.Is(err, loyalty.ErrNoGrant) {
		return nil, problem.New(problem.RewardNotFound)
	}
	if err != nil {
		return nil, err
	}
	v, err := l.view(ctx, set, who.CustomerID, g, locale.Parse(in.Language))
	return &openOutput{v}, err
}

// addEarning adds how the program changes what an order earns.
func (r *Rules) addEarning(p promo.Program) {
	for day, n := range p.Multipliers {
		if r.Multipliers == nil {
			r.Multipliers = map[string]int64{}
		}
		r.Multipliers[string(rune('0'+day))] = n
	}
	r.Excludes = []string{}
	for _, kind := range p.Excluded() {
		r.Excludes = append(r.Excludes, string(kind))
	}
	if e := p.Excludes; e != nil && len(e.Items)+len(e.Sections) > 0 {
		r.Excludes = append(r.Excludes, "items")
	}
}

// addGifts adds what the program gives.
func (r *Rules) addGifts(p promo.Program, mystery bool, words locale.Locale) {
	label := func(g promo.Gift) GiftRule { return GiftRule{g.Label.In(words)} }
	if b := p.Birthday; b != nil {
		r.Birthday = &BirthdayRule{b.DaysBefore, b.DaysBefore + earning.Notice, label(b.Gift)}
	}
	if a := p.Anniversary; a != nil {
		rule := label(*a)
		r.Anniversary = &rule
	}
	if f := p.Referral; f != nil {
		r.Referral = &ReferralRule{label(f.Gift), f.Friend.Label.In(words)}
	}
	if m := p.Mystery; m != nil && mystery {
		r.Mystery = &MysteryRule{m.Steps}
	}
}
