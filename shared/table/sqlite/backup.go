package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"ordering/shared/table"
)

// Backup writes a copy of the table at path into file, which must not exist. Processes may write to the table meanwhile: the copy is one
// snapshot, with each write that was acknowledged before the call. It contains no deleted data. An error leaves no file.
func Backup(ctx context.Context, path, file string) (err error) {
	if path, file, err = absolute(path, file); err != nil {
		return err
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("back up: %s exists already: name another file", file), err)
	}
	if _, err := os.Stat(path); err != nil { // connect would create it
		return unavailable("back up", err)
	}
	if err := Check(path); err != nil {
		return unavailable("back up", err)
	}
	next := file + ".new"
	f, err := os.OpenFile(next, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) // SQLite would create it with another mode
	if err != nil {
		return unavailable("back up", err)
	}
	defer f.Close()
	defer func() {
		if err != nil {
			os.Remove(next)
		}
	}()
	db, err := connect(path, 1)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, next)
	if err = errors.Join(err, db.Close()); err != nil {
		return unavailable("back up", err)
	}
	if err := verify(ctx, next); err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), os.Rename(next, file), syncFolder(file)); err != nil { // SQLite does not sync the copy
		return unavailable("back up", err)
	}
	return nil
}

// Restore replaces the table at path by the backup in file, except its partitions that match one of the patterns: "session#*" matches all
// partitions with that prefix. The caller prevents that a process has the table open. It returns the folder to which it moved the replaced
// files, empty if there were none. If file is not a whole backup, it changes nothing. If the process is killed, Open fails until Restore is
// repeated.
func Restore(ctx context.Context, file, path string, now time.Time, except ...string) (kept string, err error) {
	if path, file, err = absolute(path, file); err != nil {
		return "", err
	}
	if _, err := os.Stat(file + "-wal"); err == nil {
		return "", fmt.Errorf("restore: %s is not a backup: %s-wal holds a part of its data", file, file)
	}
	next := path + ".restored"
	err = errors.Join(copyFile(file, next), verify(ctx, next))
	if err == nil {
		err = remove(ctx, next, except)
	}
	if err != nil {
		return "", errors.Join(fmt.Errorf("restore %s: %w", file, err), os.Remove(next))
	}
	if kept, err = replace(path, next, path+".replaced-"+now.UTC().Format("20060102T150405.000Z")); err != nil {
		return "", unavailable("restore", err)
	}
	return kept, nil
}

// replacing is the suffix of the folder that exists while the files of a table are being replaced.
const replacing = ".replaced"

// RestoreInterrupted reports whether a Restore of the table at path was killed while it replaced the files: it must be repeated.
func RestoreInterrupted(path string) bool {
	_, err := os.Stat(path + replacing)
	return err == nil
}

func replace(path, next, kept string) (string, error) {
	moved := path + replacing
	if err := os.Mkdir(moved, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	main := filepath.Join(moved, filepath.Base(path))
	// The database moves last. If it has moved already, an earlier Restore was killed and path is the backup.
	if _, err := os.Stat(main); err != nil {
		for _, suffix := range []string{"-shm", "-wal", ""} {
			if err := os.Rename(path+suffix, main+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return "", err
			}
		}
	}
	if err := errors.Join(syncFolder(path), os.Rename(next, path), syncFolder(path)); err != nil {
		return "", err
	}
	if err := os.Remove(moved); err == nil { // it is empty: there was no table
		return "", nil
	}
	return kept, errors.Join(os.Rename(moved, kept), syncFolder(path))
}

// verify returns an error unless the file is a whole database that this program can read. It changes nothing.
func verify(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: "immutable=1"}).String())
	if err != nil {
		return unavailable("verify", err)
	}
	defer db.Close()
	var found string
	var version int
	err = db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&found)
	if err == nil {
		err = db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version)
	}
	switch {
	case err != nil:
		return unavailable("verify", err)
	case found != "ok":
		return fmt.Errorf("%w: verify: the file is damaged: %s", table.ErrUnavailable, found)
	case version > len(schemas):
		return tooNew(version)
	}
	rows, err := db.QueryContext(ctx, `SELECT `+columns)
	if err != nil {
		return unavailable("verify", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows, new(table.Item)); err != nil {
			return unavailable("verify", err)
		}
	}
	if err := rows.Err(); err != nil {
		return unavailable("verify", err)
	}
	return nil
}

// remove deletes the items of the partitions that match a pattern. If it is killed, the file is useless: there is no log beside it.
func remove(ctx context.Context, path string, patterns []string) error {
	q := url.Values{"_pragma": {"journal_mode(MEMORY)", "synchronous(FULL)"}}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String())
	if err != nil {
		return unavailable("restore", err)
	}
	defer db.Close()
	for _, pattern := range patterns {
		if _, err := db.ExecContext(ctx, `DELETE FROM item WHERE pk GLOB ?`, pattern); err != nil {
			return unavailable("restore", err)
		}
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// syncFolder makes the names in a file's folder durable.
func syncFolder(file string) error {
	f, err := os.Open(filepath.Dir(file))
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func absolute(path, file string) (string, string, error) {
	path, err := filepath.Abs(path)
	file, fileErr := filepath.Abs(file)
	return path, file, errors.Join(err, fileErr)
}
