// Package sqlite is the table engine on one SQLite file, for one machine: development, tests, a brand with one restaurant.
//
// One goroutine writes, on one connection. It takes every queued set (no timer), checks and applies each inside one
// transaction, and acknowledges them after the commit. So all queued sets share the cost of one fsync, and a single
// write does not wait. Reads use a small pool of other connections (in WAL mode readers and the writer do not block
// each other). Another process may write to the same file: a write waits up to five seconds for its lock.
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

// schema is version 2 of the file. 253402300799 is table.Never. crc is the checksum of data: SQLite does not detect
// noise within a document.
//
// Rows are in a rowid tree, in insertion order, and their keys in a separate index. In one tree with the keys (WITHOUT
// ROWID, version 1) a document of 1 KB or more shares no page with others: each step of a search also read the rest of
// a document from another page, to compare a key.
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

// schemas[v] migrates a file from version v to the current version.
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
	log     *sql.DB // checkpoints it
	read    *sql.DB
	readers int
	free    chan *reader // closed when all readers are closed

	queue           chan *set     // unbuffered: the caller can cancel a set until the writer receives it
	stopped         chan struct{} // closed when the writer has stopped
	checkpointsDone chan struct{} // closed when checkpoints has stopped
	mu              sync.RWMutex  // held by Write while it queues, so that Close closes the queue with no sender
	closed          bool
}

var _ table.Table = (*Store)(nil)

// Open opens the file and creates it if it does not exist (its folder must exist). now decides what has expired.
// ErrUnavailable with the reason if the file cannot be used; *LostCommits is one reason.
func Open(path string, now func() time.Time) (*Store, error) {
	s := &Store{now: now, queue: make(chan *set), stopped: make(chan struct{}), checkpointsDone: make(chan struct{})}
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
	if s.write, err = connect(path, 1, autoCheckpoint); err != nil {
		return err
	}
	if s.log, err = connect(path, 1); err != nil {
		return err
	}
	if s.writer, err = newWriter(ctx, s.write, s.now); err != nil {
		return err
	}
	// A commit invalidates a reader's page cache, so a cache of the default size would be filled for nothing. This one holds the inner
	// pages of the trees. A cached page takes twice its size, because with its header it exceeds a power of two.
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
		defer close(s.checkpointsDone)
		s.checkpoints()
	}()
	return nil
}

// connect opens a pool of at most n connections. busy_timeout comes first: it applies to the pragmas after it.
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

// Close finishes queued writes, rejects new ones, and closes the file. It may be called twice.
func (s *Store) Close() error {
	s.mu.Lock()
	first := !s.closed
	if first {
		s.closed = true
		close(s.queue)
	}
	s.mu.Unlock()
	<-s.stopped
	<-s.checkpointsDone
	if !first {
		return nil
	}
	return s.closeFiles()
}

// closeFiles closes the readers first: closing the last connection, the writer's, checkpoints the log.
func (s *Store) closeFiles() error {
	for range s.readers {
		(<-s.free).close() // after its current read
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
