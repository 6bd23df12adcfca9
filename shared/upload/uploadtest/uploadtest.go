// Package uploadtest proves that the stores of uploaded files behave alike.
package uploadtest

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/upload"
)

const (
	photo  = "abcdefghijklmnopqrstuvwxyz.jpg"
	resume = "234567abcdefghijklmnopqrst.pdf"
)

// Files tests an empty store.
func Files(t *testing.T, files upload.Files) {
	content := func(name string) string {
		t.Helper()
		file, err := files.Open(t.Context(), name)
		if errors.Is(err, fs.ErrNotExist) {
			return "missing"
		}
		assert.NilError(t, err)
		defer file.Close()
		data, err := io.ReadAll(file)
		assert.NilError(t, err)
		return string(data)
	}
	assert.Equal(t, content(photo), "missing")
	for range 2 { // a repeated upload replaces the file
		assert.NilError(t, files.Put(t.Context(), photo, "image/jpeg", []byte("a photo")))
	}
	assert.NilError(t, files.Put(t.Context(), resume, "application/pdf", []byte("a résumé")))
	assert.Equal(t, content(photo), "a photo")

	_, err := files.Keep(t.Context(), "zyxwvutsrqponmlkjihgfedcba.jpg", 30)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	for range 2 { // a repeated form keeps its files again
		kept, err := files.Keep(t.Context(), photo, 180)
		assert.NilError(t, err)
		assert.Equal(t, kept, "kept/180/"+photo)
	}
	assert.Equal(t, content("kept/180/"+photo), "a photo")
	assert.Equal(t, content("kept/30/"+photo), "missing")
	assert.Equal(t, content(resume), "a résumé")

	for range 2 {
		assert.NilError(t, files.Delete(t.Context(), "kept/180/"+photo, resume))
	}
	assert.Equal(t, content(photo), "missing") // it may have stayed beside the kept one
	assert.Equal(t, content("kept/180/"+photo), "missing")
	assert.Equal(t, content(resume), "missing")

	for _, name := range []string{
		"", ".jpg", "../" + photo, "new/" + photo, "kept/" + photo, "kept/0/" + photo, "kept/+1/" + photo, "kept/01/" + photo, "kept/-1/" + photo,
		"kept/1/../" + photo, "kept/1/2/" + photo, "/" + photo, photo + "/", photo + "\x00", photo[:25] + "..jpg", photo[:26] + ".svg",
		strings.ToUpper(photo), photo[:25] + "1.jpg", photo + "?acl", photo[1:],
	} {
		_, opened := files.Open(t.Context(), name)
		assert.Check(t, opened != nil && !errors.Is(opened, fs.ErrNotExist), "open %q", name)
		assert.Check(t, files.Put(t.Context(), name, "image/jpeg", nil) != nil, "put %q", name)
		assert.Check(t, files.Delete(t.Context(), name) != nil, "delete %q", name)
		_, err := files.Keep(t.Context(), name, 1)
		assert.Check(t, err != nil, "keep %q", name)
	}
	_, err = files.Keep(t.Context(), photo, 0)
	assert.Check(t, is.ErrorContains(err, "not the name"))
}
