package kitchen

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

func stateFile(dir string) string { return filepath.Join(dir, "kitchen.json") }

// read loads the state; without a file it stays as it is.
func (s *state) read(file string) error {
	raw, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("kitchen: %w", err)
	}
	var kept state
	if err := json.Unmarshal(raw, &kept); err != nil {
		return fmt.Errorf("kitchen: %s: %w (%w)", file, errDamaged, err)
	}
	*s = kept
	return nil
}

// write keeps the state: beside the file, to the disk, then in its place, so that a crash leaves the old one or the new one.
func (s *state) write(file string) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(file+".new", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
