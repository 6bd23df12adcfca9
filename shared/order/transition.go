package order

import (
	"slices"
	"time"
)

// Status is the first of the three axes of an order: its making. The arrival of a guest at the curb and the delivery are axes of their
// own, and none of their states is ever a status.
type Status string

const (
	Pending        Status = "pending"        // reserved; the payment is not settled
	Authentication Status = "authentication" // waits for authentication at the guest's bank
	Scheduled      Status = "scheduled"      // placed: the kitchen is notified
	Accepted       Status = "accepted"
	InPreparation  Status = "in-preparation" // fired: too late to cancel
	Ready          Status = "ready"
	Completed      Status = "completed"
	Cancelled      Status = "cancelled"    // by the guest
	NotApproved    Status = "not-approved" // by the kitchen
	NotPaid        Status = "not-paid"     // never placed: all reservations were released
)

// Statuses lists the statuses in the order in which an order passes them, then the other ways to end.
var Statuses = []Status{Pending, Authentication, Scheduled, Accepted, InPreparation, Ready, Completed, Cancelled, NotApproved, NotPaid}

// Actor is who moves an order.
type Actor int

const (
	Guest Actor = iota + 1
	Kitchen
	System
)

// moves are the allowed transitions and their actors. The kitchen's webhooks arrive in any order: it may skip statuses but never go
// back, and it may refuse until the order is completed, so that the same events end in the same status in any order. The system
// cancels when the payment cannot be captured.
var moves = map[Status]map[Status][]Actor{
	Pending:        {Authentication: {System}, Scheduled: {System}, NotPaid: {System}},
	Authentication: {Scheduled: {System}, NotPaid: {System}},
	Scheduled:      {Accepted: {Kitchen}, InPreparation: {Kitchen}, Ready: {Kitchen}, Completed: {Kitchen}, Cancelled: {Guest, System}, NotApproved: {Kitchen}},
	Accepted:       {InPreparation: {Kitchen}, Ready: {Kitchen}, Completed: {Kitchen}, Cancelled: {Guest, System}, NotApproved: {Kitchen}},
	InPreparation:  {Ready: {Kitchen}, Completed: {Kitchen}, NotApproved: {Kitchen}},
	Ready:          {Completed: {Kitchen}, NotApproved: {Kitchen}},
}

// Allowed reports whether by may move an order from one status to another.
func Allowed(from, to Status, by Actor) bool {
	return slices.Contains(moves[from][to], by)
}

// Placed reports whether the guest got a confirmation, whatever happened to the order since.
func (s Status) Placed() bool { return s != Pending && s != Authentication && s != NotPaid }

// Final reports whether no transition leads out of the status.
func (s Status) Final() bool { return len(moves[s]) == 0 }

// rank returns the index of a status in Statuses.
func (s Status) rank() int { return slices.Index(Statuses, s) }

// reach records when the order reached a status. A status that was reached before keeps its time. A late event is inserted at the
// place of its rank.
func (o *Progress) reach(s Status, at time.Time) {
	place := len(o.Steps)
	for n, step := range o.Steps {
		if step.Status == s {
			return
		}
		if place == len(o.Steps) && step.Status.rank() > s.rank() {
			place = n
		}
	}
	o.Steps = append(o.Steps[:place:place], append([]Step{{s, at.UTC().Truncate(time.Millisecond)}}, o.Steps[place:]...)...)
}
