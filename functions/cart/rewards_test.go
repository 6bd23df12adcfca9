package cart_test

import (
	"fmt"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/loyalty"
	"ordering/shared/problem"
	"ordering/shared/promo"
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
	assert.DeepEqual(t, b.Deals.Coupons, []basketview.DealCoupon{{Kind: 1, ID: "cheap", Label: "cheap", Points: 15, Applied: true}})
	assert.Assert(t, b.Totals.Adjustments[0].Points == 15 && *b.Earns < earned, "%+v, %d", b.Totals.Adjustments, *b.Earns)
	s.refused(reward("apply", "dear", ann...), problem.PointsShort) // 45 of 40 points
	b = s.ok(s.coupon("remove", b, "--")).basket
	assert.Equal(t, len(b.Deals.Coupons), 1)
	b = s.ok(reward("remove", "cheap")).basket
	assert.Assert(t, *b.Earns == earned && len(b.Totals.Adjustments) == 1, "%+v", b.Totals.Adjustments) // the plain deal
}
