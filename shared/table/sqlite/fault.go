package sqlite

import (
	"context"
	"errors"
	"fmt"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"ordering/shared/table"
)

// causes describes errors that the operator can repair.
var causes = map[int]string{
	lib.SQLITE_FULL:     "the disk is full",
	lib.SQLITE_CORRUPT:  "the file is damaged",
	lib.SQLITE_NOTADB:   "the file is not a database, or damaged",
	lib.SQLITE_READONLY: "the file is read-only",
	lib.SQLITE_CANTOPEN: "the file cannot be opened",
	lib.SQLITE_IOERR:    "the disk fails",
	lib.SQLITE_BUSY:     "another process keeps the file locked",
	lib.SQLITE_PERM:     "no permission for the file",
}

var errClosed = errors.New("it is closed")

var errDamaged = errors.New("a document does not match its checksum: the file is damaged")

// unavailable returns ErrUnavailable with the cause and the driver's error.
func unavailable(operation string, err error) error {
	var e *driver.Error
	if errors.As(err, &e) {
		if cause := causes[e.Code()&0xff]; cause != "" { // the low byte: the rest is detail
			return fmt.Errorf("%w: %s: %s: %w", table.ErrUnavailable, operation, cause, err)
		}
	}
	return fmt.Errorf("%w: %s: %w", table.ErrUnavailable, operation, err)
}

// fault returns the error of a failed read: ctx's error if ctx has ended, else unavailable.
func fault(ctx context.Context, operation string, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("table: %s: %w", operation, ctx.Err())
	}
	return unavailable(operation, err)
}
