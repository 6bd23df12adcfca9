package order

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"ordering/shared/backoff"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/tender"
)

// Reconcile finishes or rolls back due orders that a crash, a provider outage or an absent guest left unfinished. Any number of
// reconcilers may run at the same time, and concurrently with requests. It returns how many orders it moved on. Errors of one order
// are logged and do not stop the others.
func (svc *Service) Reconcile(ctx context.Context) (int, error) {
	now := svc.now()
	var tokens []string
	for n := range Shards {
		due, err := svc.unfinished(ctx, n, "", now.Format(time.RFC3339)+"#~")
		if err != nil {
			return 0, err
		}
		misdated, err := svc.unfinished(ctx, n, now.Add(maxDelay).Format(time.RFC3339)+"#~", "")
		if err != nil {
			return 0, err
		}
		tokens = append(append(tokens, due...), misdated...)
	}
	var moved atomic.Int64
	var all sync.WaitGroup
	free := make(chan struct{}, reconcilers)
	for _, token := range tokens {
		free <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-free }()
			o, err := svc.finish(ctx, token)
			switch {
			case errors.Is(err, errLeased):
			case err != nil:
				slog.WarnContext(ctx, "order: deferred", "request", o.Request, "status", o.Status, "tries", o.Tries, "error", err)
			default:
				moved.Add(1)
			}
		})
	}
	all.Wait()
	return int(moved.Load()), ctx.Err()
}

// reconcilers bounds the orders processed at a time: after an hour's outage of the payment provider there are many, and each waits for
// the provider.
const reconcilers = 8

// unfinished lists the tokens of the orders between two sort keys of an index shard.
func (svc *Service) unfinished(ctx context.Context, n int, from, to string) ([]string, error) {
	q := table.Query{Index: true, PK: sagaShard(n), From: from, To: to}
	var tokens []string
	for i, err := range table.All(ctx, svc.table, q) {
		if err != nil {
			return nil, fmt.Errorf("order: reconcile: %w", err)
		}
		tokens = append(tokens, i.PK[len(partition("")):])
	}
	return tokens, nil
}

// errLeased reports that another worker processes the order, or has finished it.
var errLeased = errors.New("order: leased by another worker")

// acquireLease takes the lease of an order. It returns errLeased if another worker has it.
func (svc *Service) acquireLease(ctx context.Context, o Order) (Order, error) {
	now := svc.now()
	if backoff.Waits(o.Leased, now, maxDelay) {
		return o, errLeased
	}
	o.lease(now)
	o, err := svc.write(ctx, "", o)
	if errors.As(err, new(*table.Conflict)) {
		return o, errLeased
	}
	return o, err
}

// finish processes one due order.
func (svc *Service) finish(ctx context.Context, token string) (Order, error) {
	o, err := Load(ctx, svc.table, token)
	if err != nil {
		return o, err
	}
	if o.Due.IsZero() || backoff.Waits(o.Due, svc.now(), maxDelay) {
		return o, errLeased
	}
	if n := o.first(PaymentWaiting); o.Status == Authentication && n >= 0 {
		return svc.endAuthentication(ctx, o, n)
	}
	if o, err = svc.acquireLease(ctx, o); err != nil {
		return o, err
	}
	return svc.drive(ctx, o)
}

// endAuthentication ends the wait for a guest who did not come back from the bank. If the authentication succeeded the order is confirmed;
// otherwise it is rolled back.
func (svc *Service) endAuthentication(ctx context.Context, o Order, n int) (Order, error) {
	got, err := svc.find(ctx, o.Tenders[n], tender.Reference{Intent: o.Tenders[n].Intent})
	if err != nil {
		svc.reschedule(ctx, o)
		return o, fmt.Errorf("order: abandoned authentication: %w", err)
	}
	before := o
	if got.State == tender.IntentAuthorised && svc.now().Before(o.Start) {
		o, err = svc.accept(ctx, o, n, got)
	} else {
		o, err = svc.release(ctx, o, Failure{Code: problem.PaymentAuthentication}, false)
	}
	if errors.As(err, new(*table.Conflict)) {
		return o, errLeased
	}
	if err != nil {
		svc.reschedule(ctx, before)
		return before, err
	}
	return svc.drive(ctx, o)
}

// Authenticated continues with an order after the guest's authentication at the bank. While the bank still waits, the order is
// returned unchanged. It needs no idempotency key: an order is authenticated once, and every repetition returns the same result.
// problem.OrderNotFound for an unknown token, problem.PaymentUnavailable while the provider does not answer.
func (svc *Service) Authenticated(ctx context.Context, token string) (Order, error) {
	o, err := svc.move(ctx, token, func(o Order) (Order, error) {
		n := o.first(PaymentWaiting)
		if o.Status != Authentication || n < 0 {
			return o, nil
		}
		got, err := svc.find(ctx, o.Tenders[n], tender.Reference{Intent: o.Tenders[n].Intent})
		if errors.Is(err, tender.ErrUnavailable) {
			return o, problem.New(problem.PaymentUnavailable).Because(err)
		}
		if err != nil {
			return o, fmt.Errorf("order: authenticated: %w", err)
		}
		if got.State == tender.IntentWaiting {
			return o, nil
		}
		return svc.accept(ctx, o, n, got)
	})
	if err != nil {
		return o, err
	}
	if after, err := svc.drive(ctx, o); err == nil {
		return after, nil
	}
	// The order is placed or rolled back; the Reconciler finishes its payment.
	return o, nil
}
