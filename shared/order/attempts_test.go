package order_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/brand"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// newWithAttemptLimits returns a fixture with capacity for all orders and these limits for 15 minutes: 3 attempts per basket, 4 per
// mailbox, 5 per network.
func newWithAttemptLimits(t *testing.T) *ordertest.Fixture {
	g := ordertest.New(t)
	g.Location.Capacity.Orders, g.Location.Capacity.Minutes = 200, 2000
	g.Brand.AttemptsFor, g.Brand.AttemptsPerBasket, g.Brand.AttemptsPerEmail, g.Brand.AttemptsPerNetwork = 15*time.Minute, 3, 4, 5
	return g
}

// placeMany places n submissions with the card, each changed by edit, and returns the number that were not rejected.
func placeMany(t *testing.T, g *ordertest.Fixture, n int, card string, next func(n int) basket.Basket, edit func(n int, s *order.Submission)) (begun int) {
	t.Helper()
	for i := range n {
		s := g.Want(g.Reload(next(i)), card, fmt.Sprintf("key-of-attempt-%d-%s", i, g.Now().Format("150405")))
		edit(i, &s)
		_, err := g.Checkout.Place(context.Background(), s)
		switch {
		case err == nil:
			begun++
		case !problem.Is(err, problem.TooManyAttempts):
			t.Fatal(err)
		case problem.From(err).Params["minutes"] != 15:
			t.Errorf("got %v minutes to wait", problem.From(err).Params["minutes"])
		}
	}
	return begun
}

func TestAttemptsAreBounded(t *testing.T) {
	for name, c := range map[string]struct {
		card string
		same bool // one basket
		edit func(n int, s *order.Submission)
		want int
	}{
		"one basket, declined each time": {"declined", true, func(n int, s *order.Submission) { s.Contact.Email = fmt.Sprintf("%d@example.com", n) }, 3},
		"one mailbox, declined":          {"declined", false, func(int, *order.Submission) {}, 4},
		"one mailbox, paid":              {"ok", false, func(int, *order.Submission) {}, 4},
		"one mailbox in other spellings": {"ok", false, func(n int, s *order.Submission) { s.Contact.Email = fmt.Sprintf("ADA+%d@Example.com", n) }, 4},
		"one network": {"ok", false, func(n int, s *order.Submission) {
			s.Network, s.Contact.Email = "203.0.113.7", fmt.Sprintf("%d@example.com", n)
		}, 5},
		"different guests": {"ok", false, func(n int, s *order.Submission) {
			s.Network, s.Contact.Email = fmt.Sprintf("203.0.113.%d", n), fmt.Sprintf("%d@example.com", n)
		}, 8},
		"requests from this machine": {"ok", false, func(n int, s *order.Submission) { s.Contact.Email = fmt.Sprintf("%d@example.com", n) }, 8},
	} {
		t.Run(name, func(t *testing.T) {
			g := newWithAttemptLimits(t)
			one := g.Fill("burger", 1)
			next := func(int) basket.Basket {
				if c.same {
					return one
				}
				return g.Fill("burger", 1)
			}
			assert.Equal(t, placeMany(t, g, 8, c.card, next, c.edit), c.want)
			assert.Equal(t, len(g.Provider.Ledger()), c.want)
			if !c.same {
				g.Pass(15 * time.Minute)
				assert.Equal(t, placeMany(t, g, 1, c.card, next, c.edit), 1, "the limit does not end after its period")
			}
			g.SettleAndAudit()
		})
	}
}

// A rejected attempt says how long to wait: until the last count at its limit expires.
func TestRejectedAttemptHasTheTimeToWait(t *testing.T) {
	g := newWithAttemptLimits(t)
	ctx := context.Background()
	place := func(n int, network string) error {
		s := g.Want(g.Fill("burger", 1), "declined", fmt.Sprintf("key-of-attempt-%04d", n))
		s.Network, s.Contact.Email = network, fmt.Sprintf("%d@example.com", n)
		_, err := g.Checkout.Place(ctx, s)
		return err
	}
	for n := range 5 {
		assert.NilError(t, place(n, "203.0.113.7"))
		g.Pass(time.Minute)
	}
	for passed, want := range []int{10, 9, 8} {
		err := place(10+passed, "203.0.113.7")
		if p := problem.From(err); p.Code != problem.TooManyAttempts || p.Status() != 429 || p.Params["minutes"] != want {
			t.Errorf("after %d minutes: got %v %v", 5+passed, err, p.Params)
		}
		g.Pass(time.Minute)
	}
	assert.NilError(t, place(20, "203.0.113.8"))
}

// Of concurrent attempts, exactly as many begin as the bound allows.
func TestConcurrentAttemptsAreBounded(t *testing.T) {
	g := newWithAttemptLimits(t)
	var wants []order.Submission
	for n := range 40 {
		s := g.Want(g.Fill("burger", 1), "declined", fmt.Sprintf("key-of-attempt-%04d", n))
		s.Network, s.Contact.Email = "203.0.113.7", fmt.Sprintf("%d@example.com", n)
		wants = append(wants, s)
	}
	var begun atomic.Int64
	together(len(wants), func(n int) {
		if _, err := g.Checkout.Place(context.Background(), wants[n]); err == nil {
			begun.Add(1)
		} else if !problem.Is(err, problem.TooManyAttempts) {
			t.Error(err)
		}
	})
	assert.Equal(t, begun.Load(), int64(5))
	assert.Assert(t, is.Len(g.Provider.Ledger(), 5))
	g.SettleAndAudit()
}

// A repeated idempotency key gets the first answer and counts no attempt, also when the bound is reached.
func TestRepeatedKeyIsNotCounted(t *testing.T) {
	g := newWithAttemptLimits(t)
	b := g.Fill("burger", 1)
	first := g.Want(b, "declined", "key-of-the-first-attempt")
	var want order.Order
	for n := range 3 {
		s := g.Want(g.Reload(b), "declined", fmt.Sprintf("key-of-attempt-%04d", n))
		if n == 0 {
			s = first
		}
		o := g.Place(s)
		if n == 0 {
			want = o
		}
		for range 5 {
			o := g.Place(first)
			assert.Check(t, is.Equal(o.Token, want.Token))
		}
	}
	refused(t, g, g.Want(g.Reload(b), "ok", "key-of-attempt-4444"), problem.TooManyAttempts)
	o := g.Place(first)
	assert.Equal(t, o.Token, want.Token)
}

// recordingTable is a table that records the written counts of attempts.
type recordingTable struct {
	table.Table
	wrote *strings.Builder
}

func (s recordingTable) Write(ctx context.Context, ops ...table.Op) error {
	for _, op := range ops {
		if strings.HasPrefix(op.Item.PK, "attempts#") {
			fmt.Fprintf(s.wrote, "%s %s %s\n", op.Item.Key, op.Item.Index, op.Item.Data)
		}
	}
	return s.Table.Write(ctx, ops...)
}

// Fault 34: the counts contain neither the e-mail address nor the network.
func TestAttemptCountsHoldNoPersonalData(t *testing.T) {
	g := ordertest.New(t)
	g.Brand = brand.Default()
	var wrote strings.Builder
	s := g.Want(g.Fill("burger", 1), "ok", key)
	s.Network, s.Contact.Email = "203.0.113.7", "canary@example.com"
	checkout := order.NewCheckout(order.NewService(recordingTable{g.Table, &wrote}, g.Provider, g.Now), g, ordertest.Guests, order.Pause)
	_, err := checkout.Place(context.Background(), s)
	assert.NilError(t, err)
	if got := wrote.String(); strings.Count(got, "attempts#") != 2 || strings.Contains(got, "canary") || strings.Contains(got, "203.0.113") {
		t.Errorf("got stored counts\n%s", got)
	}
}
