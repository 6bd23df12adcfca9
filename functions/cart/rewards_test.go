package cart_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/functions/cart"
	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/loyalty"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
)

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
	reward := func(verb, id string, headers ...string) answer {
		headers = append([]string{"If-Match", fmt.Sprint(b.Version)}, headers...)
		return s.call("POST", "/discount-management/rewards/"+verb, map[string]any{"orderId": b.OrderID, "reward": id}, headers...)
	}
	ann := []string{"Authorization", "Bearer ann"}
	s.refused(reward("apply", "cheap"), problem.SignInNeeded)
	s.refused(reward("apply", "plain", ann...), problem.RewardNotFound)
	s.refused(reward("apply", "cheap", "Authorization", "Bearer bob"), problem.PointsShort)
	earned := *b.Earns
	b = s.ok(reward("apply", "cheap", ann...)).basket
	assert.DeepEqual(t, b.Deals.Coupons, []basketview.DealCoupon{{Kind: 1, ID: "cheap", Deal: "cheap", Label: "cheap", Points: 15, Applied: true}})
	assert.Assert(t, b.Totals.Adjustments[0].Points == 15 && *b.Earns < earned, "%+v, %d", b.Totals.Adjustments, *b.Earns)
	s.refused(reward("apply", "dear", ann...), problem.PointsShort) // 45 of 40 points
	b = s.ok(s.coupon("remove", b, "--")).basket
	assert.Equal(t, len(b.Deals.Coupons), 1)
	b = s.ok(reward("remove", "cheap")).basket
	assert.Assert(t, *b.Earns == earned && len(b.Totals.Adjustments) == 1, "%+v", b.Totals.Adjustments) // the plain deal
}

// A coupon that the customer was given is applied by its id, once for all baskets' orders, and never shows its code. Another customer, an
// expired one and points are refused.
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
	reward := func(verb, id, who string) answer {
		body := map[string]any{"orderId": b.OrderID, "reward": id}
		return s.call("POST", "/discount-management/rewards/"+verb, body, "If-Match", fmt.Sprint(b.Version), "Authorization", "Bearer "+who)
	}
	s.refused(reward("apply", "birthday-2026", "bob"), problem.RewardNotFound)
	s.refused(reward("apply", "birthday-2025", "ann"), problem.RewardNotFound)
	for range 2 {
		b = s.ok(reward("apply", "birthday-2026", "ann")).basket
		assert.DeepEqual(t, b.Deals.Coupons, []basketview.DealCoupon{{Kind: 4, ID: "birthday-2026", Deal: "fifth", Label: "fifth", Applied: true}})
		assert.Equal(t, b.Totals.Adjustments[0].Coupon, "")
		b = s.ok(reward("remove", "birthday-2026", "ann")).basket
		assert.Equal(t, len(b.Totals.Adjustments), 0)
	}
	s.clock.Pass(48 * time.Hour)
	s.refused(reward("apply", "birthday-2026", "ann"), problem.RewardNotFound)
	// An order returned it after its expiry.
	raw, err := json.Marshal(promo.CouponRow{Promotion: "fifth", Expires: s.clock.Now().AddDate(0, 0, 7)})
	assert.NilError(t, err)
	key := promo.CouponKey(naming, promo.GrantCode(naming, "ann", "birthday-2026"))
	assert.NilError(t, s.table.Write(t.Context(), table.Put(table.Item{Key: key, Data: raw})))
	b = s.ok(reward("apply", "birthday-2026", "ann")).basket
	assert.Equal(t, len(b.Totals.Adjustments), 1)
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
		var got struct{ Suggestion *cart.Suggestion }
		r := s.call("GET", "/api/loyalty/wallet-suggestion?basketToken="+b.OrderID, nil, "Authorization", "Bearer "+who)
		assert.NilError(t, json.Unmarshal(r.raw, &got), string(r.raw))
		if got.Suggestion == nil {
			return ""
		}
		return fmt.Sprint(got.Suggestion.ID, " ", got.Suggestion.Points, " ", got.Suggestion.Kind)
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
	body := map[string]any{"orderId": b.OrderID, "reward": "dear"}
	s.ok(s.call("POST", "/discount-management/rewards/apply", body, "If-Match", fmt.Sprint(b.Version), "Authorization", "Bearer ann"))
	assert.Equal(t, suggested("ann"), "")
	assert.Equal(t, suggested("bob"), "")
}
