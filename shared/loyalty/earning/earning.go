// Package earning gives customers the points of their orders: at each step of an order, and in daily rounds over all orders and accounts.
package earning

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"ordering/shared/brand"
	"ordering/shared/location"
	"ordering/shared/loyalty"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/telemetry"
)

// Earning is the programme of a brand over a table. For a brand without one it does nothing.
type Earning struct {
	Table table.Table
	Rules *brand.Loyalty
	Zone  *time.Location // of the head office
	Ahead time.Duration  // how long before its promised time an order can be placed
	Now   func() time.Time

	Flags  brand.Flags
	Promos *promo.Store // has the rules of the programme
	Random func(n int64) int64
}

// New returns the programme of the brand.
func New(t table.Table, b brand.Brand, now func() time.Time) *Earning {
	days := max(b.DaysAhead, b.CateringDaysAhead)
	return &Earning{
		Table: t, Rules: b.Loyalty, Zone: location.Timezone(b.TimeZone), Ahead: time.Duration(days) * 24 * time.Hour, Now: now,
		Flags: b.Flags, Promos: promo.NewStore(t, now), Random: rand.Int64N,
	}
}

// ledger returns the ledger with the current rules of the parts of the programme that the brand has.
func (e *Earning) ledger(ctx context.Context) (loyalty.Ledger, error) {
	l := loyalty.Ledger{Table: e.Table, Rules: *e.Rules, Zone: e.Zone, Random: e.Random}
	if !e.Flags.Rewards {
		return l, nil
	}
	set, err := e.Promos.Set(ctx)
	if err != nil {
		return l, err
	}
	if l.Program = set.Program(); !e.Flags.Mystery {
		l.Program.Mystery = nil
	}
	return l, nil
}

// Earned returns the points that an order earned its customer; 0 for a guest's order.
func (e *Earning) Earned(ctx context.Context, o order.Order) (int64, error) {
	if e.Rules == nil {
		return 0, nil
	}
	points := o.Points(*e.Rules, e.Now())
	if points == 0 {
		return 0, nil
	}
	customer, err := order.CustomerOf(ctx, e.Table, o)
	if customer == "" {
		return 0, err
	}
	return points, nil
}

// Order makes the statement of the order's customer agree with the order with this token. A repeated call changes nothing. Nothing is to
// do while the order is being made, for a guest's order, and for one that does not exist.
func (e *Earning) Order(ctx context.Context, token string) error {
	if e.Rules == nil {
		return nil
	}
	o, err := order.Load(ctx, e.Table, token)
	if problem.Is(err, problem.OrderNotFound) {
		return nil
	}
	if err != nil || !e.decided(o.Progress) {
		return err
	}
	customer, err := order.CustomerOf(ctx, e.Table, o)
	if err != nil || customer == "" {
		return err
	}
	now := e.Now()
	ledger, err := e.ledger(ctx)
	if err != nil {
		return err
	}
	if err := ledger.Settle(ctx, customer, o.Entry(), o.Points(*e.Rules, now), now); err != nil {
		return err
	}
	if refunded := o.RefundedAmount(); !o.Done(*e.Rules, now) || refunded.Minor > 0 && refunded.Minor >= o.Total.Minor {
		return nil
	}
	if err := e.refer(ctx, ledger, customer, o, now); err != nil {
		return err
	}
	return ledger.Count(ctx, customer, o.Completed(), now)
}

// decided reports whether it is known what the order earns.
func (e *Earning) decided(p order.Progress) bool {
	return p.Status.Placed() && (p.Final() || p.Status == order.Completed || !e.Now().Before(p.Overdue(*e.Rules)))
}

// An order is looked at again for missedFor after it is overdue, so that a round that fails for a day misses none, or for refundedFor if it
// has refunds.
const (
	missedFor   = 72 * time.Hour
	refundedFor = 30 * 24 * time.Hour
)

// Orders gives the points of orders that are overdue, and of those of which no step or refund arrived. It looks once a day at the orders
// that became overdue in the last days, and at refunded ones of the last weeks. A call stops after the time within, and the next one
// continues.
func (e *Earning) Orders(ctx context.Context, within time.Duration) error {
	if e.Rules == nil {
		return nil
	}
	now := e.Now().UTC()
	overdue := time.Duration(e.Rules.OverdueHours) * time.Hour
	from := now.Add(-overdue - refundedFor - e.Ahead).Format(time.RFC3339)
	return e.round(ctx, "orders", order.Shards, within, func(ctx context.Context, shard int, after string, done func(string) error) error {
		each := func(sk, token string, p order.Progress, err error) (bool, error) {
			if err != nil {
				if failed(ctx, err, "order", sk) {
					return false, err
				}
				return true, done(sk)
			}
			since := now.Sub(p.Overdue(*e.Rules))
			if since >= 0 && (since < missedFor || p.HasRefunds() && since < refundedFor) {
				if err := e.Order(ctx, token); failed(ctx, err, "order", sk) {
					return false, err
				}
			}
			return true, done(sk)
		}
		return order.Placed(ctx, e.Table, shard, max(after, from), now.Add(-overdue), each)
	})
}

// Accounts posts the points that have expired, warns of those that expire soon, gives the gifts of birthdays and anniversaries, and checks
// each account against its entries, once a day. An account that is wrong is logged and counted. A call stops after the time within, and
// the next one continues.
func (e *Earning) Accounts(ctx context.Context, within time.Duration) error {
	if e.Rules == nil {
		return nil
	}
	return e.round(ctx, "accounts", loyalty.Shards, within, func(ctx context.Context, shard int, after string, done func(string) error) error {
		return loyalty.Accounts(ctx, e.Table, shard, after, func(customer string) error {
			err := loyalty.ExpireLots(ctx, e.Table, customer, e.Now())
			if err == nil {
				err = e.celebrate(ctx, customer)
			}
			wrong := ""
			if err == nil {
				check := loyalty.Check
				if loyalty.CheckedInFull(customer, e.Now()) {
					check = loyalty.CheckAll
				}
				wrong, err = check(ctx, e.Table, customer)
			}
			if failed(ctx, err, "account", customer) {
				return err
			}
			if wrong != "" {
				telemetry.Count(ctx, telemetry.PointsWrong)
				slog.ErrorContext(ctx, "an account of points does not match its entries", "account", customer, "found", wrong)
			}
			return done(customer)
		})
	})
}

// failed reports whether an error ends the call of a round, because the table is unavailable. Any other error of one order or account is
// logged and counted, and the round goes on.
func failed(ctx context.Context, err error, of, id string) bool {
	if err == nil {
		return false
	}
	if errors.Is(err, table.ErrUnavailable) || ctx.Err() != nil {
		return true
	}
	telemetry.Count(ctx, telemetry.PointsWrong)
	slog.ErrorContext(ctx, "points cannot be kept", of, id, "error", err)
	return false
}
