package sqlite

import (
	"context"
	"fmt"
	"path/filepath"

	"ordering/shared/table"
)

// Scrub removes all deleted or overwritten data from a SQLite database file and its log. Without it, such bytes stay in
// free pages, in gaps of used pages and in the log until they are overwritten by chance. Scrub rewrites the file, which
// takes about a second per 50 MB and blocks writers for that time. Other processes may have the file open.
// ErrUnavailable if another connection keeps it busy for too long; the caller may retry.
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
		if closeErr := db.Close(); err == nil && closeErr != nil {
			err = unavailable("close", closeErr)
		}
	}()
	if _, err := db.ExecContext(ctx, `VACUUM`); err != nil {
		return unavailable("scrub", err)
	}
	var busy, log, checkpointed int
	if err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &log, &checkpointed); err != nil {
		return unavailable("scrub", err)
	}
	if busy != 0 {
		return fmt.Errorf("%w: scrub: another process still reads an older snapshot", table.ErrUnavailable)
	}
	return nil
}
