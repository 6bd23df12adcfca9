package outbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// bench is a table, a clock that only moves when told, and a record of what handlers were handed.
type bench struct {
	*testing.T
	table.Table
	mu    sync.Mutex
	clock time.Time
	calls []string
	fail  map[string]error // by id
}

func newBench(t *testing.T) *bench {
	b := &bench{T: t, clock: noon, fail: map[string]error{}}
	s, err := sqlite.Open(filepath.Join(t.TempDir(), "table.db"), b.now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	b.Table = s
	return b
}

func (b *bench) now() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.clock
}

func (b *bench) wait(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clock = b.clock.Add(d)
}

func (b *bench) put(ops ...table.Op) {
	b.Helper()
	if err := b.Write(b.Context(), ops...); err != nil {
		b.Fatal(err)
	}
}

func (b *bench) handle(_ context.Context, d Delivery) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls = append(b.calls, d.ID)
	return b.fail[d.ID]
}

func (b *bench) drainer() *Drainer {
	return NewDrainer(b.Table, b.now, rand.New(rand.NewPCG(1, 2)).Float64, map[string]Handler{"note": b.handle})
}

func (b *bench) drain() []string {
	b.Helper()
	b.calls = nil
	if err := b.drainer().Drain(b.Context()); err != nil {
		b.Fatal(err)
	}
	return b.calls
}

func (b *bench) ids(list func(context.Context, table.Table) ([]Delivery, error)) []string {
	b.Helper()
	rows, err := list(b.Context(), b.Table)
	if err != nil {
		b.Fatal(err)
	}
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	slices.Sort(ids)
	return ids
}

func note(id string, due time.Time) table.Op { return Row("note", id, OrderRow{"abc"}, due) }

func TestRowsAreDeliveredOnceAndInOrder(t *testing.T) {
	b := newBench(t)
	b.put(note("a/3", noon), note("a/1", noon.Add(-2*time.Second)), note("a/2", noon.Add(-time.Second)), note("a/4", noon.Add(time.Second)))
	if got := b.drain(); !slices.Equal(got, []string{"a/1", "a/2", "a/3"}) {
		t.Errorf("delivered %v", got)
	}
	if got := b.drain(); got != nil {
		t.Errorf("delivered again: %v", got)
	}
	b.wait(time.Second)
	if got := b.drain(); !slices.Equal(got, []string{"a/4"}) {
		t.Errorf("when it was due: %v", got)
	}
	if left := b.ids(Pending); left != nil {
		t.Errorf("left: %v", left)
	}
}

// Fault 38: a row that was left while the clock ran ahead does not wait for the day that the clock showed.
func TestRowOfAClockThatWasWrong(t *testing.T) {
	b := newBench(t)
	b.put(note("a/1", noon.Add(400*24*time.Hour)), note("b/1", noon.Add(23*time.Hour)), note("c/1", noon.Add(-400*24*time.Hour)))
	b.fail["a/1"] = Unreachable(errors.New("away"))
	if got := slices.Sorted(slices.Values(b.drain())); !slices.Equal(got, []string{"a/1", "c/1"}) {
		t.Errorf("delivered %v", got)
	}
	delete(b.fail, "a/1")
	b.wait(15 * time.Second)
	if got := b.drain(); !slices.Equal(got, []string{"a/1"}) {
		t.Errorf("tried again: %v", got)
	}
	// A row whose drainer died in the wrong time is free too.
	row := Delivery{Kind: "note", ID: "d/1", Payload: []byte(`{}`), Leased: noon.Add(400 * 24 * time.Hour), due: noon}
	b.put(table.Create(row.item()))
	if got := b.drain(); !slices.Equal(got, []string{"d/1"}) {
		t.Errorf("leased by nobody: %v", got)
	}
}

func TestMoreRowsThanAPage(t *testing.T) {
	b := newBench(t)
	const n = 3*page + 7
	for i := range n {
		b.put(note(fmt.Sprintf("one/%04d", i), noon.Add(-time.Minute+time.Duration(i)*time.Millisecond)))
	}
	got := b.drain()
	if len(got) != n || !slices.IsSorted(got) {
		t.Errorf("delivered %d of %d, sorted: %v", len(got), n, slices.IsSorted(got))
	}
}

func TestFailedRowIsPutOffAndTheRestFlows(t *testing.T) {
	b := newBench(t)
	b.put(note("bad/1", noon), note("good/1", noon), note("bad/2", noon))
	b.fail["bad/1"] = errors.New("no")
	if got := b.drain(); len(got) != 3 {
		t.Errorf("delivered %v", got)
	}
	if got := b.drain(); got != nil {
		t.Errorf("tried again at once: %v", got)
	}
	delete(b.fail, "bad/1")
	b.wait(time.Second) // the first wait is at most that
	if got := b.drain(); !slices.Equal(got, []string{"bad/1"}) {
		t.Errorf("tried later: %v", got)
	}
	if left := b.ids(Pending); left != nil {
		t.Errorf("left: %v", left)
	}
}

func TestPoisonIsSetAsideKeptAndGivenBack(t *testing.T) {
	b := newBench(t)
	b.put(note("bad/1", noon), Row("nobody's", "bad/2", nil, noon), table.Put(table.Item{Key: key("bad/3", noon), Data: []byte(`{"torn`)}))
	b.fail["bad/1"] = errors.New(strings.Repeat("é", 150))
	tries := 0
	for range maxFaults {
		tries += len(b.drain())
		b.wait(10 * time.Minute)
	}
	if tries != maxFaults {
		t.Errorf("tried %d times, want %d", tries, maxFaults)
	}
	if got := b.drain(); got != nil {
		t.Errorf("still tried: %v", got)
	}
	if got := b.ids(Aside); !slices.Equal(got, []string{"bad/1", "bad/2", "bad/3"}) {
		t.Errorf("kept aside: %v", got)
	}
	if left := b.ids(Pending); left != nil {
		t.Errorf("still pending: %v", left)
	}
	delete(b.fail, "bad/1")
	if err := Again(t.Context(), b, "bad/1", b.now()); err != nil {
		t.Fatal(err)
	}
	if got := b.drain(); !slices.Equal(got, []string{"bad/1"}) {
		t.Errorf("given back: %v", got)
	}
	if err := Again(t.Context(), b, "bad/1", b.now()); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("given back twice: %v", err)
	}
}

func TestRowWaitsForAReceiverThatIsAway(t *testing.T) {
	b := newBench(t)
	b.put(note("a/1", noon))
	b.fail["a/1"] = Unreachable(errors.New("connection refused"))
	tries := 0
	for b.now().Before(noon.Add(time.Hour)) {
		tries += len(b.drain())
		b.wait(5 * time.Second)
	}
	if tries < 2*maxFaults || tries > 60 {
		t.Errorf("%d tries in an hour", tries)
	}
	delete(b.fail, "a/1")
	b.wait(6 * time.Minute) // a tenth of the hour
	if got := b.drain(); !slices.Equal(got, []string{"a/1"}) {
		t.Errorf("back after an hour: %v", got)
	}

	b.put(note("a/2", b.now()))
	b.fail["a/2"] = Unreachable(errors.New("connection refused"))
	for range 200 {
		b.drain()
		b.wait(20 * time.Minute)
	}
	if got := b.ids(Aside); !slices.Equal(got, []string{"a/2"}) {
		t.Errorf("away for days: %v", got)
	}
}

func TestPanicOfAHandlerIsItsRowsFault(t *testing.T) {
	b := newBench(t)
	b.put(note("a/1", noon), note("b/1", noon))
	d := NewDrainer(b.Table, b.now, rand.Float64, map[string]Handler{"note": func(ctx context.Context, d Delivery) error {
		if d.ID == "a/1" {
			panic("nil map")
		}
		return b.handle(ctx, d)
	}})
	if err := d.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(b.calls, []string{"b/1"}) || !slices.Equal(b.ids(Pending), []string{"a/1"}) {
		t.Errorf("delivered %v, pending %v", b.calls, b.ids(Pending))
	}
}

func TestTwentyDrainersDeliverOnce(t *testing.T) {
	b := newBench(t)
	const rows = 40
	for i := range rows {
		b.put(note(fmt.Sprintf("lane%d/x", i), noon))
	}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if err := b.drainer().Drain(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	seen := map[string]int{}
	for _, id := range b.calls {
		seen[id]++
	}
	if len(b.calls) != rows || len(seen) != rows {
		t.Errorf("%d calls for %d of %d rows", len(b.calls), len(slices.Collect(maps.Keys(seen))), rows)
	}
}

// A drainer that dies with a row in its hands gives it back when its lease ends, and a row that kills every drainer is set aside.
func TestRowOfADeadDrainer(t *testing.T) {
	b := newBench(t)
	b.put(note("a/1", noon))
	ctx, die := context.WithCancel(t.Context())
	dead := NewDrainer(stuck{b.Table, &b.mu, new(int)}, b.now, rand.Float64, map[string]Handler{"note": b.handle})
	if err := dead.Drain(ctx); !errors.Is(err, errDied) {
		t.Fatalf("the drainer lived: %v", err)
	}
	die()
	if got := b.drain(); got != nil {
		t.Errorf("delivered within the lease: %v", got)
	}
	b.wait(lease + time.Second)
	if got := b.drain(); !slices.Equal(got, []string{"a/1"}) {
		t.Errorf("delivered after the lease: %v", got)
	}

	b.put(note("b/1", b.now()))
	for range maxFaults - 1 {
		dead := NewDrainer(stuck{b.Table, &b.mu, new(int)}, b.now, rand.Float64, map[string]Handler{"note": b.handle})
		if err := dead.Drain(t.Context()); !errors.Is(err, errDied) {
			t.Fatalf("the drainer lived: %v", err)
		}
		b.wait(lease + time.Second)
	}
	b.fail["b/1"] = errors.New("once more")
	b.drain()
	if got := b.ids(Aside); !slices.Equal(got, []string{"b/1"}) {
		t.Errorf("set aside: %v", got)
	}
}

var errDied = errors.New("died")

// stuck takes the first write, the lease, and fails every later one, as a process that died between the two.
type stuck struct {
	table.Table
	mu     *sync.Mutex
	writes *int
}

func (s stuck) Write(ctx context.Context, ops ...table.Op) error {
	s.mu.Lock()
	*s.writes++
	n := *s.writes
	s.mu.Unlock()
	if n > 1 {
		return errDied
	}
	return s.Table.Write(ctx, ops...)
}

func TestStreamBringsARowTwice(t *testing.T) {
	b := newBench(t)
	var seen []table.Item
	for n := range shards {
		b.put(note(fmt.Sprintf("lane%d/now", n), noon), note(fmt.Sprintf("lane%d/later", n), noon.Add(time.Hour)))
	}
	for n := range shards {
		p, err := b.Query(t.Context(), table.Query{PK: shard(n)})
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, p.Items...)
	}
	d := b.drainer()
	for range 3 {
		for _, i := range seen {
			if err := d.Deliver(t.Context(), i); err != nil {
				t.Fatal(err)
			}
		}
	}
	slices.Sort(b.calls)
	if want := []string{"lane0/now", "lane1/now", "lane2/now", "lane3/now"}; !slices.Equal(b.calls, want) {
		t.Errorf("delivered %v, want %v", b.calls, want)
	}
}

func TestStopReturnsTheRowWithoutFault(t *testing.T) {
	b := newBench(t)
	b.put(note("a/1", noon))
	ctx, stop := context.WithCancel(t.Context())
	d := NewDrainer(b.Table, b.now, rand.Float64, map[string]Handler{"note": func(ctx context.Context, _ Delivery) error {
		stop()
		<-ctx.Done()
		return ctx.Err()
	}})
	_ = d.Drain(ctx)
	rows, err := Pending(t.Context(), b)
	if err != nil || len(rows) != 1 || rows[0].Faults != 0 || !rows[0].Leased.IsZero() {
		t.Errorf("left %+v, %v", rows, err)
	}
}

func TestWatchWakes(t *testing.T) {
	b := newBench(t)
	w, wake := Watch(b.Table)
	awake := func() bool {
		select {
		case <-wake:
			return true
		default:
			return false
		}
	}
	other := table.Create(table.Item{Key: table.Key{PK: "x", SK: "y"}, Data: []byte("{}")})
	if err := w.Write(t.Context(), other); err != nil || awake() {
		t.Errorf("woke without a row (%v)", err)
	}
	if err := w.Write(t.Context(), other, note("a/0", noon)); err == nil || awake() {
		t.Errorf("woke for a write that was refused (%v)", err)
	}
	for i := range 3 {
		if err := w.Write(t.Context(), note(fmt.Sprint("a/", i+1), noon)); err != nil {
			t.Fatal(err)
		}
	}
	if !awake() || awake() {
		t.Error("three rows must leave one token")
	}
	// Run delivers what wakes it; its tick is too far away to help.
	ctx, stop := context.WithCancel(t.Context())
	got := make(chan string, 9)
	d := NewDrainer(b.Table, b.now, rand.Float64, map[string]Handler{"note": func(_ context.Context, d Delivery) error { got <- d.ID; return nil }})
	ended := make(chan struct{})
	go func() { d.Run(ctx, wake, time.Hour); close(ended) }()
	for range 3 {
		<-got
	}
	if err := w.Write(t.Context(), note("a/9", noon)); err != nil {
		t.Fatal(err)
	}
	if id := <-got; id != "a/9" {
		t.Errorf("got %s", id)
	}
	stop()
	<-ended
}

// A retry is somewhere in the upper half of its step, and steps double up to their limit.
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
		if from, to := backoff(c.tries, c.away, c.age, 0), backoff(c.tries, c.away, c.age, 0.999999); from != c.from || to > c.to || to < c.to-time.Millisecond*4 {
			t.Errorf("try %d, away %v: %v to %v, want %v to %v", c.tries, c.away, from, to, c.from, c.to)
		}
	}
}

func TestRowIsSmallAndItsTokenStaysOutOfTheLog(t *testing.T) {
	token := strings.Repeat("k", 26)
	for _, op := range []table.Op{KitchenOrder(token, noon), KitchenCancel(token, noon), OrderMail(token, MailNotApproved, noon)} {
		i := op.Item
		if size := len(i.PK) + len(i.SK) + len(i.Data) + 300; size > 1024 { // 300: lease and error of a bad day
			t.Errorf("%s may grow to %d bytes", i.Key, size)
		}
		if !IsRow(i.Key) {
			t.Errorf("%s is not seen as a row", i.Key)
		}
	}
	// The token opens the order: it stays out of the log.
	var log bytes.Buffer
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(old)
	b := newBench(t)
	b.put(note(token+"/x", noon))
	b.fail[token+"/x"] = errors.New("refused")
	for range maxFaults {
		b.drain()
		b.wait(time.Hour)
	}
	if !strings.Contains(log.String(), "row put off") || !strings.Contains(log.String(), "row set aside") || strings.Contains(log.String(), token) {
		t.Errorf("log: %s", log.String())
	}
}
