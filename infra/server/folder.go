package server

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Lock locks a data folder against a second server and makes it if it is missing. The system releases the lock when the process ends.
func Lock(dir string) (*os.File, error) {
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
			return nil, ErrRunning
		}
		return nil, fmt.Errorf("the data folder cannot be locked: %w", err)
	}
	return f, nil
}

// ErrRunning says that a server has locked the data folder.
var ErrRunning = errors.New("a server is running on this data folder")

// Announce writes the server's address into its lock file, for commands that need it while the server runs.
func Announce(f *os.File, address string) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(address), 0)
	return err
}

// Announced returns the address of the server that runs on a data folder.
func Announced(dir string) (string, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "server.lock"))
	if err == nil && len(raw) == 0 {
		err = errors.New("it does not say where it answers: it is still starting, or was started by an older version")
	}
	return string(raw), err
}
