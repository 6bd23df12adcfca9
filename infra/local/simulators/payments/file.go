package payments

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	_ "modernc.org/sqlite" // the driver

	"ordering/shared/table/sqlite"
)

const schema = `
CREATE TABLE IF NOT EXISTS intent (seq INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, created INTEGER NOT NULL, doc TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS method (id TEXT PRIMARY KEY, doc TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, print TEXT NOT NULL, status INTEGER NOT NULL, body BLOB NOT NULL, created INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS switch (name TEXT PRIMARY KEY, state TEXT NOT NULL);
`

// An eighth of a megabyte of pages is enough: what the ledger is asked for is mostly new.
const pragmas = "?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=wal_autocheckpoint(4096)&_pragma=cache_size(-128)"

// carryAfter so many transactions the log of writes is carried into the file, beside those that follow: within a commit, where SQLite
// does it, a payment would wait for the disk three times instead of once.
const carryAfter = 50

// file is where the ledger lies. One connection is for all: who wants it queues, first come first served, where SQLite would let those
// who wait for its lock sleep and try again by turns.
type file struct {
	db     *sql.DB
	free   chan *connection // closed with the file
	grown  chan struct{}    // the log
	rested chan struct{}
}

// connection has SQLite read each statement once.
type connection struct {
	*sql.Conn
	read  map[string]*sql.Stmt
	since int // transactions, since the log was carried
}

var errClosed = errors.New("it is closed")

func openFile(path string) (*file, error) {
	if err := sqlite.Prepare(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+path+pragmas)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	var all [2]*sql.Conn // to ask and write, and to carry
	for n := range all {
		if all[n], err = db.Conn(ctx); err != nil {
			db.Close()
			return nil, err
		}
	}
	if _, err := all[0].ExecContext(ctx, schema); err != nil {
		db.Close()
		return nil, err
	}
	f := &file{db: db, free: make(chan *connection, 1), grown: make(chan struct{}, 1), rested: make(chan struct{})}
	f.free <- &connection{Conn: all[0], read: map[string]*sql.Stmt{}}
	go func() {
		defer close(f.rested)
		for range f.grown {
			_, _ = all[1].ExecContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`) // what is left is carried the next time
		}
		all[1].Close()
	}()
	return f, nil
}

// close ends what is under way first. It may be called twice.
func (f *file) close() error {
	c, open := <-f.free
	if !open {
		return nil
	}
	close(f.free)
	close(f.grown)
	<-f.rested
	for _, s := range c.read {
		s.Close()
	}
	c.Close()
	return f.db.Close()
}

// tx is one transaction of the file.
type tx struct {
	*connection
	now time.Time
}

// do runs what in one transaction: all of it is written, or nothing. A caller may give up until it is his turn.
func (f *file) do(ctx context.Context, now time.Time, what func(tx) error) (err error) {
	var c *connection
	var open bool
	select {
	case c, open = <-f.free:
	case <-ctx.Done():
		return ctx.Err()
	}
	if !open {
		return errClosed
	}
	defer func() { f.free <- c }()
	// It means to write from its beginning, so that of two with one key the second finds the first one's answer.
	if err := c.exec(`BEGIN IMMEDIATE`); err != nil {
		return err
	}
	written := false
	defer func() {
		if !written {
			_ = c.exec(`ROLLBACK`)
		}
	}()
	if err := what(tx{c, now}); err != nil {
		return err
	}
	if err := c.exec(`COMMIT`); err != nil {
		return err
	}
	written = true
	if c.since++; c.since >= carryAfter {
		select {
		case f.grown <- struct{}{}:
			c.since = 0
		default: // it is at it
		}
	}
	return nil
}

func (c *connection) stmt(text string) (*sql.Stmt, error) {
	if s := c.read[text]; s != nil {
		return s, nil
	}
	s, err := c.PrepareContext(context.Background(), text)
	if err != nil {
		return nil, fmt.Errorf("prepare: %w", err)
	}
	c.read[text] = s
	return s, nil
}

func (c *connection) exec(text string, args ...any) error {
	s, err := c.stmt(text)
	if err == nil {
		_, err = s.Exec(args...)
	}
	return err
}

func (c *connection) query(text string, args ...any) (*sql.Rows, error) {
	s, err := c.stmt(text)
	if err != nil {
		return nil, err
	}
	return s.Query(args...)
}

// first reads the first row of an answer; sql.ErrNoRows when there is none.
func (c *connection) first(into []any, text string, args ...any) error {
	s, err := c.stmt(text)
	if err != nil {
		return err
	}
	return s.QueryRow(args...).Scan(into...)
}
