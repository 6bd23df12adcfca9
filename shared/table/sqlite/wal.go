package sqlite

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// The write-ahead log (https://sqlite.org/fileformat2.html#walformat) is a header and frames. Each frame has a page, the salts of the
// header, and a checksum that continues that of the previous frame. SQLite reads the log up to the first invalid frame and drops the rest
// without an error. That is right after a power cut, which tears the end of the log, and wrong after damage in its middle. A power cut may
// tear the last transaction anywhere, because none of it was synced: its commit frame may be intact and an earlier frame not. All earlier
// transactions were synced.
const (
	walHeader = 32 // bytes; the checksum is in the last 8
	walFrame  = 24 // bytes before the page
	walMagic  = 0x377f0682
)

// LostCommits is the error of a log with commits behind damage: SQLite would drop them.
type LostCommits struct {
	Log     string // path
	At      int64  // offset in bytes of the first invalid frame
	Commits int    // valid commits behind it

	salts [8]byte
}

func (e *LostCommits) Error() string {
	return fmt.Sprintf("%s is damaged at byte %d: opening the database would drop the transactions from there on (%d or more)", e.Log, e.At, e.Commits)
}

// Accept truncates the log at the damage and so gives up the commits behind it. No process may have the database open.
func (e *LostCommits) Accept() error { return os.Truncate(e.Log, e.At) }

// Check returns a *LostCommits if the log of the database at path has commits behind damage. It changes nothing, and other processes may
// write at the same time.
func Check(path string) error {
	return confirmed(func() (*LostCommits, error) { return lostCommits(path + "-wal") })
}

// confirmed reads a log a second time if the first reading finds damage. While another process writes, one reading may see an old frame in
// front of new ones. SQLite writes frames in order, so the second reading finds that frame valid, or other salts if the log was reset.
func confirmed(read func() (*LostCommits, error)) error {
	first, err := read()
	if first == nil || err != nil {
		return err
	}
	second, err := read()
	if err != nil || second == nil || second.At != first.At || second.salts != first.salts {
		return err
	}
	return second
}

// lostCommits reads a log once. It returns nil if no commit is behind damage.
func lostCommits(log string) (*LostCommits, error) {
	f, err := os.Open(log)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<18)
	header := make([]byte, walHeader)
	if _, err := io.ReadFull(r, header); err != nil {
		return nil, end(err)
	}
	found := &LostCommits{Log: log, salts: [8]byte(header[16:24])}
	var order binary.ByteOrder = binary.LittleEndian
	magic := binary.BigEndian.Uint32(header)
	if magic == walMagic|1 {
		order = binary.BigEndian
	}
	size := binary.BigEndian.Uint32(header[8:])
	sum := walSum{}.add(order, header[:24])
	if magic&^1 != walMagic || sum != readSum(header[24:]) || size < 512 || size > 65536 || size&(size-1) != 0 {
		// SQLite writes and syncs the header before the first frame: with bytes behind it, an invalid header was valid before.
		if _, err := r.ReadByte(); err != nil {
			return nil, end(err)
		}
		found.Commits = 1
		return found, nil
	}
	frame := make([]byte, walFrame+size)
	damaged, another := false, false // another: an invalid frame is a commit too
	for at := int64(walHeader); ; at += int64(len(frame)) {
		if _, err := io.ReadFull(r, frame); err != nil {
			if found.Commits == 0 || found.Commits == 1 && !another {
				return nil, end(err) // at most the transaction that was being written
			}
			return found, end(err)
		}
		// Each checksum continues the one stored in the previous frame, so that frames behind the damage can be verified.
		ours := [8]byte(frame[8:16]) == found.salts
		valid := ours && sum.add(order, frame[:8]).add(order, frame[walFrame:]) == readSum(frame[16:])
		sum = readSum(frame[16:])
		commit := binary.BigEndian.Uint32(frame[4:]) != 0
		if !valid && !damaged {
			damaged, found.At = true, at
		}
		switch {
		case valid && damaged && commit:
			found.Commits++
		case !valid && ours && commit:
			another = true
		}
	}
}

// end returns nil for the end of a file, and any other error unchanged.
func end(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// walSum is the checksum of the log.
type walSum [2]uint32

// add continues the sum over data of whole pairs of 32 bits.
func (s walSum) add(order binary.ByteOrder, data []byte) walSum {
	for ; len(data) >= 8; data = data[8:] {
		s[0] += order.Uint32(data) + s[1]
		s[1] += order.Uint32(data[4:]) + s[0]
	}
	return s
}

func readSum(raw []byte) walSum {
	return walSum{binary.BigEndian.Uint32(raw), binary.BigEndian.Uint32(raw[4:])}
}

// Prepare sets the mode of the database's files to 0600. It returns the error of Check, and an error if a Restore did not end. Call it
// before the database at path is opened.
func Prepare(path string) error {
	if _, err := os.Stat(path + replacing); err == nil {
		return fmt.Errorf("a restore of %s did not end: restore the backup again", path)
	}
	if err := Check(path); err != nil {
		return err
	}
	// SQLite creates the log and its index with the mode of the database. An existing database must not be opened here: closing a file
	// drops all locks of this process on it. If the file cannot be created, opening the database reports why.
	if f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		return f.Close()
	}
	for _, file := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(file)
		if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
			// The mode of a file of another owner, or on a disk without modes, stays unchanged.
			if err = os.Chmod(file, 0o600); errors.Is(err, fs.ErrPermission) {
				err = nil
			}
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
