package order_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/soak"
	"ordering/shared/table"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

var hooks = webhook.System{Name: "provider"}

// eventFixture is a fixture that delivers events of the provider.
type eventFixture struct {
	*testing.T
	*ordertest.Fixture
	events int
}

func newEvents(t *testing.T) *eventFixture { return &eventFixture{T: t, Fixture: ordertest.New(t)} }

// newSale returns a fixture with a paid order.
func newSale(t *testing.T) (*eventFixture, order.Order) {
	r := newEvents(t)
	return r, r.Buy()
}

// event is a new event about a payment.
func (r *eventFixture) event(intent string) webhook.Event {
	r.events++
	return webhook.Event{ID: fmt.Sprint("evt_", r.events), Subject: intent, At: r.Now().Truncate(time.Second)}
}

func (r *eventFixture) deliver(e webhook.Event) {
	r.Helper()
	assert.Check(r, r.Service().Report(r.Context(), r.Provider, hooks, e))
}

func (r *eventFixture) notices() []order.Notice {
	r.Helper()
	all, err := order.Notices(r.Context(), r.Table)
	assert.NilError(r, err)
	return all
}

// waiting lists what waits for an operator.
func (r *eventFixture) waiting() (all []string) {
	r.Helper()
	for _, n := range r.notices() {
		all = append(all, strings.TrimSpace(string(n.Kind)+" "+string(n.State)))
	}
	for range stuck(r.T, r.Fixture) {
		all = append(all, "stuck")
	}
	return all
}

// Each change at the provider shows in the order, and waits for an operator until it is settled. Each event is delivered twice.
func TestReport(t *testing.T) {
	type step func(r *eventFixture, o order.Order)
	part, rest := usd(300), usd(783)
	var refund string
	byHand := func(amount money.Amount) step {
		return func(r *eventFixture, _ order.Order) { refund = r.Provider.RefundByHand("pi_1", amount) }
	}
	all := func(r *eventFixture, o order.Order) { refund = r.Provider.RefundByHand("pi_1", o.Total) }
	refundBy := func(key string) step {
		return func(r *eventFixture, o order.Order) {
			after, err := r.Service().Refund(r.Context(), o.Token, order.RefundRequest{Amount: part}, key)
			assert.NilError(r, err)
			refund = after.Payment().Refunds[0].ID
		}
	}
	refund300, another := refundBy("key-of-the-refund"), refundBy("key-of-another-refund")
	counted := func(r *eventFixture, _ order.Order) { // the provider still counts the refund that failed
		i := r.Provider.Intents[0]
		i.Refunded = i.Refunded.Plus(part)
	}
	refusing := func(r *eventFixture, o order.Order) {
		r.Provider.Refuses["refund"] = true
		refund300(r, o)
		r.Provider.Refuses["refund"] = false
	}
	fail := func(r *eventFixture, _ order.Order) { r.Provider.FailRefund("pi_1", refund) }
	failFirst := func(r *eventFixture, _ order.Order) { r.Provider.FailRefund("pi_1", "re_pi_1_1") }
	cancel := func(r *eventFixture, o order.Order) {
		if o = r.Cancel(o.Token); len(o.Payment().Refunds) > 0 {
			refund = o.Payment().Refunds[0].ID
		}
		refund = o.Payment().Refund
	}
	dispute := func(s tender.DisputeState) step {
		return func(r *eventFixture, _ order.Order) { r.Provider.Dispute("pi_1", s) }
	}
	type end struct {
		status order.Status
		state  order.PaymentState
		given  int64 // of the captured payment, back to the guest
	}
	unchanged, cancelled := end{order.Scheduled, order.PaymentCaptured, 0}, end{order.Cancelled, order.PaymentRefunded, 1083}
	giving := func(e end, given int64) end {
		e.given = given
		return e
	}
	again := func(r *eventFixture, o order.Order) {
		_, err := r.Service().RetryStuck(r.Context(), o.Token)
		assert.Check(r, err)
	}
	// unseen runs steps without an event between them.
	unseen := func(steps ...step) step {
		return func(r *eventFixture, o order.Order) {
			for _, do := range steps {
				do(r, o)
			}
		}
	}
	refuse := func(r *eventFixture, _ order.Order) { r.Provider.Refuses["refund"] = true }
	allow := func(r *eventFixture, _ order.Order) { r.Provider.Refuses["refund"] = false }
	settleAs := func(how order.Settling) step {
		return func(r *eventFixture, o order.Order) {
			after, err := r.Service().Settle(r.Context(), o.Token, how)
			if p := after.Payment(); err != nil || after.Status == order.Cancelled && p.State == order.PaymentCaptured {
				r.Errorf("got payment %s (%v)", p.State, err)
			}
		}
	}
	settle, waive := settleAs(order.Elsewhere), settleAs(order.Waived)
	settleNotice := func(r *eventFixture, _ order.Order) {
		all := r.notices()
		assert.Assert(r, is.Len(all, 1))
		for _, want := range []error{nil, order.ErrNoticeChanged} { // once
			if err := r.Service().SettleNotice(r.Context(), all[0], order.Elsewhere); !errors.Is(err, want) {
				r.Errorf("settle: got %v, want %v", err, want)
			}
		}
	}
	failed, refused := end{order.Cancelled, order.PaymentRefundFailed, 0}, end{order.Scheduled, order.PaymentRefundFailed, 0}
	settled := end{order.Cancelled, order.PaymentSettled, 0}
	opened, won, lost := dispute(tender.DisputeOpen), dispute(tender.DisputeWon), dispute(tender.DisputeLost)
	for name, c := range map[string]struct {
		steps   []step // each followed by an event
		want    end
		waiting []string
	}{
		"no change":                                 {[]step{func(*eventFixture, order.Order) {}}, unchanged, nil},
		"a part refunded by hand":                   {[]step{byHand(part)}, giving(unchanged, 300), []string{"refund"}},
		"two parts":                                 {[]step{byHand(part), byHand(part)}, giving(unchanged, 600), []string{"refund", "refund"}},
		"a part that fails later":                   {[]step{byHand(part), fail}, unchanged, []string{"failed-refund"}},
		"all by hand, then cancelled":               {[]step{all, cancel}, end{order.Cancelled, order.PaymentCaptured, 1083}, []string{"refund"}},
		"a part by hand, then the rest":             {[]step{byHand(part), cancel}, cancelled, []string{"refund"}},
		"our own refund":                            {[]step{cancel}, cancelled, nil},
		"our own refund fails later":                {[]step{cancel, fail}, failed, []string{"stuck"}},
		"our refund fails, made by hand":            {[]step{cancel, fail, all}, cancelled, nil},
		"our own refund of a part":                  {[]step{refund300}, giving(unchanged, 300), nil},
		"our own refund of a part fails later":      {[]step{refund300, fail}, unchanged, []string{"failed-refund"}},
		"our refund fails, its request is repeated": {[]step{refund300, fail, refund300}, unchanged, []string{"failed-refund"}},
		"a refused part that is made by hand":       {[]step{refusing, byHand(part)}, giving(unchanged, 300), nil},
		"a refused part by hand, found again":       {[]step{unseen(refusing, byHand(part), again), refund300}, giving(unchanged, 300), nil},
		"a refused part by hand that fails":         {[]step{unseen(refusing, byHand(part), again, fail), refund300}, unchanged, []string{"failed-refund"}},
		"a refused part in two by hand": {
			[]step{unseen(refusing, byHand(usd(100)), byHand(usd(200)), again), refund300}, giving(unchanged, 300), []string{"refund", "refund"},
		},
		"a refused part, then all by hand":  {[]step{unseen(refusing, all)}, giving(unchanged, 1083), nil},
		"and that fails":                    {[]step{unseen(refusing, all), fail}, unchanged, []string{"failed-refund"}},
		"all by hand that fails, cancelled": {[]step{unseen(all, cancel, failFirst)}, failed, []string{"stuck"}},
		"all by hand, cancelled, fails":     {[]step{all, cancel, failFirst}, failed, []string{"failed-refund", "stuck"}},
		"all by hand while cancelled":       {[]step{unseen(byHand(part), byHand(rest), cancel)}, cancelled, nil},
		"a part by hand while cancelled":    {[]step{unseen(byHand(part), cancel)}, cancelled, nil},
		"a part in cash, then one by hand":  {[]step{unseen(refusing, settle), byHand(part)}, giving(unchanged, 600), []string{"refund"}},
		"a part fails, is given in cash":    {[]step{byHand(part), fail, settleNotice}, giving(unchanged, 300), nil},
		"a failed refund is still counted": {
			[]step{refund300, unseen(fail, counted), unseen(refuse, another, allow, again)}, giving(unchanged, 300), []string{"failed-refund"},
		},
		"a part waived, the rest refunded":  {[]step{unseen(refuse, refund300, cancel, waive, allow)}, giving(settled, 783), nil},
		"a part in cash, the rest refunded": {[]step{unseen(refuse, refund300, cancel, settle, allow)}, giving(settled, 1083), nil},
		"a part waived, the rest is refused, then allowed": {
			[]step{unseen(refuse, refund300, cancel, waive), unseen(allow, again)}, giving(settled, 783), nil,
		},
		"a part waived, the rest is refused, then by hand": {
			[]step{unseen(refuse, refund300, cancel, waive), unseen(allow, byHand(rest))}, giving(settled, 783), nil,
		},
		"a part by hand, another waived, the rest refunded": {
			[]step{unseen(refuse, refund300, cancel), byHand(usd(200)), unseen(waive, allow, again)}, giving(settled, 783), nil,
		},
		"a part waived, then all refunded": {
			[]step{unseen(refusing, waive), unseen(refuse, cancel, allow, again)}, cancelled, nil,
		},
		"the last part waived": {
			[]step{byHand(rest), unseen(refuse, refund300, cancel), waive}, giving(settled, 783), []string{"refund"},
		},
		"a part fails, another is refused": {[]step{byHand(part), refusing, failFirst}, refused, []string{"failed-refund", "stuck"}},
		"a part fails, the rest is settled": {
			[]step{byHand(part), unseen(refuse, cancel, settle), failFirst}, settled, []string{"failed-refund"},
		},
		"a dispute":                       {[]step{opened}, unchanged, []string{"dispute open"}},
		"a dispute that is won":           {[]step{opened, won}, unchanged, nil},
		"a dispute that is lost":          {[]step{opened, lost}, unchanged, []string{"dispute lost"}},
		"a dispute after a refund of all": {[]step{cancel, opened}, cancelled, []string{"dispute open"}},
	} {
		t.Run(name, func(t *testing.T) {
			r, o := newSale(t)
			for _, do := range c.steps {
				r.Pass(time.Second)
				do(r, o)
				e := r.event("pi_1")
				r.deliver(e)
				version := r.Order(o.Token).Version()
				r.deliver(e)
				r.deliver(r.event("pi_1"))
				assert.Check(t, is.Equal(r.Order(o.Token).Version(), version))
			}
			got := r.Order(o.Token)
			is := end{got.Status, got.Payment().State, got.Payment().Refunded().Minor}
			assert.Equal(t, is, c.want)
			assert.DeepEqual(t, r.waiting(), c.waiting)
		})
	}
}

// An authorisation that expires or is voided before the capture cancels an order that is not begun, and waits for an operator if the
// kitchen has begun. The provider's event or the reconciler finds it.
func TestAuthorisationIsLost(t *testing.T) {
	for _, byEvent := range []bool{false, true} {
		for _, begun := range []bool{false, true} {
			t.Run(fmt.Sprintf("by event %t, begun %t", byEvent, begun), func(t *testing.T) {
				r := newEvents(t)
				o := uncaptured(r.Fixture)
				want, paid, waiting := order.Cancelled, order.PaymentRefunded, []string(nil)
				if begun {
					want, paid, waiting = order.InPreparation, order.PaymentCaptureFailed, []string{"stuck"}
					r.Advance(o.ID, order.InPreparation)
				}
				r.Provider.VoidByHand("pi_1")
				if byEvent {
					r.deliver(r.event("pi_1"))
				} else {
					r.Settle()
				}
				got := r.Order(o.Token)
				assert.Equal(t, got.Status, want)
				assert.Equal(t, payment(got), paid)
				assert.Assert(t, got.Due.IsZero())
				assert.DeepEqual(t, r.waiting(), waiting)
			})
		}
	}
}

// If the authentication fails and the guest closes the window, the provider's event opens the basket again before the reconciler runs.
func TestReportOfAFailedAuthentication(t *testing.T) {
	r := newEvents(t)
	b := r.Fill("burger", 1)
	o := r.Place(r.Want(b, "asks", key))
	r.deliver(r.event("pi_1"))
	assert.Equal(t, r.Order(o.Token).Status, order.Authentication)
	r.Provider.Bank(false)
	r.deliver(r.event("pi_1"))
	got := r.Order(o.Token)
	assert.Equal(t, got.Status, order.NotPaid)
	assert.Equal(t, r.Reload(b).OrderToken, "")
}

func TestReportIgnoresPaymentsOfNoOrder(t *testing.T) {
	r, o := newSale(t)
	theirs := *r.Provider.Intents[0]
	theirs.ID, theirs.Order = "pi_2", ""
	other := theirs
	other.ID, other.Order = "pi_3", "of-another-stage"
	r.Provider.Intents = append(r.Provider.Intents, &theirs, &other)
	before := r.Order(o.Token).Version()
	for _, intent := range []string{"pi_2", "pi_3", "pi_4"} {
		r.deliver(r.event(intent))
	}
	after := r.Order(o.Token).Version()
	assert.Equal(t, after, before)
	assert.Assert(t, is.Nil(r.waiting()))
}

// The provider forgets the order's id when the guest is erased.
func TestReportOfAnErasedGuest(t *testing.T) {
	r, o := newSale(t)
	r.Pass(time.Hour)
	r.Provider.Intents[0].Order = ""
	r.Provider.Dispute("pi_1", tender.DisputeOpen)
	r.deliver(r.event("pi_1"))
	got := r.Order(o.Token)
	assert.Assert(t, is.Len(got.Payment().Disputes, 1))
	assert.DeepEqual(t, r.waiting(), []string{"dispute open"})
}

// An event is not lost while the provider is unavailable: it is rejected, and applied when it is sent again.
func TestReportFailsWhileTheProviderIsUnavailable(t *testing.T) {
	r, o := newSale(t)
	r.Provider.RefundByHand("pi_1", usd(100))
	e := r.event("pi_1")
	r.Provider.Down = true
	assert.ErrorIs(t, r.Service().Report(t.Context(), r.Provider, hooks, e), tender.ErrUnavailable)
	r.Provider.Down = false
	r.deliver(e)
	assert.Assert(t, is.Len(r.Order(o.Token).Payment().Refunds, 1))
}

// Fault 8: the same events in any order, some of them repeated and some at the same time, lead to the same order and the same notices.
func TestReportInAnyOrder(t *testing.T) {
	var want string
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 1))
		r, o := newSale(t)
		var events []webhook.Event
		next := func() {
			events = append(events, r.event("pi_1"), r.event("pi_1"))
			r.Pass(time.Second)
		}
		r.Provider.RefundByHand("pi_1", usd(100))
		next()
		r.Provider.FailRefund("pi_1", r.Provider.RefundByHand("pi_1", usd(200)))
		next()
		r.Provider.Dispute("pi_1", tender.DisputeOpen)
		next()
		r.Provider.Dispute("pi_1", tender.DisputeLost)
		next()
		events = append(events, events[:4]...)
		random.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
		var all sync.WaitGroup
		for n, e := range events {
			if n%2 == 0 {
				all.Wait()
			}
			all.Go(func() { r.deliver(e) })
		}
		all.Wait()
		p := r.Order(o.Token).Payment()
		raw, err := json.Marshal([]any{p.State, p.Refunds, p.Disputes, r.waiting()})
		assert.NilError(t, err)
		if got := string(raw); want == "" {
			want = got
		} else if got != want {
			t.Errorf("seed %d: got %s, want %s", seed, got, want)
		}
	}
}

// Our own refund is also reported by an event while it is being made. It is counted once, and it is not a refund by hand.
func TestReportRacesWithOurOwnRefund(t *testing.T) {
	for _, after := range []bool{false, true} {
		for _, point := range []string{order.PointEnd, order.PointRefund, order.PointRefunded} {
			r, o := newSale(t)
			svc := r.Reaching(point, after, func() { r.deliver(r.event("pi_1")) })
			_, err := svc.Cancel(t.Context(), o.Token)
			assert.NilError(t, err)
			r.Settle()
			r.deliver(r.event("pi_1"))
			got := r.Order(o.Token)
			p := got.Payment()
			if p.State != order.PaymentRefunded || len(p.Refunds) != 1 || p.Refunds[0].Elsewhere || p.Refunded() != o.Total || r.waiting() != nil {
				t.Errorf("%s, %t: %+v, waiting %v", point, after, p, r.waiting())
			}
			r.Audit()
		}
	}
}

// A refund that failed later is made again, unless the provider still counts it: then only an operator can settle it.
func TestFailedRefundIsRetried(t *testing.T) {
	for _, counted := range []bool{false, true} {
		r := newEvents(t)
		o := r.Cancel(r.Buy().Token)
		r.Provider.FailRefund("pi_1", o.Payment().Refund)
		if counted {
			r.Provider.Intents[0].Refunded = o.Total
		}
		r.deliver(r.event("pi_1"))
		after, err := r.Service().RetryStuck(t.Context(), o.Token)
		assert.NilError(t, err)
		want := order.PaymentRefunded
		if counted {
			want = order.PaymentRefundFailed
		}
		if after.Payment().State != want || counted == (after.Payment().Refunded() == o.Total) {
			t.Errorf("counted %t: %+v", counted, after.Payment())
		}
		if after, err = r.Service().Settle(t.Context(), o.Token, order.Elsewhere); counted && (err != nil || after.Payment().State != order.PaymentSettled) {
			t.Errorf("settled: %v %s", err, after.Payment().State)
		}
	}
}

// The operator refunded by hand after a refund had failed, and no event arrived.
func TestRereadFindsARefundByHand(t *testing.T) {
	r := newEvents(t)
	o := r.Cancel(r.Buy().Token)
	r.Provider.FailRefund("pi_1", o.Payment().Refund)
	r.deliver(r.event("pi_1"))
	r.Provider.RefundByHand("pi_1", o.Total)
	err := r.Service().Reread(t.Context(), r.Provider, o.Token)
	assert.NilError(t, err)
	assert.Assert(t, is.Nil(r.waiting()))
}

// A dispute or a refund that an operator has settled does not return with an old event, only with a new change.
func TestSettledNotice(t *testing.T) {
	r, o := newSale(t)
	r.Provider.Dispute("pi_1", tender.DisputeOpen)
	r.deliver(r.event("pi_1"))
	all := r.notices()
	assert.Assert(t, len(all) == 1 && all[0].Order == o.ID && all[0].Amount == o.Total, "%+v", all)
	if n, err := r.Service().ReadNotice(t.Context(), r.Provider, all[0]); err != nil || n.Settled != nil {
		t.Errorf("got %+v (%v), want an open notice", n, err)
	}
	assert.NilError(t, r.Service().SettleNotice(t.Context(), all[0], order.Waived))
	r.deliver(r.event("pi_1"))
	assert.Assert(t, is.Nil(r.waiting()))
	r.Pass(24 * time.Hour)
	r.Provider.Dispute("pi_1", tender.DisputeOpen) // to be answered a day later
	r.deliver(r.event("pi_1"))
	again := r.notices()
	assert.Assert(t, len(again) == 1 && again[0].Due.After(all[0].Due), "%+v", again)
	err := r.Service().SettleNotice(t.Context(), all[0], order.Waived)
	assert.ErrorIs(t, err, order.ErrNoticeChanged)
	assert.Assert(t, r.waiting() != nil)
	r.Provider.Dispute("pi_1", tender.DisputeLost)
	if n, err := r.Service().ReadNotice(t.Context(), r.Provider, all[0]); err != nil || n.Settled != nil || n.State != tender.DisputeLost {
		t.Errorf("lost: %+v %v", n, err)
	}
	r.Provider.Dispute("pi_1", tender.DisputeWon)
	n, err := r.Service().ReadNotice(t.Context(), r.Provider, all[0])
	assert.NilError(t, err)
	assert.Assert(t, n.Settled != nil && n.Settled.How == order.Resolved && r.waiting() == nil, "%+v", n)
}

// No event arrived: the daily comparison finds refunds, failed refunds, also one that the provider still counts, the dispute and its end.
func TestCompareFindsChangesWithoutEvents(t *testing.T) {
	r, o := newSale(t)
	compare := func() []string {
		t.Helper()
		r.Pass(25 * time.Hour)
		c, err := r.Service().Compare(t.Context(), r.Provider, week)
		assert.NilError(t, err)
		assert.Assert(t, c.Ended, "%+v", c)
		return r.waiting()
	}
	r.Provider.RefundByHand("pi_1", usd(100))
	got := compare()
	assert.DeepEqual(t, got, []string{"refund"})
	assert.Equal(t, r.Order(o.Token).Payment().Refunded(), usd(100))
	part := usd(200)
	for n, counted := range []bool{false, true} {
		refund := r.Provider.RefundByHand("pi_1", part)
		compare()
		r.Provider.FailRefund("pi_1", refund)
		if counted {
			i := r.Provider.Intents[0]
			i.Refunded = i.Refunded.Plus(part)
		}
		want := append(slices.Repeat([]string{"failed-refund"}, n+1), "refund")
		got := compare()
		if slices.Sort(got); !slices.Equal(got, want) || r.Order(o.Token).Payment().Refunded() != usd(100) {
			t.Errorf("failed, counted %t: got %v", counted, got)
		}
	}
	r.Provider.Dispute("pi_1", tender.DisputeOpen)
	got = compare()
	assert.Assert(t, slices.Contains(got, "dispute open"), "disputed: got %v", got)
	r.Pass(30 * 24 * time.Hour)
	r.Provider.Dispute("pi_1", tender.DisputeWon)
	got = compare()
	assert.Assert(t, !slices.Contains(got, "dispute open"), "won: got %v", got)
}

// The provider answers only one read in each call: the next call continues with the next open dispute.
func TestCompareReadsEveryOpenDispute(t *testing.T) {
	r := newEvents(t)
	var last order.Order
	for _, intent := range []string{"pi_1", "pi_2", "pi_3"} {
		last = r.Buy()
		r.Provider.Dispute(intent, tender.DisputeOpen)
		r.deliver(r.event(intent))
	}
	r.Pass(30 * 24 * time.Hour)
	r.Provider.Dispute("pi_3", tender.DisputeWon)
	for n := range 3 {
		c, err := order.NewService(r.Table, &answersOnce{Payments: r.Provider}, r.Now).Compare(t.Context(), r.Provider, week)
		if ended := n == 2; c.Ended != ended || ended && err != nil || !ended && !errors.Is(err, tender.ErrUnavailable) {
			t.Errorf("call %d: %+v %v", n+1, c, err)
		}
	}
	got := r.Order(last.Token).Payment().Disputes
	assert.Equal(t, got[0].State, tender.DisputeWon, "got dispute %+v", got)
}

// An operator settled the notice of an open dispute, and no event arrived when it closed: the comparison updates the order, although it
// cannot read another notice.
func TestCompareClosesASettledDispute(t *testing.T) {
	r, o := newSale(t)
	r.Provider.Dispute("pi_1", tender.DisputeOpen)
	r.deliver(r.event("pi_1"))
	all := r.notices()
	assert.Assert(t, is.Len(all, 1))
	lost := all[0]
	lost.ID, lost.Order = "dp_0", "no-such-order"
	raw, err := json.Marshal(lost)
	if err == nil {
		err = r.Table.Write(t.Context(), table.Put(table.Item{Key: table.Key{PK: "comparison", SK: "notice#dp_0"}, Data: raw}))
	}
	err = errors.Join(err, r.Service().SettleNotice(t.Context(), all[0], order.Waived))
	assert.NilError(t, err)
	r.Pass(100 * 24 * time.Hour) // longer than other settled notices are kept
	r.Provider.Dispute("pi_1", tender.DisputeWon)
	_, err = r.Service().Compare(t.Context(), r.Provider, week)
	assert.Assert(t, problem.Is(err, problem.OrderNotFound), "got %v", err)
	got := r.Order(o.Token).Payment().Disputes
	assert.Equal(t, got[0].State, tender.DisputeWon, "got dispute %+v", got)
	r.Pass(100 * 24 * time.Hour)
	_, err = r.Table.Get(t.Context(), table.Key{PK: "comparison", SK: "notice#" + all[0].ID})
	assert.ErrorIs(t, err, table.ErrNotFound)
}

// The previous release wrote only the id of a refund. Its order is read, and the refund is ours.
func TestReportOfARefundByThePreviousRelease(t *testing.T) {
	r := newEvents(t)
	o := r.Cancel(r.Buy().Token)
	key := table.Key{PK: "order#" + o.Token, SK: "progress"}
	i, err := r.Table.Get(t.Context(), key)
	assert.NilError(t, err)
	var old map[string]json.RawMessage
	var payment map[string]json.RawMessage
	assert.NilError(t, errors.Join(json.Unmarshal(i.Data, &old), json.Unmarshal(old["payment"], &payment)))
	delete(payment, "refunds")
	old["payment"], _ = json.Marshal(payment)
	i.Data, _ = json.Marshal(old)
	assert.NilError(t, r.Table.Write(t.Context(), table.Put(i)))
	r.Pass(time.Second)
	r.Provider.FailRefund("pi_1", o.Payment().Refund)
	r.deliver(r.event("pi_1"))
	got := r.Order(o.Token).Payment()
	assert.Check(t, got.State == order.PaymentRefundFailed && len(got.Refunds) == 1 && !got.Refunds[0].Elsewhere, "%+v", got)
	var before progressBefore // and it reads what this release wrote
	err = json.Unmarshal(stored(t, r.Fixture, o.Token, "progress"), &before)
	assert.NilError(t, err)
	assert.Equal(t, before.Payment.State, order.PaymentRefundFailed, "%+v", before.Payment)
}

// Random sequences of refunds by hand, our own refunds, cancellations, retries, failures and events, with a provider that sometimes
// refuses or is unavailable: no more is refunded than was captured, the order has the refunds of the provider, and a cancelled order that
// is not fully refunded waits for an operator.
func TestRefundsInAnyOrder(t *testing.T) {
	for seed := range soak.Rounds(t, 60, 10*time.Second) {
		random := rand.New(rand.NewPCG(seed, 1))
		r, o := newSale(t)
		var steps []string
		asked := map[string]int64{}
		steady := func() { r.Provider.Down, r.Provider.Refuses["refund"], r.Provider.Lost["refund"] = false, false, false }
		for range 3 + random.IntN(10) {
			r.Pass(time.Second)
			amount := 1 + random.Int64N(1083)
			step := []string{"hand", "hand 300", "ours", "cancel", "fail", "event", "refuse", "down", "lost", "again", "steady"}[random.IntN(11)]
			var err error
			switch step {
			case "hand":
				r.Provider.RefundByHand("pi_1", usd(amount))
			case "hand 300":
				r.Provider.RefundByHand("pi_1", usd(300))
			case "ours":
				key := fmt.Sprint("key-of-the-refund-", random.IntN(3))
				if asked[key] == 0 {
					asked[key] = []int64{300, amount}[random.IntN(2)]
				}
				_, err = r.Service().Refund(t.Context(), o.Token, order.RefundRequest{Amount: usd(asked[key])}, key)
			case "cancel":
				_, err = r.Service().Cancel(t.Context(), o.Token)
			case "fail":
				r.Provider.FailRefund("pi_1", fmt.Sprint("re_pi_1_", 1+random.IntN(3)))
			case "event":
				err = r.Service().Report(t.Context(), r.Provider, hooks, r.event("pi_1"))
			case "refuse", "down", "lost":
				r.Provider.Refuses["refund"], r.Provider.Down, r.Provider.Lost["refund"] = step == "refuse", step == "down", step == "lost"
			case "again":
				_, err = r.Service().RetryStuck(t.Context(), o.Token)
			case "steady":
				steady()
			}
			steps = append(steps, fmt.Sprint(step, " ", amount, " ", err))
		}
		steady()
		for range 4 {
			r.Settle()
			r.Pass(10 * time.Minute)
			r.deliver(r.event("pi_1"))
			_, err := r.Service().RetryStuck(t.Context(), o.Token)
			assert.Check(t, err)
		}
		r.Pass(10 * time.Minute)
		r.deliver(r.event("pi_1"))
		got, i := r.Order(o.Token), r.Provider.Ledger()[0]
		p := got.Payment()
		keyed := map[string]int64{}
		for _, f := range p.Refunds {
			keyed[f.Key] += f.Amount.Minor
		}
		for key, amount := range asked {
			n := keyed[key]
			assert.Check(t, n == 0 || n == amount, "seed %d: refund %s of %d: got %d", seed, key, amount, n)
		}
		kept := got.Status == order.Cancelled && i.Refunded != i.Captured
		if i.Refunded.Minor > i.Captured.Minor || p.Refunded() != i.Refunded || kept && !p.Stuck() || !got.Due.IsZero() {
			t.Errorf("seed %d: got order %s, payment %+v; the provider refunded %s of %s\n%s",
				seed, got.Status, p, i.Refunded, i.Captured, strings.Join(steps, "\n"))
		}
	}
}
