package order

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"

	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Cancel ends an order for its guest while the kitchen has not begun: it frees the timeslot and refunds the payment, once for any
// number of calls. During the authentication at the bank it rolls the order back: the order is not paid, and the basket opens again
// with its hold. An order that is cancelled or not paid already is returned unchanged. problem.OrderTooLate when the kitchen has
// begun, or an hour after the promised time, problem.OrderTransition when the payment is being settled or the kitchen has refused.
func (svc *Service) Cancel(ctx context.Context, token string) (Order, error) {
	o, err := svc.move(ctx, token, func(o Order) (Order, error) {
		switch {
		case o.Status == Cancelled || o.Status == NotPaid:
			return o, nil
		case o.Status == Authentication:
			return svc.release(ctx, o, Failure{Code: problem.PaymentAuthentication}, true)
		case o.Cancellable(svc.now()):
			return svc.end(ctx, o, Cancelled, svc.now())
		case Allowed(o.Status, Cancelled, Guest) || o.Status == InPreparation || o.Status == Ready || o.Status == Completed:
			return o, problem.New(problem.OrderTooLate)
		}
		return o, problem.New(problem.OrderTransition, "from", string(o.Status), "to", string(Cancelled))
	})
	if err != nil {
		return o, err
	}
	return svc.refundNow(ctx, o), nil
}

// Event is a kitchen's report on an order.
type Event struct {
	Status Status // Accepted, InPreparation, Ready, Completed or NotApproved
	At     time.Time
	Reason string // of a refusal; plain text, shown to the guest
}

// maxReason is the longest reason that is stored, in characters.
const maxReason = 200

// Advance applies a kitchen's event to the order with this id. Events may be duplicated and arrive in any order: an order never goes
// back, and the same events lead to the same order. An event for a status that the order has passed is no error. A refusal refunds the
// payment, frees the timeslot and notifies the guest. problem.OrderNotFound for an unknown id, problem.OrderTransition for an order
// that was never placed, or a status that the kitchen may not set.
func (svc *Service) Advance(ctx context.Context, id string, e Event) (Order, error) {
	token, err := Of(ctx, svc.table, id)
	if err != nil {
		return Order{}, err
	}
	o, err := svc.move(ctx, token, func(o Order) (Order, error) {
		now := svc.now()
		at := e.At
		// The kitchen's clock may be wrong: clamp the time between the placing of the order and now.
		if at.After(now) {
			at = now
		}
		if at.Before(o.PlacedAt) {
			at = o.PlacedAt
		}
		switch {
		case !o.Status.Placed() || !Allowed(Scheduled, e.Status, Kitchen):
			return o, problem.New(problem.OrderTransition, "from", string(o.Status), "to", string(e.Status))
		case e.Status == NotApproved && Allowed(o.Status, NotApproved, Kitchen):
			o.Reason = clip(e.Reason)
			return svc.end(ctx, o, NotApproved, at)
		case e.Status == NotApproved:
			return o, nil
		}
		forward := Allowed(o.Status, e.Status, Kitchen)
		known := len(o.Steps)
		o.reach(e.Status, at)
		if !forward && len(o.Steps) == known {
			return o, nil
		}
		var tell []table.Op
		if forward {
			o.Status = e.Status
			switch e.Status {
			case Ready:
				tell = append(tell, outbox.OrderMail(o.Token, outbox.MailReady, now))
			case Completed:
				o.handOver()
			}
		}
		return svc.write(ctx, "", o, tell...)
	})
	if err != nil {
		return o, err
	}
	return svc.refundNow(ctx, o), nil
}

// move loads an order and applies f, and retries after a write conflict.
func (svc *Service) move(ctx context.Context, token string, f func(Order) (Order, error)) (Order, error) {
	var conflict *table.Conflict
	for range maxConflicts {
		o, err := Load(ctx, svc.table, token)
		if err != nil {
			return o, err
		}
		if o, err = f(o); !errors.As(err, &conflict) {
			return o, err
		}
	}
	return Order{}, problem.New(problem.StoreUnavailable)
}

// refundNow refunds the payment of a cancelled order if the provider answers. If not, the Reconciler does.
func (svc *Service) refundNow(ctx context.Context, o Order) Order {
	if o.first(PaymentRefunding) < 0 {
		return o
	}
	after, err := svc.drive(ctx, o)
	if err != nil {
		return o
	}
	return after
}

// clip makes one plain line of another system's text, of at most maxReason characters.
func clip(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	s = strings.TrimSpace(s)
	if r := []rune(s); len(r) > maxReason {
		return string(r[:maxReason])
	}
	return s
}
