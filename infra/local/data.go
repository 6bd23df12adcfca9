package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"ordering/infra/operator"
)

// lock keeps a second server, and reset, out of a data folder. The system releases it when the process ends, however it ends.
func lock(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder cannot be made: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "server.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the data folder cannot be written: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, errRunning
		}
		return nil, fmt.Errorf("the data folder cannot be locked: %w", err)
	}
	return f, nil
}

// announce writes down in its lock where the server answers, for the verbs that need it while it runs.
func announce(f *os.File, address string) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(address), 0)
	return err
}

// announced is where the server of a data folder answers.
func announced(dir string) (string, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "server.lock"))
	if err == nil && len(raw) == 0 {
		err = errors.New("it does not say where it answers: it is still starting, or was started by an older version")
	}
	return string(raw), err
}

var errRunning = errors.New("a server is running on this data folder")

// kept are the files that reset removes: what the server and the import write. Anything else in the folder stays.
var kept = []string{"table.db", "table.db-wal", "table.db-shm", "payments.db", "payments.db-wal", "payments.db-shm", "kitchen.json", "kitchen.json.new", "mail", "pages", "secrets.json", "secrets.json.new"}

// reset empties the store, which no server may be working on. A folder that is not there is left so.
func reset(s settings, out io.Writer) error {
	operator.Folder(out, s.dataDir)
	if _, err := os.Stat(s.dataDir); errors.Is(err, os.ErrNotExist) {
		return errors.New("there is no such folder, so nothing to forget. DATA_DIR names another one. Nothing was changed")
	}
	f, err := lock(s.dataDir)
	if errors.Is(err, errRunning) {
		return fmt.Errorf("the server is running on %s: stop it first (Ctrl+C where it runs), then reset again. Nothing was changed", s.dataDir)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	for _, name := range kept {
		if err := os.RemoveAll(filepath.Join(s.dataDir, name)); err != nil {
			return fmt.Errorf("%s cannot be removed: %w", name, err)
		}
	}
	fmt.Fprintln(out, "Empty again. The next npm start seeds it.")
	return nil
}
