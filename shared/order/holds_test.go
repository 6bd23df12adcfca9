package order_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket"
	"ordering/shared/brand"
	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

// network is the network of all requests in these tests.
const network = "203.0.113.7"

// attacker is a client that tries to occupy a restaurant's timeslots.
type attacker struct {
	*ordertest.Fixture
	t *testing.T
	n int // attempts to pay
}

func newAttacker(t *testing.T) *attacker {
	g := ordertest.New(t)
	g.Location.Capacity = location.Capacity{Minutes: 1000, Orders: 1000}
	return &attacker{Fixture: g, t: t}
}

// basket makes a basket with a burger that holds the slot at start, if the network may hold it.
func (s *attacker) basket(start time.Time) (b basket.Basket, held bool) {
	s.t.Helper()
	ctx := context.Background()
	pc, err := s.Load(ctx, "")
	assert.NilError(s.t, err)
	b, err = basket.New(s.Location, location.Pickup, category.Everyday, locale.En).Add(pc, basket.LineRequest{ItemID: "burger", Quantity: 1})
	assert.NilError(s.t, err)
	next, ops, err := b.HoldTime(ctx, s.Table, pc, ordertest.Guests.Network(network), start, false, nil)
	assert.Assert(s.t, err == nil || problem.Is(err, problem.TooManyHolds), err)
	if held = err == nil; held {
		b = next
	}
	s.write(append(ops, b.Save(s.Now()))...)
	b.Version = 1
	s.Baskets = append(s.Baskets, b.ID)
	return b, held
}

func (s *attacker) write(ops ...table.Op) {
	s.t.Helper()
	assert.NilError(s.t, s.Table.Write(context.Background(), ops...))
}

// pay submits the basket.
func (s *attacker) pay(b basket.Basket, method string) error {
	w := s.Want(b, method, fmt.Sprintf("key-of-attack-%05d", s.n))
	w.Network = network
	s.n++
	_, err := s.Checkout.Place(context.Background(), w)
	return err
}

// takenPlaces counts the taken places of the day.
func (s *attacker) takenPlaces() int {
	s.t.Helper()
	zone := s.Location.Timezone()
	sheets, err := timeslot.Schedule{Table: s.Table, Location: s.Location, Now: s.Now()}.Occupancies(context.Background(), location.DateOf(s.Now().In(zone)))
	assert.NilError(s.t, err)
	kept := 0
	for _, occupancy := range sheets {
		_, orders := occupancy.Taken(s.Now(), "")
		kept += orders
	}
	return kept
}

// attempts is the number of attempts of each attack.
const attempts = 150

// Until an order is paid, its place counts among the holds of its network, with or without an earlier hold and with any result of the
// payment.
func TestPlacesOfANetworkAreBounded(t *testing.T) {
	for name, c := range map[string]struct {
		method string
		unheld bool // the baskets hold no time: it is claimed when the order is placed
	}{
		"its cards are declined":                          {method: "declined"},
		"its bank waits for authentication":               {method: "asks"},
		"its tokens are invalid":                          {method: "no card"},
		"its bank waits, without an earlier hold":         {method: "asks", unheld: true},
		"its cards are declined, without an earlier hold": {method: "declined", unheld: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newAttacker(t)
			start := s.Now().Add(3 * time.Hour)
			for range attempts {
				b, held := s.basket(start)
				if c.unheld {
					b = s.expireHold(b, start)
				} else if !held {
					continue
				}
				err := s.pay(b, c.method)
				assert.Check(t, err == nil || problem.Is(err, problem.TooManyHolds), err)
			}
			kept, most := s.takenPlaces(), brand.Default().HoldsPerClient
			t.Logf("%d attempts occupy %d places", attempts, kept)
			assert.Assert(t, kept <= most, "one network: got %d places, want at most %d", kept, most)
			s.Settle()
			kept = s.takenPlaces()
			assert.Assert(t, kept == 0, "%d places are taken after all attempts have ended", kept)
			s.Audit()
		})
	}
}

// expireHold releases the basket's place in the slot and leaves an expired hold of the time in the basket.
func (s *attacker) expireHold(b basket.Basket, start time.Time) basket.Basket {
	s.t.Helper()
	pc, err := s.Load(context.Background(), "")
	assert.NilError(s.t, err)
	b, ops, err := b.ReleaseTime(context.Background(), s.Table, pc)
	assert.NilError(s.t, err)
	b.Hold = &basket.Hold{Start: start, Taken: s.Now(), Expires: s.Now()}
	s.write(append(ops, b.Save(s.Now()))...)
	b.Version++
	return b
}

// A paid order does not count among the holds of its network, and contains nothing that leads to the network.
func TestPaidOrderDoesNotCountAsAHold(t *testing.T) {
	s := newAttacker(t)
	start := s.Now().Add(3 * time.Hour)
	for range brand.Default().HoldsPerClient + 1 {
		b, held := s.basket(start)
		assert.Assert(t, held, "paid orders count as holds")
		assert.NilError(t, s.pay(b, "ok"))
	}
	for _, id := range s.Baskets {
		b, err := basket.Load(context.Background(), s.Table, id)
		assert.NilError(t, err)
		assert.Check(t, is.Nil(s.Order(b.OrderToken).Counted))
	}
}

// renewals submits a basket every few minutes as long as its place is kept, and returns how long that is.
func (s *attacker) renewals(b basket.Basket, method string, every time.Duration) time.Duration {
	s.t.Helper()
	from := s.Now()
	for s.takenPlaces() > 0 && s.Now().Sub(from) < 4*time.Hour {
		assert.NilError(s.t, s.pay(s.Reload(b), method))
		s.Pass(every)
	}
	b = s.Reload(b)
	assert.Check(s.t, !b.Hold.Alive(s.Now()), "the basket still has a hold: %+v", b.Hold)
	return s.Now().Sub(from)
}

// A declined card renews a hold a few times, within the bounds of the brand. An invalid payment method renews nothing.
func TestDeclinesRenewAHoldForAWhile(t *testing.T) {
	setting := brand.Default()
	for name, c := range map[string]struct {
		method string
		every  time.Duration
		want   time.Duration
	}{
		"declined every four minutes": {"declined", 4 * time.Minute, setting.HoldAtMost},
		"declined every few seconds":  {"declined", 20 * time.Second, setting.HoldFor + time.Minute}, // three renewals of 20 s each
		"no card every four minutes":  {"no card", 4 * time.Minute, 12 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			s := newAttacker(t)
			b, _ := s.basket(s.Now().Add(5 * time.Hour))
			assert.Equal(t, s.renewals(b, c.method, c.every), c.want, setting.HoldFor)
		})
	}
}

// The slot may pass while an order is placed: it is checked again before the authorisation and before the confirmation. The guest is
// not charged, and the basket opens again.
func TestTheTimeslotExpiresDuringPlacing(t *testing.T) {
	ctx := context.Background()
	late := 16 * time.Minute // the first slot begins at 12:15
	for name, c := range map[string]struct {
		item, method string
		at           string // the point of the saga before which the time passes
	}{
		"before the provider is called":   {"burger", "ok", order.PointReserve},
		"during the call of the provider": {"burger", "ok", order.PointAuthorise},
		"of an order that is free":        {"mint", "", order.PointReserve},
	} {
		t.Run(name, func(t *testing.T) {
			g := ordertest.New(t)
			b := g.Fill(c.item, 1)
			svc := g.Reaching(c.at, true, func() {
				g.Pass(late)
			})
			o := g.PlaceBy(svc, g.Want(b, c.method, key))
			assert.Assert(t, o.Status == order.NotPaid && o.Failure.Code == problem.TimeslotPassed, "%+v", o.Progress)
			assert.Assert(t, c.at != order.PointReserve || len(g.Provider.Ledger()) == 0, "the provider was called")
			b = g.Reload(b)
			assert.Assert(t, b.State == basket.Open && len(b.Lines) == 1, "got basket %+v", b)
			g.SettleAndAudit()
		})
	}
	t.Run("during the authentication at the bank", func(t *testing.T) {
		g := ordertest.New(t)
		o, b := placeAwaitingBank(g, t)
		g.Provider.Bank(true)
		g.Pass(late)
		o, err := g.Service().Authenticated(ctx, o.Token)
		if err != nil || o.Status != order.NotPaid || o.Failure.Code != problem.TimeslotPassed || g.Reload(b).State != basket.Open {
			t.Fatalf("%+v %v", o.Progress, err)
		}
		g.SettleAndAudit()
	})
}

// A declined order counts for its network no longer than its hold lasts.
func TestDeclinedOrderCountsUntilItsHoldExpires(t *testing.T) {
	s := newAttacker(t)
	start := s.Now().Add(3 * time.Hour)
	for range brand.Default().HoldsPerClient {
		b, _ := s.basket(start)
		assert.NilError(t, s.pay(b, "declined"))
	}
	_, held := s.basket(start)
	assert.Assert(t, !held, "got a hold above the limit")
	s.Pass(brand.Default().HoldAtMost)
	_, held = s.basket(start)
	assert.Assert(t, held, "the network got no hold after its holds expired")
}

// The place of an order that waits for the bank or for the provider counts for its network longer than the hold would have lasted.
func TestWaitingOrderCountsLongerThanItsHold(t *testing.T) {
	for name, c := range map[string]struct {
		method string
		down   bool
	}{"for the bank": {method: "asks"}, "for the provider": {method: "ok", down: true}} {
		t.Run(name, func(t *testing.T) {
			s := newAttacker(t)
			s.Provider.Down = c.down
			start := s.Now().Add(3 * time.Hour)
			for range brand.Default().HoldsPerClient {
				b, _ := s.basket(start)
				err := s.pay(b, c.method)
				assert.Check(t, err == nil || c.down && problem.Is(err, problem.PaymentUnavailable), err)
			}
			s.Pass(brand.Default().HoldFor + time.Minute)
			_, held := s.basket(start)
			assert.Assert(t, !held, "got a hold above the limit")
			s.Provider.Down = false
			s.SettleAndAudit()
			_, held = s.basket(start)
			assert.Assert(t, held, "the network got no hold after its orders were rolled back")
		})
	}
}

// The row of a hold expires while its order is being placed, and counts another place of the network. The end of the order leaves it.
func TestPlacingOrderLeavesTheRowOfAnotherHold(t *testing.T) {
	for _, method := range []string{"ok", "declined"} {
		t.Run(method, func(t *testing.T) {
			s := newAttacker(t)
			s.Brand.HoldsPerClient = 1
			start := s.Now().Add(3 * time.Hour)
			b, _ := s.basket(start)
			svc := s.Reaching(order.PointAuthorise, true, func() {
				s.Pass(s.Brand.HoldFor + time.Minute)
				_, held := s.basket(start)
				assert.Assert(t, held, "the row has not expired")
			})
			w := s.Want(b, method, key)
			w.Network = network
			_, err := order.NewCheckout(svc, s.Fixture, ordertest.Guests, order.Pause).Place(context.Background(), w)
			assert.NilError(t, err)
			_, held := s.basket(start)
			assert.Assert(t, !held, "got a hold above the limit")
			s.SettleAndAudit()
		})
	}
}
