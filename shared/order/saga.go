package order

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"slices"
	"time"

	"ordering/shared/backoff"
	"ordering/shared/claim"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/telemetry"
	"ordering/shared/tender"
)

const (
	// leaseTTL is how long one worker processes an order exclusively: longer than the provider usually takes, and short enough that a
	// retry of a crashed request gets an answer. The lease only saves calls. Idempotency keys and the versions of the writes prevent
	// a second order or charge, however many workers there are.
	leaseTTL = 4 * time.Second
	// overdueAfter is when the Reconciler checks a leased order: longer than a request may last.
	overdueAfter = 30 * time.Second
	// payWithin is how long after a crash a placing is still finished. After that the guest has given up, and it is rolled back.
	payWithin = 10 * time.Minute
	// authenticateWithin is how long the authentication at the guest's bank may take.
	authenticateWithin = 10 * time.Minute
	// graceAfterRefusal is how long a guest keeps the timeslot at least after a declined card, if the hold may be renewed.
	graceAfterRefusal = 5 * time.Minute
	// clockSkew is how far the provider's clock may be from ours.
	clockSkew = time.Hour
	// maxDelay is longer than any lease and any wait of the saga.
	maxDelay = time.Hour
	// maxConflicts bounds the retries of the saga after write conflicts.
	maxConflicts = 16
)

// Names of the calls to the provider.
const (
	callAuthorise = "authorise"
	callCapture   = "capture"
	callCancel    = "cancel"
	callRefund    = "refund"
)

// Points of the saga at which tests crash it: before and after each write or call.
const (
	PointReserve    = "reserve"    // write: order, reservations, the key of the request
	PointAuthorise  = "authorise"  // call
	PointAuthorised = "authorised" // write: the next tender is still to be authorised
	PointWait       = "wait"       // write: waits for authentication at the bank
	PointConfirm    = "confirm"    // write: the order is placed; messages to the kitchen and the guest
	PointRelease    = "release"    // write: the order was not paid, all reservations are released
	PointCapture    = "capture"    // call
	PointCaptured   = "captured"   // write
	PointEnd        = "withdraw"   // write: cancelled or not approved
	PointRefund     = "give-back"  // call: void, or refund after a capture
	PointRefunded   = "returned"   // write
)

// Points lists them.
var Points = []string{
	PointReserve, PointAuthorise, PointAuthorised, PointWait, PointConfirm, PointRelease, PointCapture, PointCaptured, PointEnd, PointRefund,
	PointRefunded,
}

// Service places orders and drives each one until it is final.
type Service struct {
	table table.Table
	now   func() time.Time
	// Providers and Locals are the kinds of tenders, by their numbers. All workers on the same orders need the same kinds.
	Providers map[int]tender.Payments
	Locals    map[int]LocalKind
	// Reached is called before and after each point of the saga, for tests that crash the process there. Nil otherwise.
	Reached func(point string, done bool)
	// ClaimPause waits before a write is retried after a conflict over a claim. Tests replace it.
	ClaimPause backoff.Pause
}

// NewService returns a service that charges cards through p.
func NewService(t table.Table, p tender.Payments, now func() time.Time) *Service {
	return &Service{
		table: t, now: func() time.Time { return now().UTC() },
		Providers: map[int]tender.Payments{KindCharge: p}, ClaimPause: claim.Pause,
	}
}

// provider returns the provider of a remote tender.
func (svc *Service) provider(t Tender) (tender.Payments, error) {
	if p := svc.Providers[t.Kind]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("order: no provider for tenders of kind %d", t.Kind)
}

// find reads a tender's intent at its provider.
func (svc *Service) find(ctx context.Context, t Tender, r tender.Reference) (tender.Intent, error) {
	provider, err := svc.provider(t)
	if err != nil {
		return tender.Intent{}, err
	}
	return provider.Find(ctx, r)
}

// at runs f, and calls Reached before and after it if point has a name.
func (svc *Service) at(point string, f func() error) error {
	reached := svc.Reached
	if reached == nil || point == "" {
		return f()
	}
	reached(point, false)
	if err := f(); err != nil {
		return err
	}
	reached(point, true)
	return nil
}

// Shards are the index partitions that list the unfinished orders by due time, and as many list the placed ones. An order costs its
// partition some 10 of the 1,000 write units a second that DynamoDB allows per partition: one partition would end at a hundred orders a
// second.
const Shards = 8

func sagaShard(n int) string   { return fmt.Sprintf("saga#%d", n) }
func placedShard(n int) string { return fmt.Sprintf("placed#%d", n) }

// shardOf spreads the orders by their tokens, which are random.
func shardOf(token string) int {
	h := fnv.New32a()
	h.Write([]byte(token))
	return int(h.Sum32() % Shards)
}

// stuckIndex lists the orders with a stuck payment by the time of placing.
const stuckIndex = "stuck"

// save is the operation that writes the progress if it has not changed since it was read.
func (o Order) save() table.Op {
	o.Promised = o.Start
	if len(o.Tenders) == 1 {
		o.edit(0).Amount = money.Amount{}
	}
	i := table.Item{Key: progressKey(o.Token), Data: table.Encode(o.Progress), Expires: o.expires()}
	if _, stuck := o.StuckTender(); !o.Due.IsZero() { // an order with steps left is listed there, even if one tender is stuck
		i.Index = table.Key{PK: sagaShard(shardOf(o.Token)), SK: o.Due.Format(time.RFC3339) + "#" + o.Token}
	} else if stuck {
		i.Index = table.Key{PK: stuckIndex, SK: o.PlacedAt.Format(time.RFC3339) + "#" + o.Token}
	}
	return table.Save(i, o.version)
}

// snapshot is the item that holds what was ordered.
func (o Order) snapshot() table.Item {
	return table.Item{Key: snapshotKey(o.Token), Data: table.Encode(o.Snapshot), Expires: o.expires()}
}

// idItem is the item that finds the order by its id, for calls of other systems. The index lists placed orders by the time of placing,
// for Placed.
func (o Order) idItem() table.Item {
	i := table.Item{Key: idKey(o.ID), Data: table.Encode(o.Token), Expires: o.expires()}
	if o.Status != NotPaid {
		i.Index = table.Key{PK: placedShard(shardOf(o.Token)), SK: o.PlacedAt.Format(time.RFC3339) + "#" + o.ID}
	}
	return i
}

// expires is when the order's items are deleted; never for a placed order. An order that was not placed is deleted together with the
// idempotency key of its request.
func (o Order) expires() time.Time {
	if o.Status == NotPaid {
		return o.PlacedAt.Add(keyRetention).Truncate(time.Second)
	}
	return time.Time{}
}

// reference finds a tender of the order at its provider, also if the answer to the authorisation was lost: the saga authorises until
// payWithin. An order has one tender at most at each provider.
func (o Order) reference(t Tender) tender.Reference {
	return tender.Reference{Intent: t.Intent, Order: o.ID, Since: o.PlacedAt.Add(-clockSkew), Until: o.PlacedAt.Add(payWithin + clockSkew)}
}

// lease takes the order exclusively. It expires by itself, because a crashed worker cannot clear it. It keeps a date when the order is due
// that is later than a request may last: another date would cost a write of the index.
func (o *Order) lease(now time.Time) {
	o.Leased = now.Add(leaseTTL).Truncate(time.Second)
	if due := now.Add(overdueAfter).Truncate(time.Second); o.Due.Before(now.Add(placeWithin)) || o.Due.After(due) {
		o.Due = due
	}
}

func (o *Order) clearLease() { o.Due, o.Leased, o.Tries = time.Time{}, time.Time{}, 0 }

// drive takes the saga forward until nothing is left to do, or until it waits for the guest. Concurrent calls are safe: calls to the
// provider repeat their idempotency keys, and after a write conflict the loser reads again.
func (svc *Service) drive(ctx context.Context, o Order) (Order, error) {
	return svc.driveWhile(ctx, o, func(Order) bool { return true })
}

// driveWhile is drive that stops as soon as on returns false.
func (svc *Service) driveWhile(ctx context.Context, o Order, on func(Order) bool) (Order, error) {
	for range maxConflicts {
		next := svc.step(o)
		if next == nil || !on(o) {
			return o, nil
		}
		after, err := next(ctx, o)
		var conflict *table.Conflict
		switch {
		case errors.As(err, &conflict):
			late := after.Tenders
			if after, err = Load(ctx, svc.table, o.Token); err != nil {
				return o, err
			}
			after.refundLateAuthorisations(late)
		case err != nil:
			if errors.Is(err, tender.ErrUnavailable) {
				telemetry.Count(ctx, telemetry.PaymentsFailed)
			}
			svc.reschedule(ctx, o)
			return o, err
		}
		o = after
	}
	return o, fmt.Errorf("order: %d write conflicts: %w", maxConflicts, table.ErrUnavailable)
}

// refundLateAuthorisations voids authorisations that arrived after the order was rolled back. The rollback had looked for them before
// they existed, as when the clock jumped during the call to the provider.
func (o *Order) refundLateAuthorisations(late []Tender) {
	for n, t := range o.Tenders {
		if late[n].Intent != "" && o.Status == NotPaid && t.State == PaymentRefunded && t.Intent == "" {
			t.Intent, t.State = late[n].Intent, PaymentRefunding
			o.set(n, t)
		}
	}
}

// step returns the next step of the saga; nil when none is left. Tenders are authorised and captured in their order, and given back in
// reverse.
func (svc *Service) step(o Order) func(context.Context, Order) (Order, error) {
	for n, t := range slices.Backward(o.Tenders) {
		if part := t.unmade(); part >= 0 && t.in(PaymentCaptured, PaymentRefunding) {
			return func(ctx context.Context, o Order) (Order, error) { return svc.refundPart(ctx, o, n, part) }
		}
		if t.State == PaymentRefunding {
			return func(ctx context.Context, o Order) (Order, error) { return svc.refund(ctx, o, n) }
		}
	}
	rollBack := func(code problem.Code) func(context.Context, Order) (Order, error) {
		return func(ctx context.Context, o Order) (Order, error) {
			return svc.release(ctx, o, Failure{Code: code}, false)
		}
	}
	unpaid := o.Status == Pending || o.Status == Authentication && o.first(PaymentWaiting) < 0
	requested := o.first(PaymentRequested)
	authorised := slices.IndexFunc(o.Tenders, func(t Tender) bool { return t.State == PaymentAuthorised && t.Remote() })
	switch {
	case unpaid && o.pastOrderBy(svc.now()):
		return rollBack(problem.TimeslotPassed)
	case unpaid && svc.now().After(o.payUntil()):
		return rollBack(problem.PaymentExpired)
	case unpaid && requested >= 0:
		return func(ctx context.Context, o Order) (Order, error) { return svc.authorise(ctx, o, requested) }
	case unpaid:
		return svc.confirm
	case o.Status.Placed() && authorised >= 0:
		return func(ctx context.Context, o Order) (Order, error) { return svc.capture(ctx, o, authorised) }
	}
	return nil
}

// payUntil is when an order that is not placed is rolled back, unless it waits for its guest's bank.
func (o Order) payUntil() time.Time {
	if o.Status == Authentication {
		return o.Steps[len(o.Steps)-1].At.Add(authenticateWithin + payWithin)
	}
	return o.PlacedAt.Add(payWithin)
}

// releaseLease clears the lease, unless a step is left.
func (svc *Service) releaseLease(o *Order) {
	due := o.Due
	if o.clearLease(); svc.step(*o) != nil {
		o.Due = due
		o.lease(svc.now())
	}
}

// reschedule clears the lease after a failed try and sets when the Reconciler retries. If that write fails too, the lease expires by
// itself.
func (svc *Service) reschedule(ctx context.Context, o Order) {
	if o.Due.IsZero() {
		return
	}
	telemetry.Count(ctx, telemetry.OrdersPutOff)
	o.Tries++
	o.Leased = time.Time{}
	now := svc.now()
	o.Due = now.Add(min(time.Second<<min(o.Tries, 10), 5*time.Minute)).Truncate(time.Second)
	counts := o.extend(now)
	if err := svc.table.Write(context.WithoutCancel(ctx), append(counts, o.save())...); err != nil {
		slog.WarnContext(ctx, "order: reschedule failed", "request", o.Request, "error", err)
	}
}

// write stores the progress together with more operations, at a point of the saga.
func (svc *Service) write(ctx context.Context, point string, o Order, more ...table.Op) (Order, error) {
	err := svc.at(point, func() error { return svc.table.Write(ctx, append([]table.Op{o.save()}, more...)...) })
	if err == nil {
		o.version++
	}
	return o, err
}
