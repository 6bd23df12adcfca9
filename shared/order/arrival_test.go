package order_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ordering/shared/guest"
	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
)

var civic = guest.Vehicle{Make: "Honda", Model: "Civic", Colour: "silver"}

// parked places a curbside order with the Civic.
func parked(g *ordertest.Fixture, t *testing.T) order.Order {
	t.Helper()
	g.Location.Handoffs = []location.Handoff{location.Pickup, location.Curbside}
	b := g.FillFor(location.Curbside, "burger", 1)
	want := g.Want(b, "ok", key)
	want.Vehicle = &guest.Vehicle{Make: " Honda ", Model: "Civic", Colour: "silver"}
	o := g.Place(want)
	return o
}

// Every move of an arrival by every actor: moves that are not in this table must be refused.
func TestOnlyTheseArrivalsByTheseActors(t *testing.T) {
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
				if got, want := order.ArrivalAllowed(from, to, actor), cells[n][0] == letter; got != want {
					t.Errorf("%s → %s by %c: allowed is %v, want %v", from, to, letter, got, want)
				}
			}
			if order.ArrivalAllowed(from, to, 0) {
				t.Errorf("%s → %s by nobody is allowed", from, to)
			}
		}
	}
}

// A guest can arrive from acceptance by the kitchen until the handover.
func TestTheStatusesThatAcceptAnArrival(t *testing.T) {
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
		o := parked(g, t)
		var err error
		switch c.status {
		case order.Scheduled:
		case order.Cancelled:
			_, err = g.Service().Cancel(context.Background(), o.Token)
		default:
			_, err = g.Service().Advance(context.Background(), o.ID, order.Event{Status: c.status, At: g.Now()})
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, want := g.Order(o.Token).Awaited(), c.ends == order.Arrived; got != want {
			t.Errorf("%s: awaited is %v", c.status, got)
		}
		g.Drained()
		_, err = g.Service().Arrive(context.Background(), o.Token, nil)
		if (c.refused == "") != (err == nil) || err != nil && !problem.Is(err, c.refused) {
			t.Errorf("%s: %v, want %q", c.status, err, c.refused)
		}
		stands := g.Order(o.Token)
		if stands.Arrival.State != c.ends || stands.Status != c.status {
			t.Errorf("%s: ends %s, %s", c.status, stands.Status, stands.Arrival.State)
		}
		told := len(g.Drained())
		if want := map[bool]int{true: 1, false: 0}[c.ends == order.Arrived]; told != want {
			t.Errorf("%s: the kitchen is told %d times", c.status, told)
		}
		g.Settle()
		g.Audit(o.Token)
	}
}

// The guest can arrive from half an hour before the promised time, or when the order is ready, so that tonight's order is not brought
// out at noon.
func TestTheEarliestArrival(t *testing.T) {
	g := ordertest.New(t)
	o := parked(g, t)
	g.Pass(o.Start.Add(-order.ArriveAhead - time.Second).Sub(g.Now()))
	advance := func(s order.Status) {
		t.Helper()
		g.Advance(o.ID, s)
	}
	advance(order.Accepted)
	g.Drained()
	_, err := g.Service().Arrive(context.Background(), o.Token, &guest.Vehicle{Make: "Ford", Model: "F-150", Colour: "red"})
	if !problem.Is(err, problem.ArrivalTooSoon) || problem.From(err).Params["minutes"] != 30 {
		t.Errorf("a second early: %v", err)
	}
	if early := g.Order(o.Token); early.Arrival.State != order.ArrivalPlaced || *early.Car() != civic || len(g.Drained()) != 0 || early.CanArrive(g.Now()) {
		t.Errorf("a second early: %+v", early.Arrival)
	}
	if from := g.Order(o.Token).ArriveFrom(); from != g.Now().Add(time.Second) {
		t.Errorf("from %s, it is %s", from, g.Now())
	}
	g.Pass(time.Second)
	if there, err := g.Service().Arrive(context.Background(), o.Token, nil); err != nil || there.Arrival.State != order.Arrived {
		t.Errorf("in time: %+v %v", there.Arrival, err)
	}
	g.Pass(-3 * time.Hour) // a clock that is set back must not prevent a correction of the car
	if there, err := g.Service().Arrive(context.Background(), o.Token, &guest.Vehicle{Make: "Ford", Model: "F-150", Colour: "red"}); err != nil || there.Car().Make != "Ford" {
		t.Errorf("corrected: %+v %v", there.Car(), err)
	}

	g.Location.LeadMinutes = 4 * 60
	o = parked(g, t)
	advance(order.Ready)
	ready := g.Order(o.Token)
	if from := ready.ArriveFrom(); from != g.Now() || !ready.CanArrive(g.Now()) {
		t.Errorf("ready hours ahead: from %s", from)
	}
}

// Pressing "I'm here" again sends no second message; another car corrects it, and the kitchen gets a message for each.
func TestAnArrivalIsReportedOnce(t *testing.T) {
	g := ordertest.New(t)
	o := parked(g, t)
	if *o.Car() != civic || o.Arrival.State != order.ArrivalPlaced {
		t.Fatalf("placed: %v %+v", o.Car(), o.Arrival)
	}
	g.Advance(o.ID, order.Ready)
	g.Drained()
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() {
			o, err := g.Service().Arrive(context.Background(), o.Token, &civic)
			if err != nil || o.Arrival.State != order.Arrived {
				t.Errorf("%+v %v", o.Arrival, err)
			}
		})
	}
	wg.Wait()
	first := g.Order(o.Token)
	if first.Arrival.Vehicle != nil || first.Arrival.At != g.Now() {
		t.Errorf("%+v", first.Arrival)
	}
	truck := guest.Vehicle{Make: "Ford", Model: "F-150", Colour: "red"}
	for range 2 {
		if o, err := g.Service().Arrive(context.Background(), o.Token, &truck); err != nil || *o.Car() != truck || o.Arrival.At != first.Arrival.At {
			t.Errorf("corrected: %+v %v", o.Arrival, err)
		}
	}
	want := map[string]int{o.Token + "/kitchen-arrival-1": 1, o.Token + "/kitchen-arrival-2": 1}
	if rows := g.Drained(); !reflect.DeepEqual(rows, want) {
		t.Errorf("told: %v", rows)
	}
	if after := g.Order(o.Token); *after.Vehicle != civic || *after.Car() != truck {
		t.Errorf("the order says %v, the car is %v", after.Vehicle, after.Car())
	}
}

func TestVehicleChangesAreBounded(t *testing.T) {
	g := ordertest.New(t)
	o := parked(g, t)
	g.Advance(o.ID, order.Ready)
	var err error
	said := 0
	for n := 0; err == nil && n < 100; n++ {
		_, err = g.Service().Arrive(context.Background(), o.Token, &guest.Vehicle{Make: "Ford", Model: fmt.Sprint(n), Colour: "red"})
		said = n
	}
	if !problem.Is(err, problem.VehicleFixed) || said != 10 {
		t.Errorf("after %d: %v", said, err)
	}
}

func TestOnlyCurbsideHasAnArrival(t *testing.T) {
	g := ordertest.New(t)
	b := g.Fill("burger", 1)
	want := g.Want(b, "ok", key)
	want.Vehicle = &civic
	o, err := g.Checkout.Place(context.Background(), want)
	if err != nil || o.Arrival != nil || o.Car() != nil {
		t.Fatalf("a pickup order: %+v %v %v", o.Arrival, o.Car(), err)
	}
	if _, err := g.Service().Arrive(context.Background(), o.Token, &civic); !problem.Is(err, problem.NotCurbside) {
		t.Errorf("arrives: %v", err)
	}
	if _, err := g.Service().Arrive(context.Background(), "nobodys", &civic); !problem.Is(err, problem.OrderNotFound) {
		t.Errorf("an unknown order: %v", err)
	}
}

func TestCurbsideNeedsAVehicle(t *testing.T) {
	g := ordertest.New(t)
	g.Location.Handoffs = []location.Handoff{location.Curbside}
	b := g.FillFor(location.Curbside, "burger", 1)
	for name, c := range map[string]struct {
		vehicle *guest.Vehicle
		want    []string
	}{
		"none":         {nil, []string{"/vehicle/make", "/vehicle/model", "/vehicle/colour"}},
		"half of one":  {&guest.Vehicle{Make: "Honda"}, []string{"/vehicle/model", "/vehicle/colour"}},
		"one of space": {&guest.Vehicle{Make: " ", Model: "Civic", Colour: "silver"}, []string{"/vehicle/make"}},
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
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v (%v)", name, got, err)
		}
	}
	if len(g.Provider.Ledger()) != 0 {
		t.Error("something was paid")
	}
}
