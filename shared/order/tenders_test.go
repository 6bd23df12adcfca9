package order_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/soak"
	"ordering/shared/tender"
)

// The splits of these tests: a burger for $8.66, after a deal, is paid by the gift card, the wallet and the card.
const fromGift, fromWallet, fromCard = 300, 250, 316

// split returns a fixture, and a submission that three tenders pay.
func split(t *testing.T, wallet, card string) (*ordertest.Fixture, order.Submission) {
	t.Helper()
	g := newWithDeals(t, twoOff(1000, 0))
	s := g.Split(g.Want(g.Fill("burger", 1), card, key), fromGift, fromWallet, wallet)
	assert.Assert(t, s.Total.Minor == fromGift+fromWallet+fromCard, "test setup: got total %s", s.Total)
	return g, s
}

// states are the states of the order's tenders.
func states(o order.Order) string {
	var all []string
	for _, t := range o.Tenders {
		all = append(all, string(t.State))
	}
	return strings.Join(all, " ")
}

func usd(minor int64) money.Amount { return money.Of(minor, money.USD) }

// Each tender pays its part, also after the bank asked for both remote ones, and all of it returns in reverse.
func TestTendersPayInOrderAndAreRefundedInReverse(t *testing.T) {
	for _, method := range []string{"ok", "asks"} {
		g, s := split(t, method, method)
		var points []string
		svc := g.Service()
		svc.Reached = func(point string, done bool) {
			if done {
				points = append(points, point)
			}
		}
		o := g.PlaceBy(svc, s)
		for range 2 {
			if method == "asks" {
				assert.Equal(t, o.Status, order.Authentication)
				assert.Assert(t, o.NextAction() != "")
				g.Provider.Bank(true)
				g.Wallet.Bank(true)
				o, _ = svc.Authenticated(t.Context(), o.Token)
			}
		}
		assert.Assert(t, o.Status.Placed())
		assert.Equal(t, states(o), "captured captured captured")
		w, c := o.Tenders[1].Calls, o.Tenders[2].Calls
		if w[0].Key != o.ID+"-authorise-2" || w[1].Key != o.ID+"-capture-2" || c[1].Key != o.ID+"-capture" {
			t.Errorf("got idempotency keys of %+v and %+v", w, c)
		}
		ledger := append(g.Wallet.Ledger(), g.Provider.Ledger()...)
		if len(ledger) != 2 || ledger[0].Captured != usd(fromWallet) || ledger[1].Captured != usd(fromCard) {
			t.Errorf("got ledgers %+v", ledger)
		}
		g.Audit()
		g.Provider.Down = true
		g.Cancel(o.Token)
		o = g.Order(o.Token)
		assert.Check(t, is.Equal(states(o), "returned returning returning"))
		g.Provider.Down = false
		g.Settle()
		if o = g.Order(o.Token); !o.Final() || states(o) != "returned returned returned" {
			t.Errorf("after the end: got %v", states(o))
		}
		g.Audit()
	}
}

// An order that the gift card pays alone asks no provider.
func TestLocalTenderPaysWithoutACard(t *testing.T) {
	g := ordertest.New(t)
	s := g.Want(g.Fill("burger", 1), "", key)
	o := g.Place(g.Split(s, s.Total.Minor, 0, ""))
	if !o.Status.Placed() || states(o) != "captured" || !o.Due.IsZero() || len(g.Provider.Ledger()) != 0 {
		t.Errorf("%s, tenders %v", o.Status, states(o))
	}
	g.Audit()
	if o = g.Cancel(o.Token); !o.Final() || !o.Refunded() || o.Tenders[0].Refunded() != o.Total {
		t.Errorf("%s, tenders %+v", o.Status, o.Tenders)
	}
	g.Audit()
}

// What the tenders of a submission pay must be the total.
func TestTendersMustPayTheTotal(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*order.Submission)
		want   problem.Code
	}{
		"more than the total":         {func(s *order.Submission) { s.Before[0].Amount.Minor = 2000 }, problem.PaymentNotNeeded},
		"the whole total, and a card": {func(s *order.Submission) { s.Before[0].Amount.Minor += fromCard }, problem.PaymentNotNeeded},
		"a part, without a card":      {func(s *order.Submission) { s.Kind = order.KindFree }, problem.PaymentNeeded},
		"a negative part":             {func(s *order.Submission) { s.Before[1].Amount.Minor = -1 }, problem.PaymentNotNeeded},
		"another currency":            {func(s *order.Submission) { s.Before[1].Amount.Currency = money.CAD }, problem.PaymentNotNeeded},
		"nothing":                     {func(s *order.Submission) { s.Before[0].Amount.Minor = 0 }, problem.PaymentNotNeeded},
	} {
		g, s := split(t, "ok", "ok")
		c.change(&s)
		_, err := g.Checkout.Place(t.Context(), s)
		assert.Check(t, problem.Is(err, c.want), "%s: got %v, want %s", name, err, c.want)
		ordertest.CheckGift(t, g.Table)
	}
	g := ordertest.New(t)
	s := g.Want(g.Fill("burger", 6), "ok", key)
	refused(t, g, g.Split(s, ordertest.GiftBalance+1, 0, ""), problem.PaymentDeclined)
}

// The card never pays less than its provider's minimum: the tenders before it pay less, the last of them first.
func TestTheCardGetsAtLeastItsMinimum(t *testing.T) {
	for _, c := range []struct{ gift, wallet, wantGift, wantWallet, wantCard int64 }{
		{700, 333, 700, 333, 50},
		{700, 334, 700, 333, 50},
		{700, 382, 700, 333, 50},
		{1052, 30, 1033, 0, 50},
	} {
		g := newWithDeals(t)
		o := g.Place(g.Split(g.Want(g.Fill("burger", 1), "ok", key), c.gift, c.wallet, "ok"))
		got := map[int]int64{}
		for _, paid := range o.Tenders {
			got[paid.Kind] = paid.Captured.Minor
		}
		want := map[int]int64{ordertest.KindGift: c.wantGift, order.KindCharge: c.wantCard}
		if c.wantWallet > 0 {
			want[ordertest.KindWallet] = c.wantWallet
		}
		assert.Check(t, is.DeepEqual(got, want), "%d %d", c.gift, c.wallet)
		g.Audit()
	}
}

// If one tender fails, the tenders before it are refunded or voided, and those after it are never requested.
func TestATenderFails(t *testing.T) {
	for name, c := range map[string]struct {
		wallet, card string
		bank         bool
		want         string
	}{
		"the first is declined":     {"declined", "ok", false, "returned refused none"},
		"the first does not match":  {"wrong amount", "ok", false, "returned returned none"},
		"the last is declined":      {"ok", "declined", false, "returned returned refused"},
		"the last does not match":   {"ok", "wrong amount", false, "returned returned returned"},
		"the first is not approved": {"asks", "ok", true, "returned returned none"},
		"the last is not approved":  {"ok", "asks", true, "returned returned returned"},
		"the first is abandoned":    {"asks", "ok", false, "returned returned none"},
	} {
		t.Run(name, func(t *testing.T) {
			g, s := split(t, c.wallet, c.card)
			o := g.Place(s)
			if c.bank {
				g.Wallet.Bank(false)
				g.Provider.Bank(false)
				_, _ = g.Service().Authenticated(t.Context(), o.Token)
			} else if o.Status == order.Authentication {
				g.Pass(11 * time.Minute)
			}
			g.Settle()
			o = g.Order(o.Token)
			assert.Equal(t, o.Status, order.NotPaid)
			assert.Equal(t, states(o), c.want)
			asked := len(g.Provider.Ledger()) > 0
			assert.Assert(t, asked != strings.HasSuffix(c.want, "none"), "the card was requested although an earlier tender failed, or was not requested")
			for _, i := range g.Wallet.Ledger() {
				assert.Check(t, i.State != tender.IntentAuthorised && i.State != tender.IntentCaptured, "got wallet %+v", i)
			}
			for _, id := range g.Baskets {
				assert.Check(t, is.Equal(g.Reload(basket.Basket{ID: id}).State, basket.Open))
			}
			if c.wallet != "wrong amount" && c.card != "wrong amount" { // the audit refuses such a ledger
				g.Audit()
			}
		})
	}
}

// Two hundred orders at once never spend more than a gift card has.
func TestAGiftCardIsNeverOverdrawn(t *testing.T) {
	g := newWithDeals(t)
	var all sync.WaitGroup
	for n := range 200 {
		s := g.Split(g.Want(g.Fill("burger", 1), "ok", fmt.Sprintf("key-of-guest-%05d", n)), 700, 0, "")
		all.Go(func() {
			_, err := g.Checkout.Place(context.Background(), s)
			assert.Check(t, err == nil || problem.Is(err, problem.PaymentDeclined), err)
		})
	}
	all.Wait()
	g.SettleAndAudit()
	assert.Assert(t, is.Len(g.Provider.Ledger(), ordertest.GiftBalance/700))
}

// tenderScenarios are events of orders with three tenders. Each returns a fixture that is prepared, and the act to run with a service.
var tenderScenarios = map[string]func(t *testing.T) (*ordertest.Fixture, func(*order.Service)){
	"paid":                  placing("ok", "ok"),
	"paid, or too late":     placing("ok", "ok"),
	"the first is declined": placing("declined", "ok"),
	"the last is declined":  placing("ok", "declined"),
	"the bank asks twice": func(t *testing.T) (*ordertest.Fixture, func(*order.Service)) {
		g, s := split(t, "asks", "asks")
		return g, func(svc *order.Service) {
			o, err := g.Over(svc).Place(context.Background(), s)
			for range 2 {
				if err == nil {
					g.Wallet.Bank(true)
					g.Provider.Bank(true)
					o, err = svc.Authenticated(context.Background(), o.Token)
				}
			}
		}
	},
	"cancelled": placed(func(g *ordertest.Fixture, svc *order.Service, o order.Order) {
		_, _ = svc.Cancel(context.Background(), o.Token)
	}),
	"refused by the kitchen": placed(func(g *ordertest.Fixture, svc *order.Service, o order.Order) {
		_, _ = svc.Advance(context.Background(), o.ID, order.Event{Status: order.NotApproved, At: g.Now()})
	}),
	"refunded in part, then cancelled": placed(func(g *ordertest.Fixture, svc *order.Service, o order.Order) {
		_, _ = svc.Refund(context.Background(), o.Token, order.RefundRequest{Amount: usd(fromCard + 100)}, "key-of-the-refund")
		_, _ = svc.Cancel(context.Background(), o.Token)
	}),
	"refunded in parts": placed(func(g *ordertest.Fixture, svc *order.Service, o order.Order) {
		for n, part := range []int64{500, 100, 400, 83} {
			_, _ = svc.Refund(context.Background(), o.Token, order.RefundRequest{Amount: usd(part)}, fmt.Sprintf("key-of-the-refund-%d", n))
		}
	}),
}

func placing(wallet, card string) func(t *testing.T) (*ordertest.Fixture, func(*order.Service)) {
	return func(t *testing.T) (*ordertest.Fixture, func(*order.Service)) {
		g, s := split(t, wallet, card)
		return g, func(svc *order.Service) { _, _ = g.Over(svc).Place(context.Background(), s) }
	}
}

func placed(act func(*ordertest.Fixture, *order.Service, order.Order)) func(t *testing.T) (*ordertest.Fixture, func(*order.Service)) {
	return func(t *testing.T) (*ordertest.Fixture, func(*order.Service)) {
		g, s := split(t, "ok", "ok")
		o := g.Place(s)
		return g, func(svc *order.Service) { act(g, svc, o) }
	}
}

// A process that works on an order of three tenders crashes at every point of the saga that it passes, each time that it passes it.
func TestTendersAfterACrash(t *testing.T) {
	for name, prepare := range tenderScenarios {
		passes := 0
		for died := true; died; {
			passes++
			t.Run(fmt.Sprintf("%s, at %d", name, passes), func(t *testing.T) {
				g, act := prepare(t)
				passed := 0
				died = crashes(g, func(string, bool) bool { passed++; return passed == passes }, act)
				if strings.HasSuffix(name, "too late") {
					g.Pass(11 * time.Minute)
				}
				g.Wallet.Bank(true)
				g.Provider.Bank(true)
				g.SettleAndAudit()
			})
		}
		assert.Check(t, passes >= 6, "%s reaches only %d points", name, passes)
	}
}

// Parts of an order are refunded once for a key, from the last tender first, never more than was captured; the end of the order refunds
// the rest.
func TestRefundsOfParts(t *testing.T) {
	for seed := range soak.Rounds(t, 30, 10*time.Second) {
		random := rand.New(rand.NewPCG(seed, 7))
		g, s := split(t, "ok", "ok")
		o := g.Place(s)
		left := o.Total.Minor
		for n := 0; left > 0 && n < 6; n++ {
			part := 1 + random.Int64N(left+100)
			key := fmt.Sprintf("key-of-the-refund-%d", n)
			g.Provider.Lost["refund"], g.Wallet.Lost["refund"] = random.IntN(3) == 0, random.IntN(3) == 0
			for range 1 + random.IntN(2) {
				_, err := g.Service().Refund(t.Context(), o.Token, order.RefundRequest{Amount: usd(part)}, key)
				tooLarge := part > left
				assert.Check(t, is.Equal(tooLarge, errors.Is(err, order.ErrRefundTooLarge)))
				assert.Check(t, tooLarge || err == nil)
				if part > left {
					part, key = left+1, key+"-more" // still too large
				}
			}
			if part <= left {
				left -= part
				if _, err := g.Service().Refund(t.Context(), o.Token, order.RefundRequest{Amount: usd(part + 1)}, key); !problem.Is(err, problem.IdempotencyKeyReused) {
					t.Fatalf("seed %d: same key for another amount: got %v", seed, err)
				}
			}
			g.Settle()
			o = g.Order(o.Token)
			refunded := o.Total.Minor - left
			for n, pays := range []int64{fromGift, fromWallet, fromCard} {
				after := int64(0) // what the tenders after it paid
				for _, later := range []int64{fromGift, fromWallet, fromCard}[n+1:] {
					after += later
				}
				assert.Check(t, is.Equal(o.Tenders[n].Refunded().Minor, min(max(refunded-after, 0), pays)))
			}
			g.Audit()
		}
		if random.IntN(2) == 0 {
			g.Advance(o.ID, order.NotApproved)
			g.SettleAndAudit()
		}
	}
}

// Units of lines and charges are refunded once for a key, and all of them return the total. The units of a refund that failed are left.
func TestRefundsOfUnits(t *testing.T) {
	r := &eventFixture{T: t, Fixture: newWithDiscount(t, 10)}
	o := r.Place(r.Want(r.Fill("burger", 3), "ok", key))
	line, fee := basket.Part{Kind: basket.PartLine, ID: "1"}, basket.Part{Kind: basket.PartCharge, ID: "delivery"}
	one, first := basket.Units{line: 1}, "key-of-the-refund"
	for _, c := range []struct {
		key      string
		want     order.RefundRequest
		refunded int64 // after it
		reversed int64 // of the discount
		err      error
	}{
		{first, order.RefundRequest{Units: one}, 974, 100, nil}, // 9.00 and a third of 2.23
		{first, order.RefundRequest{Units: one}, 974, 100, nil},
		{first, order.RefundRequest{Units: basket.Units{line: 2}}, 974, 100, problem.New(problem.IdempotencyKeyReused)},
		{first, order.RefundRequest{Amount: usd(974)}, 974, 100, problem.New(problem.IdempotencyKeyReused)},
		{first + "-2", order.RefundRequest{Units: basket.Units{line: 3}}, 974, 100, basket.ErrUnits},
		{first + "-2", order.RefundRequest{Units: basket.Units{fee: 1}}, 974 + 432, 100, nil},
		{"failed", order.RefundRequest{}, 432, 0, nil},
		{first + "-3", order.RefundRequest{Units: basket.Units{line: 3}}, 3355, 300, nil},
		{first + "-4", order.RefundRequest{Units: basket.Units{fee: 1}}, 3355, 300, basket.ErrUnits},
	} {
		if c.key == "failed" {
			r.Provider.FailRefund("pi_1", r.Order(o.Token).Payment().Refunds[0].ID)
			r.deliver(r.event("pi_1"))
		} else if _, err := r.Service().Refund(t.Context(), o.Token, c.want, c.key); fmt.Sprint(err) != fmt.Sprint(c.err) {
			t.Errorf("%s %v: %v, want %v", c.key, c.want, err, c.err)
		}
		o := r.Order(o.Token)
		reversed := int64(0)
		for _, a := range o.Reversed() {
			assert.Equal(t, a.ID, "LUNCH")
			reversed += a.Amount.Minor
		}
		assert.Check(t, o.RefundedAmount() == usd(c.refunded) && reversed == c.reversed, "%s %v: %d reversed", c.key, c.want, reversed)
	}
	r.Audit()
}

// A provider refuses the refund of a part: an operator retries it, finds that it was made there by hand, or settles it. The rest of the
// order can still be refunded.
func TestARefusedRefundOfAPart(t *testing.T) {
	const part = "key-of-the-refund"
	for name, c := range map[string]struct {
		end       func(g *ordertest.Fixture, o order.Order) (order.Order, error)
		refunded  int64 // by the provider
		elsewhere bool
	}{
		"retried": {func(g *ordertest.Fixture, o order.Order) (order.Order, error) {
			g.Provider.Refuses["refund"] = false
			return g.Service().RetryStuck(context.Background(), o.Token)
		}, 200, false},
		"made by hand": {func(g *ordertest.Fixture, o order.Order) (order.Order, error) {
			g.Provider.Refuses["refund"] = false
			g.Provider.Intents[0].Refunded.Minor += 200
			if _, err := g.Service().Settle(context.Background(), o.Token, order.Elsewhere); !errors.Is(err, order.ErrAlreadyDone) {
				return o, err
			}
			return g.Service().RetryStuck(context.Background(), o.Token)
		}, 200, false},
		"settled elsewhere": {func(g *ordertest.Fixture, o order.Order) (order.Order, error) {
			return g.Service().Settle(context.Background(), o.Token, order.Elsewhere)
		}, 0, true},
		"waived": {func(g *ordertest.Fixture, o order.Order) (order.Order, error) {
			return g.Service().Settle(context.Background(), o.Token, order.Waived)
		}, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			g, s := split(t, "ok", "ok")
			o := g.Place(s)
			g.Provider.Refuses["refund"] = true
			o, err := g.Service().Refund(t.Context(), o.Token, order.RefundRequest{Amount: usd(200)}, part)
			if err != nil || len(stuck(t, g)) != 1 || o.Tenders[2].State != order.PaymentRefundFailed || !o.Due.IsZero() {
				t.Fatalf("%v, due %s: %v", states(o), o.Due, err)
			}
			again, err := g.Service().RetryStuck(t.Context(), o.Token)
			assert.NilError(t, err)
			assert.Equal(t, again.Tenders[2].State, order.PaymentRefundFailed, states(again))
			if o, err = c.end(g, o); err != nil || o.Tenders[2].State != order.PaymentCaptured || len(stuck(t, g)) != 0 || !o.Due.IsZero() {
				t.Fatalf("%v, due %s: %v", states(o), o.Due, err)
			}
			paid := o.Tenders[2]
			i := g.Provider.Ledger()[0]
			assert.Equal(t, i.Refunded.Minor, c.refunded, "got %s refunded by the provider", i.Refunded)
			waived := paid.Refunded().Minor == 0
			assert.Equal(t, waived, name == "waived")
			assert.Assert(t, waived || paid.Refunds[0].Elsewhere == c.elsewhere)
			g.Audit()
			g.Provider.Refuses["refund"] = false
			again, err = g.Service().Refund(t.Context(), o.Token, order.RefundRequest{Amount: usd(200)}, part)
			assert.NilError(t, err)
			assert.Equal(t, again.Version(), o.Version())
			left := o.Total.Minor - paid.Refunded().Minor
			_, err = g.Service().Refund(t.Context(), o.Token, order.RefundRequest{Amount: usd(left)}, part+"-rest")
			assert.NilError(t, err)
			g.Audit()
		})
	}
}

// A tender that is stuck does not keep the others from being captured, or given back.
func TestAStuckTenderAmongOthers(t *testing.T) {
	g, s := split(t, "ok", "ok")
	g.Wallet.Refuses["capture"] = true
	svc := g.Reaching(order.PointConfirm, true, func() { g.Provider.Down, g.Wallet.Down = true, true })
	o := g.PlaceBy(svc, s)
	g.Provider.Down, g.Wallet.Down = false, false
	g.Advance(o.ID, order.InPreparation)
	g.Settle()
	want := "captured uncollected captured"
	o = g.Order(o.Token)
	assert.Assert(t, states(o) == want && len(stuck(t, g)) == 1, "got tenders %v, stuck %v", states(o), stuck(t, g))
	g.Wallet.Refuses["capture"] = false
	if o, err := g.Service().RetryStuck(t.Context(), o.Token); err != nil || o.Tenders[1].State != order.PaymentCaptured {
		t.Errorf("tenders %v: %v", states(o), err)
	}
	g.Audit()
	g.Provider.Refuses["refund"] = true
	g.Advance(o.ID, order.NotApproved)
	g.Settle()
	want = "returned returned unreturned"
	o = g.Order(o.Token)
	assert.Assert(t, states(o) == want && len(stuck(t, g)) == 1, "got tenders %v, stuck %v", states(o), stuck(t, g))
	g.Provider.Refuses["refund"] = false
	o, err := g.Service().RetryStuck(t.Context(), o.Token)
	assert.NilError(t, err)
	assert.Assert(t, o.Final() && len(stuck(t, g)) == 0, states(o))
	g.Audit()
}

// A worker that does not know the kind of a tender leaves the order to a worker that does.
func TestATenderOfAnUnknownKindWaits(t *testing.T) {
	g, s := split(t, "ok", "ok")
	o := g.Place(s)
	worker := g.Service()
	worker.Locals = nil
	delete(worker.Providers, ordertest.KindWallet)
	_, err := worker.Cancel(t.Context(), o.Token)
	assert.Assert(t, err != nil && g.Order(o.Token).Status == order.Scheduled, "without the gift card: got %v", err)
	worker.Locals = map[int]order.LocalKind{ordertest.KindGift: ordertest.Gift}
	o, err = worker.Cancel(t.Context(), o.Token)
	assert.NilError(t, err)
	assert.Equal(t, o.Tenders[1].State, order.PaymentRefunding, states(o))
	g.Pass(time.Minute)
	g.SettleAndAudit()
}

// The comparison with the providers finds a captured tender that its provider does not have.
func TestCompareKnowsAllTenders(t *testing.T) {
	g, s := split(t, "ok", "ok")
	o := g.Place(s)
	g.Pass(time.Hour)
	assert.Assert(t, is.Len(compare(t, g), 0))
	was := g.Wallet.Intents
	g.Wallet.Intents = nil
	found := compare(t, g)
	if len(found) != 1 || found[0].Order != o.ID || found[0].Intent != o.Tenders[1].Intent || found[0].Amount != usd(fromWallet) {
		t.Fatalf("found %+v", found)
	}
	g.Wallet.Intents = was
	matched, err := g.Service().MatchAgain(t.Context(), found[0])
	assert.NilError(t, err)
	assert.Assert(t, matched)
}
