// Package sqlite keeps the table in one SQLite file, for one machine: development, tests, a brand with one restaurant.
//
// One goroutine writes, on one connection: it takes every set that waits (no timer), checks and applies each inside one
// transaction and acknowledges them after its commit. So a commit's fsync, the cost of a write, is shared by all
// who wait, and a lone writer waits for nobody. Reads have a small pool of connections of their own (WAL: neither waits
// for the other). Another process may write to the same file: it takes turns for up to five seconds.
package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"sync"
	"time"

	"ordering/shared/table"
)

const (
	readers  = 4   // connections
	maxGroup = 128 // sets of one transaction
)

// schema is version 2 of the file. 253402300799 is table.Never. crc is the data's: SQLite itself does not see noise within a document.
//
// The rows lie in a tree of their own, in the order of their making, and their keys in another. In one tree with the keys (WITHOUT
// ROWID, version 1) a document of 1 KB and more does not fit a page beside others: every step of a search fetched the rest of some
// document from elsewhere, to compare a key.
const schema = `
CREATE TABLE item (
	pk      TEXT    NOT NULL,
	sk      TEXT    NOT NULL,
	version INTEGER NOT NULL,
	expires INTEGER NOT NULL,
	count   INTEGER NOT NULL,
	ipk     TEXT    NOT NULL,
	isk     TEXT    NOT NULL,
	data    BLOB    NOT NULL,
	crc     INTEGER NOT NULL,
	PRIMARY KEY (pk, sk)
);
CREATE INDEX item_by_index ON item (ipk, isk, pk, sk) WHERE ipk <> '';
CREATE INDEX item_by_expiry ON item (expires) WHERE expires < 253402300799;
PRAGMA user_version = 2;
`

// schemas bring a file from the version that is their place to the next ones.
var schemas = []string{
	schema,
	`ALTER TABLE item RENAME TO former; DROP INDEX item_by_index; DROP INDEX item_by_expiry;` + schema +
		`INSERT INTO item SELECT pk, sk, version, expires, count, ipk, isk, data, crc FROM former; DROP TABLE former;`,
}

// Store is the engine. Make it with Open.
type Store struct {
	now     func() time.Time
	write   *sql.DB
	writer  *writer
	log     *sql.DB // carries it into the file
	read    *sql.DB
	readers int
	free    chan *reader // closed when all are

	queue   chan *set     // not buffered: a set is either with its caller, who may still give up, or being written
	stopped chan struct{} // the writer
	rested  chan struct{} // the checkpoints
	mu      sync.RWMutex  // held by Write while it queues, so that Close closes the queue with nobody at it
	closed  bool
}

var _ table.Table = (*Store)(nil)

// Open opens the file, and makes it where there is none (its folder must exist). The clock judges expiry.
// ErrUnavailable when the file cannot be used, with the reason: *LostCommits is one of them.
func Open(path string, now func() time.Time) (*Store, error) {
	s := &Store{now: now, queue: make(chan *set), stopped: make(chan struct{}), rested: make(chan struct{})}
	if err := s.open(path); err != nil {
		s.closeFiles()
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return s, nil
}

func (s *Store) open(path string) error {
	ctx := context.Background()
	path, err := filepath.Abs(path)
	if err != nil {
		return unavailable("find", err)
	}
	if err := Prepare(path); err != nil {
		return unavailable("open", err)
	}
	if s.write, err = connect(path, 1, tooLong); err != nil {
		return err
	}
	if s.log, err = connect(path, 1); err != nil {
		return err
	}
	if s.writer, err = newWriter(ctx, s.write, s.now); err != nil {
		return err
	}
	// A reader forgets its pages at the next group that is written: a cache of the usual size would be filled, and kept, for nothing. This
	// one has room for the way down the trees; the memory of a page is twice its size, as its head comes on top of a power of two.
	if s.read, err = connect(path, readers, "query_only(1)", "cache_size(-64)"); err != nil {
		return err
	}
	s.free = make(chan *reader, readers)
	for range readers {
		r, err := newReader(ctx, s.read)
		if err != nil {
			return unavailable("read", err)
		}
		s.free <- r
		s.readers++
	}
	go func() {
		defer close(s.stopped)
		s.writer.run(s.queue)
	}()
	go func() {
		defer close(s.rested)
		s.checkpoints()
	}()
	return nil
}

// connect makes a pool of at most n connections. busy_timeout comes first: it governs the pragmas after it.
func connect(path string, n int, pragmas ...string) (*sql.DB, error) {
	pragmas = append([]string{"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "temp_store(MEMORY)"}, pragmas...)
	dsn := url.URL{Scheme: "file", Path: path, RawQuery: url.Values{"_pragma": pragmas}.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, unavailable("open", err)
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// Close finishes the writes that are queued, refuses new ones, and closes the file. It may be called twice.
func (s *Store) Close() error {
	s.mu.Lock()
	first := !s.closed
	if first {
		s.closed = true
		close(s.queue)
	}
	s.mu.Unlock()
	<-s.stopped
	<-s.rested
	if !first {
		return nil
	}
	return s.closeFiles()
}

// closeFiles closes the readers first: the last connection to go, the writer's, folds the log into the file.
func (s *Store) closeFiles() error {
	for range s.readers {
		(<-s.free).close() // once it has read
	}
	if s.readers > 0 {
		close(s.free)
	}
	if s.writer != nil {
		s.writer.close()
	}
	var first error
	for _, db := range []*sql.DB{s.read, s.log, s.write} {
		if db == nil {
			continue
		}
		if err := db.Close(); err != nil && first == nil {
			first = unavailable("close", err)
		}
	}
	return first
}
