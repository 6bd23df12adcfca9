package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"hash/crc32"

	"ordering/shared/table"
)

// columns are the columns that scan reads besides the key.
const columns = `version, expires, count, ipk, isk, data, crc FROM item `

// reader is a connection for reads with its prepared statements. There are few (see statement).
type reader struct {
	conn *sql.Conn
	get  *sql.Stmt
	list map[string]*sql.Stmt
}

func newReader(ctx context.Context, db *sql.DB) (*reader, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	get, err := conn.PrepareContext(ctx, `SELECT `+columns+`WHERE pk = ? AND sk = ? AND expires > ?`)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &reader{conn, get, map[string]*sql.Stmt{}}, nil
}

func (r *reader) query(ctx context.Context, text string, args []any) (*sql.Rows, error) {
	s := r.list[text]
	if s == nil {
		var err error
		if s, err = r.conn.PrepareContext(ctx, text); err != nil {
			return nil, err
		}
		r.list[text] = s
	}
	return s.QueryContext(ctx, args...)
}

func (r *reader) close() {
	r.get.Close()
	for _, s := range r.list {
		s.Close()
	}
	r.conn.Close()
}

// withReader calls f with a free reader. ctx can cancel the wait for a reader. It does not interrupt a running read, which is
// short: watching each would cost a goroutine.
func (s *Store) withReader(ctx context.Context, f func(context.Context, *reader) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case r, open := <-s.free:
		if !open {
			return errClosed
		}
		defer func() { s.free <- r }()
		return f(context.WithoutCancel(ctx), r)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Get reads one item.
func (s *Store) Get(ctx context.Context, key table.Key) (item table.Item, err error) {
	if !key.Valid() {
		return table.Item{}, table.ErrNotFound
	}
	err = s.withReader(ctx, func(within context.Context, r *reader) (err error) {
		item.Key = key
		return scan(r.get.QueryRowContext(within, key.PK, key.SK, s.now().Unix()), &item)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return table.Item{}, table.ErrNotFound
	}
	if err != nil {
		return table.Item{}, fault(ctx, "get", err)
	}
	return item, nil
}

// Query reads a partition of the table or of the index.
func (s *Store) Query(ctx context.Context, q table.Query) (page table.Page, err error) {
	last, err := q.Last()
	if err != nil || q.Empty() {
		return table.Page{}, err
	}
	text, args := statement(q, last, s.now().Unix())
	err = s.withReader(ctx, func(within context.Context, r *reader) error {
		rows, err := r.query(within, text, args)
		if err != nil {
			return err
		}
		defer rows.Close()
		size := 0
		for rows.Next() {
			var item table.Item
			if err := scan(rows, &item, &item.PK, &item.SK); err != nil {
				return err
			}
			page.Items = append(page.Items, item)
			if size += table.Size(item); size >= table.MaxPage || len(page.Items) == q.Limit {
				page.Cursor = q.After(item)
				break
			}
		}
		return rows.Err()
	})
	if err != nil {
		return table.Page{}, fault(ctx, "query", err)
	}
	return page, nil
}

// statement returns the SQL of the query and its arguments. There are about thirty different texts. Rows of the index with the same isk are
// ordered by their own key, so that a cursor has a unique position. The row value comparison can be answered from the index alone.
func statement(q table.Query, last *table.Item, now int64) (string, []any) {
	text, pk, sk, order := `SELECT pk, sk, `+columns, "pk", "sk", []string{"sk"}
	if q.Index {
		pk, sk, order = "ipk", "isk", []string{"isk", "pk", "sk"}
	}
	text += "WHERE " + pk + " = ? AND expires > ?"
	args := []any{q.PK, now}
	if q.Index {
		text += " AND ipk <> ''" // lets SQLite use the partial index
	}
	if q.From != "" {
		text += " AND " + sk + " >= ?"
		args = append(args, q.From)
	}
	if q.To != "" {
		text += " AND " + sk + " <= ?"
		args = append(args, q.To)
	}
	after, direction := " > ", ""
	if q.Descending {
		after, direction = " < ", " DESC"
	}
	if last != nil && q.Index {
		text += " AND (isk, pk, sk)" + after + "(?, ?, ?)"
		args = append(args, last.Index.SK, last.PK, last.SK)
	} else if last != nil {
		text += " AND sk" + after + "?"
		args = append(args, last.SK)
	}
	text += " ORDER BY "
	for n, column := range order {
		if n > 0 {
			text += ", "
		}
		text += column + direction
	}
	return text, args
}

type row interface{ Scan(...any) error }

// scan reads the selected columns into i. keyColumns receive the columns that the caller selects before them.
func scan(r row, i *table.Item, keyColumns ...any) error {
	var expires, crc int64
	if err := r.Scan(append(keyColumns, &i.Version, &expires, &i.Count, &i.Index.PK, &i.Index.SK, &i.Data, &crc)...); err != nil {
		return err
	}
	if crc != checksum(i.Data) {
		return errDamaged
	}
	i.Expires = table.FromEpoch(expires)
	if len(i.Data) == 0 {
		i.Data = nil
	}
	return nil
}

func checksum(data []byte) int64 {
	return int64(crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)))
}
