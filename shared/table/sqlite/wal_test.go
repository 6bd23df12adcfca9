package sqlite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/table"
)

// killedStore copies the files of an open store with n pairs, as a killed process leaves them. It returns the offset in the log after
// each pair.
func killedStore(t *testing.T, n int) (path string, ends []int64) {
	t.Helper()
	live := newFile(t)
	s := openFile(t, live)
	for i := range n {
		assert.NilError(t, s.Write(ctx, pair(i)...))
		info, err := os.Stat(live + "-wal")
		assert.NilError(t, err)
		ends = append(ends, info.Size())
	}
	path = newFile(t)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		content, err := os.ReadFile(live + suffix)
		if err == nil {
			err = os.WriteFile(path+suffix, content, 0o600)
		}
		assert.NilError(t, err)
	}
	return path, ends
}

// firstPairs returns the set of the pairs 0 to n-1.
func firstPairs(n int) map[int]bool {
	set := map[int]bool{}
	for i := range n {
		set[i] = true
	}
	return set
}

func files(t *testing.T, path string) (all [2][]byte) {
	t.Helper()
	for n, suffix := range []string{"", "-wal"} {
		var err error
		all[n], err = os.ReadFile(path + suffix)
		assert.NilError(t, err)
	}
	return all
}

// Fault 36: SQLite drops the commits behind a damaged frame of its log without an error.
func TestOpenRefusesALogWithCommitsAfterDamage(t *testing.T) {
	const n = 30
	noise := bytes.Repeat([]byte{0xa5}, 64)
	for name, c := range map[string]struct {
		damage func(path string, ends []int64)
		kept   int // pairs that are left once the loss is accepted
	}{
		"noise in a page":              {func(p string, e []int64) { overwrite(t, p+"-wal", e[13]+2000, noise) }, 14},
		"zeros in a header":            {func(p string, e []int64) { overwrite(t, p+"-wal", e[13], make([]byte, 64)) }, 14},
		"a frame's header":             {func(p string, e []int64) { overwrite(t, p+"-wal", e[13], noise) }, 14},
		"noise in the first frame":     {func(p string, e []int64) { overwrite(t, p+"-wal", 100, noise) }, 0},
		"noise in the log's header":    {func(p string, e []int64) { overwrite(t, p+"-wal", 0, noise[:16]) }, 0},
		"zeros in the log's header":    {func(p string, e []int64) { overwrite(t, p+"-wal", 0, make([]byte, 64)) }, 0},
		"in the second to last pair":   {func(p string, e []int64) { overwrite(t, p+"-wal", e[n-3]+2000, noise) }, n - 2},
		"in the second to last commit": {func(p string, e []int64) { overwrite(t, p+"-wal", e[n-2]-700, noise) }, n - 2},
		"damage, and a torn end": {func(p string, e []int64) {
			overwrite(t, p+"-wal", e[13]+2000, noise)
			overwrite(t, p+"-wal", e[n-1], noise)
		}, 14},
	} {
		t.Run(name, func(t *testing.T) {
			path, ends := killedStore(t, n)
			c.damage(path, ends)
			before := files(t, path)
			_, err := Open(path, time.Now)
			var lost *LostCommits
			assert.Assert(t, errors.As(err, &lost))
			assert.ErrorIs(t, err, table.ErrUnavailable)
			after := files(t, path)
			assert.Assert(t, bytes.Equal(before[0], after[0]))
			assert.Assert(t, bytes.Equal(before[1], after[1]))
			assert.NilError(t, lost.Accept())
			acknowledged := firstPairs(c.kept)
			s := openFile(t, path)
			// New commits are not reported as damage at the next start, although they are shorter than the part that was cut off.
			assert.NilError(t, s.Write(ctx, pair(99)...))
			acknowledged[99] = true
			pairs(t, s, acknowledged)
			assert.NilError(t, Check(path))
		})
	}
}

// A power cut may leave any of these logs; every acknowledged commit is before the torn end.
func TestOpenAcceptsALogTornByAPowerCut(t *testing.T) {
	const n = 30
	noise := bytes.Repeat([]byte{0x5a}, 10_000)
	for name, c := range map[string]struct {
		tear func(path string, ends []int64)
		kept int
	}{
		"whole":                      {func(string, []int64) {}, n},
		"no log":                     {func(p string, _ []int64) { os.Remove(p + "-wal") }, 0},
		"an empty log":               {func(p string, _ []int64) { os.Truncate(p+"-wal", 0) }, 0},
		"half a header":              {func(p string, _ []int64) { os.Truncate(p+"-wal", 20) }, 0},
		"a header of zeros":          {func(p string, _ []int64) { os.WriteFile(p+"-wal", make([]byte, walHeader), 0o600) }, 0},
		"half of the last frame":     {func(p string, e []int64) { os.Truncate(p+"-wal", e[n-1]-700) }, n - 1},
		"noise in the last frame":    {func(p string, e []int64) { overwrite(t, p+"-wal", e[n-1]-700, make([]byte, 700)) }, n - 1},
		"the last commit's header":   {func(p string, e []int64) { overwrite(t, p+"-wal", e[n-1]-4120, make([]byte, 64)) }, n - 1},
		"noise behind the end":       {func(p string, e []int64) { overwrite(t, p+"-wal", e[n-1], noise) }, n},
		"half a frame after the log": {func(p string, e []int64) { overwrite(t, p+"-wal", e[n-1], make([]byte, 700)) }, n},
		// The disk may write in any order until it syncs.
		"the last transaction without its first frame": {func(p string, e []int64) { overwrite(t, p+"-wal", e[n-2], make([]byte, 4120)) }, n - 1},
		"only the last commit":                         {func(p string, e []int64) { overwrite(t, p+"-wal", e[n-2], make([]byte, e[n-1]-e[n-2]-4120)) }, n - 1},
		"frames that were not commits": {func(p string, e []int64) {
			overwrite(t, p+"-wal", e[n-2], make([]byte, 64))
			os.Truncate(p+"-wal", e[n-1]-4120)
		}, n - 1},
	} {
		t.Run(name, func(t *testing.T) {
			path, ends := killedStore(t, n)
			os.Remove(path + "-shm") // shared memory does not survive a power cut
			c.tear(path, ends)
			s := openFile(t, path)
			err := s.Write(ctx, table.Put(table.Item{Key: table.Key{PK: "after", SK: "it"}, Data: []byte("1")}))
			assert.NilError(t, err)
			pairs(t, s, firstPairs(c.kept))
			// the rest of the torn end is behind the new frames
			assert.NilError(t, Check(path))
		})
	}
}

// After a checkpoint SQLite writes the log from its start again; old frames with other salts remain behind its end.
func TestOpenAcceptsFramesOfAnEarlierGeneration(t *testing.T) {
	live := newFile(t)
	s := openFile(t, live)
	for n := range 30 {
		assert.NilError(t, s.Write(ctx, pair(n)...))
	}
	s.pragma(t, "wal_checkpoint(RESTART)")
	assert.NilError(t, s.Write(ctx, pair(30)...))
	raw := files(t, live)[1]
	first, last := raw[16:24], raw[len(raw)-4120+8:len(raw)-4120+16]
	assert.Assert(t, !bytes.Equal(first, last), "test setup: the log has frames of one generation only")
	assert.NilError(t, Check(live))
	// Damage among the new frames is still found.
	assert.NilError(t, s.Write(ctx, pair(31)...))
	copied := newFile(t)
	assert.NilError(t, os.WriteFile(copied+"-wal", files(t, live)[1], 0o600))
	overwrite(t, copied+"-wal", 1000, bytes.Repeat([]byte{1}, 64))
	err := Check(copied)
	assert.Assert(t, errors.As(err, new(*LostCommits)), "got %v, want LostCommits", err)
}

// Another process may write while the log is read: damage is reported only if a second reading finds it too.
func TestDamageIsConfirmedByASecondRead(t *testing.T) {
	at := func(offset int64, salt byte) *LostCommits { return &LostCommits{At: offset, salts: [8]byte{salt}} }
	for name, c := range map[string]struct {
		readings [2]*LostCommits
		damage   bool
	}{
		"damage":                    {[2]*LostCommits{at(4152, 1), at(4152, 1)}, true},
		"a frame was being written": {[2]*LostCommits{at(4152, 1), nil}, false},
		"another commit":            {[2]*LostCommits{at(4152, 1), at(8272, 1)}, false},
		"the log restarted":         {[2]*LostCommits{at(4152, 1), at(4152, 2)}, false},
	} {
		n := 0
		err := confirmed(func() (*LostCommits, error) { n++; return c.readings[n-1], nil })
		assert.Check(t, is.Equal(err != nil, c.damage), "%s: %v", name, err)
	}
}

// The checksum of a log may be of either byte order: SQLite writes that of the machine that made the log.
func TestChecksumIsSQLites(t *testing.T) {
	path, _ := killedStore(t, 1)
	raw := files(t, path)[1]
	assert.Equal(t, (walSum{}).add(binary.LittleEndian, raw[:24]), readSum(raw[24:]))
}

// The store opens although the mode of a file cannot be changed, for example of another owner.
func TestPrepareAcceptsAFileOfAnotherOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can test with a file of another owner")
	}
	path := newFile(t)
	err := os.WriteFile(path, nil, 0o666)
	for dir := path; err == nil && dir != os.TempDir(); dir = filepath.Dir(dir) {
		err = os.Chmod(dir, 0o777)
	}
	assert.NilError(t, err)
	done := make(chan [2]error)
	go func() {
		runtime.LockOSThread() // the thread, which is another user's from here, ends with the goroutine
		const nobody = 65534
		_, _, _ = syscall.RawSyscall(syscall.SYS_SETFSUID, nobody, 0, 0)
		done <- [2]error{os.Chmod(path, 0o666), Prepare(path)}
	}()
	errs := <-done
	if !errors.Is(errs[0], fs.ErrPermission) {
		t.Skipf("this system allows every user to change a mode: %v", errs[0])
	}
	assert.NilError(t, errs[1])
}

func TestStoreFilesAreReadableByTheOwnerOnly(t *testing.T) {
	path := newFile(t)
	requireModes := func(when string) {
		t.Helper()
		for _, suffix := range []string{"", "-wal", "-shm"} {
			info, err := os.Stat(path + suffix)
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s, %s: %v, %v", when, path+suffix, info.Mode(), err)
			}
		}
	}
	s := openFile(t, path)
	requireModes("new")
	for _, suffix := range []string{"", "-wal", "-shm"} { // as an earlier release made them
		assert.NilError(t, os.Chmod(path+suffix, 0o644))
	}
	again := openFile(t, path)
	requireModes("opened again")
	assert.NilError(t, s.Write(ctx, pair(1)...))
	assert.NilError(t, again.Write(ctx, pair(2)...))
}
