package sqlite

import (
	"context"
	"fmt"
	"path/filepath"

	"ordering/shared/table"
)

// Scrub leaves no byte of what was deleted or written over in the file of a SQLite database, or in its log: such bytes stay in free
// pages, in the gaps of used ones and in the log until chance overwrites them. It writes the file anew, which takes about a second for
// each 50 MB, and keeps writers waiting as long; others may have the file open. ErrUnavailable when one of them is at it for too long:
// then it may be tried again.
func Scrub(ctx context.Context, path string) (err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return unavailable("find", err)
	}
	db, err := connect(path, 1)
	if err != nil {
		return err
	}
	defer func() {
		if closing := db.Close(); err == nil && closing != nil {
			err = unavailable("close", closing)
		}
	}()
	if _, err := db.ExecContext(ctx, `VACUUM`); err != nil {
		return unavailable("scrub", err)
	}
	var busy, log, folded int
	if err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &log, &folded); err != nil {
		return unavailable("scrub", err)
	}
	if busy != 0 {
		return fmt.Errorf("%w: scrub: another process reads what was there before", table.ErrUnavailable)
	}
	return nil
}
