package server

import (
	"context"
	"errors"
	"io/fs"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/upload"
)

func TestExpiredFilesOfFormsAreDeletedDaily(t *testing.T) {
	const name = "abcdefghijklmnopqrstuvwxyz.jpg"
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		files := upload.NewFolder(dir, time.Now)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		assert.NilError(t, files.Put(ctx, name, "image/jpeg", nil))
		go deleteExpired(files)(ctx)
		for _, gone := range []bool{false, true} {
			time.Sleep(36 * time.Hour)
			synctest.Wait()
			file, err := files.Open(ctx, name)
			if err == nil {
				file.Close()
			}
			assert.Equal(t, errors.Is(err, fs.ErrNotExist), gone, "%v", err)
		}
	})
}
