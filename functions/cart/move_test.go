package cart_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// moved starts a basket from another one, at a restaurant and with a handoff.
func (s *site) moved(from basketview.Basket, locationID string, handoff location.Handoff) basketview.Basket {
	s.t.Helper()
	return s.ok(s.call("POST", "/orders", map[string]any{"locationId": locationID, "handoff": int(handoff), "category": "everyday", "from": from.OrderID})).basket
}

// full reports whether the basket's list of times shows this one as full.
func (s *site) full(b basketview.Basket, start time.Time) bool {
	s.t.Helper()
	for _, slot := range s.times(b, "").Day.Slots {
		if slot.Start.Equal(start) {
			return slot.Full
		}
	}
	s.t.Fatalf("timeslot %s is not listed", start)
	return false
}

// moving is a site where a slot has one place, and a basket holds it.
func moving(t *testing.T) (*site, basketview.Basket) {
	s := open(t)
	s.tulsa.Handoffs = []location.Handoff{location.Pickup, location.Curbside}
	s.tulsa.Capacity = location.Capacity{Minutes: 60, Orders: 1}
	s.put(s.tulsa)
	other := newLocation("other", "US", "NY", "America/New_York", s.tulsa.Currency)
	other.Handoffs = s.tulsa.Handoffs
	s.put(other)
	s.network = "203.0.113.7:4711"
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	return s, s.ok(s.hold(b, map[string]any{"start": at(t, "18:00")})).basket
}

// A basket that becomes curbside takes over the timeslot in one write, so that no other guest can win it in between.
func TestAnotherHandoffTakesOverTheTimeslot(t *testing.T) {
	s, old := moving(t)
	rival := s.ok(s.add(s.start("tulsa"), "burger")).basket
	b := s.moved(old, "tulsa", location.Curbside)
	six := map[string]any{"start": at(t, "18:00")}
	assert.Assert(t, !s.full(b, at(t, "18:00")))
	assert.Assert(t, s.full(rival, at(t, "18:00")))
	b = s.ok(s.hold(b, six)).basket
	assert.Assert(t, b.Hold != nil)
	assert.Assert(t, b.Hold.Start.Equal(at(t, "18:00")))
	assert.Assert(t, is.Nil(s.read(old).Hold))
	s.refused(s.hold(rival, six), problem.TimeslotFull)
	s.ok(s.call("DELETE", "/timeslots/"+b.OrderID, nil, "If-Match", fmt.Sprint(b.Version)))
	s.ok(s.hold(rival, six))
}

// Holding another time releases the old one in the same write, at the same restaurant and at another.
func TestMovingReleasesTheOldTimeslot(t *testing.T) {
	for name, c := range map[string]struct {
		location string
		start    string
	}{
		"another time of the restaurant": {"tulsa", "19:00"},
		"another restaurant":             {"other", "18:00"},
	} {
		t.Run(name, func(t *testing.T) {
			s, old := moving(t)
			b := s.moved(old, c.location, location.Pickup)
			assert.Assert(t, s.read(old).Hold != nil, "the old hold was released before the new one existed")
			s.ok(s.hold(b, map[string]any{"start": at(t, c.start)}))
			assert.Assert(t, is.Nil(s.read(old).Hold), "the old basket still has a hold")
			s.ok(s.hold(s.ok(s.add(s.start("tulsa"), "burger")).basket, map[string]any{"start": at(t, "18:00")}))
		})
	}
}

// A guest can move away from a restaurant that is gone. The hold there expires.
func TestMovingFromADeletedLocation(t *testing.T) {
	s, old := moving(t)
	assert.NilError(t, s.table.Write(t.Context(), table.Delete(location.KeyOf("tulsa"), 0), location.Changed()))
	s.clock.Pass(time.Minute) // the cached restaurant expires
	s.refused(s.call("GET", "/orders/"+old.OrderID, nil), problem.LocationNotFound)
	b := s.moved(old, "other", location.Pickup)
	b = s.ok(s.hold(b, map[string]any{"asap": true})).basket
	assert.Assert(t, b.Hold != nil && len(b.Lines) == 1, "got new basket %+v", b)
}

// A guest at the limit of holds can move one of them without exceeding the limit.
func TestMovedHoldCountsOnce(t *testing.T) {
	s, old := moving(t)
	s.tulsa.Capacity = location.Capacity{Minutes: 900, Orders: 100}
	s.put(s.tulsa)
	s.clock.Pass(time.Minute) // the cached restaurant expires
	hold := func() answer {
		return s.hold(s.ok(s.add(s.start("tulsa"), "cola")).basket, map[string]any{"start": at(t, "19:00")})
	}
	for range brand.Default().HoldsPerClient - 1 {
		s.ok(hold())
	}
	s.refused(hold(), problem.TooManyHolds)
	for _, wall := range []string{"18:00", "18:15", "19:00"} {
		old = s.ok(s.hold(s.moved(old, "tulsa", location.Curbside), map[string]any{"start": at(t, wall)})).basket
	}
	s.refused(hold(), problem.TooManyHolds)
	s.ok(s.call("DELETE", "/timeslots/"+old.OrderID, nil, "If-Match", fmt.Sprint(old.Version)))
	s.ok(hold())
	s.refused(hold(), problem.TooManyHolds)
}

// Neither holding the same time again nor moving the basket keeps a time for longer than HoldAtMost.
func TestRenewalsOfAHoldAreBounded(t *testing.T) {
	for name, next := range map[string]func(*site, basketview.Basket) basketview.Basket{
		"holding the same time again": func(_ *site, b basketview.Basket) basketview.Basket { return b },
		"moving":                      func(s *site, b basketview.Basket) basketview.Basket { return s.moved(b, "tulsa", location.Pickup) },
	} {
		t.Run(name, func(t *testing.T) {
			s, b := moving(t)
			taken := s.clock.Now()
			for range 4 {
				s.clock.Pass(4 * time.Minute)
				b = s.ok(s.hold(next(s, b), map[string]any{"start": at(t, "18:00")})).basket
			}
			most := taken.Add(brand.Default().HoldAtMost)
			assert.Assert(t, b.Hold.Expires.Equal(most), "hold: got expiry %s, want %s", b.Hold.Expires, most)
		})
	}
}

// A hold expires at the latest when it is too late to order for its timeslot.
func TestAHoldExpiresWhenItIsTooLateToOrder(t *testing.T) {
	s := open(t)
	s.tulsa.LeadMinutes = 5
	s.put(s.tulsa)
	s.clock.Pass(8 * time.Minute) // 12:08
	b := s.ok(s.hold(s.ok(s.add(s.start("tulsa"), "burger")).basket, map[string]any{"asap": true})).basket
	assert.Assert(t, b.Hold.Start.Equal(at(t, "12:15")) && b.Hold.Expires.Equal(b.Hold.Start), "%+v", b.Hold)
}

// A concurrent change of the old basket does not fail the hold of the new one: the write is retried.
func TestAHoldRetriesWhenTheOldBasketChanges(t *testing.T) {
	s, old := moving(t)
	b := s.moved(old, "tulsa", location.Curbside)
	together(8, func(i int) {
		if i == 0 {
			s.ok(s.hold(b, map[string]any{"start": at(t, "18:00")}))
			return
		}
		a := s.add(old, "cola")
		assert.Check(t, a.status == http.StatusOK || a.body.Code == problem.BasketChanged, "%d %s", a.status, a.raw)
	})
	assert.Assert(t, is.Nil(s.read(old).Hold))
}

// A guest who moves again without holding a time takes over the hold of an earlier basket.
func TestMovingTwiceTakesOverTheTimeslot(t *testing.T) {
	for name, between := range map[string]string{"by another restaurant": "other", "by another handoff": "tulsa"} {
		t.Run(name, func(t *testing.T) {
			s, old := moving(t)
			b := s.moved(s.moved(old, between, location.Curbside), "tulsa", location.Pickup)
			assert.Assert(t, !s.full(b, at(t, "18:00")), "the guest's own timeslot is listed as full")
			s.ok(s.hold(b, map[string]any{"start": at(t, "18:00")}))
			assert.Assert(t, is.Nil(s.read(old).Hold), "the first basket still has a hold")
		})
	}
}
