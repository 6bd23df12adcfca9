package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"ordering/shared/table"
)

// set is one Write queued for the writer.
type set struct {
	ops  []table.Op
	done chan error // buffered: the caller may have left
}

// Write applies all operations or none. It returns when they are on the disk. If ctx ends while they are queued, they
// are not written. Once the writer has them, they may be applied although Write returned ctx's error.
func (s *Store) Write(ctx context.Context, ops ...table.Op) error {
	if err := table.Validate(ops); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("table: write: %w", err)
	}
	if len(ops) == 0 {
		return nil
	}
	w := &set{ops: ops, done: make(chan error, 1)}
	if err := s.enqueue(ctx, w); err != nil {
		return err
	}
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("table: write: %w", ctx.Err())
	}
}

func (s *Store) enqueue(ctx context.Context, w *set) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return fmt.Errorf("%w: %w", table.ErrUnavailable, errClosed)
	}
	select {
	case s.queue <- w:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("table: write: %w", ctx.Err())
	}
}

// writer owns the only write connection. Its methods run on one goroutine.
type writer struct {
	conn       *sql.Conn
	now        func() time.Time
	begin      *sql.Stmt
	end        *sql.Stmt
	rollback   *sql.Stmt
	state      *sql.Stmt
	put        *sql.Stmt
	rewrite    *sql.Stmt
	replace    *sql.Stmt
	add        *sql.Stmt
	remove     *sql.Stmt
	earliest   *sql.Stmt
	sweep      *sql.Stmt
	checkpoint *sql.Stmt
	closers    []func() error

	written int           // operations since the last checkpoint request
	due     chan struct{} // requests a checkpoint
	finish  chan struct{} // asks the writer to finish the checkpoint
}

func newWriter(ctx context.Context, db *sql.DB, now func() time.Time) (_ *writer, err error) {
	w := &writer{now: now, due: make(chan struct{}), finish: make(chan struct{})}
	if w.conn, err = db.Conn(ctx); err != nil {
		return nil, unavailable("open", err)
	}
	w.closers = append(w.closers, w.conn.Close)
	defer func() {
		if err != nil {
			w.close()
		}
	}()
	if err = w.prepare(ctx, []statementText{
		{&w.begin, `BEGIN IMMEDIATE`}, {&w.end, `COMMIT`}, {&w.rollback, `ROLLBACK`}, {&w.checkpoint, checkpoint},
	}); err != nil {
		return nil, err
	}
	if err = w.prepareFile(ctx); err != nil {
		return nil, err
	}
	if err = w.prepare(ctx, []statementText{
		{&w.state, `SELECT version, count, expires, ipk, isk FROM item WHERE pk = ? AND sk = ? AND expires > ?`},
		{&w.put, `INSERT INTO item (pk, sk, version, expires, count, ipk, isk, data, crc) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (pk, sk) DO UPDATE SET version = excluded.version, expires = excluded.expires,
			count = excluded.count, ipk = excluded.ipk, isk = excluded.isk, data = excluded.data, crc = excluded.crc`},
		// For rows with unchanged index columns: SQLite rewrites the index entries of every column that is named in an UPDATE.
		{&w.rewrite, `UPDATE item SET version = ?, count = ?, data = ?, crc = ? WHERE pk = ? AND sk = ?`},
		// The plus signs keep SQLite from an index of these columns.
		{&w.replace, `UPDATE item SET version = ?, count = ?, data = ?, crc = ?
			WHERE pk = ? AND sk = ? AND version = ? AND +expires = ? AND +ipk = ? AND +isk = ?`},
		{&w.add, `UPDATE item SET count = ?, version = ? WHERE pk = ? AND sk = ?`},
		{&w.remove, `DELETE FROM item WHERE pk = ? AND sk = ?`},
		{&w.earliest, `SELECT expires FROM item WHERE expires < 253402300799 ORDER BY expires LIMIT 1`},
		// LIMIT precedes the comparison: otherwise SQLite scans all rows that will expire.
		{&w.sweep, `DELETE FROM item WHERE (pk, sk) IN (SELECT pk, sk FROM
			(SELECT pk, sk, expires FROM item WHERE expires < 253402300799 ORDER BY expires LIMIT ?2) WHERE expires <= ?1)`},
	}); err != nil {
		return nil, err
	}
	return w, nil
}

// statementText is the SQL of a statement and the field that receives the prepared statement.
type statementText struct {
	stmt **sql.Stmt
	text string
}

func (w *writer) prepare(ctx context.Context, texts []statementText) (err error) {
	for _, p := range texts {
		if *p.stmt, err = w.conn.PrepareContext(ctx, p.text); err != nil {
			return unavailable("open", err)
		}
		w.closers = append(w.closers, (*p.stmt).Close)
	}
	return nil
}

// prepareFile creates the schema or migrates it, in a transaction, so that only one process does it.
func (w *writer) prepareFile(ctx context.Context) error {
	var version int
	err := w.transact(ctx, func() error {
		if err := w.conn.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
			return err
		}
		if version >= len(schemas) {
			return nil
		}
		_, err := w.conn.ExecContext(ctx, schemas[version])
		return err
	})
	if err != nil {
		return unavailable("open", err)
	}
	if version > len(schemas) {
		return tooNew(version)
	}
	return nil
}

func tooNew(version int) error {
	return fmt.Errorf("%w: its schema is version %d, this program knows version %d", table.ErrUnavailable, version, len(schemas))
}

func (w *writer) close() {
	for n := len(w.closers) - 1; n >= 0; n-- {
		w.closers[n]()
	}
}

// run writes queued sets in groups until the queue is closed.
func (w *writer) run(queue <-chan *set) {
	group := make([]*set, 0, maxGroup)
	for {
		select {
		case first, open := <-queue:
			if !open {
				return
			}
			group = append(group[:0], first)
		case <-w.finish:
			w.checkpoint.ExecContext(context.Background())
			continue
		}
	gather:
		for len(group) < maxGroup {
			select {
			case next, open := <-queue:
				if !open {
					break gather
				}
				group = append(group, next)
			default:
				break gather
			}
		}
		w.commit(group)
		ops := 0
		for _, s := range group {
			ops += len(s.ops)
		}
		w.count(ops)
		clear(group) // otherwise the documents of the longest group stay in memory
	}
}

// commit writes a group in one transaction and then answers each set. A Conflict also waits for the commit: it may
// depend on an earlier set of the group.
func (w *writer) commit(group []*set) {
	ctx := context.Background()
	results := make([]error, len(group))
	err := w.transact(ctx, func() error {
		now := w.now().Unix()
		written := 0
		for n, s := range group {
			conflict, err := w.apply(ctx, s.ops, now)
			if err != nil {
				return err
			}
			if conflict != nil {
				results[n] = conflict
				continue
			}
			written += len(s.ops)
		}
		return w.removeExpired(ctx, now, written+8)
	})
	if err != nil {
		err = unavailable("write", err)
	}
	for n, s := range group {
		if err != nil {
			s.done <- err
		} else {
			s.done <- results[n]
		}
	}
}

// removeExpired removes at most this many expired rows. The limit is slightly above the size of a group, so that expired
// rows do not pile up and no group removes many. Usually it only reads the earliest expiry.
func (w *writer) removeExpired(ctx context.Context, now int64, limit int) error {
	var first int64
	err := w.earliest.QueryRowContext(ctx).Scan(&first)
	if errors.Is(err, sql.ErrNoRows) || err == nil && first > now {
		return nil
	}
	if err == nil {
		_, err = w.sweep.ExecContext(ctx, now, limit)
	}
	return err
}

// transact runs f between BEGIN IMMEDIATE and COMMIT and rolls back after an error.
func (w *writer) transact(ctx context.Context, f func() error) error {
	if _, err := w.begin.ExecContext(ctx); err != nil {
		return err
	}
	err := f()
	if err == nil {
		if _, err = w.end.ExecContext(ctx); err == nil {
			return nil
		}
	}
	// SQLite has already rolled back after some errors (a full disk); then ROLLBACK fails, which is ignored.
	w.rollback.ExecContext(ctx)
	return err
}

// apply checks every operation before the first write, so that a set with a conflict needs no rollback.
func (w *writer) apply(ctx context.Context, ops []table.Op, now int64) (*table.Conflict, error) {
	if len(ops) == 1 {
		if replaced, err := w.replaceOne(ctx, ops[0], now); replaced || err != nil {
			return nil, err
		}
	}
	olds := make([]*table.Item, len(ops))
	for n, op := range ops {
		var old table.Item
		var expires int64
		err := w.state.QueryRowContext(ctx, op.Item.PK, op.Item.SK, now).Scan(&old.Version, &old.Count, &expires, &old.Index.PK, &old.Index.SK)
		if err == nil {
			old.Expires = table.FromEpoch(expires)
			olds[n] = &old
		} else if !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
	}
	if conflict := table.Conflicts(ops, olds); conflict != nil {
		return conflict, nil
	}
	for n, op := range ops {
		if err := w.applyOne(ctx, op, olds[n]); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// replaceOne applies a Replace that changes neither expiry nor index, such as most changes of a basket, with one statement that checks
// its condition too. If nothing was replaced, the caller finds out why.
func (w *writer) replaceOne(ctx context.Context, op table.Op, now int64) (replaced bool, err error) {
	next := op.Item
	if op.Kind != table.KindReplace || next.Epoch() <= now {
		return false, nil
	}
	data := nonNil(next.Data)
	result, err := w.replace.ExecContext(ctx, op.Version+1, next.Count, data, checksum(data), next.PK, next.SK,
		op.Version, next.Epoch(), next.Index.PK, next.Index.SK)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// nonNil returns data for a column that is not NULL.
func nonNil(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

func (w *writer) applyOne(ctx context.Context, op table.Op, old *table.Item) error {
	var err error
	switch {
	case op.Kind == table.KindDelete:
		_, err = w.remove.ExecContext(ctx, op.Item.PK, op.Item.SK)
	case op.Kind == table.KindAdd && old != nil:
		next := op.Result(old) // only version and count of the result: the rest of the row stays
		_, err = w.add.ExecContext(ctx, next.Count, next.Version, op.Item.PK, op.Item.SK)
	default:
		next := op.Result(old)
		data := nonNil(next.Data)
		if old != nil && next.Epoch() == old.Epoch() && next.Index == old.Index {
			_, err = w.rewrite.ExecContext(ctx, next.Version, next.Count, data, checksum(data), next.PK, next.SK)
			break
		}
		_, err = w.put.ExecContext(ctx, next.PK, next.SK, next.Version, next.Epoch(), next.Count, next.Index.PK, next.Index.SK,
			data, checksum(data))
	}
	return err
}
