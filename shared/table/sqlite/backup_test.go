package sqlite

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ordering/shared/table"
)

var restoredAt = time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)

// A backup made during writes has every write that was acknowledged before it, and no half of a write. Restore returns to it and keeps
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
		if err := Backup(ctx, path, file); err != nil {
			t.Fatal(err)
		}
		backups[file] = before
	}
	close(stop)
	writers.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	want := acknowledged // of the table that the next Restore replaces
	for file, before := range backups {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
		kept, err := Restore(ctx, file, path, restoredAt.Add(time.Duration(len(before))*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		pairs(t, openFile(t, filepath.Join(kept, filepath.Base(path))), want)
		restored := openFile(t, path)
		pairs(t, restored, before)
		if err := restored.Write(ctx, pair(99_999)...); err != nil {
			t.Fatal(err)
		}
		if err := restored.Close(); err != nil {
			t.Fatal(err)
		}
		want = before
	}
}

// The backup of a table with one pair, and the table's path. The table is closed.
func backedUp(t *testing.T) (path, file string) {
	t.Helper()
	path, file = newFile(t), filepath.Join(t.TempDir(), "backup.db")
	s := openFile(t, path)
	if err := errors.Join(s.Write(ctx, pair(1)...), Backup(ctx, path, file), s.Close()); err != nil {
		t.Fatal(err)
	}
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
			if err := c.damage(file); err != nil {
				t.Fatal(err)
			}
			if _, err := Restore(ctx, file, path, restoredAt); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
				t.Errorf("%v, %v", entries, err)
			}
			pairs(t, openFile(t, path), map[int]bool{1: true})
		})
	}
}

// A backup never replaces a file, and a failed one leaves none.
func TestBackupRefuses(t *testing.T) {
	path, file := backedUp(t)
	if err := Backup(ctx, path, file); err == nil || !strings.Contains(err.Error(), "exists already: name another file") {
		t.Errorf("over a file: %v", err)
	}
	s := openFile(t, path)
	if err := s.Write(ctx, pair(2)...); err != nil {
		t.Fatal(err)
	}
	if _, err := s.log.Exec(`UPDATE item SET data = zeroblob(3000)`); err != nil {
		t.Fatal(err)
	}
	next := filepath.Join(t.TempDir(), "backup.db")
	unavailableBecause(t, Backup(ctx, path, next), "checksum")
	unavailableBecause(t, Backup(ctx, filepath.Join(filepath.Dir(next), "mistyped.db"), next), "no such file")
	if entries, err := os.ReadDir(filepath.Dir(next)); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
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
				if err := s.Write(ctx, pair(2)...); err != nil {
					t.Fatal(err)
				}
				dir := t.TempDir() // the files of a killed process
				for _, name := range []string{database, log} {
					if err := copyFile(filepath.Join(filepath.Dir(path), name), filepath.Join(dir, name)); err != nil {
						t.Fatal(err)
					}
				}
				path = filepath.Join(dir, database)
				if err := os.Mkdir(path+replacing, 0o700); err != nil {
					t.Fatal(err)
				}
				for _, name := range moved {
					if err := os.Rename(filepath.Join(dir, name), filepath.Join(path+replacing, name)); err != nil {
						t.Fatal(err)
					}
				}
				if placed {
					if err := copyFile(file, path); err != nil {
						t.Fatal(err)
					}
				}
				_, err := Open(path, time.Now)
				unavailableBecause(t, err, "a restore of "+path+" did not end")
				kept, err := Restore(ctx, file, path, restoredAt)
				if err != nil {
					t.Fatal(err)
				}
				pairs(t, openFile(t, filepath.Join(kept, database)), map[int]bool{1: true, 2: true})
				restored := openFile(t, path)
				pairs(t, restored, map[int]bool{1: true})
				if _, err := restored.Get(ctx, table.Key{PK: "left", SK: "00002"}); !errors.Is(err, table.ErrNotFound) {
					t.Errorf("a later write is in the restored table: %v", err)
				}
			})
		}
	}
}

// Restore into an empty folder makes the table and keeps nothing.
func TestRestoreOnAnotherMachine(t *testing.T) {
	_, file := backedUp(t)
	path := newFile(t)
	if kept, err := Restore(ctx, file, path, restoredAt); err != nil || kept != "" {
		t.Fatal(kept, err)
	}
	pairs(t, openFile(t, path), map[int]bool{1: true})
}
