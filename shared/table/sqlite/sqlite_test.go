package sqlite_test

import (
	"path/filepath"
	"testing"
	"time"

	"ordering/shared/table"
	"ordering/shared/table/sqlite"
	"ordering/shared/table/tabletest"
)

func open(t testing.TB, now func() time.Time) table.Table {
	t.Helper()
	return openFile(t, filepath.Join(t.TempDir(), "a table?#%.db"), now)
}

func openFile(t testing.TB, path string, now func() time.Time) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(path, now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestConformance(t *testing.T) { tabletest.Run(t, open) }
