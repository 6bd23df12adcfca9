package menu

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/clocktest"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/table"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/table/tabletest"
	"ordering/shared/table/versioned"
)

// faulty is a metered table that fails after a number of writes.
type faulty struct {
	*meter.Meter
	writes int // that still succeed; -1 for all
}

func (f *faulty) Write(ctx context.Context, ops ...table.Op) error {
	if f.writes == 0 {
		return table.ErrUnavailable
	}
	if f.writes > 0 {
		f.writes--
	}
	return f.Meter.Write(ctx, ops...)
}

func open(t *testing.T) (*faulty, *clocktest.Clock) {
	t.Helper()
	clock := tabletest.NewClock()
	return &faulty{Meter: meter.New(sqlitetest.Open(t, clock.Now)), writes: -1}, clock
}

var ctx = context.Background()

func save(t *testing.T, tbl table.Table, f File) bool {
	t.Helper()
	changed, err := Save(ctx, tbl, f)
	assert.NilError(t, err)
	return changed
}

// dear returns the diner with the deal at that price.
func dear(cents int64) File {
	f := diner()
	f.Items[0].Prices = Prices{money.USD: cents, money.CAD: cents}
	return f
}

func dealPrice(t *testing.T, s *Store) int64 {
	t.Helper()
	o, err := s.Offer(ctx, "somewhere", money.USD)
	assert.NilError(t, err)
	item, ok := o.Item("deal")
	if !ok {
		return -1
	}
	return o.ItemPrice(item).Minor
}

func TestSaveIsIdempotentAndReadWithinTwoSeconds(t *testing.T) {
	tbl, clock := open(t)
	s := NewStore(tbl, clock.Now)
	assert.Equal(t, dealPrice(t, s), int64(-1))
	assert.Assert(t, save(t, tbl, dear(700)) && !save(t, tbl, dear(700)), "the first save changes, the second does not")
	clock.Pass(maxAge)
	assert.Equal(t, dealPrice(t, s), int64(700))
	for n := int64(1); n <= 5; n++ { // each removes the edition before the last
		save(t, tbl, dear(700+n))
		clock.Pass(maxAge)
		assert.Check(t, is.Equal(dealPrice(t, s), 700+n))
	}
	// back to the previous one
	assert.Assert(t, save(t, tbl, dear(704)), "saving the earlier menu was not reported as a change")
	clock.Pass(maxAge)
	assert.Equal(t, dealPrice(t, s), int64(704))
	page, err := tbl.Query(ctx, table.Query{PK: "menu"})
	assert.NilError(t, err)
	assert.Assert(t, is.Len(page.Items, 1))
}

// The stored menu equals the imported file.
func TestStoredMenuEqualsTheFile(t *testing.T) {
	tbl, _ := open(t)
	save(t, tbl, diner())
	c, err := Current(ctx, tbl)
	assert.NilError(t, err)
	want := New(diner())
	assert.Assert(t, reflect.DeepEqual(c, want), "read %+v\nwant %+v", c, want)
}

// A menu of several megabytes has several chunks; a failure between their writes leaves the old menu intact.
func TestLargeMenuIsReplacedAtomically(t *testing.T) {
	tbl, clock := open(t)
	save(t, tbl, dear(700))
	f := dear(900)
	for n := range 3000 {
		item := f.Items[1]
		item.ID = fmt.Sprintf("copy-%d", n)
		item.Slug = item.ID
		item.Description = text(strings.Repeat("so good ", 40))
		f.Items = append(f.Items, item)
		f.Sections[0].Items = append(f.Sections[0].Items, item.ID)
	}
	chunks, err := versioned.Split(f, versioned.ChunkSize, File.halve)
	assert.NilError(t, err)
	assert.Assert(t, len(chunks) >= 4, len(chunks))
	for _, c := range chunks {
		assert.Check(t, len(c) <= versioned.ChunkSize, "got a chunk of %d bytes", len(c))
	}
	for n := range len(chunks) + 1 { // the head is written last
		tbl.writes = n
		_, err := Save(ctx, tbl, f)
		assert.Check(t, is.ErrorIs(err, table.ErrUnavailable), n)
		assert.Check(t, is.Equal(dealPrice(t, NewStore(tbl, clock.Now)), int64(700)), n)
	}
	tbl.writes = -1
	save(t, tbl, f)
	s := NewStore(tbl, clock.Now)
	o, err := s.Offer(ctx, "somewhere", money.USD)
	assert.NilError(t, err)
	assert.Equal(t, len(o.Sections("everyday")[0].Dishes), 3002)
}

func TestElementLargerThanAnItemIsRefused(t *testing.T) {
	tbl, _ := open(t)
	f := diner()
	f.Items[0].Description = text(strings.Repeat("!", versioned.ChunkSize))
	_, err := Save(ctx, tbl, f)
	assert.ErrorIs(t, err, table.ErrTooLarge)
}

// Split keeps the order and the content for any size that fits one element.
func TestChunksJoinToTheFile(t *testing.T) {
	whole, err := json.Marshal(diner())
	assert.NilError(t, err)
	for size := 2000; size < 20000; size += 777 {
		chunks, err := versioned.Split(diner(), size, File.halve)
		assert.NilError(t, err)
		var f File
		for _, c := range chunks {
			var part File
			assert.NilError(t, json.Unmarshal(c, &part))
			f.join(part)
		}
		got, _ := json.Marshal(f)
		assert.Assert(t, bytes.Equal(got, whole), "chunks of %d bytes: the file differs", size)
	}
}

// A cached offer costs no reads, and one small read for each of its two parts when it is revalidated.
func TestOfferReads(t *testing.T) {
	tbl, clock := open(t)
	save(t, tbl, diner())
	s := NewStore(tbl, clock.Now)
	dealPrice(t, s)
	before := tbl.Tally()
	for range 100 {
		dealPrice(t, s)
	}
	assert.Equal(t, tbl.Tally().Sub(before), (meter.Tally{}))
	clock.Pass(maxAge)
	dealPrice(t, s)
	used := tbl.Tally().Sub(before)
	assert.Equal(t, used.Gets+used.Queries, 2, "got %+v after the cache expired, want 2 reads", used)
}

func TestSoldOutIsVisibleWithinTwoSeconds(t *testing.T) {
	tbl, clock := open(t)
	save(t, tbl, diner())
	s := NewStore(tbl, clock.Now)
	put := func(a location.Availability) {
		t.Helper()
		item := a.Item("somewhere")
		assert.NilError(t, tbl.Write(ctx, table.Put(item)))
		clock.Pass(maxAge)
	}
	away := func(id string) bool {
		t.Helper()
		o, err := s.Offer(ctx, id, money.USD)
		assert.NilError(t, err)
		item, _ := o.Item("deal")
		return o.Unavailable(item, location.Pickup, clock.Now(), time.UTC) != nil
	}
	assert.Assert(t, !away("somewhere"), "sold out before it was set")
	put(location.Availability{SoldOut: []location.SoldOut{{Item: "deal"}}})
	assert.Assert(t, away("somewhere") && !away("elsewhere"), "want sold out at one location only")
	put(location.Availability{})
	assert.Assert(t, !away("somewhere"), "still sold out")
}

// During consecutive imports every reader sees a whole menu.
func TestReadersSeeAWholeMenuDuringImports(t *testing.T) {
	tbl, _ := open(t)
	save(t, tbl, dear(1))
	var wg sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				c, err := Current(ctx, tbl)
				if errors.Is(err, table.ErrUnavailable) {
					continue // three imports overtook this reader: it gets an error, not half a menu
				}
				if err != nil {
					t.Error(err)
					return
				}
				if got := len(c.file.Items); got != len(diner().Items) {
					t.Errorf("got a menu of %d items", got)
					return
				}
			}
		})
	}
	for n := range 30 {
		save(t, tbl, dear(int64(n+2)))
	}
	close(done)
	wg.Wait()
}
