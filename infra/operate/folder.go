package operate

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"ordering/shared/table/sqlite"
)

// LossError returns the error of a command that would lose data of the data folder. It wraps the cause, names the file and says how to
// continue.
func LossError(what error, name string) error {
	return fmt.Errorf("%w. Nothing was changed: restore the whole folder from a backup, or accept the loss for one start with ACCEPT_LOSS=%s", what, name)
}

// files are the files of a data folder in the order in which a first start creates them, with the consequence of losing each.
var files = []struct{ name, lost string }{
	{"secrets.json", "without it an erasure finds no order"},
	{"table.db", "without it the restaurants, the menu and every order are lost"},
	{"payments.db", "without it no payment can be refunded"},
	{"kitchen.db", ""},
}

// OldKitchenFile is the kitchen simulator's file of an older version. Its payments have an older format too.
const OldKitchenFile = "kitchen.json"

// ResetMark is a file in a data folder with an unfinished reset.
const ResetMark = "reset"

// LiveMark is a file in a data folder with real orders.
const LiveMark = "live"

// IsWritten reports whether a file exists and is not empty. SQLite treats an empty file as a new database.
func IsWritten(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// CheckFolder returns a LossError if data of the folder was lost, and an error if a reset was interrupted. Call it before the files are
// opened. A file is lost if it is missing and a file that a first start creates after it exists. The table proves nothing, because an
// import before the first start creates it alone. A write-ahead log with commits after damage is a loss too. accepted names lost files
// that are no error: such a log is truncated.
func CheckFolder(dir string, accepted ...string) error {
	if _, err := os.Stat(filepath.Join(dir, ResetMark)); err == nil {
		return fmt.Errorf("the reset of %s was interrupted: run npm run reset again, or npm start. Nothing was changed", dir)
	}
	if _, err := os.Stat(filepath.Join(dir, OldKitchenFile)); err == nil {
		return fmt.Errorf("%s was written by an older version, and this one cannot read its sandbox payments: npm run reset empties it. Nothing was changed", dir)
	}
	made := func(name string) bool { return IsWritten(filepath.Join(dir, name)) }
	for n, f := range files {
		if made(f.name) || slices.Contains(accepted, f.name) {
			continue
		}
		for _, later := range files[max(n+1, 2):] {
			if made(later.name) {
				return LossError(fmt.Errorf("%s is missing and %s exists: %s", filepath.Join(dir, f.name), later.name, f.lost), f.name)
			}
		}
	}
	for _, name := range []string{"table.db", "payments.db", "kitchen.db"} {
		err := sqlite.Check(filepath.Join(dir, name))
		var lost *sqlite.LostCommits
		if !errors.As(err, &lost) {
			continue // opening the database reports every other error
		}
		if log := name + "-wal"; !slices.Contains(accepted, log) {
			return LossError(lost, log)
		}
		if err := lost.Accept(); err != nil {
			return err
		}
	}
	return nil
}
