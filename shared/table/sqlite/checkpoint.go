package sqlite

import (
	"context"
)

// The log of writes (WAL) has to be carried into the file now and then, or it would grow for ever. SQLite does that within the commit
// that makes the log too long: it writes a thousand pages and waits for the disk twice, and so does everybody in the queue. Here a
// connection of its own carries the bulk while the writer goes on; the writer itself carries only what came in meanwhile, so that for
// a moment nothing is left and the log begins anew instead of growing behind its own tail.

const (
	// checkpointAfter so many operations, some 4 MB of log: few enough that the disk, which the writer needs too, is soon free again.
	checkpointAfter = 500
	// tooLong is the log, in pages of 4 KB, that a commit carries into the file after all: nobody else got round to it.
	tooLong = "wal_autocheckpoint(16384)"
	// carry moves what can be moved without making anybody wait.
	carry = `PRAGMA wal_checkpoint(PASSIVE)`
)

// checkpoints has the log carried whenever the writer says that it has grown, until the writer stops. What fails is left to the next
// time, as SQLite does: the log holds it all.
func (s *Store) checkpoints() {
	for {
		select {
		case <-s.writer.grown:
		case <-s.stopped:
			return
		}
		if _, err := s.log.ExecContext(context.Background(), carry); err != nil {
			continue
		}
		select {
		case s.writer.remains <- struct{}{}:
		case <-s.stopped:
			return
		}
	}
}

// count notes what was written, and asks for a checkpoint when it is enough, unless one is under way.
func (w *writer) count(ops int) {
	if w.written += ops; w.written < checkpointAfter {
		return
	}
	select {
	case w.grown <- struct{}{}:
		w.written = 0
	default:
	}
}
