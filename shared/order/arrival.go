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

// Arrival is the second axis of an order: the arrival of the guest of a curbside order. It is independent of the status, except that
// completing an order also sets PickedUp.
type Arrival struct {
	State ArrivalState `json:"state"`
	At    time.Time    `json:"at,omitzero"` // time of arrival
	// Vehicle is the guest's car if it differs from the one entered with the order.
	Vehicle *guest.Vehicle `json:"vehicle,omitempty"`
	// Said counts the messages about it to the kitchen.
	Said int `json:"said,omitempty"`
}

// ArrivalState is the state of an arrival.
type ArrivalState string

const (
	ArrivalPlaced ArrivalState = "placed" // not arrived yet
	Arrived       ArrivalState = "arrived"
	PickedUp      ArrivalState = "picked-up"
)

// arrivals are the allowed moves and their actors. The kitchen can also hand over an order of which the guest never reported the arrival.
var arrivals = map[ArrivalState]map[ArrivalState]Actor{
	ArrivalPlaced: {Arrived: Guest, PickedUp: Kitchen},
	Arrived:       {PickedUp: Kitchen},
}

// ArrivalAllowed reports whether by may move an arrival from one state to another.
func ArrivalAllowed(from, to ArrivalState, by Actor) bool { return arrivals[from][to] == by && by != 0 }

// awaited are the statuses in which a guest can arrive: the kitchen has accepted the order and still has it.
var awaited = []Status{Accepted, InPreparation, Ready}

// ArriveAhead is how long before the promised time a guest can arrive for an order that is still being made. Two timeslots allow
// waiting at the curb for an order as soon as possible, but not bringing out tonight's order at noon. An order that is ready can be
// fetched any time.
const ArriveAhead = 30 * time.Minute

// maxArrivalMessages bounds the messages to the kitchen about one arrival: the first, and some corrections.
const maxArrivalMessages = 10

// Awaited reports whether the kitchen has the curbside order and it is not picked up, even hours ahead.
func (o Progress) Awaited() bool {
	return o.Arrival != nil && o.Arrival.State != PickedUp && slices.Contains(awaited, o.Status)
}

// ArriveFrom returns the first instant at which the guest can say "I'm here".
func (o Progress) ArriveFrom() time.Time {
	from := o.Promised.Add(-ArriveAhead)
	for _, step := range o.Steps {
		if step.Status == Ready && step.At.Before(from) {
			return step.At
		}
	}
	return from
}

// CanArrive reports whether the guest can say "I'm here" now, or correct the car after it.
func (o Progress) CanArrive(now time.Time) bool {
	return o.Awaited() && (o.Arrival.State == Arrived || o.Status == Ready || !now.Before(o.ArriveFrom()))
}

// Car returns the vehicle to bring the order to: the one named at the arrival, else the one of the order. Nil unless it is curbside.
func (o Order) Car() *guest.Vehicle {
	if o.Arrival != nil && o.Arrival.Vehicle != nil {
		return o.Arrival.Vehicle
	}
	return o.Vehicle
}

// Arrive records that the guest of a curbside order has arrived, in vehicle v if not nil, and notifies the kitchen. Repeating it
// changes nothing and sends nothing; another vehicle corrects it. An order that is picked up already is returned unchanged.
// problem.NotCurbside, problem.ArrivalEarly while the kitchen has not accepted the order, problem.ArrivalTooSoon before ArriveFrom,
// problem.ArrivalLate when the order is final, problem.VehicleFixed after maxArrivalMessages messages.
func (svc *Service) Arrive(ctx context.Context, token string, v *guest.Vehicle) (Order, error) {
	return svc.move(ctx, token, func(o Order) (Order, error) {
		switch {
		case o.Arrival == nil:
			return o, problem.New(problem.NotCurbside)
		case o.Arrival.State == PickedUp:
			return o, nil
		case !o.Awaited() && o.Status.Final():
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
		if next.Said == maxArrivalMessages {
			return o, problem.New(problem.VehicleFixed)
		}
		next.Said++
		o.Arrival = &next
		return svc.write(ctx, "", o, outbox.KitchenArrival(o.Token, next.Said, now))
	})
}

// handOver sets the arrival of a completed order to PickedUp.
func (o *Order) handOver() {
	if o.Arrival == nil || !ArrivalAllowed(o.Arrival.State, PickedUp, Kitchen) {
		return
	}
	next := *o.Arrival
	next.State = PickedUp
	o.Arrival = &next
}

// vehicleFor returns the vehicle for handoff h, nil if h needs none; problem.Invalid lists the missing fields.
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
