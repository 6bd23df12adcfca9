package sqlite

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/clocktest"
	"ordering/shared/table"
)

var ctx = context.Background()

func newFile(t *testing.T) string { return filepath.Join(t.TempDir(), "table.db") }

func openFile(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(path, time.Now)
	assert.NilError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// pragma changes the writer's connection. The store must be idle.
func (s *Store) pragma(t *testing.T, text string) {
	t.Helper()
	_, err := s.writer.conn.ExecContext(ctx, "PRAGMA "+text)
	assert.NilError(t, err)
}

func pair(n int) []table.Op {
	doc := bytes.Repeat([]byte{byte(n)}, 3000)
	sk := fmt.Sprintf("%05d", n)
	return []table.Op{
		table.Create(table.Item{Key: table.Key{PK: "left", SK: sk}, Data: doc}),
		table.Create(table.Item{Key: table.Key{PK: "right", SK: sk}, Data: doc}),
	}
}

// pairs fails the test unless all acknowledged pairs are stored and no pair is stored partially.
func pairs(t *testing.T, s *Store, acknowledged map[int]bool) {
	t.Helper()
	stored := map[string]map[string]bool{}
	for _, pk := range []string{"left", "right"} {
		stored[pk] = map[string]bool{}
		for i, err := range table.All(ctx, s, table.Query{PK: pk}) {
			assert.NilError(t, err)
			stored[pk][i.SK] = true
		}
	}
	for n := range acknowledged {
		sk := fmt.Sprintf("%05d", n)
		assert.Check(t, stored["left"][sk], "pair %s was acknowledged and is lost", sk)
	}
	for sk := range stored["left"] {
		assert.Check(t, stored["right"][sk], "only the left half of pair %s is stored", sk)
	}
	assert.Check(t, is.Len(stored["left"], len(stored["right"])))
}

func unavailableBecause(t *testing.T, err error, cause string) {
	t.Helper()
	assert.ErrorIs(t, err, table.ErrUnavailable)
	assert.Assert(t, is.Contains(err.Error(), cause))
}

func TestFullDisk(t *testing.T) {
	path := newFile(t)
	s := openFile(t, path)
	s.pragma(t, "max_page_count = 200")
	acknowledged := map[int]bool{}
	var mu sync.Mutex
	var full error
	var writers sync.WaitGroup
	for w := range 20 {
		writers.Go(func() {
			for n := w * 100; n < w*100+100; n++ {
				err := s.Write(ctx, pair(n)...)
				mu.Lock()
				if err == nil {
					acknowledged[n] = true
				} else {
					full = err
				}
				mu.Unlock()
			}
		})
	}
	writers.Wait()
	unavailableBecause(t, full, "the disk is full")
	assert.Assert(t, len(acknowledged) != 0, "nothing was written before the disk was full")
	pairs(t, s, acknowledged)

	s.pragma(t, "max_page_count = 100000") // space was freed
	assert.NilError(t, s.Write(ctx, pair(90_000)...))
	acknowledged[90_000] = true
	assert.NilError(t, s.Close())
	pairs(t, openFile(t, path), acknowledged)
}

func TestReadOnlyFile(t *testing.T) {
	s := openFile(t, newFile(t))
	assert.NilError(t, s.Write(ctx, pair(1)...))
	s.pragma(t, "query_only = 1")
	unavailableBecause(t, s.Write(ctx, pair(2)...), "the file is read-only")
	pairs(t, s, map[int]bool{1: true})
	s.pragma(t, "query_only = 0")
	assert.NilError(t, s.Write(ctx, pair(2)...))
}

func TestLockedByAnotherProcess(t *testing.T) {
	path := newFile(t)
	s, other := openFile(t, path), openFile(t, path)
	other.pragma(t, "user_version") // the connection is idle
	_, err := other.writer.conn.ExecContext(ctx, "BEGIN IMMEDIATE")
	assert.NilError(t, err)
	s.pragma(t, "busy_timeout = 0") // the five seconds have passed
	unavailableBecause(t, s.Write(ctx, pair(1)...), "another process keeps the file locked")
	_, err = other.writer.conn.ExecContext(ctx, "ROLLBACK")
	assert.NilError(t, err)
	assert.NilError(t, s.Write(ctx, pair(1)...))
}

// filled returns a closed file with 200 pairs.
func filled(t *testing.T) (path string, acknowledged map[int]bool) {
	t.Helper()
	path = newFile(t)
	s := openFile(t, path)
	for n := range 200 {
		assert.NilError(t, s.Write(ctx, pair(n)...))
	}
	assert.NilError(t, s.Close())
	return path, firstPairs(200)
}

func overwrite(t *testing.T, path string, at int64, with []byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	assert.NilError(t, err)
	defer f.Close()
	_, err = f.WriteAt(with, at)
	assert.NilError(t, err)
}

func TestDamagedHeader(t *testing.T) {
	path, _ := filled(t)
	overwrite(t, path, 0, bytes.Repeat([]byte("garbage "), 16))
	_, err := Open(path, time.Now)
	unavailableBecause(t, err, "not a database")
}

func TestDamagedPages(t *testing.T) {
	path, acknowledged := filled(t)
	whole, err := os.ReadFile(path)
	assert.NilError(t, err)
	// Overwrite the last quarter of the file with noise: reading an item there must fail, and not report it as absent.
	overwrite(t, path, int64(len(whole)/4*3)&^4095, bytes.Repeat([]byte{0xa5}, len(whole)/4))
	s := openFile(t, path)
	found, failed := 0, 0
	for n := range acknowledged {
		item, err := s.Get(ctx, pair(n)[0].Item.Key)
		switch {
		case err == nil && bytes.Equal(item.Data, pair(n)[0].Item.Data):
			found++
		case err == nil:
			t.Fatalf("pair %d differs from what was written", n)
		default:
			unavailableBecause(t, err, "the file is damaged")
			failed++
		}
	}
	assert.Assert(t, found != 0 && failed != 0, "test setup: %d found and %d failed, want some of each", found, failed)
	for n := range 50 { // writes between the damaged pages fail or are kept
		err := s.Write(ctx, table.Put(table.Item{Key: table.Key{PK: "left", SK: fmt.Sprintf("%05d-", n*4)}}))
		if err != nil {
			unavailableBecause(t, err, "the file is damaged")
		} else if _, err := s.Get(ctx, table.Key{PK: "left", SK: fmt.Sprintf("%05d-", n*4)}); err != nil {
			t.Errorf("written, but not found: %v", err)
		}
	}
	s.Close()

	// restore the backup
	assert.NilError(t, os.WriteFile(path, whole, 0o600))
	pairs(t, openFile(t, path), acknowledged)
}

func TestOpenErrorHasTheReason(t *testing.T) {
	_, err := Open(filepath.Join(t.TempDir(), "missing", "table.db"), time.Now)
	unavailableBecause(t, err, "cannot be opened")
	_, err = Open(t.TempDir(), time.Now)
	unavailableBecause(t, err, "cannot be opened")

	path := newFile(t)
	s := openFile(t, path)
	s.pragma(t, "user_version = 99")
	s.Close()
	_, err = Open(path, time.Now)
	unavailableBecause(t, err, "its schema is version 99, this program knows version 2")
}

func TestTwoProcessesShareAFile(t *testing.T) {
	path := newFile(t)
	stores := []*Store{openFile(t, path), openFile(t, path)}
	const top = 60
	key := table.Key{PK: "p", SK: "s"}
	var mu sync.Mutex
	won := 0
	var writers sync.WaitGroup
	for n := range 200 {
		writers.Go(func() {
			err := stores[n%2].Write(ctx, table.Add(key, 1, 0, top))
			assert.Check(t, err == nil || table.Failed(err, key), err)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				won++
			}
		})
	}
	writers.Wait()
	for _, s := range stores {
		if i, err := s.Get(ctx, key); err != nil || i.Count != top || won != top {
			t.Errorf("count %d, %d successes, want %d (%v)", i.Count, won, top, err)
		}
	}
}

func TestCloseFinishesQueuedWrites(t *testing.T) {
	path := newFile(t)
	s := openFile(t, path)
	var mu sync.Mutex
	acknowledged := map[int]bool{}
	enough := make(chan struct{})
	var writers sync.WaitGroup
	for n := range 300 {
		writers.Go(func() {
			err := s.Write(ctx, pair(n)...)
			if err != nil {
				assert.Check(t, is.ErrorIs(err, table.ErrUnavailable), n)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			if acknowledged[n] = true; len(acknowledged) == 50 {
				close(enough)
			}
		})
	}
	<-enough
	assert.NilError(t, s.Close())
	writers.Wait()
	unavailableBecause(t, s.Write(ctx, pair(999)...), "closed")
	_, err := s.Get(ctx, table.Key{PK: "left", SK: "00001"})
	unavailableBecause(t, err, "closed")
	assert.NilError(t, s.Close())
	pairs(t, openFile(t, path), acknowledged)
}

func TestContextEndingInTheQueueCancelsTheWrite(t *testing.T) {
	s := &Store{queue: make(chan *set)} // no writer runs
	waiting, cancel := context.WithCancel(ctx)
	answer := make(chan error)
	go func() { answer <- s.Write(waiting, pair(1)...) }()
	cancel()
	assert.ErrorIs(t, <-answer, context.Canceled)
	select {
	case <-s.queue:
		t.Fatal("the write is still queued")
	default:
	}
}

// Fault 35: a disk slower than the caller's context does not block the caller; the write is still applied.
func TestContextEndingDuringTheCommitReleasesTheCaller(t *testing.T) {
	s := openFile(t, newFile(t))
	reached, slow := make(chan struct{}), make(chan struct{})
	s.writer.now = func() time.Time { // called inside the transaction: the disk hangs here
		close(reached)
		<-slow
		return time.Now()
	}
	waiting, cancel := context.WithCancel(ctx)
	answer := make(chan error)
	go func() { answer <- s.Write(waiting, pair(1)...) }()
	<-reached
	cancel()
	assert.ErrorIs(t, <-answer, context.Canceled)
	s.writer.now = time.Now
	close(slow)
	// queued behind the slow one
	assert.NilError(t, s.Write(ctx, pair(2)...))
	pairs(t, s, map[int]bool{1: true, 2: true})
}

func TestExpiredRowsAreRemoved(t *testing.T) {
	clock := clocktest.At(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	s, err := Open(newFile(t), clock.Now)
	assert.NilError(t, err)
	defer s.Close()
	for n := range 100 {
		key := table.Key{PK: "p", SK: fmt.Sprint(n)}
		assert.NilError(t, s.Write(ctx, table.Put(table.Item{Key: key, Expires: clock.Now().Add(time.Minute)})))
	}
	clock.Pass(time.Hour)
	rows := func() (n int) {
		assert.NilError(t, s.log.QueryRowContext(ctx, "SELECT count(*) FROM item").Scan(&n))
		return n
	}
	before := rows()
	assert.NilError(t, s.Write(ctx, table.Put(table.Item{Key: table.Key{PK: "q", SK: "q"}})))
	assert.Equal(t, rows(), before+1-9, before)
	for range 20 {
		assert.NilError(t, s.Write(ctx, table.Put(table.Item{Key: table.Key{PK: "q", SK: "q"}})))
	}
	assert.Equal(t, rows(), 1)
}
