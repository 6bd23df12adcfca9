package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/table"
)

var restoredAt = time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)

// A backup made during writes has every write that was acknowledged before it, and no partial write. Restore returns to it and keeps
// the replaced files, which can be opened.
func TestBackupDuringWritesIsRestored(t *testing.T) {
	path := newFile(t)
	s := openFile(t, path)
	acknowledged := map[int]bool{}
	var mu sync.Mutex
	var writers sync.WaitGroup
	stop, begun := make(chan struct{}), make(chan struct{})
	for w := range 8 {
		writers.Go(func() {
			for n := w * 10_000; ; n++ {
				if err := s.Write(ctx, pair(n)...); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				if acknowledged[n] = true; len(acknowledged) == 100 {
					close(begun)
				}
				mu.Unlock()
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	<-begun
	backups := map[string]map[int]bool{}
	for n := range 3 {
		mu.Lock()
		before := maps.Clone(acknowledged)
		mu.Unlock()
		file := filepath.Join(t.TempDir(), fmt.Sprintf("backup %d?.db", n))
		assert.NilError(t, Backup(ctx, path, file))
		backups[file] = before
	}
	close(stop)
	writers.Wait()
	assert.NilError(t, s.Close())
	want := acknowledged // of the table that the next Restore replaces
	now := restoredAt
	for file, before := range backups {
		now = now.Add(time.Second)
		info, err := os.Stat(file)
		assert.Check(t, err == nil && info.Mode().Perm() == 0o600, "%v, %v", info, err)
		kept, err := Restore(ctx, file, path, now)
		assert.NilError(t, err)
		pairs(t, openFile(t, filepath.Join(kept, filepath.Base(path))), want)
		restored := openFile(t, path)
		pairs(t, restored, before)
		assert.NilError(t, restored.Write(ctx, pair(99_999)...))
		assert.NilError(t, restored.Close())
		want = before
	}
}

// backedUp returns the path of a closed table with one pair, and of its backup.
func backedUp(t *testing.T) (path, file string) {
	t.Helper()
	path, file = newFile(t), filepath.Join(t.TempDir(), "backup.db")
	s := openFile(t, path)
	assert.NilError(t, errors.Join(s.Write(ctx, pair(1)...), Backup(ctx, path, file), s.Close()))
	return path, file
}

// A file that is not a whole backup replaces nothing.
func TestRestoreRefusesDamagedBackup(t *testing.T) {
	edit := func(statement string) func(string) error {
		return func(file string) error {
			db, err := connect(file, 1)
			if err != nil {
				return err
			}
			_, err = db.Exec(statement)
			return errors.Join(err, db.Close())
		}
	}
	noise := strings.Repeat("noise", 4000)
	for name, c := range map[string]struct {
		damage func(file string) error
		want   string
	}{
		"missing":                        {os.Remove, "no such file"},
		"cut off":                        {func(f string) error { return os.Truncate(f, 8192) }, "damaged"},
		"noise":                          {func(f string) error { return os.WriteFile(f, []byte(noise), 0o600) }, "not a database"},
		"empty":                          {func(f string) error { return os.Truncate(f, 0) }, "no such table"},
		"another database":               {edit(`DROP TABLE item`), "no such table"},
		"a damaged document":             {edit(`UPDATE item SET data = zeroblob(3000)`), "checksum"},
		"of a later release":             {edit(`PRAGMA user_version = 99`), "its schema is version 99, this program knows version 2"},
		"a table with a write-ahead log": {func(f string) error { return os.WriteFile(f+"-wal", nil, 0o600) }, "is not a backup"},
	} {
		t.Run(name, func(t *testing.T) {
			path, file := backedUp(t)
			assert.NilError(t, c.damage(file))
			_, err := Restore(ctx, file, path, restoredAt)
			assert.ErrorContains(t, err, c.want)
			entries, err := os.ReadDir(filepath.Dir(path))
			assert.NilError(t, err)
			assert.Assert(t, is.Len(entries, 1))
			pairs(t, openFile(t, path), map[int]bool{1: true})
		})
	}
}

// A backup never replaces a file, and a failed one leaves none.
func TestBackupRefuses(t *testing.T) {
	path, file := backedUp(t)
	err := Backup(ctx, path, file)
	assert.ErrorContains(t, err, "exists already: name another file")
	s := openFile(t, path)
	assert.NilError(t, s.Write(ctx, pair(2)...))
	_, err = s.log.Exec(`UPDATE item SET data = zeroblob(3000)`)
	assert.NilError(t, err)
	next := filepath.Join(t.TempDir(), "backup.db")
	unavailableBecause(t, Backup(ctx, path, next), "checksum")
	unavailableBecause(t, Backup(ctx, filepath.Join(filepath.Dir(next), "mistyped.db"), next), "no such file")
	entries, err := os.ReadDir(filepath.Dir(next))
	assert.NilError(t, err)
	assert.Assert(t, is.Len(entries, 0))
}

// A restore that is killed at any step blocks the table until it is repeated, and the replaced files stay together.
func TestKilledRestoreIsRepeated(t *testing.T) {
	const database, log = "table.db", "table.db-wal"
	for name, moved := range map[string][]string{"nothing moved": nil, "the log moved": {log}, "all moved": {log, database}} {
		for _, placed := range []bool{false, true} {
			if placed && len(moved) < 2 {
				continue
			}
			t.Run(fmt.Sprint(name, placed), func(t *testing.T) {
				path, file := backedUp(t)
				s := openFile(t, path)
				assert.NilError(t, s.Write(ctx, pair(2)...))
				dir := t.TempDir() // the files of a killed process
				for _, name := range []string{database, log} {
					assert.NilError(t, copyFile(filepath.Join(filepath.Dir(path), name), filepath.Join(dir, name)))
				}
				path = filepath.Join(dir, database)
				assert.NilError(t, os.Mkdir(path+replacing, 0o700))
				for _, name := range moved {
					assert.NilError(t, os.Rename(filepath.Join(dir, name), filepath.Join(path+replacing, name)))
				}
				if placed {
					assert.NilError(t, copyFile(file, path))
				}
				_, err := Open(path, time.Now)
				unavailableBecause(t, err, "a restore of "+path+" did not end")
				kept, err := Restore(ctx, file, path, restoredAt)
				assert.NilError(t, err)
				pairs(t, openFile(t, filepath.Join(kept, database)), map[int]bool{1: true, 2: true})
				restored := openFile(t, path)
				pairs(t, restored, map[int]bool{1: true})
				_, err = restored.Get(ctx, table.Key{PK: "left", SK: "00002"})
				assert.ErrorIs(t, err, table.ErrNotFound)
			})
		}
	}
}

// What a restore must not bring back is not in the new table. The backup keeps it.
func TestRestoreWithoutPartitions(t *testing.T) {
	path, file := newFile(t), filepath.Join(t.TempDir(), "backup.db")
	s := openFile(t, path)
	kept, gone := []string{"session", "sessions#ann", "customer#ann"}, []string{"session#", "session#ann", "token-keys", "token-keys-private"}
	for _, pk := range slices.Concat(kept, gone) {
		assert.NilError(t, s.Write(ctx, table.Create(table.Item{Key: table.Key{PK: pk, SK: "1"}, Data: []byte("{}")})))
	}
	assert.NilError(t, errors.Join(Backup(ctx, path, file), s.Close()))
	before, err := os.ReadFile(file)
	assert.NilError(t, err)
	_, err = Restore(ctx, file, path, restoredAt, "session#*", "token-keys*")
	assert.NilError(t, err)
	restored := openFile(t, path)
	for _, pk := range kept {
		_, err := restored.Get(ctx, table.Key{PK: pk, SK: "1"})
		assert.Check(t, err, pk)
	}
	for _, pk := range gone {
		_, err := restored.Get(ctx, table.Key{PK: pk, SK: "1"})
		assert.Check(t, is.ErrorIs(err, table.ErrNotFound), pk)
	}
	after, err := os.ReadFile(file)
	assert.NilError(t, err)
	assert.Assert(t, bytes.Equal(before, after))
}

// Restore into an empty folder makes the table. There are no replaced files to keep.
func TestRestoreOnAnotherMachine(t *testing.T) {
	_, file := backedUp(t)
	path := newFile(t)
	kept, err := Restore(ctx, file, path, restoredAt)
	assert.NilError(t, err)
	assert.Equal(t, kept, "")
	pairs(t, openFile(t, path), map[int]bool{1: true})
}
