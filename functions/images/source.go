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

// Source opens the brand's files.
type Source interface {
	// Open finds a file by its path below the root, such as pictures/hero.jpg, without reading it. Errors: fs.ErrNotExist, ErrUnavailable.
	Open(ctx context.Context, path string) (*File, error)
}

// Roots are the folders of the brand's pictures: the operator's and the build's. In the cloud the function may read no others.
func Roots() []string { return []string{"pictures/", "assets/"} }

// ErrUnavailable is returned while the files are unavailable.
var ErrUnavailable = errors.New("images: brand files unavailable")

// File is an open file of the brand. The caller closes it.
type File struct {
	io.ReadCloser
	Size    int64  // bytes
	Version string // changes with the content
}

// maxSource is the largest source file in bytes. A photograph of 25 megapixels has 10 MB.
const maxSource = 32 << 20

// whole reads a file of at most limit bytes. It returns errTooLarge for a longer one.
func (f *File) whole(ctx context.Context, limit int64) ([]byte, error) {
	if f.Size < 0 || f.Size > limit {
		return nil, errTooLarge
	}
	data := make([]byte, f.Size)
	if _, err := io.ReadFull(f, data); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return data, nil
}

var errTooLarge = errors.New("the file is too large")

// Folder is a folder of this machine. It serves the paths that begin with At.
type Folder struct {
	At   string // "" or with a slash at its end
	Path string // may be missing
}

// Folders is a Source on one machine: the first folder that has a file wins.
type Folders []Folder

// Open finds a file in the folders. It follows no links out of a folder.
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
		return nil, openError(err)
	}
	defer root.Close()
	if info, err := root.Stat(name); err != nil || !info.Mode().IsRegular() { // opening a pipe would block
		return nil, fs.ErrNotExist
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, openError(err)
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, fs.ErrNotExist
	}
	return &File{f, info.Size(), fmt.Sprintf("%d %d", info.ModTime().UnixNano(), info.Size())}, nil
}

// openError distinguishes a missing file from an unreadable one.
func openError(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}
