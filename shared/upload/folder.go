package upload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"ordering/shared/problem"
)

// Folder is the Files of one machine: a folder that only its user can read. A file is on the disk when Put or Keep returns.
type Folder struct {
	// HasRoom reports whether the disk has room for another file besides the orders; nil means that it always has.
	HasRoom func() bool

	dir string
	now func() time.Time
}

// NewFolder returns the store in a folder, which Put makes.
func NewFolder(dir string, now func() time.Time) *Folder { return &Folder{dir: dir, now: now} }

// Put implements Files.
func (f *Folder) Put(_ context.Context, name, _ string, data []byte) error {
	path, err := Path(name)
	if err != nil {
		return err
	}
	if f.HasRoom != nil && !f.HasRoom() {
		return unavailable("put file", errors.New("the rest of the disk is for orders"))
	}
	return unavailable("put file", f.write(filepath.Join(f.dir, path), data))
}

func (f *Folder) write(path string, data []byte) error {
	if err := makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Sync(), file.Close())
	if err != nil {
		return errors.Join(err, os.Remove(path)) // on a full disk it would take room from the orders
	}
	return errors.Join(os.Chtimes(path, time.Time{}, f.now()), syncFolder(filepath.Dir(path)))
}

// Keep implements Files.
func (f *Folder) Keep(_ context.Context, name string, days int) (string, error) {
	kept := KeptName(name, days)
	if _, err := Path(kept); err != nil {
		return "", err
	}
	from, to := filepath.Join(f.dir, "new", name), filepath.Join(f.dir, kept)
	err := f.move(from, to)
	if _, there := os.Stat(to); errors.Is(err, fs.ErrNotExist) && there == nil { // another call has moved it
		err = nil
	}
	return kept, unavailable("keep file", err)
}

func (f *Folder) move(from, to string) error {
	if err := os.Chtimes(from, time.Time{}, f.now()); err != nil { // its days begin now
		return err
	}
	if err := makeFolder(filepath.Dir(to)); err != nil {
		return err
	}
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return errors.Join(syncFolder(filepath.Dir(to)), syncFolder(filepath.Dir(from)))
}

// Open implements Files.
func (f *Folder) Open(_ context.Context, name string) (io.ReadCloser, error) {
	path, err := Path(name)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(filepath.Join(f.dir, path))
	if err != nil {
		return nil, unavailable("open file", err)
	}
	return file, nil
}

// Delete implements Files.
func (f *Folder) Delete(_ context.Context, names ...string) error {
	for _, name := range names {
		path, err := Path(name)
		if err != nil {
			return err
		}
		path = filepath.Join(f.dir, path)
		switch err := os.Remove(path); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return unavailable("delete file", err)
		default:
			if err := syncFolder(filepath.Dir(path)); err != nil {
				return unavailable("delete file", err)
			}
		}
	}
	return nil
}

// NewDays is how long a new file is stored, in days.
const NewDays = 2

// DeleteExpired deletes new files older than NewDays and kept files older than their days, as the lifecycle of the bucket does in the cloud.
func (f *Folder) DeleteExpired(ctx context.Context) error {
	err := f.deleteOlder(ctx, "new", NewDays)
	kept, readErr := os.ReadDir(filepath.Join(f.dir, "kept"))
	if readErr != nil && !errors.Is(readErr, fs.ErrNotExist) {
		err = errors.Join(err, readErr)
	}
	for _, folder := range kept {
		if days, parseErr := strconv.Atoi(folder.Name()); parseErr == nil {
			err = errors.Join(err, f.deleteOlder(ctx, filepath.Join("kept", folder.Name()), days))
		}
	}
	if err != nil {
		return fmt.Errorf("delete expired files: %w", err)
	}
	return nil
}

func (f *Folder) deleteOlder(ctx context.Context, folder string, days int) error {
	entries, err := os.ReadDir(filepath.Join(f.dir, folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		info, infoErr := entry.Info()
		if infoErr != nil { // deleted meanwhile
			continue
		}
		if f.now().Sub(info.ModTime()) > time.Duration(days)*24*time.Hour {
			if removeErr := os.Remove(filepath.Join(f.dir, folder, entry.Name())); !errors.Is(removeErr, fs.ErrNotExist) {
				err = errors.Join(err, removeErr)
			}
		}
	}
	return err
}

// makeFolder makes a folder and its parents and writes them to the disk.
func makeFolder(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := makeFolder(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(filepath.Dir(dir))
}

// syncFolder writes the names in a folder to the disk.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// unavailable returns problem.StoreUnavailable for an error of the disk, fs.ErrNotExist for a missing file.
func unavailable(operation string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fs.ErrNotExist
	}
	return problem.New(problem.StoreUnavailable).Because(fmt.Errorf("%s: %w", operation, err))
}
