package sqlite

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/table"
)

// version1 is the schema of files created before version 2.
const version1 = `
CREATE TABLE item (pk TEXT NOT NULL, sk TEXT NOT NULL, version INTEGER NOT NULL, expires INTEGER NOT NULL, count INTEGER NOT NULL,
	ipk TEXT NOT NULL, isk TEXT NOT NULL, data BLOB NOT NULL, crc INTEGER NOT NULL, PRIMARY KEY (pk, sk)) WITHOUT ROWID;
CREATE INDEX item_by_index ON item (ipk, isk, pk, sk) WHERE ipk <> '';
CREATE INDEX item_by_expiry ON item (expires) WHERE expires < 253402300799;
PRAGMA user_version = 1;
`

func TestFileOfVersion1KeepsItsRows(t *testing.T) {
	path := newFile(t)
	db, err := sql.Open("sqlite", path)
	assert.NilError(t, err)
	_, err = db.Exec(version1)
	assert.NilError(t, err)
	ends := time.Now().Add(time.Hour).Truncate(time.Second).UTC()
	row := func(n int) table.Item {
		return table.Item{
			Key: table.Key{PK: "p", SK: fmt.Sprintf("%03d", n)}, Version: int64(n) + 1, Count: int64(n), Data: fmt.Appendf(nil, "document %d", n),
			Index: table.Key{PK: "i", SK: fmt.Sprintf("%03d", 99-n)}, Expires: ends,
		}
	}
	for n := range 100 {
		i := row(n)
		_, err := db.Exec(`INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, i.PK, i.SK, i.Version, i.Epoch(), i.Count, i.Index.PK, i.Index.SK, i.Data, checksum(i.Data))
		assert.NilError(t, err)
	}
	assert.NilError(t, db.Close())
	openFile(t, path).Close() // migrates it
	s := openFile(t, path)
	for _, q := range []table.Query{{PK: "p"}, {PK: "i", Index: true, Descending: true}} {
		page, err := s.Query(ctx, q)
		assert.NilError(t, err)
		assert.Assert(t, is.Len(page.Items, 100))
		for n, got := range page.Items {
			want := row(n)
			assert.Check(t, is.Equal(fmt.Sprint(got), fmt.Sprint(want)), "%v, want %v", got, want)
		}
	}
	assert.NilError(t, s.Write(ctx, table.Replace(row(7), 8)))
	var former int
	err = s.log.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE name = 'former' OR sql LIKE '%WITHOUT ROWID%'`).Scan(&former)
	assert.NilError(t, err)
	assert.Equal(t, former, 0)
}
