package order

import (
	"context"
	"slices"
	"time"

	"ordering/shared/guest"
	"ordering/shared/location"
	"ordering/shared/outbox"
	"ordering/shared/problem"
)

// Arrival is the second axis of an order: how the guest of a curbside order comes to it. It stands beside the status, and
// neither moves the other, but that an order which is handed over is picked up.
type Arrival struct {
	State ArrivalState `json:"state"`
	At    time.Time    `json:"at,omitzero"` // when the guest was there
	// Vehicle is what the guest came in when it is not what was said with the order.
	Vehicle *guest.Vehicle `json:"vehicle,omitempty"`
	// Said counts what the kitchen was told of it.
	Said int `json:"said,omitempty"`
}

// ArrivalState is how far the guest has come.
type ArrivalState string

const (
	ArrivalPlaced ArrivalState = "placed" // on the way, as far as anybody knows
	Arrived       ArrivalState = "arrived"
	PickedUp      ArrivalState = "picked-up"
)

// ArrivalStates lists them in the order in which an order passes them.
var ArrivalStates = []ArrivalState{ArrivalPlaced, Arrived, PickedUp}

// arrivals are the allowed moves, with who may make them. A guest who does not say anything is served all the same.
var arrivals = map[ArrivalState]map[ArrivalState]Actor{
	ArrivalPlaced: {Arrived: Guest, PickedUp: Kitchen},
	Arrived:       {PickedUp: Kitchen},
}

// ArrivalAllowed reports whether by may move an arrival from one state to another.
func ArrivalAllowed(from, to ArrivalState, by Actor) bool { return arrivals[from][to] == by && by != 0 }

// awaited are the statuses in which a guest can be there: the kitchen knows of the order and still has it.
var awaited = []Status{Accepted, InPreparation, Ready}

// ArriveAhead is how long before its promised time a guest can be there for an order that is still being made: two timeslots, so
// that an order for as soon as possible can be waited for at the curb, and one for tonight is not brought out at noon. One that is
// ready can be fetched whenever.
const ArriveAhead = 30 * time.Minute

// maxSaid is how often a kitchen is told of an arrival: once, and of some corrections.
const maxSaid = 10

// Awaited says whether the kitchen has the order for a guest who comes to the curb for it, be it hours ahead.
func (o Progress) Awaited() bool {
	return o.Arrival != nil && o.Arrival.State != PickedUp && slices.Contains(awaited, o.Status)
}

// ArriveFrom is the first instant at which the guest can say "I'm here".
func (o Progress) ArriveFrom() time.Time {
	from := o.Promised.Add(-ArriveAhead)
	for _, step := range o.Steps {
		if step.Status == Ready && step.At.Before(from) {
			return step.At
		}
	}
	return from
}

// CanArrive says whether the guest can say "I'm here" now, or correct the car after it.
func (o Progress) CanArrive(now time.Time) bool {
	return o.Awaited() && (o.Arrival.State == Arrived || o.Status == Ready || !now.Before(o.ArriveFrom()))
}

// Car is the vehicle to bring the order to: the one that the guest came in, as far as that is known. Nil unless it is curbside.
func (o Order) Car() *guest.Vehicle {
	if o.Arrival != nil && o.Arrival.Vehicle != nil {
		return o.Arrival.Vehicle
	}
	return o.Vehicle
}

// Arrive notes that the guest of a curbside order is there, in this vehicle when another than before is named, and tells the
// kitchen. Saying the same again changes nothing and tells nobody; another vehicle corrects it. An order that was handed over
// meanwhile is returned as it stands. problem.NotCurbside, problem.ArrivalEarly while the kitchen has not accepted the order,
// problem.ArrivalTooSoon while its time is far, problem.ArrivalLate when it is not made any more, problem.VehicleFixed after too
// many corrections.
func (svc *Service) Arrive(ctx context.Context, token string, v *guest.Vehicle) (Order, error) {
	return svc.move(ctx, token, func(o Order) (Order, error) {
		switch {
		case o.Arrival == nil:
			return o, problem.New(problem.NotCurbside)
		case o.Arrival.State == PickedUp:
			return o, nil
		case !o.Awaited() && o.Status.final():
			return o, problem.New(problem.ArrivalLate)
		case !o.Awaited():
			return o, problem.New(problem.ArrivalEarly)
		}
		now := svc.now()
		if !o.CanArrive(now) {
			return o, problem.New(problem.ArrivalTooSoon, "minutes", int(ArriveAhead.Minutes()))
		}
		next, car := *o.Arrival, o.Car()
		if v != nil && (car == nil || *v != *car) {
			next.Vehicle = v
		}
		if ArrivalAllowed(next.State, Arrived, Guest) {
			next.State, next.At = Arrived, now.Truncate(time.Millisecond)
		}
		if next == *o.Arrival {
			return o, nil
		}
		if next.Said == maxSaid {
			return o, problem.New(problem.VehicleFixed)
		}
		next.Said++
		o.Arrival = &next
		return svc.write(ctx, "", o, outbox.KitchenArrival(o.Token, next.Said, now))
	})
}

// handOver ends the arrival of an order that the kitchen has handed over.
func (o *Order) handOver() {
	if o.Arrival == nil || !ArrivalAllowed(o.Arrival.State, PickedUp, Kitchen) {
		return
	}
	next := *o.Arrival
	next.State = PickedUp
	o.Arrival = &next
}

// vehicleFor is the vehicle that an order handed over so needs, and nil when it needs none; problem.Invalid with what is missing.
func (s Submission) vehicleFor(h location.Handoff) (*guest.Vehicle, error) {
	if h != location.Curbside {
		return nil, nil
	}
	v := guest.Vehicle{}
	if s.Vehicle != nil {
		v = *s.Vehicle
	}
	v, found := v.Check("/vehicle")
	if len(found) > 0 {
		return nil, problem.New(problem.Invalid).With(found...)
	}
	return &v, nil
}
