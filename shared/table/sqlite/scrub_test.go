package sqlite_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

// Overwritten or deleted bytes stay in the files until they are scrubbed, also while a store has them open.
func TestScrubRemovesDeletedBytes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "table.db")
	s, err := sqlite.Open(path, time.Now)
	assert.NilError(t, err)
	defer s.Close()
	ctx := context.Background()
	const rows = 300
	key := func(n int) table.Key { return table.Key{PK: fmt.Sprintf("row#%d", n%7), SK: fmt.Sprint(n)} }
	write := func(op func(n int) table.Op) {
		for n := range rows {
			assert.NilError(t, s.Write(ctx, op(n)))
		}
	}
	fill := func(word string, n int) []byte {
		return []byte(`"` + string(bytes.Repeat([]byte(word), 1+n%400)) + `"`)
	}
	write(func(n int) table.Op { return table.Put(table.Item{Key: key(n), Data: fill("canary", n)}) })
	write(func(n int) table.Op {
		if n%2 == 0 {
			return table.Delete(key(n), 0)
		}
		return table.Put(table.Item{Key: key(n), Data: fill("kept", n)})
	})
	holds := func(word string) (in []string) {
		files, _ := filepath.Glob(path + "*")
		for _, f := range files {
			raw, err := os.ReadFile(f)
			assert.NilError(t, err)
			if bytes.Contains(raw, []byte(word)) {
				in = append(in, filepath.Base(f))
			}
		}
		return in
	}
	assert.Assert(t, holds("canary") != nil, "test setup: the files have no deleted bytes before Scrub")
	assert.NilError(t, sqlite.Scrub(ctx, path))
	assert.Assert(t, is.Nil(holds("canary")))
	for n := 1; n < rows; n += 2 {
		i, err := s.Get(ctx, key(n))
		assert.NilError(t, err)
		assert.Assert(t, bytes.Equal(i.Data, fill("kept", n)), n)
	}
	assert.NilError(t, s.Write(ctx, table.Put(table.Item{Key: key(0), Data: fill("kept", 0)})))
}
