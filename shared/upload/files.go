package upload

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
)

// Files stores the files that guests send with a form. No URL serves them. Folder stores them on one machine, package bucket in S3.
//
// A file is new until a form that names it is sent: new files are deleted after 2 days, kept files after their days. Put, Keep and Delete
// may be repeated. They return problem.StoreUnavailable if the store cannot be reached or written.
type Files interface {
	// Put stores a new file. The name is random: 26 letters and digits, then .jpg or .pdf. kind is its media type.
	Put(ctx context.Context, name, kind string, data []byte) error
	// Keep keeps a new file for that many days from now and returns its name from now on, kept/<days>/<name>, which Open and Delete take.
	// The new file may stay beside it until it expires, or until Delete of the kept one. It returns fs.ErrNotExist if the file is missing.
	Keep(ctx context.Context, name string, days int) (kept string, err error)
	// Open opens a file, new or kept. It returns fs.ErrNotExist for a missing one.
	Open(ctx context.Context, name string) (io.ReadCloser, error)
	// Delete deletes files. Missing ones are no error.
	Delete(ctx context.Context, names ...string) error
}

// names matches the names that a Processor makes, and those that Keep gives.
var names = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(kept/[1-9]\d{0,4}/)?[a-z2-7]{26}\.(jpg|pdf)$`) })

// Path returns the path of a file below the root of its store: new/<name>, or the name itself of a kept file. It refuses every other name,
// because a path must not leave the store.
func Path(name string) (string, error) {
	if !names().MatchString(name) {
		return "", fmt.Errorf("upload: %q is not the name of a file", name)
	}
	if strings.HasPrefix(name, "kept/") {
		return name, nil
	}
	return "new/" + name, nil
}

// KeptName returns the name that Keep gives a file.
func KeptName(name string, days int) string { return fmt.Sprintf("kept/%d/%s", days, name) }
