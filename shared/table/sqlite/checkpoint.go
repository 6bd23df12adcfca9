package sqlite

import (
	"context"
)

// The write-ahead log (WAL) must be checkpointed, or it grows without limit. SQLite's automatic checkpoint runs within
// the commit that exceeds the limit: it writes a thousand pages and syncs twice while the whole queue waits. Here a
// separate connection copies most pages while the writer continues. The writer then copies only the rest, so that the
// log is empty for a moment and starts from its beginning again.

const (
	// checkpointAfter is a number of operations, about 4 MB of log: the writer needs the disk too, so a checkpoint must be short.
	checkpointAfter = 500
	// autoCheckpoint sets the log size in pages of 4 KB at which a commit runs a checkpoint itself, if no other one did.
	autoCheckpoint = "wal_autocheckpoint(16384)"
	// checkpoint copies as many pages as possible without blocking any connection.
	checkpoint = `PRAGMA wal_checkpoint(PASSIVE)`
)

// checkpoints runs a checkpoint when the writer requests one, until the writer stops. A failed checkpoint is left to
// the next, as SQLite does: the log still has all data.
func (s *Store) checkpoints() {
	for {
		select {
		case <-s.writer.due:
		case <-s.stopped:
			return
		}
		if _, err := s.log.ExecContext(context.Background(), checkpoint); err != nil {
			continue
		}
		select {
		case s.writer.finish <- struct{}{}:
		case <-s.stopped:
			return
		}
	}
}

// count adds ops and requests a checkpoint at checkpointAfter, unless one is running.
func (w *writer) count(ops int) {
	if w.written += ops; w.written < checkpointAfter {
		return
	}
	select {
	case w.due <- struct{}{}:
		w.written = 0
	default:
	}
}
