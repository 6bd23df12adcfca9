package server

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"ordering/functions"
	"ordering/functions/images"
	"ordering/shared/table"
)

// limited is the table with one function's rights. It rejects what the function's IAM policy would reject in the cloud, so that a right
// missing in the manifest fails in tests.
type limited struct {
	table.Table
	name   string
	rights functions.Rights
}

// rightsOf returns, for each function, the table limited to its rights in the manifest.
func rightsOf(t table.Table) func(name string) table.Table {
	all := map[string]functions.Rights{}
	for _, f := range functions.All() {
		all[f.Name] = f.Table
	}
	return func(name string) table.Table { return limited{t, name, all[name]} }
}

// filesOf returns the folders that the images function may read: the site's, as in the cloud, and the local pictures folder.
func filesOf(s Settings) images.Folders {
	var all images.Folders
	for _, root := range images.Roots() {
		all = append(all, images.Folder{At: root, Path: filepath.Join(s.Site, filepath.FromSlash(root))})
	}
	return append(all, images.Folder{At: "pictures/", Path: s.Pictures})
}

func (l limited) Get(ctx context.Context, key table.Key) (table.Item, error) {
	if err := l.check(functions.Read, key.PK); err != nil {
		return table.Item{}, err
	}
	return l.Table.Get(ctx, key)
}

func (l limited) Query(ctx context.Context, q table.Query) (table.Page, error) {
	do := functions.Read
	if q.Index {
		do = functions.QueryIndex
	}
	if err := l.check(do, q.PK); err != nil {
		return table.Page{}, err
	}
	return l.Table.Query(ctx, q)
}

func (l limited) Write(ctx context.Context, ops ...table.Op) error {
	for _, op := range ops {
		do := functions.Write
		if op.Kind == table.KindDelete {
			do = functions.Delete
		}
		if err := l.check(do, op.Item.PK); err != nil {
			return err
		}
	}
	return l.Table.Write(ctx, ops...)
}

// check returns an error that names only the kind of row: the rest of a partition key may be a guest's secret.
func (l limited) check(do functions.Access, partition string) error {
	if l.rights.May(do, partition) {
		return nil
	}
	kind, _, _ := strings.Cut(partition, "#")
	return fmt.Errorf("the manifest does not allow the function %s to access rows of kind %s (%s)", l.name, kind, [...]string{"read", "write", "delete", "query by the index"}[do])
}
