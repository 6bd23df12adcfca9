package cart_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/cart"
	"ordering/shared/basket"
	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/telemetry"
)

// listing is the answer with the times of a basket.
type listing struct {
	ASAP *cart.TimeLeft
	Days []cart.DayAhead
	Day  cart.Day
}

func (s *site) times(b basketview.Basket, query string) listing {
	s.t.Helper()
	var l listing
	assert.NilError(s.t, json.Unmarshal(s.ok(s.call("GET", "/timeslots/"+b.OrderID+query, nil)).raw, &l))
	return l
}

// at returns a wall time on the test's day in Tulsa.
func at(t testing.TB, wall string) time.Time {
	t.Helper()
	zone, err := time.LoadLocation("America/Chicago")
	assert.NilError(t, err)
	when, err := time.ParseInLocation("2006-01-02 15:04", "2026-07-28 "+wall, zone)
	assert.NilError(t, err)
	return when
}

func TestTimesOfABasket(t *testing.T) {
	s := open(t) // noon, open until 22:00, a lead time of 15 minutes
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	l := s.times(b, "")
	assert.Assert(t, l.ASAP != nil && l.ASAP.Start.Equal(at(t, "12:15")) && l.ASAP.ASAP, "got asap %+v", l.ASAP)
	assert.Assert(t, is.Len(l.Days, 7))
	assert.Equal(t, l.Days[0], (cart.DayAhead{Date: "2026-07-28"}))
	assert.Equal(t, l.Day.Date, l.Days[0].Date)
	// 12:15 to 21:45
	n := len(l.Day.Slots)
	assert.Equal(t, n, 39)
	assert.Assert(t, l.Day.Slots[n-1].Start.Equal(at(t, "21:45")))
	next := s.times(b, "?date=2026-07-29")
	assert.Equal(t, next.Day.Date, "2026-07-29")
	assert.Assert(t, is.Len(next.Day.Slots, 63))
	assert.Assert(t, is.Len(s.times(b, "?date=2027-01-01").Day.Slots, 0))
	s.refused(s.call("GET", "/timeslots/"+b.OrderID+"?date=tomorrow", nil), problem.Invalid)

	s.clock.Pass(11 * time.Hour) // 23:00, closed
	if l := s.times(b, ""); l.ASAP != nil || l.Day.Date != "2026-07-29" || l.Days[0].Closed != "too-late" || l.Days[1].Closed != "" {
		t.Errorf("closed restaurant: got %+v, want its next opening", l)
	}
}

func TestHoldingATime(t *testing.T) {
	s := open(t)
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	if !slices.ContainsFunc(b.Problems, func(d basket.Obstacle) bool { return d.Code == problem.TimeslotMissing && d.Pointer == "/timeslot" }) {
		t.Errorf("basket without a hold: got problems %v", b.Problems)
	}
	b = s.ok(s.hold(b, map[string]any{"asap": true})).basket
	if h := b.Hold; h == nil || !h.ASAP || !h.Start.Equal(at(t, "12:15")) || !h.End.Equal(at(t, "12:30")) || !h.Expires.Equal(s.clock.Now().Add(10*time.Minute)) {
		t.Fatalf("got hold %+v", h)
	}
	assert.Assert(t, is.Len(b.Problems, 0))
	b = s.ok(s.hold(b, map[string]any{"start": at(t, "18:00").UTC()})).basket
	assert.Assert(t, b.Hold.Start.Equal(at(t, "18:00")) && !b.Hold.ASAP, "after the move: got hold %+v", b.Hold)
	s.refused(s.hold(b, map[string]any{}), problem.TimeslotMissing)
	s.refused(s.hold(b, map[string]any{"start": at(t, "18:07")}), problem.TimeslotUnavailable)
	s.refused(s.hold(b, map[string]any{"start": at(t, "09:00")}), problem.TimeslotUnavailable)
	// In UTC this time is in the year 10000, which no answer can contain.
	for _, far := range []string{"9999-12-31T23:59:59-12:00", "0000-01-01T00:00:00Z", "2028-01-01T18:00:00Z"} {
		s.refused(s.hold(b, map[string]any{"start": far}), problem.Invalid)
	}
	b = s.ok(s.call("DELETE", "/timeslots/"+b.OrderID, nil, "If-Match", fmt.Sprint(b.Version))).basket
	assert.Assert(t, is.Nil(b.Hold))
	s.ok(s.call("DELETE", "/timeslots/"+b.OrderID, nil, "If-Match", fmt.Sprint(b.Version)))
}

// Moving a hold frees the old place at once, and a full slot is not full for the basket that holds it.
func TestMovingAHoldReleasesTheOldPlace(t *testing.T) {
	s := open(t)
	s.tulsa.Capacity = location.Capacity{Minutes: 60, Orders: 1}
	s.put(s.tulsa)
	a := s.ok(s.add(s.start("tulsa"), "burger")).basket
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	six, seven := map[string]any{"start": at(t, "18:00")}, map[string]any{"start": at(t, "19:00")}
	a = s.ok(s.hold(a, six)).basket
	refusal := s.refused(s.hold(b, six), problem.TimeslotFull)
	next, _ := refusal.body.Params["next"].([]any)
	assert.Assert(t, is.Len(next, 3))
	assert.Assert(t, next[0] == at(t, "12:15").UTC().Format(time.RFC3339))
	assert.Assert(t, !s.full(a, at(t, "18:00")))
	assert.Assert(t, s.full(b, at(t, "18:00")))
	a = s.ok(s.hold(a, seven)).basket
	s.ok(s.hold(b, six))
	s.clock.Pass(10 * time.Minute)
	a = s.read(a)
	if a.Hold != nil || !slices.ContainsFunc(a.Problems, func(d basket.Obstacle) bool { return d.Code == problem.HoldEnded }) || a.Count != 1 {
		t.Errorf("expired hold: got hold %+v, problems %v", a.Hold, a.Problems)
	}
	s.ok(s.hold(a, six))
}

// One client cannot hold all of a restaurant's times with many carts; a guest from another network can still order.
func TestANetworksHoldsAreBounded(t *testing.T) {
	s := open(t)
	hold := func() answer {
		b := s.ok(s.call("POST", "/orders", map[string]any{"locationId": "tulsa", "handoff": 2, "category": "everyday", "line": map[string]any{"itemId": "cola", "quantity": 1}})).basket
		return s.call("PUT", "/timeslots/"+b.OrderID, map[string]any{"asap": true}, "If-Match", "1")
	}
	s.network = "203.0.113.7:4711"
	for range brand.Default().HoldsPerClient {
		s.ok(hold())
	}
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(telemetry.Log(&log, telemetry.Source{Service: "tulsa", Function: "cart"})))
	refused := hold()
	slog.SetDefault(before)
	s.refused(refused, problem.TooManyHolds)
	assert.Assert(t, is.Contains(log.String(), `"HoldsBounded":1`))
	assert.Assert(t, refused.status == http.StatusTooManyRequests)
	assert.Assert(t, refused.body.Params["minutes"] == 10.0)
	s.network = "203.0.113.8:4711"
	s.ok(hold())
	s.network = "203.0.113.7:4712" // another port is the same client
	s.refused(hold(), problem.TooManyHolds)
	s.clock.Pass(10 * time.Minute)
	s.ok(hold())
}

// Every day is listed, and closed days have a reason. The brand sets the number of days, with more for catering.
func TestDaysAheadSayWhyTheyAreClosed(t *testing.T) {
	s := open(t) // a Tuesday
	s.tulsa.Hours.Regular[time.Thursday] = nil
	s.tulsa.Hours.Holiday = []location.Season{{From: date(t, "2026-08-01"), To: date(t, "2026-08-02")}}
	s.tulsa.Hours.Exceptions = []location.Exception{{From: date(t, "2026-07-31"), To: date(t, "2026-07-31")}}
	s.put(s.tulsa)
	s.clock.Pass(9*time.Hour + 50*time.Minute) // 21:50, nothing is ready before 22:00
	l := s.times(s.ok(s.add(s.start("tulsa"), "burger")).basket, "")
	want := []cart.DayAhead{
		{Date: "2026-07-28", Closed: "too-late"}, {Date: "2026-07-29"}, {Date: "2026-07-30", Closed: "weekday"}, {Date: "2026-07-31", Closed: "date"},
		{Date: "2026-08-01", Closed: "date"}, {Date: "2026-08-02", Closed: "date"}, {Date: "2026-08-03"},
	}
	assert.DeepEqual(t, l.Days, want)
	assert.Equal(t, l.Day.Date, "2026-07-29")
	catering := s.ok(s.call("POST", "/orders", map[string]any{"locationId": "tulsa", "handoff": 2, "category": "catering"})).basket
	assert.Assert(t, is.Len(s.times(catering, "").Days, 30))
}

func date(t testing.TB, s string) location.Date {
	t.Helper()
	d, err := location.ParseDate(s)
	assert.NilError(t, err)
	return d
}

// The list of times is a dry run: each time lists the changes of the basket, and listing changes nothing.
func TestEachTimeListsItsChanges(t *testing.T) {
	s := open(t)
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	b = s.ok(s.add(b, "pancakes")).basket // for tomorrow, perhaps
	at9, today := at(t, "09:00").AddDate(0, 0, 1), s.times(b, "")
	if c := today.ASAP.Changes; len(c) != 1 || c[0].Kind != "not-served" || c[0].Label != "Pancakes" || c[0].Served == nil || c[0].Served.From != 6*60 || c[0].Served.To != 10*60+30 || !c[0].Served.Next.Equal(at(t, "06:00").AddDate(0, 0, 1)) {
		t.Errorf("asap: got changes %+v", c)
	}
	for _, slot := range s.times(b, "?date=2026-07-29").Day.Slots {
		morning := slot.Start.Before(at(t, "10:30").AddDate(0, 0, 1))
		assert.Check(t, is.Equal(len(slot.Changes) == 0, morning), "%v: got changes %+v", slot.Start, slot.Changes)
	}
	if now := s.read(b); now.Version != b.Version || len(now.Changes) != 0 || now.Count != 2 || now.Hold != nil {
		t.Errorf("listing the timeslots changed the basket: %+v", now)
	}
	b = s.ok(s.hold(b, map[string]any{"start": at9})).basket
	assert.Assert(t, is.Len(s.times(b, "").ASAP.Changes, 1))
	b = s.ok(s.hold(b, map[string]any{"start": at(t, "18:00")})).basket
	listed := s.times(b, "")
	assert.Assert(t, is.Len(listed.ASAP.Changes, 0))
	assert.Assert(t, is.Len(b.Changes, 1))
	assert.Equal(t, b.Count, 2)
	s.refused(s.add(b, "pancakes"), problem.ItemNotServedNow)
}
