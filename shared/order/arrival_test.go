package order_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/guest"
	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
)

var civic = guest.Vehicle{Make: "Honda", Model: "Civic", Colour: "silver"}

// placeCurbside places a curbside order with the Civic.
func placeCurbside(g *ordertest.Fixture, t *testing.T) order.Order {
	t.Helper()
	g.Location.Handoffs = []location.Handoff{location.Pickup, location.Curbside}
	b := g.FillFor(location.Curbside, "burger", 1)
	want := g.Want(b, "ok", key)
	want.Vehicle = &guest.Vehicle{Make: " Honda ", Model: "Civic", Colour: "silver"}
	return g.Place(want)
}

// Every move of an arrival by every actor: moves that are not in this table must be refused.
func TestAllowedArrivals(t *testing.T) {
	table := map[order.ArrivalState]string{
		//                   pl ar pi
		order.ArrivalPlaced: ".  g  k",
		order.Arrived:       ".  .  k",
		order.PickedUp:      ".  .  .",
	}
	states := []order.ArrivalState{order.ArrivalPlaced, order.Arrived, order.PickedUp}
	actors := map[byte]order.Actor{'g': order.Guest, 'k': order.Kitchen, 's': order.System}
	for _, from := range states {
		cells := strings.Fields(table[from])
		for n, to := range states {
			for letter, actor := range actors {
				assert.Check(t, is.Equal(order.ArrivalAllowed(from, to, actor), cells[n][0] == letter))
			}
			assert.Check(t, !order.ArrivalAllowed(from, to, 0), "%s → %s without an actor is allowed", from, to)
		}
	}
}

// A guest can arrive from acceptance by the kitchen until the handover.
func TestStatusesThatAcceptAnArrival(t *testing.T) {
	for _, c := range []struct {
		status  order.Status
		refused problem.Code
		ends    order.ArrivalState
	}{
		{order.Scheduled, problem.ArrivalEarly, order.ArrivalPlaced},
		{order.Accepted, "", order.Arrived},
		{order.InPreparation, "", order.Arrived},
		{order.Ready, "", order.Arrived},
		{order.Completed, "", order.PickedUp},
		{order.NotApproved, problem.ArrivalLate, order.ArrivalPlaced},
		{order.Cancelled, problem.ArrivalLate, order.ArrivalPlaced},
	} {
		g := ordertest.New(t)
		o := placeCurbside(g, t)
		var err error
		switch c.status {
		case order.Scheduled:
		case order.Cancelled:
			_, err = g.Service().Cancel(context.Background(), o.Token)
		default:
			_, err = g.Service().Advance(context.Background(), o.ID, order.Event{Status: c.status, At: g.Now()})
		}
		assert.NilError(t, err)
		assert.Check(t, is.Equal(g.Order(o.Token).Awaited(), c.ends == order.Arrived), c.status)
		g.Drained()
		_, err = g.Service().Arrive(context.Background(), o.Token, nil)
		if (c.refused == "") != (err == nil) || err != nil && !problem.Is(err, c.refused) {
			t.Errorf("%s: %v, want %q", c.status, err, c.refused)
		}
		after := g.Order(o.Token)
		assert.Check(t, after.Arrival.State == c.ends && after.Status == c.status, "%s: ends %s, %s", c.status, after.Status, after.Arrival.State)
		sent := len(g.Drained())
		assert.Check(t, is.Equal(sent, map[bool]int{true: 1, false: 0}[c.ends == order.Arrived]), c.status)
		g.SettleAndAudit(o.Token)
	}
}

// The guest can arrive from half an hour before the promised time, or when the order is ready, so that the
// kitchen does not bring out an order of the evening at noon.
func TestTheEarliestArrival(t *testing.T) {
	g := ordertest.New(t)
	o := placeCurbside(g, t)
	g.Pass(o.Start.Add(-order.ArriveAhead - time.Second).Sub(g.Now()))
	g.Advance(o.ID, order.Accepted)
	g.Drained()
	_, err := g.Service().Arrive(context.Background(), o.Token, &guest.Vehicle{Make: "Ford", Model: "F-150", Colour: "red"})
	assert.Assert(t, problem.Is(err, problem.ArrivalTooSoon))
	assert.Assert(t, problem.From(err).Params["minutes"] == 30)
	if early := g.Order(o.Token); early.Arrival.State != order.ArrivalPlaced || *early.Car() != civic || len(g.Drained()) != 0 || early.CanArrive(g.Now()) {
		t.Errorf("a second early: got %+v", early.Arrival)
	}
	assert.Equal(t, g.Order(o.Token).ArriveFrom(), g.Now().Add(time.Second), g.Now())
	g.Pass(time.Second)
	there, err := g.Service().Arrive(context.Background(), o.Token, nil)
	assert.NilError(t, err)
	assert.Equal(t, there.Arrival.State, order.Arrived, "%+v", there.Arrival)
	g.Pass(-3 * time.Hour) // a clock that is set back must not prevent a correction of the car
	there, err = g.Service().Arrive(context.Background(), o.Token, &guest.Vehicle{Make: "Ford", Model: "F-150", Colour: "red"})
	assert.NilError(t, err)
	assert.Equal(t, there.Car().Make, "Ford", "%+v", there.Car())

	g.Location.LeadMinutes = 4 * 60
	o = placeCurbside(g, t)
	g.Advance(o.ID, order.Ready)
	ready := g.Order(o.Token)
	from := ready.ArriveFrom()
	assert.Assert(t, from == g.Now() && ready.CanArrive(g.Now()), "ready hours ahead: got arrival from %s", from)
}

// Pressing "I'm here" again sends no second message; another car corrects it, and the kitchen gets a message for each.
func TestAnArrivalIsReportedOnce(t *testing.T) {
	g := ordertest.New(t)
	o := placeCurbside(g, t)
	assert.Assert(t, *o.Car() == civic && o.Arrival.State == order.ArrivalPlaced, "placed: %v %+v", o.Car(), o.Arrival)
	g.Advance(o.ID, order.Ready)
	g.Drained()
	together(200, func(int) {
		o, err := g.Service().Arrive(context.Background(), o.Token, &civic)
		assert.Check(t, err == nil && o.Arrival.State == order.Arrived, "%+v %v", o.Arrival, err)
	})
	first := g.Order(o.Token)
	assert.Assert(t, first.Arrival.Vehicle == nil && first.Arrival.At == g.Now(), "%+v", first.Arrival)
	truck := guest.Vehicle{Make: "Ford", Model: "F-150", Colour: "red"}
	for range 2 {
		if o, err := g.Service().Arrive(context.Background(), o.Token, &truck); err != nil || *o.Car() != truck || o.Arrival.At != first.Arrival.At {
			t.Errorf("corrected: %+v %v", o.Arrival, err)
		}
	}
	want := map[string]int{o.Token + "/kitchen-arrival-1": 1, o.Token + "/kitchen-arrival-2": 1}
	assert.DeepEqual(t, g.Drained(), want)
	after := g.Order(o.Token)
	assert.Equal(t, *after.Vehicle, civic)
	assert.Equal(t, *after.Car(), truck)
}

func TestVehicleChangesAreBounded(t *testing.T) {
	g := ordertest.New(t)
	o := placeCurbside(g, t)
	g.Advance(o.ID, order.Ready)
	var err error
	changes := 0
	for n := 0; err == nil && n < 100; n++ {
		_, err = g.Service().Arrive(context.Background(), o.Token, &guest.Vehicle{Make: "Ford", Model: fmt.Sprint(n), Colour: "red"})
		changes = n
	}
	assert.Assert(t, problem.Is(err, problem.VehicleFixed) && changes == 10, "after %d: %v", changes, err)
}

func TestOnlyCurbsideHasAnArrival(t *testing.T) {
	g := ordertest.New(t)
	b := g.Fill("burger", 1)
	want := g.Want(b, "ok", key)
	want.Vehicle = &civic
	o := g.Place(want)
	assert.Assert(t, o.Arrival == nil && o.Car() == nil, "%+v %v", o.Arrival, o.Car())
	_, err := g.Service().Arrive(context.Background(), o.Token, &civic)
	assert.Assert(t, problem.Is(err, problem.NotCurbside), "arrives: %v", err)
	_, err = g.Service().Arrive(context.Background(), "unknown", &civic)
	assert.Assert(t, problem.Is(err, problem.OrderNotFound), "unknown order: got %v", err)
}

func TestCurbsideNeedsAVehicle(t *testing.T) {
	g := ordertest.New(t)
	g.Location.Handoffs = []location.Handoff{location.Curbside}
	b := g.FillFor(location.Curbside, "burger", 1)
	for name, c := range map[string]struct {
		vehicle *guest.Vehicle
		want    []string
	}{
		"none":                  {nil, []string{"/vehicle/make", "/vehicle/model", "/vehicle/colour"}},
		"an incomplete vehicle": {&guest.Vehicle{Make: "Honda"}, []string{"/vehicle/model", "/vehicle/colour"}},
		"a blank make":          {&guest.Vehicle{Make: " ", Model: "Civic", Colour: "silver"}, []string{"/vehicle/make"}},
	} {
		want := g.Want(b, "ok", key)
		want.Vehicle = c.vehicle
		_, err := g.Checkout.Place(context.Background(), want)
		var got []string
		if problem.Is(err, problem.Invalid) {
			for _, d := range problem.From(err).Details {
				got = append(got, d.Pointer)
			}
		}
		assert.Check(t, is.DeepEqual(got, c.want), "%s %v", name, err)
	}
	assert.Assert(t, is.Len(g.Provider.Ledger(), 0), "the ledger must stay empty")
}
