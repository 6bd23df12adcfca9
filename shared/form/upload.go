package form

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ordering/shared/problem"
	"ordering/shared/table"
)

// Files keeps the files of cases.
type Files interface {
	// Keep keeps a new file for that many days, and returns its name from now on. It may be repeated. It returns fs.ErrNotExist for a missing
	// file.
	Keep(ctx context.Context, name string, days int) (kept string, err error)
}

// Upload is the row of a file that a guest sent, until a case takes the file. A name serves once.
type Upload struct {
	Kind    Kind      `json:"kind"`
	Type    string    `json:"type"` // media type
	Bytes   int       `json:"bytes"`
	Created time.Time `json:"created"`
}

const uploadFor = 24 * time.Hour

func uploadKey(name string) table.Key { return table.Key{PK: "upload#" + name, SK: "upload"} }

// Issue returns the operation that issues the name of a stored file.
func (u Upload) Issue(name string) table.Op {
	return table.Create(table.Item{Key: uploadKey(name), Data: table.Encode(u), Expires: u.Created.Add(uploadFor).Truncate(time.Second)})
}

// claims are the files that a case takes, with the operations that delete their rows.
type claims struct {
	files []File
	ops   []table.Op
	found []problem.Detail
}

// claim takes the file with the name, which was issued for the kind.
func (c *claims) claim(ctx context.Context, t table.Table, k Kind, name, pointer string) error {
	item, err := t.Get(ctx, uploadKey(name))
	var u Upload
	if err == nil {
		err = json.Unmarshal(item.Data, &u)
	}
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return fmt.Errorf("form: read an upload: %w", err)
	}
	if err != nil || u.Kind != k {
		c.found = append(c.found, problem.Finding(problem.UploadUnknown, pointer))
		return nil
	}
	c.files = append(c.files, File{name, u.Type, u.Bytes})
	c.ops = append(c.ops, table.Delete(item.Key, item.Version))
	return nil
}
