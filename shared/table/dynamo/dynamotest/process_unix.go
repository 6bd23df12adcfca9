//go:build unix

package dynamotest

import (
	"os"
	"path/filepath"
	"syscall"
)

// lock takes a file lock that excludes test processes.
func lock(name string) (unlock func(), err error) {
	cache, err := cacheDir()
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(cache, name+".lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}
