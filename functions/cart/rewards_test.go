package cart_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/functions/cart"
	"ordering/shared/basket"
	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/locale"
	"ordering/shared/loyalty"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// reward applies or removes a reward. The argument who is the token of a customer, or empty for a guest.
func (s *site) reward(verb string, b basketview.Basket, id, who string) answer {
	s.t.Helper()
	body, headers := map[string]any{"orderId": b.OrderID, "reward": id}, []string{"If-Match", fmt.Sprint(b.Version)}
	if who != "" {
		headers = append(headers, "Authorization", "Bearer "+who)
	}
	return s.call("POST", "/discount-management/rewards/"+verb, body, headers...)
}

// suggestion is the reward that the customer is offered for the basket.
func (s *site) suggestion(b basketview.Basket, who string) *cart.Suggestion {
	s.t.Helper()
	var got struct{ Suggestion *cart.Suggestion }
	r := s.call("GET", "/api/loyalty/wallet-suggestion?basketToken="+b.OrderID, nil, "Authorization", "Bearer "+who)
	assert.NilError(s.t, json.Unmarshal(r.raw, &got), string(r.raw))
	return got.Suggestion
}

// A customer adds a reward that their points pay for, once; a guest and an unknown reward are refused. The basket says what it costs and
// what the order earns.
func TestARewardIsAppliedAndRemoved(t *testing.T) {
	s := open(t)
	cheap, dear := percent("cheap", 20), percent("dear", 50)
	cheap.Points, dear.Points, cheap.SignedIn, dear.SignedIn = 15, 30, true, true
	s.promote(promo.File{Promotions: []promo.Promotion{cheap, dear, percent("plain", 5)}})
	ledger := loyalty.Ledger{Table: s.table.Meter, Rules: *brand.Default().Loyalty, Zone: time.UTC}
	assert.NilError(t, ledger.Settle(t.Context(), "ann", loyalty.Order{ID: "first"}, 40, s.clock.Now()))
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	s.refused(s.reward("apply", b, "cheap", ""), problem.SignInNeeded)
	s.refused(s.reward("apply", b, "plain", "ann"), problem.RewardNotFound)
	s.refused(s.reward("apply", b, "cheap", "bob"), problem.PointsShort)
	earned := *b.Earns
	b = s.ok(s.reward("apply", b, "cheap", "ann")).basket
	assert.DeepEqual(t, b.Deals.Coupons, []basketview.DealCoupon{{Kind: 1, ID: "cheap", Deal: "cheap", Label: "cheap", Points: 15, Applied: true}})
	assert.Assert(t, b.Totals.Adjustments[0].Points == 15 && *b.Earns < earned, "%+v, %d", b.Totals.Adjustments, *b.Earns)
	s.refused(s.reward("apply", b, "dear", "ann"), problem.PointsShort) // 45 of 40 points
	b = s.ok(s.coupon("remove", b, "--")).basket
	assert.Equal(t, len(b.Deals.Coupons), 1)
	b = s.ok(s.reward("remove", b, "cheap", "")).basket
	assert.Assert(t, *b.Earns == earned && len(b.Totals.Adjustments) == 1, "%+v", b.Totals.Adjustments) // the plain deal
}

// A coupon that the customer was given is applied by its id, once for all baskets' orders, and never shows its code. Another customer, an
// expired one, a used one and points are refused.
func TestAGivenCouponIsAppliedAndRemoved(t *testing.T) {
	s := open(t)
	fifth := percent("fifth", 20)
	fifth.Serialized, fifth.SignedIn = true, true
	s.promote(promo.File{Promotions: []promo.Promotion{fifth}})
	ledger := loyalty.Ledger{Table: s.table.Meter, Rules: *brand.Default().Loyalty, Zone: time.UTC}
	give := func(source string, gift promo.Gift) {
		_, err := ledger.Grant(t.Context(), "ann", loyalty.Grant{Type: loyalty.Birthday, Source: source, Gift: gift}, s.clock.Now())
		assert.NilError(t, err)
	}
	give("2026", promo.Gift{Promotion: "fifth", Days: 2})
	give("2025", promo.Gift{Points: 10})
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	reward := func(verb, id, who string) answer { return s.reward(verb, b, id, who) }
	s.refused(reward("apply", "birthday-2026", "bob"), problem.RewardNotFound)
	s.refused(reward("apply", "birthday-2025", "ann"), problem.RewardNotFound)
	for range 2 {
		b = s.ok(reward("apply", "birthday-2026", "ann")).basket
		assert.DeepEqual(t, b.Deals.Coupons, []basketview.DealCoupon{{Kind: 4, ID: "birthday-2026", Deal: "fifth", Label: "fifth", Applied: true}})
		assert.Equal(t, b.Totals.Adjustments[0].Coupon, "")
		b = s.ok(reward("remove", "birthday-2026", "ann")).basket
		assert.Equal(t, len(b.Totals.Adjustments), 0)
	}
	s.clock.Pass(72 * time.Hour) // past the end of its last day
	s.refused(reward("apply", "birthday-2026", "ann"), problem.RewardNotFound)
	// An order returned it after its expiry.
	put := func(row promo.CouponRow) {
		raw, err := json.Marshal(row)
		assert.NilError(t, err)
		key := promo.CouponKey(naming, promo.GrantCode(naming, "ann", "birthday-2026"))
		assert.NilError(t, s.table.Write(t.Context(), table.Put(table.Item{Key: key, Data: raw})))
	}
	row := promo.CouponRow{Promotion: "fifth", Expires: s.clock.Now().AddDate(0, 0, 7)}
	put(row)
	b = s.ok(reward("apply", "birthday-2026", "ann")).basket
	assert.Equal(t, len(b.Totals.Adjustments), 1)
	row.Order = "another"
	put(row)
	s.refused(reward("apply", "birthday-2026", "ann"), problem.RewardUsed)
	// The order that has it may be this basket's.
	stored, err := basket.Load(t.Context(), s.table.Meter, b.OrderID)
	assert.NilError(t, err)
	assert.NilError(t, s.table.Write(t.Context(), stored.Placing("token").Save(s.clock.Now())))
	b.Version++
	s.refused(reward("apply", "birthday-2026", "ann"), problem.InFlight)
}

// A gift has its own name wherever its deal is named. A basket that an earlier release wrote has the name of the promotion.
func TestAGiftHasItsOwnName(t *testing.T) {
	s := open(t)
	fifth := percent("fifth", 20)
	fifth.Serialized, fifth.SignedIn = true, true
	s.promote(promo.File{Promotions: []promo.Promotion{fifth, percent("third", 30)}})
	name := locale.Text{locale.En: "Birthday gift", locale.FrCA: "Cadeau d’anniversaire"}
	ledger := loyalty.Ledger{Table: s.table.Meter, Rules: *brand.Default().Loyalty, Zone: time.UTC}
	birthday := loyalty.Grant{Type: loyalty.Birthday, Source: "2026", Gift: promo.Gift{Label: name, Promotion: "fifth"}}
	_, err := ledger.Grant(t.Context(), "ann", birthday, s.clock.Now())
	assert.NilError(t, err)
	start := s.ok(s.add(s.start("tulsa"), "burger")).basket
	s.ok(s.reward("apply", start, "birthday-2026", "ann"))
	applied, err := basket.Load(t.Context(), s.table.Meter, start.OrderID)
	assert.NilError(t, err)
	for what, c := range map[string]struct {
		change func(*basket.Basket)
		who    string // empty: a guest
		words  string
		want   string // labels of coupons, adjustments, missed, other and lost deals
	}{
		"applied": {func(b *basket.Basket) { b.Chosen = []string{"fifth"} }, "ann", "en", "[Birthday gift] [Birthday gift] [] [third] []"},
		"in French": {
			func(b *basket.Basket) { b.Chosen = []string{"fifth"} }, "ann", "fr-CA",
			"[Cadeau d’anniversaire] [Cadeau d’anniversaire] [] [third (fr)] []",
		},
		"beside a better deal": {func(*basket.Basket) {}, "ann", "en", "[Birthday gift] [third] [Birthday gift] [Birthday gift] []"},
		"signed out":           {func(*basket.Basket) {}, "", "en", "[Birthday gift] [third] [Birthday gift] [] []"},
		"lost": {func(b *basket.Basket) {
			b.Lost = []promo.Lost{{Promotion: "fifth", Reason: promo.CouponUsed, Until: s.clock.Now().Add(time.Minute)}}
		}, "ann", "en", "[Birthday gift] [third] [Birthday gift] [] [Birthday gift]"},
		"of an earlier release": {func(b *basket.Basket) {
			b.Chosen, b.Coupons = []string{"fifth"}, slices.Clone(b.Coupons)
			b.Coupons[0].Name = nil
		}, "ann", "en", "[fifth] [fifth] [] [third] []"},
	} {
		t.Run(what, func(t *testing.T) {
			b := applied
			b.Version = s.read(start).Version
			c.change(&b)
			assert.NilError(t, s.table.Write(t.Context(), b.Save(s.clock.Now())))
			headers := []string{"Accept-Language", c.words}
			if c.who != "" {
				headers = append(headers, "Authorization", "Bearer "+c.who)
			}
			got := s.ok(s.call("GET", "/orders/"+b.ID, nil, headers...)).basket
			var labels [5][]string
			for _, d := range got.Deals.Coupons {
				labels[0] = append(labels[0], d.Label)
			}
			for _, a := range got.Totals.Adjustments {
				labels[1] = append(labels[1], a.Label)
			}
			for _, d := range got.Deals.Missed {
				labels[2] = append(labels[2], d.Label)
			}
			for _, d := range got.Deals.Others {
				labels[3] = append(labels[3], d.Label)
			}
			for _, d := range got.Deals.Lost {
				labels[4] = append(labels[4], d.Label)
			}
			assert.Equal(t, fmt.Sprint(labels), "["+c.want+"]")
		})
	}
}

// The suggestion is the usable reward that saves most; of equal ones that with fewer points. A reward of the basket is not
// suggested, and its points are not spent twice.
func TestTheSuggestionSavesMost(t *testing.T) {
	s := open(t)
	cheap, dear, far, given := percent("cheap", 20), percent("dear", 50), percent("far", 90), percent("given", 20)
	same := percent("same", 20)
	for p, points := range map[*promo.Promotion]int{&cheap: 15, &same: 20, &dear: 30, &far: 100} {
		p.Points, p.SignedIn = points, true
	}
	given.Serialized, given.SignedIn = true, true
	s.promote(promo.File{Promotions: []promo.Promotion{same, cheap, dear, far, given}})
	ledger := loyalty.Ledger{Table: s.table.Meter, Rules: *brand.Default().Loyalty, Zone: time.UTC}
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	suggested := func(who string) string {
		t.Helper()
		if got := s.suggestion(b, who); got != nil {
			return fmt.Sprint(got.ID, " ", got.Points, " ", got.Kind)
		}
		return ""
	}
	assert.Equal(t, suggested("ann"), "")
	assert.NilError(t, ledger.Settle(t.Context(), "ann", loyalty.Order{ID: "first"}, 20, s.clock.Now()))
	assert.Equal(t, suggested("ann"), "cheap 15 reward")
	birthday := loyalty.Grant{Type: loyalty.Birthday, Source: "2026", Gift: promo.Gift{Promotion: "given"}}
	_, err := ledger.Grant(t.Context(), "ann", birthday, s.clock.Now())
	assert.NilError(t, err)
	assert.Equal(t, suggested("ann"), "birthday-2026 0 grant")
	assert.NilError(t, ledger.Settle(t.Context(), "ann", loyalty.Order{ID: "second"}, 20, s.clock.Now()))
	assert.Equal(t, suggested("ann"), "dear 30 reward")
	s.ok(s.reward("apply", b, "dear", "ann"))
	assert.Equal(t, suggested("ann"), "")
	assert.Equal(t, suggested("bob"), "")
}

// A reward saves nothing beside a deal that the guest chose and that excludes it: the press of the suggestion would not change that.
func TestTheSuggestionKeepsChosenDeals(t *testing.T) {
	s := open(t)
	dear, auto := percent("dear", 50), percent("auto", 10)
	dear.Points, dear.SignedIn = 30, true
	s.promote(promo.File{Promotions: []promo.Promotion{dear, auto}})
	ledger := loyalty.Ledger{Table: s.table.Meter, Rules: *brand.Default().Loyalty, Zone: time.UTC}
	assert.NilError(t, ledger.Settle(t.Context(), "ann", loyalty.Order{ID: "first"}, 40, s.clock.Now()))
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	for _, chosen := range [][]string{nil, {"auto"}} {
		stored, err := basket.Load(t.Context(), s.table.Meter, b.OrderID)
		assert.NilError(t, err)
		stored.Chosen = chosen
		assert.NilError(t, s.table.Write(t.Context(), stored.Save(s.clock.Now())))
		assert.Equal(t, s.suggestion(b, "ann") == nil, len(chosen) > 0)
	}
}
