package server

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Lock locks a data folder against a second server and makes it if it is missing. The system releases the lock when the process ends.
func Lock(dir string) (*os.File, error) { return lock(dir, "server.lock", syscall.LOCK_EX) }

// Share locks a data folder against Reserve. The server and other commands that Share it can use it at the same time.
func Share(dir string) (*os.File, error) { return lock(dir, "commands.lock", syscall.LOCK_SH) }

// Reserve locks a data folder against all commands that Share it. It does not lock it against a server.
func Reserve(dir string) (*os.File, error) { return lock(dir, "commands.lock", syscall.LOCK_EX) }

func lock(dir, name string, how int) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder cannot be created: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the data folder cannot be written: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrLocked
		}
		return nil, fmt.Errorf("the data folder cannot be locked: %w", err)
	}
	return f, nil
}

// ErrLocked says that another process has locked the data folder.
var ErrLocked = errors.New("another process uses this data folder")

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
		err = errors.New("its lock file has no address: it is still starting, or it is of an older version")
	}
	return string(raw), err
}
