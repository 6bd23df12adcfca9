package sqlite_test

import (
	"path/filepath"
	"testing"
	"time"

	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/table/tabletest"
)

func open(t testing.TB, now func() time.Time) table.Table {
	t.Helper()
	return sqlitetest.OpenFile(t, filepath.Join(t.TempDir(), "a table?#%.db"), now)
}

func TestConformance(t *testing.T) { tabletest.Run(t, open) }

func BenchmarkReplace(b *testing.B) { tabletest.BenchmarkReplace(b, open(b, time.Now)) }

func BenchmarkGet(b *testing.B) {
	s := open(b, time.Now)
	key := table.Key{PK: "p", SK: "s"}
	if err := s.Write(b.Context(), table.Put(table.Item{Key: key, Data: make([]byte, 1000)})); err != nil {
		b.Fatal(err)
	}
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			if _, err := s.Get(b.Context(), key); err != nil {
				b.Error(err)
				return
			}
		}
	})
}
