package outbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ordering/shared/backoff"
	"ordering/shared/table"
	"ordering/shared/telemetry"
)

const (
	lease     = 30 * time.Second // then the row of a crashed drainer is free
	patience  = 20 * time.Second // timeout of a handler: well within the lease
	maxFaults = 8                // then the row is poison and set aside; about four minutes after the first
	maxWait   = 24 * time.Hour   // how long a receiver may be unavailable before its row is set aside
	page      = 100              // rows of a shard per pass
	workers   = 8                // concurrent lanes: a receiver that hangs must not delay the others

	overdueAfter = 10 * time.Minute // then the operator is alarmed
)

// Handler delivers a row. It may be called again for the same id, after a crash or by two drainers at once, and must then have no
// second effect. Its error is stored with the row and logged, so it must not contain guest data.
type Handler func(ctx context.Context, d Delivery) error

type unreachable struct{ error }

func (u unreachable) Unwrap() error { return u.error }

// Unreachable marks an error as an unavailable receiver rather than a bad row: the row is retried for up to a day.
func Unreachable(err error) error { return unreachable{err} }

// IsUnreachable reports whether err was marked by Unreachable.
func IsUnreachable(err error) bool { return errors.As(err, new(unreachable)) }

// Drainer delivers rows to the handler of their kind. Any number of them may work on one table.
type Drainer struct {
	table    table.Table
	now      func() time.Time
	random   func() float64
	handlers map[string]Handler
}

// NewDrainer returns a drainer; random returns numbers in [0, 1) and spreads the retries.
func NewDrainer(t table.Table, now func() time.Time, random func() float64, handlers map[string]Handler) *Drainer {
	return &Drainer{table: t, now: now, random: random, handlers: handlers}
}

// Run drains the shards that Watch signals, the first time all, until ctx ends. The table's stream does this in the cloud. Rows that
// were rescheduled wait for the next Sweep. Messages to kitchens and mails are drained apart, so that a slow mail service does not
// delay kitchens.
func (d *Drainer) Run(ctx context.Context, fresh <-chan Shards) {
	var loops sync.WaitGroup
	defer loops.Wait()
	var wakes []wake
	for _, mails := range []bool{false, true} {
		woken := make(wake, 1)
		wakes = append(wakes, woken)
		of := everyShard()
		loops.Go(func() {
			onEach(ctx, woken, func(written Shards) {
				for n := range of {
					of[n] = of[n] || written[n]
				}
				err := d.drain(ctx, of, mails)
				if err == nil {
					of = Shards{}
				} else if ctx.Err() == nil {
					slog.ErrorContext(ctx, "outbox: rows not read or marked", "error", err)
				}
			})
		})
	}
	onEach(ctx, fresh, func(written Shards) {
		for _, woken := range wakes {
			woken.add(written)
		}
	})
}

// onEach calls do for what the channel holds until ctx ends.
func onEach(ctx context.Context, fresh <-chan Shards, do func(Shards)) {
	for {
		select {
		case <-ctx.Done():
			return
		case written := <-fresh:
			do(written)
		}
	}
}

func everyShard() (s Shards) {
	for n := range s {
		s[n] = true
	}
	return s
}

// Drain delivers every row that is due, messages to kitchens before mails, and the longest due first. It does not return handlers'
// errors: those rows are rescheduled or set aside.
func (d *Drainer) Drain(ctx context.Context) error {
	return errors.Join(d.drain(ctx, everyShard(), false), d.drain(ctx, everyShard(), true))
}

// drain delivers the messages to kitchens, or the mails, of these shards that are due.
func (d *Drainer) drain(ctx context.Context, of Shards, mails bool) error {
	for {
		rows, more, err := d.due(ctx, of, mails)
		if err != nil {
			return err
		}
		if err := d.deliverAll(ctx, rows); err != nil || !more || ctx.Err() != nil {
			return err
		}
	}
}

// Sweep is Drain for a schedule: it also finds rows that a wrong clock dated far ahead. It counts once if a row waits for too long.
func (d *Drainer) Sweep(ctx context.Context) error {
	now, some, overdue := d.now(), false, false
	var misdated []Delivery
	for n := range shards {
		for item, err := range table.All(ctx, d.table, table.Query{PK: shard(n)}) {
			if err != nil {
				return fmt.Errorf("outbox: %w", err)
			}
			row := read(item)
			some, overdue = true, overdue || now.Sub(row.Since) > overdueAfter
			if row.due.After(now) && d.isDue(row) {
				misdated = append(misdated, row)
			}
		}
	}
	if overdue {
		telemetry.Count(ctx, telemetry.RowsOverdue)
	}
	if !some {
		return nil
	}
	var failed [3]error
	var draining sync.WaitGroup
	for n, pass := range []func() error{
		func() error { return d.drain(ctx, everyShard(), false) },
		func() error { return d.drain(ctx, everyShard(), true) },
		func() error { return d.deliverAll(ctx, misdated) },
	} {
		draining.Go(func() { failed[n] = pass() })
	}
	draining.Wait()
	return errors.Join(failed[:]...)
}

// isDue reports whether a row may be delivered now: it is due, or dated too far ahead to be right, and no drainer has leased it.
func (d *Drainer) isDue(row Delivery) bool {
	now := d.now()
	return !backoff.Waits(row.due, now, maxWait) && !backoff.Waits(row.Leased, now, maxWait)
}

// Deliver delivers one row from the table's stream. It skips a row that is gone, leased or not yet due.
func (d *Drainer) Deliver(ctx context.Context, i table.Item) error {
	if row := read(i); d.isDue(row) {
		return d.deliver(ctx, row, false)
	}
	return nil
}

// due lists the messages to kitchens, or the mails, of these shards to deliver now, at most a page of each; more reports that there are
// more. Leased rows are left to their drainers.
func (d *Drainer) due(ctx context.Context, of Shards, mails bool) (rows []Delivery, more bool, err error) {
	// The next millisecond without an id sorts after every row of this one.
	until := place(d.now().Add(time.Millisecond))
	for n := range of {
		if !of[n] {
			continue
		}
		found := 0
		for item, err := range table.All(ctx, d.table, table.Query{PK: shard(n), To: until, Limit: page}) {
			if err != nil {
				return nil, false, fmt.Errorf("outbox: %w", err)
			}
			row := read(item)
			if row.isMail() != mails || !d.isDue(row) {
				continue
			}
			rows = append(rows, row)
			if found++; found == page {
				more = true
				break
			}
		}
	}
	return rows, more, nil
}

// deliverAll delivers the lanes, several at a time, the longest due first.
func (d *Drainer) deliverAll(ctx context.Context, rows []Delivery) error {
	slices.SortFunc(rows, func(a, b Delivery) int { return cmp.Or(a.due.Compare(b.due), cmp.Compare(a.ID, b.ID)) })
	var order []string
	lanes := map[string][]Delivery{}
	for _, row := range rows {
		lane := row.Lane()
		if lanes[lane] == nil {
			order = append(order, lane)
		}
		lanes[lane] = append(lanes[lane], row)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed []error
	free := make(chan struct{}, workers)
	for _, lane := range order {
		free <- struct{}{}
		wg.Go(func() {
			defer func() { <-free }()
			for _, row := range lanes[lane] {
				if ctx.Err() != nil {
					return
				}
				if err := d.deliver(ctx, row, true); err != nil {
					mu.Lock()
					failed = append(failed, err)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(failed...)
}

// deliver leases the row, calls the handlers of its parts and stores the result. Parts that are left become rows of their own: those that
// failed and, if mails are delivered apart, the mail of a row with another part. It returns only the errors of the table.
func (d *Drainer) deliver(ctx context.Context, row Delivery, apart bool) error {
	// Count the fault before the attempt: a row that crashes the process is poison too.
	row.Tries++
	row.Faults++
	now := d.now().UTC()
	row.Leased = now.Add(lease)
	if row.Since.After(now) {
		row.Since = now // misdated
	}
	var conflict *table.Conflict
	if err := d.table.Write(ctx, table.Replace(row.item(), row.version)); errors.As(err, &conflict) {
		return nil // another drainer was faster
	} else if err != nil {
		return fmt.Errorf("outbox: lease a row: %w", err)
	}
	row.version++

	left := d.deliverParts(ctx, row, apart)
	// Delete the row at any version: it is delivered, even if another drainer has leased it since. A conditional delete costs twice as much.
	ops := []table.Op{table.Delete(key(row.ID, row.due), 0)}
	if len(left) > 0 {
		ops = append([]table.Op{table.Delete(key(row.ID, row.due), row.version)}, left...)
	}
	// Store the result even when the process is asked to stop meanwhile. A conflict means that the lease of a failed row expired and that
	// another drainer has it.
	err := d.table.Write(context.WithoutCancel(ctx), ops...)
	if err != nil && !errors.As(err, &conflict) {
		return fmt.Errorf("outbox: mark a row: %w", err)
	}
	return nil
}

// deliverParts calls the handlers of a row's parts at the same time, because the lease is longer than one handler takes. It returns the
// operations that store the parts which are left.
func (d *Drainer) deliverParts(ctx context.Context, row Delivery, apart bool) (left []table.Op) {
	parts, err := row.parts()
	if err != nil {
		return []table.Op{d.after(ctx, row, err)}
	}
	failed := make([]error, len(parts))
	var handling sync.WaitGroup
	for n, part := range parts {
		if apart && len(parts) > 1 && part.Kind == KindMail {
			part.Tries, part.Faults = 0, 0
			left = append(left, table.Create(part.item()))
			continue
		}
		handling.Go(func() { failed[n] = d.callHandler(ctx, part) })
	}
	handling.Wait()
	for n, err := range failed {
		if err != nil {
			left = append(left, d.after(ctx, parts[n], err))
		}
	}
	return left
}

// callHandler calls the handler. It turns a panic into an error: one bad row must not end the process.
func (d *Drainer) callHandler(ctx context.Context, row Delivery) (err error) {
	handle, ok := d.handlers[row.Kind]
	if !ok {
		return fmt.Errorf("no handler for kind %q", row.Kind)
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("handler panicked: %v", p)
		}
	}()
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = handle(within, row)
	if err != nil && ctx.Err() != nil {
		return Unreachable(err) // the process was asked to stop: not the row's fault
	}
	return err
}

// after returns the operation that reschedules an undelivered row, or sets it aside.
func (d *Drainer) after(ctx context.Context, row Delivery, err error) table.Op {
	now := d.now().UTC()
	age := now.Sub(row.Since)
	away := IsUnreachable(err)
	if away {
		row.Faults--
	}
	row.Leased, row.Error = time.Time{}, clip(err.Error())
	if row.Faults >= maxFaults || (away && age >= maxWait) {
		telemetry.Count(ctx, telemetry.RowsSetAside)
		slog.ErrorContext(ctx, "outbox: row set aside", "kind", row.Kind, "tries", row.Tries, "error", row.Error)
		kept := row.item()
		kept.Key = table.Key{PK: aside, SK: row.ID}
		return table.Put(kept)
	}
	telemetry.Count(ctx, telemetry.RowsPutOff)
	slog.WarnContext(ctx, "outbox: row deferred", "kind", row.Kind, "tries", row.Tries, "error", row.Error)
	row.due = now.Add(retryAfter(row.Tries, away, age, d.random()))
	return table.Put(row.item())
}

// retryAfter returns the backoff after so many tries: 1, 2, 4 … s, half of it random so that rows that failed together do not retry
// together. While a receiver is unavailable the row retries every 15 s, and less often the longer it lasts (a tenth of the elapsed
// time): soon after a short outage, and some 70 tries in a day.
func retryAfter(tries int, away bool, age time.Duration, random float64) time.Duration {
	wait := time.Second << min(tries-1, 12)
	if away {
		wait = min(wait, max(15*time.Second, age/10))
	}
	return wait/2 + time.Duration(random*float64(wait/2))
}

func clip(s string) string {
	const most = 200 // bytes: a row stays below 1 KB
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return s
}

// read decodes a row. An undecodable item becomes a row without a kind, which is set aside like any poison.
func read(i table.Item) Delivery {
	place, id, _ := strings.Cut(i.SK, "#")
	var row Delivery
	if err := json.Unmarshal(i.Data, &row); err != nil || row.ID != id {
		row = Delivery{ID: id}
	}
	ms, _ := strconv.ParseInt(place, 10, 64)
	row.due, row.version = time.UnixMilli(ms).UTC(), i.Version
	return row
}
