package loyalty

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"ordering/shared/brand"
	"ordering/shared/claim"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// changing changes an account. It returns further operations of the write, and whether it changed something.
type changing func(*Account) (more []table.Op, changed bool, err error)

// change loads an account, posts what has expired, and writes what f makes of it. It repeats that after a conflict. If neither changes the
// account, it writes only the further operations.
func change(ctx context.Context, t table.Table, customer string, now time.Time, f changing) error {
	return claim.Write(ctx, t, claim.Pause, func() ([]table.Op, error) {
		a, err := Load(ctx, t, customer)
		if err != nil {
			return nil, err
		}
		a.expire(now)
		more, changed, err := f(&a)
		if err != nil || !changed && len(a.news) == 0 {
			return more, err
		}
		return append(a.ops(), more...), nil
	}, Prefix, stock)
}

// Ledger posts entries by the rules of a programme.
type Ledger struct {
	Table table.Table
	Rules brand.Loyalty
	Zone  *time.Location // of the head office, for customers without an order
	// Program is the rules of gifts, and Random returns a random number from 0 below n, to draw prizes. Both may be absent
	// where nothing is given.
	Program promo.Program
	Random  func(n int64) int64
}

// earned is the data of the row once#earn#ORDER: what the order has earned so far, and how often that changed after the first time.
type earned struct {
	Points  int64 `json:"points"`
	Changes int   `json:"changes,omitempty"`
}

// Settle makes the points that an order earned a customer equal to points: it posts an earning, or reverses the difference to what was
// posted before. What it reverses was maybe spent: then it becomes debt. A repeated call changes nothing.
func (l Ledger) Settle(ctx context.Context, customer string, o Order, points int64, now time.Time) error {
	err := change(ctx, l.Table, customer, now, func(a *Account) ([]table.Op, bool, error) {
		first := Entry{Kind: Earn, Source: o.ID, At: now, Order: &o}
		var had earned
		once, err := table.Find(ctx, l.Table, first.onceKey(customer), &had)
		if err != nil || had.Points == points {
			return nil, false, err
		}
		if once.Version == 0 {
			a.Zone = cmp.Or(o.TimeZone, a.Zone)
			added, paid := a.credit(Lot{points, l.expiry(a, now)})
			a.post(first, postings{granted: -points, spendable: added, debt: paid}, earned{Points: points})
			return nil, true, nil
		}
		difference := points - had.Points
		had.Points, had.Changes = points, had.Changes+1
		e := Entry{Kind: Reverse, Source: fmt.Sprintf("%s/%d", o.ID, had.Changes), At: now, Order: &o}
		if difference > 0 { // a refund failed
			added, paid := a.credit(Lot{difference, l.expiry(a, now)})
			a.post(e, postings{granted: -difference, spendable: added, debt: paid}, nothing)
		} else {
			taken, owed := a.charge(-difference)
			a.post(e, postings{granted: -difference, spendable: -taken, debt: -owed}, nothing)
		}
		once.Data = item(once.Key, had).Data
		return []table.Op{table.Replace(once, once.Version)}, true, nil
	})
	if err != nil {
		return fmt.Errorf("loyalty: settle an order: %w", err)
	}
	return nil
}

// sameMonth is above the difference between the ends of a month in two zones of the countries.
const sameMonth = 12 * time.Hour

// expiry is when points expire that are earned now: the end of the month of the customer, after the months of the rules. An account has few
// lots then: points that are earned in another zone expire with those of the month.
func (l Ledger) expiry(a *Account, now time.Time) time.Time {
	zone := a.Timezone(l.Zone)
	local := now.In(zone)
	at := time.Date(local.Year(), local.Month()+time.Month(1+l.Rules.Months), 1, 0, 0, 0, 0, zone).UTC()
	for _, lot := range a.Lots {
		if lot.Expires.Sub(at).Abs() < sameMonth {
			return lot.Expires
		}
	}
	return at
}

// ErrBelowZero means that an adjustment would take more points than are spendable.
var ErrBelowZero = errors.New("loyalty: the points would be below zero")

// ErrDailyLimit means that an adjustment would exceed the limit of the day.
var ErrDailyLimit = errors.New("loyalty: the limit of adjustments of a day is reached")

// Adjust changes an account by an operator's decision, with a reason that the customer reads. Source is unique to the adjustment:
// a repeated call changes nothing. ErrBelowZero, ErrDailyLimit.
func (l Ledger) Adjust(ctx context.Context, customer string, points int64, reason, source string, now time.Time) error {
	return change(ctx, l.Table, customer, now, func(a *Account) ([]table.Op, bool, error) {
		e := Entry{Kind: Adjust, Source: source, At: now, Reason: reason}
		if _, err := l.Table.Get(ctx, e.onceKey(customer)); !errors.Is(err, table.ErrNotFound) {
			return nil, false, err
		}
		if limit := l.Program.MaxAdjusted; a.on(now.In(l.Zone), 0, max(points, -points)).Adjusted > limit && limit > 0 {
			return nil, false, ErrDailyLimit
		}
		if points > 0 {
			added, paid := a.credit(Lot{points, l.expiry(a, now)})
			a.post(e, postings{adjusted: -points, spendable: added, debt: paid}, nothing)
			return nil, true, nil
		}
		if a.Spendable(now) < -points {
			return nil, false, ErrBelowZero
		}
		a.take(-points)
		a.post(e, postings{adjusted: -points, spendable: points}, nothing)
		return nil, true, nil
	})
}

// ExpireLots posts the expired lots of an account.
func ExpireLots(ctx context.Context, t table.Table, customer string, now time.Time) error {
	return change(ctx, t, customer, now, func(*Account) ([]table.Op, bool, error) { return nil, false, nil })
}

const warned = "warned#"

// Warn writes the operations of the warning that a lot expires, if it did not write them before.
func Warn(ctx context.Context, t table.Table, customer string, lot Lot, ops ...table.Op) error {
	key := table.Key{PK: Prefix + customer, SK: oncePrefix + warned + lot.Expires.Format(time.RFC3339)}
	if _, err := t.Get(ctx, key); !errors.Is(err, table.ErrNotFound) {
		return err
	}
	err := t.Write(ctx, append(ops, table.Create(table.Item{Key: key, Data: []byte("{}")}))...)
	if err != nil && !table.Failed(err, key) {
		return fmt.Errorf("loyalty: warn of an expiry: %w", err)
	}
	return nil
}
