package upload_test

import (
	"crypto/rand"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/problem"
	"ordering/shared/upload"
	"ordering/shared/upload/uploadtest"
)

func TestFolderIsAStoreOfFiles(t *testing.T) {
	uploadtest.Files(t, upload.NewFolder(filepath.Join(t.TempDir(), "data", "forms"), time.Now))
}

func TestFolderCannotBeReadByOthers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "forms")
	const name = "abcdefghijklmnopqrstuvwxyz.jpg"
	files := upload.NewFolder(dir, time.Now)
	assert.NilError(t, files.Put(t.Context(), name, "image/jpeg", nil))
	_, err := files.Keep(t.Context(), name, 30)
	assert.NilError(t, err)
	assert.NilError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		assert.NilError(t, err)
		info, err := entry.Info()
		assert.Check(t, is.Equal(info.Mode().Perm()&0o077, fs.FileMode(0)), path)
		return err
	}))
}

func TestDiskErrorIsStoreUnavailable(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "forms")
	assert.NilError(t, os.WriteFile(dir, nil, 0o600)) // a file where the folder should be
	err := upload.NewFolder(dir, time.Now).Put(t.Context(), "abcdefghijklmnopqrstuvwxyz.jpg", "image/jpeg", nil)
	assert.Check(t, problem.Is(err, problem.StoreUnavailable), "%v", err)
}

// Fault 2: two equal requests at the same time both keep their file.
func TestAFileIsKeptByManyAtTheSameTime(t *testing.T) {
	files := upload.NewFolder(t.TempDir(), time.Now)
	for range 40 {
		name := strings.ToLower(rand.Text()) + ".jpg"
		assert.NilError(t, files.Put(t.Context(), name, "image/jpeg", nil))
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				_, err := files.Keep(t.Context(), name, 30)
				assert.Check(t, err)
			})
		}
		all.Wait()
	}
}

// Fault 36: uploads cost a guest nothing, so they leave the last room of the disk to the orders.
func TestFilesLeaveRoomForOrders(t *testing.T) {
	files := upload.NewFolder(t.TempDir(), time.Now)
	const name = "abcdefghijklmnopqrstuvwxyz.jpg"
	room := true
	files.HasRoom = func() bool { return room }
	assert.NilError(t, files.Put(t.Context(), name, "image/jpeg", nil))
	room = false
	err := files.Put(t.Context(), "bcdefghijklmnopqrstuvwxyza.jpg", "image/jpeg", nil)
	assert.Check(t, problem.Is(err, problem.StoreUnavailable), "%v", err)
	_, err = files.Keep(t.Context(), name, 30) // takes no room
	assert.NilError(t, err)
}

func TestExpiredFilesAreDeleted(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	files := upload.NewFolder(t.TempDir(), func() time.Time { return now })
	assert.NilError(t, files.DeleteExpired(t.Context()))
	const unsent, sent, application = "aaaaaaaaaaaaaaaaaaaaaaaaaa.jpg", "bbbbbbbbbbbbbbbbbbbbbbbbbb.jpg", "cccccccccccccccccccccccccc.pdf"
	for _, name := range []string{unsent, sent, application} {
		assert.NilError(t, files.Put(t.Context(), name, "", nil))
	}
	now = now.Add(20 * time.Hour) // the days of a kept file begin when it is kept
	_, err := files.Keep(t.Context(), sent, 10)
	assert.NilError(t, err)
	_, err = files.Keep(t.Context(), application, 400)
	assert.NilError(t, err)
	stored := func() (all []string) {
		for _, name := range []string{unsent, upload.KeptName(sent, 10), upload.KeptName(application, 400)} {
			if file, err := files.Open(t.Context(), name); err == nil {
				file.Close()
				all = append(all, name)
			}
		}
		return all
	}
	for _, step := range []struct {
		after time.Duration
		want  int
	}{{28 * time.Hour, 3}, {time.Second, 2}, {211 * time.Hour, 2}, {2 * time.Hour, 1}, {390 * 24 * time.Hour, 0}} {
		now = now.Add(step.after)
		assert.NilError(t, files.DeleteExpired(t.Context()))
		assert.Check(t, is.Len(stored(), step.want), "%s: %v", now, stored())
	}
}
