package outbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/table"
	"ordering/shared/telemetry"
)

func TestRowsAreDeliveredOnceAndInOrder(t *testing.T) {
	b := newBench(t)
	b.Put(note("a/3", noon), note("a/1", noon.Add(-2*time.Second)), note("a/2", noon.Add(-time.Second)), note("a/4", noon.Add(time.Second)))
	assert.DeepEqual(t, b.drain(), []string{"a/1", "a/2", "a/3"})
	assert.Assert(t, is.Nil(b.drain()))
	b.Pass(time.Second)
	assert.DeepEqual(t, b.drain(), []string{"a/4"})
	assert.Assert(t, is.Nil(b.ids(Pending)))
}

// Fault 38: a row that was written while the clock was ahead does not wait for that date.
func TestRowFromTheFutureIsDelivered(t *testing.T) {
	b := newBench(t)
	b.Put(note("a/1", noon.Add(400*24*time.Hour)), note("b/1", noon.Add(23*time.Hour)), note("c/1", noon.Add(-400*24*time.Hour)))
	b.fail["a/1"] = Unreachable(errors.New("away"))
	assert.DeepEqual(t, slices.Sorted(slices.Values(b.drain())), []string{"a/1", "c/1"})
	delete(b.fail, "a/1")
	b.Pass(15 * time.Second)
	assert.DeepEqual(t, b.drain(), []string{"a/1"})
	// The row of a drainer that crashed at the wrong time is free too.
	row := Delivery{Kind: "note", ID: "d/1", Payload: []byte(`{}`), Leased: noon.Add(400 * 24 * time.Hour), due: noon}
	b.Put(table.Create(row.item()))
	assert.DeepEqual(t, b.drain(), []string{"d/1"})
}

func TestMoreRowsThanOnePageAreDelivered(t *testing.T) {
	b := newBench(t)
	const n = 3*page + 7
	for i := range n {
		b.Put(note(fmt.Sprintf("one/%04d", i), noon.Add(-time.Minute+time.Duration(i)*time.Millisecond)))
	}
	got := b.drain()
	assert.Assert(t, is.Len(got, n))
	assert.Assert(t, slices.IsSorted(got))
}

func TestFailedRowIsRescheduledAndOthersAreDelivered(t *testing.T) {
	b := newBench(t)
	b.Put(note("bad/1", noon), note("good/1", noon), note("bad/2", noon))
	b.fail["bad/1"] = errors.New("no")
	assert.Assert(t, is.Len(b.drain(), 3))
	assert.Assert(t, is.Nil(b.drain()))
	delete(b.fail, "bad/1")
	b.Pass(time.Second) // the first wait is at most that
	assert.DeepEqual(t, b.drain(), []string{"bad/1"})
	assert.Assert(t, is.Nil(b.ids(Pending)))
}

func TestRowWaitsForAnUnreachableReceiver(t *testing.T) {
	b := newBench(t)
	b.Put(note("a/1", noon))
	b.fail["a/1"] = Unreachable(errors.New("connection refused"))
	tries := 0
	for b.Now().Before(noon.Add(time.Hour)) {
		tries += len(b.drain())
		b.Pass(5 * time.Second)
	}
	assert.Assert(t, tries >= 2*maxFaults && tries <= 60, "got %d tries in an hour, want at most 60", tries)
	delete(b.fail, "a/1")
	b.Pass(6 * time.Minute) // a tenth of the hour
	assert.DeepEqual(t, b.drain(), []string{"a/1"})

	b.Put(note("a/2", b.Now()))
	b.fail["a/2"] = Unreachable(errors.New("connection refused"))
	for range 200 {
		b.drain()
		b.Pass(20 * time.Minute)
	}
	assert.DeepEqual(t, b.ids(Aside), []string{"a/2"})
}

// Mails that hang occupy no worker that a kitchen needs. Each handler of a mail waits until the kitchen has its message.
func TestSlowMailsDoNotDelayKitchens(t *testing.T) {
	run := func(ctx context.Context, d *Drainer, wake <-chan Shards) { d.Run(ctx, wake) }
	receipt := func(token string, due time.Time) table.Op { return OrderMail(token, MailConfirmed, due) }
	for name, c := range map[string]struct {
		deliver func(context.Context, *Drainer, <-chan Shards)
		mail    func(token string, due time.Time) table.Op
		hang    int
	}{
		"new rows":   {run, receipt, workers},
		"new orders": {run, OrderPlaced, 1}, // their mails become rows one after the other
		"new mails about accounts": {run, func(token string, due time.Time) table.Op {
			return Row(KindAccountMail, token+"/reset-1", OrderRow{token}, due)
		}, workers},
		"a sweep": {func(ctx context.Context, d *Drainer, _ <-chan Shards) { _ = d.Sweep(ctx) }, receipt, workers},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			ctx, stop := context.WithCancel(t.Context())
			table, wake := Watch(b.Table)
			hanging, delivered := make(chan struct{}, 2*workers), make(chan struct{})
			hang := func(ctx context.Context, _ Delivery) error {
				hanging <- struct{}{}
				select {
				case <-delivered:
				case <-ctx.Done():
					t.Error("a mail delayed the kitchen's message")
				}
				return nil
			}
			d := NewDrainer(table, b.Now, rand.Float64, map[string]Handler{
				KindMail:        hang,
				KindAccountMail: hang,
				KindKitchenOrder: func(_ context.Context, d Delivery) error {
					if d.Lane() == "last" {
						close(delivered)
					}
					return nil
				},
			})
			for i := range 2 * workers {
				err := table.Write(ctx, c.mail(fmt.Sprint("order-", i), noon.Add(-time.Minute)))
				assert.NilError(t, err)
			}
			kitchen := KitchenOrder("last", noon)
			if name == "a sweep" {
				b.Put(kitchen)
			}
			ended := make(chan struct{})
			go func() { c.deliver(ctx, d, wake); close(ended) }()
			for range c.hang {
				<-hanging
			}
			if name != "a sweep" { // an order is placed while the mails hang
				assert.NilError(t, table.Write(ctx, kitchen))
			}
			<-delivered
			stop()
			<-ended
		})
	}
}

// The row of a placed order has two messages. After a failure only the failed one is left, under the id that it always has.
func TestOrderPlacedIsTwoMessages(t *testing.T) {
	kitchen, mail := "a/kitchen-order", "a/mail-confirmed"
	for name, fails := range map[string][]string{
		"both are delivered": nil,
		"the mail fails":     {mail},
		"the kitchen fails":  {kitchen},
		"both fail":          {kitchen, mail},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			d := NewDrainer(b.Table, b.Now, rand.Float64, map[string]Handler{KindKitchenOrder: b.handle, KindMail: b.handle})
			for _, id := range fails {
				b.fail[id] = errors.New("no")
			}
			deliver := func() []string {
				b.calls = nil
				rows, err := Pending(t.Context(), b)
				assert.NilError(t, err)
				for _, row := range rows {
					i := row.item()
					i.Version = row.version
					assert.NilError(t, d.Deliver(t.Context(), i))
				}
				slices.Sort(b.calls)
				return b.calls
			}
			b.Put(OrderPlaced("a", noon))
			assert.DeepEqual(t, deliver(), []string{kitchen, mail})
			assert.DeepEqual(t, b.ids(Pending), fails)
			for range maxFaults {
				b.Pass(time.Hour)
				deliver()
			}
			assert.Assert(t, is.Nil(b.ids(Pending)))
			assert.DeepEqual(t, b.ids(Aside), fails)
		})
	}
}

// Faults of a combined row, such as crashes or a release without its handlers, do not set aside its parts at their first fault.
func TestPartsDoNotInheritTheFaultsOfTheirRow(t *testing.T) {
	b := newBench(t)
	row := newDelivery(KindOrderPlaced, "a/"+KindOrderPlaced, OrderRow{"a"}, noon)
	row.Tries, row.Faults = maxFaults, maxFaults-1
	b.Put(table.Create(row.item()))
	fails := func(context.Context, Delivery) error { return errors.New("once") }
	d := NewDrainer(b.Table, b.Now, rand.Float64, map[string]Handler{KindKitchenOrder: fails, KindMail: fails})
	stored, err := b.Get(t.Context(), row.item().Key)
	assert.NilError(t, err)
	assert.NilError(t, d.Deliver(t.Context(), stored))
	rows, err := Pending(t.Context(), b)
	assert.NilError(t, err)
	assert.Assert(t, is.Len(rows, 2))
	for _, part := range rows {
		assert.Check(t, part.Tries == 1 && part.Faults == 1, "%+v", part)
	}
}

// One message that a kitchen does not take reaches the operator after ten minutes, and as long as it waits: each sweep counts it once.
func TestSweepCountsAnOverdueRow(t *testing.T) {
	counted := 0
	old := slog.Default()
	slog.SetDefault(slog.New(telemetry.Counted(slog.DiscardHandler, func(m telemetry.Metric) {
		if m == telemetry.RowsOverdue {
			counted++
		}
	})))
	defer slog.SetDefault(old)
	b := newBench(t)
	b.Put(note("a/1", noon), note("later/1", noon.Add(20*time.Hour)))
	b.fail["a/1"] = Unreachable(errors.New("connection refused"))
	for minute := range 120 {
		counted = 0
		b.drain()
		assert.Check(t, is.Equal(counted, min(max(minute-10, 0), 1)), minute)
		b.Pass(time.Minute)
	}
	delete(b.fail, "a/1")
	b.Pass(15 * time.Minute)
	b.drain()
	counted = 0
	b.drain()
	assert.Equal(t, counted, 0, "the row is still counted after its delivery")
}

func TestHandlerPanicFailsOnlyItsRow(t *testing.T) {
	b := newBench(t)
	b.Put(note("a/1", noon), note("b/1", noon))
	d := NewDrainer(b.Table, b.Now, rand.Float64, map[string]Handler{"note": func(ctx context.Context, d Delivery) error {
		if d.ID == "a/1" {
			panic("nil map")
		}
		return b.handle(ctx, d)
	}})
	assert.NilError(t, d.Drain(t.Context()))
	assert.DeepEqual(t, b.calls, []string{"b/1"})
	assert.DeepEqual(t, b.ids(Pending), []string{"a/1"})
}

func TestTwentyDrainersDeliverOnce(t *testing.T) {
	b := newBench(t)
	const rows = 40
	for i := range rows {
		b.Put(note(fmt.Sprintf("lane%d/x", i), noon))
	}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			assert.Check(t, b.drainer().Drain(t.Context()))
		})
	}
	wg.Wait()
	seen := map[string]int{}
	for _, id := range b.calls {
		seen[id]++
	}
	assert.Assert(t, is.Len(b.calls, rows))
	assert.Assert(t, is.Len(seen, rows))
}

// A retry is in the upper half of its step, and steps double up to their limit.
func TestBackoff(t *testing.T) {
	for _, c := range []struct {
		tries    int
		away     bool
		age      time.Duration
		from, to time.Duration
	}{
		{1, false, 0, 500 * time.Millisecond, time.Second},
		{2, false, 0, time.Second, 2 * time.Second},
		{8, false, 0, 64 * time.Second, 128 * time.Second},
		{8, true, time.Minute, 7500 * time.Millisecond, 15 * time.Second},
		{60, true, 10 * time.Hour, 30 * time.Minute, time.Hour},
	} {
		if from, to := retryAfter(c.tries, c.away, c.age, 0), retryAfter(c.tries, c.away, c.age, 0.999999); from != c.from || to > c.to || to < c.to-time.Millisecond*4 {
			t.Errorf("try %d, unavailable %v: got %v to %v, want %v to %v", c.tries, c.away, from, to, c.from, c.to)
		}
	}
}

func TestRowIsSmallAndItsTokenIsNotLogged(t *testing.T) {
	token := strings.Repeat("k", 26)
	for _, op := range []table.Op{OrderPlaced(token, noon), KitchenOrder(token, noon), KitchenCancel(token, noon), OrderMail(token, MailNotApproved, noon)} {
		i := op.Item
		// 300: lease and error after failures
		size := len(i.PK) + len(i.SK) + len(i.Data) + 300
		assert.Check(t, size <= 1024, "%s may grow to %d bytes", i.Key, size)
		assert.Check(t, IsRow(i.Key), "%s is not recognized as an outbox row", i.Key)
	}
	// The token gives access to the order: it must not be logged.
	var log bytes.Buffer
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(old)
	b := newBench(t)
	b.Put(note(token+"/x", noon))
	b.fail[token+"/x"] = errors.New("refused")
	for range maxFaults {
		b.drain()
		b.Pass(time.Hour)
	}
	assert.Assert(t, is.Contains(log.String(), "row deferred"))
	assert.Assert(t, is.Contains(log.String(), "row set aside"))
	assert.Assert(t, !strings.Contains(log.String(), token))
}
