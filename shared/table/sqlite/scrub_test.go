package sqlite_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

// Overwritten or deleted bytes stay in the files until they are scrubbed, also while a store has them open.
func TestScrubRemovesDeletedBytes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "table.db")
	s, err := sqlite.Open(path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	const rows = 300
	key := func(n int) table.Key { return table.Key{PK: fmt.Sprintf("row#%d", n%7), SK: fmt.Sprint(n)} }
	write := func(op func(n int) table.Op) {
		for n := range rows {
			if err := s.Write(ctx, op(n)); err != nil {
				t.Fatal(err)
			}
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
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(raw, []byte(word)) {
				in = append(in, filepath.Base(f))
			}
		}
		return in
	}
	if holds("canary") == nil {
		t.Fatal("nothing of what was deleted is in the files: nothing would be proved")
	}
	if err := sqlite.Scrub(ctx, path); err != nil {
		t.Fatal(err)
	}
	if in := holds("canary"); in != nil {
		t.Errorf("what was deleted is still in %v", in)
	}
	for n := 1; n < rows; n += 2 {
		if i, err := s.Get(ctx, key(n)); err != nil || !bytes.Equal(i.Data, fill("kept", n)) {
			t.Fatalf("row %d: %v", n, err)
		}
	}
	if err := s.Write(ctx, table.Put(table.Item{Key: key(0), Data: fill("kept", 0)})); err != nil {
		t.Errorf("the store does not write on: %v", err)
	}
}
