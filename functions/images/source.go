package images

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Source is where the brand's files are.
type Source interface {
	// Open finds a file by its path below the root, such as pictures/hero.jpg, and reads nothing of it. It returns an error that is
	// fs.ErrNotExist for what is no file of the brand, or ErrAway.
	Open(ctx context.Context, path string) (*File, error)
}

// Roots are what the paths of the brand's pictures begin with: where an operator puts them, and where the build does. A Source gives no
// other file, and in the cloud may read none.
func Roots() []string { return []string{"pictures/", "assets/"} }

// ErrAway says that the files cannot be reached now.
var ErrAway = errors.New("the files of the brand cannot be reached")

// File is a file of the brand; who opened it closes it.
type File struct {
	io.ReadCloser
	Size    int64  // bytes
	Version string // another one as soon as the content is another
}

// maxSource is how large a file may be that a picture is made of, in bytes: a photograph of 25 megapixels has 10 MB, as PNG 60.
const maxSource = 32 << 20

// whole reads a file of at most limit bytes. It returns errTooLong for a longer one.
func (f *File) whole(ctx context.Context, limit int64) ([]byte, error) {
	if f.Size < 0 || f.Size > limit {
		return nil, errTooLong
	}
	data := make([]byte, f.Size)
	if _, err := io.ReadFull(f, data); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	}
	return data, nil
}

var errTooLong = errors.New("the file is too large")

// Folder is a folder of this machine whose files answer to paths that begin with At.
type Folder struct {
	At   string // "" or with a slash at its end
	Path string // may be missing
}

// Folders is a Source on one machine: the first folder that has a file gives it.
type Folders []Folder

// Open finds a file in the folders. Links out of a folder are not followed.
func (all Folders) Open(_ context.Context, path string) (*File, error) {
	for _, folder := range all {
		name, ok := strings.CutPrefix(path, folder.At)
		if !ok {
			continue
		}
		if f, err := folder.open(name); !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return nil, fs.ErrNotExist
}

func (folder Folder) open(name string) (*File, error) {
	root, err := os.OpenRoot(folder.Path)
	if err != nil {
		return nil, unreachable(err)
	}
	defer root.Close()
	if info, err := root.Stat(name); err != nil || !info.Mode().IsRegular() { // to open a pipe would wait for who writes into it
		return nil, fs.ErrNotExist
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, unreachable(err)
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, fs.ErrNotExist
	}
	return &File{f, info.Size(), fmt.Sprintf("%d %d", info.ModTime().UnixNano(), info.Size())}, nil
}

// unreachable tells what is not there from what there is and cannot be read.
func unreachable(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrAway, err)
}
