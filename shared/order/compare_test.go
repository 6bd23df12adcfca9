package order_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/table"
	"ordering/shared/telemetry"
	"ordering/shared/tender"
)

var week = order.Bounds{Days: 7, Pages: 1000, Within: time.Minute}

func unmatchedNames(t *testing.T, g *ordertest.Fixture) (names []string) {
	t.Helper()
	all, err := order.UnmatchedPayments(t.Context(), g.Table)
	assert.NilError(t, err)
	for _, u := range all {
		names = append(names, u.Missing+" of "+u.Name())
	}
	return names
}

// deleteOrder deletes all items of an order, like a table that lost a write.
func deleteOrder(t *testing.T, g *ordertest.Fixture, o order.Order) {
	t.Helper()
	var ops []table.Op
	for _, k := range []table.Key{{PK: "order#" + o.Token, SK: "order"}, {PK: "order#" + o.Token, SK: "progress"}, {PK: "order-id#" + o.ID, SK: "token"}} {
		ops = append(ops, table.Delete(k, 0))
	}
	assert.NilError(t, g.Table.Write(t.Context(), ops...))
}

func TestCompareReportsWhatDoesNotMatch(t *testing.T) {
	zero := money.Of(0, money.USD)
	for name, c := range map[string]struct {
		change func(t *testing.T, g *ordertest.Fixture, o order.Order, i *tender.Intent)
		want   string // the finding; empty when all matches
	}{
		"all match":         {func(*testing.T, *ordertest.Fixture, order.Order, *tender.Intent) {}, ""},
		"the order is lost": {func(t *testing.T, g *ordertest.Fixture, o order.Order, _ *tender.Intent) { deleteOrder(t, g, o) }, "order of pi_1"},
		"the order is lost, its payment refunded": {func(t *testing.T, g *ordertest.Fixture, o order.Order, i *tender.Intent) {
			deleteOrder(t, g, o)
			i.Refunded = i.Captured
		}, ""},
		"lost while authorised": {func(t *testing.T, g *ordertest.Fixture, o order.Order, i *tender.Intent) {
			deleteOrder(t, g, o)
			i.State, i.Captured = tender.IntentAuthorised, zero
		}, "order of pi_1"},
		"lost, and the card declined": {func(t *testing.T, g *ordertest.Fixture, o order.Order, i *tender.Intent) {
			deleteOrder(t, g, o)
			i.State, i.Captured = tender.IntentOpen, zero
		}, ""},
		"the payment is lost": {func(_ *testing.T, g *ordertest.Fixture, _ order.Order, _ *tender.Intent) { g.Provider.Intents = nil }, "payment of ID"},
		"the payment was never captured": {func(_ *testing.T, _ *ordertest.Fixture, _ order.Order, i *tender.Intent) {
			i.State, i.Captured = tender.IntentCancelled, zero
		}, "payment of ID"},
		"refunded by hand, in part": {func(_ *testing.T, _ *ordertest.Fixture, _ order.Order, i *tender.Intent) {
			i.Refunded = money.Of(100, money.USD)
		}, ""},
		"cancelled and refunded": {func(t *testing.T, g *ordertest.Fixture, o order.Order, _ *tender.Intent) { g.Cancel(o.Token) }, ""},
		"cancelled, the refund is missing": {func(t *testing.T, g *ordertest.Fixture, o order.Order, i *tender.Intent) {
			g.Cancel(o.Token)
			i.Refunded = zero
		}, "order of pi_1"},
		"the guest is erased": {func(_ *testing.T, _ *ordertest.Fixture, _ order.Order, i *tender.Intent) { i.Order = "" }, ""},
		"a payment of another system": {func(_ *testing.T, g *ordertest.Fixture, _ order.Order, i *tender.Intent) {
			other := *i
			other.ID, other.Order = "pi_9", ""
			g.Provider.Intents = append(g.Provider.Intents, &other)
		}, "order of pi_9"},
		"older than the window": {func(t *testing.T, g *ordertest.Fixture, o order.Order, _ *tender.Intent) {
			deleteOrder(t, g, o)
			g.Pass(8 * 24 * time.Hour)
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			g := ordertest.New(t)
			o := g.Buy()
			g.Pass(time.Minute)
			c.change(t, g, o, g.Provider.Intents[0])
			for range 2 { // a finding is reported once
				done := compareWith(t, g, g.Provider, week)
				assert.Assert(t, done.Ended, "%+v", done)
				assert.NilError(t, order.RestartComparison(t.Context(), g.Table))
			}
			var want []string
			if c.want != "" {
				want = []string{strings.Replace(c.want, "ID", o.ID, 1)}
			}
			assert.DeepEqual(t, unmatchedNames(t, g), want)
		})
	}
}

// A second charge for a paid order is a finding. Orders that are being placed, unpaid or free are not.
func TestCompareAcceptsOrdersBeingPlaced(t *testing.T) {
	g := ordertest.New(t)
	charged := g.Buy()
	twice := *g.Provider.Intents[0]
	twice.ID = "pi_twice"
	for n, method := range []string{"declined", "asks"} {
		g.Place(g.Want(g.Fill("burger", 1), method, "key-of-16-letters-"+string(rune('a'+n))))
	}
	g.Place(g.Want(g.Fill("mint", 1), "", "key-of-16-letters-free"))
	g.Provider.Lost["capture"] = true // its answer is lost: the order is still to be captured
	g.Buy()
	g.Provider.Bank(true) // authorised, and the guest has not come back yet
	g.Provider.Intents = append(g.Provider.Intents, &twice)
	compareWith(t, g, g.Provider, week)
	assert.Assert(t, is.DeepEqual(unmatchedNames(t, g), []string{"order of pi_twice"}), charged.ID)
}

// A call stops at its bounds, the next one continues, and a finished comparison is not repeated on the same day.
func TestCompareStopsAtItsBoundsAndContinues(t *testing.T) {
	g := ordertest.New(t)
	var last order.Order
	for range 5 {
		last = g.Buy()
		g.Pass(time.Hour)
	}
	first := g.Provider.Intents[0]
	deleteOrder(t, g, g.Order(tokenOf(t, g, first.Order)))
	g.Provider.Intents = g.Provider.Intents[:4] // the payment of the last order is lost

	noTime := week
	noTime.Within = 0
	c := compareWith(t, g, g.Provider, noTime)
	assert.Assert(t, !c.Ended && len(unmatchedNames(t, g)) == 0, "%+v", c)
	g.Provider.Down = true
	_, err := g.Service().Compare(t.Context(), g.Provider, week)
	assert.ErrorIs(t, err, tender.ErrUnavailable)
	g.Provider.Down = false
	page := week
	page.Pages = 1
	for n, want := range []struct {
		ended bool
		found []string
	}{{false, []string{"payment of " + last.ID}}, {true, []string{"order of pi_1", "payment of " + last.ID}}} {
		listed := g.Provider.Listed
		c := compareWith(t, g, g.Provider, page)
		assert.Check(t, is.Equal(c.Ended, want.ended))
		assert.Check(t, is.Equal(g.Provider.Listed, listed+1))
		assert.Check(t, is.DeepEqual(unmatchedNames(t, g), want.found), n+1)
	}
	listed := g.Provider.Listed
	c = compareWith(t, g, g.Provider, week)
	assert.Assert(t, c.Ended && g.Provider.Listed == listed, "%+v", c)
	g.Pass(24 * time.Hour)
	c = compareWith(t, g, g.Provider, week)
	assert.Assert(t, c.Ended && g.Provider.Listed != listed, "%+v", c)
}

func tokenOf(t *testing.T, g *ordertest.Fixture, id string) string {
	t.Helper()
	token, err := order.Of(t.Context(), g.Table, id)
	assert.NilError(t, err)
	return token
}

// compareWith compares the payments of a ledger until it ends or reaches its bounds.
func compareWith(t *testing.T, g *ordertest.Fixture, l tender.Ledger, b order.Bounds) order.Comparison {
	t.Helper()
	c, err := g.Service().Compare(t.Context(), l, b)
	assert.NilError(t, err)
	return c
}

// compare compares the payments of a week again, and returns those that match no order.
func compare(t *testing.T, g *ordertest.Fixture) []order.Unmatched {
	t.Helper()
	assert.NilError(t, order.RestartComparison(t.Context(), g.Table))
	compareWith(t, g, g.Provider, week)
	found, err := order.UnmatchedPayments(t.Context(), g.Table)
	assert.NilError(t, err)
	return found
}

// A finding that matches after a repair is deleted; a settled one is not reported again.
func TestRepairedOrSettledFindingIsDeleted(t *testing.T) {
	g := ordertest.New(t)
	for range 2 {
		deleteOrder(t, g, g.Buy())
		g.Pass(time.Minute)
	}
	found := compare(t, g)
	assert.Assert(t, is.Len(found, 2))
	matched, err := g.Service().MatchAgain(t.Context(), found[0])
	assert.NilError(t, err)
	assert.Assert(t, !matched)
	g.Provider.Intents[0].Refunded = g.Provider.Intents[0].Captured
	matched, err = g.Service().MatchAgain(t.Context(), found[0])
	assert.NilError(t, err)
	assert.Assert(t, matched)
	assert.NilError(t, g.Service().SettleUnmatched(t.Context(), found[1], order.Elsewhere))
	assert.Assert(t, is.Len(compare(t, g), 0))
}

// staleLedger is a ledger with an outdated list.
type staleLedger struct {
	tender.Ledger
	list []tender.Intent
}

func (s staleLedger) List(context.Context, time.Time, time.Time, string) ([]tender.Intent, string, error) {
	return s.list, "", nil
}

// An order that is refunded after the list was read is not a finding.
func TestCompareRechecksBeforeItReports(t *testing.T) {
	g := ordertest.New(t)
	o := g.Buy()
	list := staleLedger{g.Provider, g.Provider.Ledger()}
	g.Cancel(o.Token)
	compareWith(t, g, list, week)
	assert.Assert(t, is.Len(unmatchedNames(t, g), 0))
}

// The payments of erased guests contain no order id. Payments of one second may be on two pages, and the provider's clock is not ours.
func TestCompareKnowsThePaymentsOfErasedGuests(t *testing.T) {
	for name, skew := range map[string]time.Duration{"same clock": 0, "behind": -5 * time.Second, "ahead": 5 * time.Second} {
		for _, apart := range []time.Duration{0, time.Second, 3 * time.Second} {
			g := ordertest.New(t)
			for range 5 {
				g.Buy()
				g.Pass(apart)
			}
			for _, i := range g.Provider.Intents {
				i.Order, i.Created = "", i.Created.Add(skew)
			}
			g.Pass(time.Minute)
			compareWith(t, g, g.Provider, week)
			assert.Check(t, is.Len(unmatchedNames(t, g), 0), "%s %s", name, apart)
		}
	}
}

// otherAccount is the ledger of another account: it does not know the cursor.
type otherAccount struct{ tender.Ledger }

func (o otherAccount) List(ctx context.Context, from, to time.Time, cursor string) ([]tender.Intent, string, error) {
	if cursor != "" {
		return nil, "", errors.New("no such payment_intent")
	}
	return o.Ledger.List(ctx, from, to, cursor)
}

func TestCompareRestartsAfterADayWithoutProgress(t *testing.T) {
	g := ordertest.New(t)
	for range 3 {
		g.Buy()
		g.Pass(time.Hour)
	}
	page := week
	page.Pages = 1
	c := compareWith(t, g, g.Provider, page)
	assert.Assert(t, !c.Ended, c)
	g.Provider.Intents = g.Provider.Intents[:1] // the list of the other account is one page
	other := otherAccount{g.Provider}
	_, err := g.Service().Compare(t.Context(), other, week)
	assert.Assert(t, err != nil, "the cursor of another account was accepted")
	g.Pass(25 * time.Hour)
	c = compareWith(t, g, other, week)
	assert.Assert(t, c.Ended, "%+v", c)
}

// A table of an earlier release has paid orders that the index does not list. They are found, finished and cancelled like others. A
// comparison reports no fault in them, and orders placed after the upgrade fill its window within a week.
func TestOrdersOfATableWithoutTheIndex(t *testing.T) {
	g := ordertest.New(t)
	paid := g.Buy()
	g.Provider.Lost["capture"] = true // the reconciler has to capture it
	unfinished := g.Buy()
	for _, o := range []order.Order{paid, unfinished} {
		i, err := g.Table.Get(t.Context(), table.Key{PK: "order-id#" + o.ID, SK: "token"})
		if err == nil {
			i.Index = table.Key{}
			err = g.Table.Write(t.Context(), table.Put(i))
		}
		assert.NilError(t, err)
	}
	g.Settle()
	assert.Equal(t, g.Order(unfinished.Token).Payment().State, order.PaymentCaptured)
	assert.Equal(t, tokenOf(t, g, paid.ID), paid.Token, "the paid order is not found by its id")
	compareWith(t, g, g.Provider, week)
	assert.Assert(t, is.Len(unmatchedNames(t, g), 0))
	o := g.Cancel(paid.Token)
	assert.Equal(t, o.Payment().State, order.PaymentRefunded)
}

// answersOnce is a provider that answers one call and is then unavailable.
type answersOnce struct {
	tender.Payments
	answered bool
}

func (w *answersOnce) Find(ctx context.Context, r tender.Reference) (tender.Intent, error) {
	if w.answered {
		return tender.Intent{}, tender.ErrUnavailable
	}
	w.answered = true
	return w.Payments.Find(ctx, r)
}

// Each call makes progress, for any number of requests per page of the provider.
func TestCompareContinuesWithinAPage(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, g *ordertest.Fixture, all []order.Order){
		"every payment is lost": func(_ *testing.T, g *ordertest.Fixture, _ []order.Order) { g.Provider.Intents = nil },
		"every order is lost": func(t *testing.T, g *ordertest.Fixture, all []order.Order) {
			for _, o := range all {
				deleteOrder(t, g, o)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := ordertest.New(t)
			var all []order.Order
			for range 6 {
				all = append(all, g.Buy())
				g.Pass(time.Minute)
			}
			change(t, g, all)
			calls, ended := 0, false
			for ; !ended && calls < 10; calls++ {
				c, err := order.NewService(g.Table, &answersOnce{Payments: g.Provider}, g.Now).Compare(t.Context(), g.Provider, week)
				assert.Assert(t, err == nil || errors.Is(err, tender.ErrUnavailable), err)
				ended = c.Ended
			}
			found := unmatchedNames(t, g)
			assert.Assert(t, ended && len(found) == 6, "after %d calls: got ended %t, found %v", calls, ended, found)
		})
	}
}

// A comparison that takes longer than a day continues, and is logged and counted.
func TestCompareLogsThatItTakesLongerThanADay(t *testing.T) {
	g := ordertest.New(t)
	for range 6 {
		g.Buy()
		g.Pass(time.Minute)
	}
	page := week
	page.Pages = 1
	var log strings.Builder
	was := slog.Default()
	t.Cleanup(func() { slog.SetDefault(was) })
	slog.SetDefault(slog.New(telemetry.Log(&log, telemetry.Source{})))
	for n, want := range []struct {
		ended, logged bool
	}{{false, false}, {false, false}, {true, true}} {
		log.Reset()
		c, err := g.Service().Compare(t.Context(), g.Provider, page)
		if logged := strings.Contains(log.String(), string(telemetry.PaymentsUnmatched)); err != nil || c.Ended != want.ended || logged != want.logged {
			t.Errorf("call %d: got %+v, logged %t (%v)", n+1, c, logged, err)
		}
		g.Pass(13 * time.Hour)
	}
}
