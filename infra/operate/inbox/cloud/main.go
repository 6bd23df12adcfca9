// Command cloud shows what guests sent with forms to a stage, and fulfils privacy requests, with the environment of stage.Stores.
package main

import (
	"context"
	"io"
	"time"

	"ordering/infra/operate"
	"ordering/infra/operate/erasure/stage"
	"ordering/infra/operate/inbox"
	"ordering/shared/person"
)

func main() { operate.Main(run) }

func run(ctx context.Context, getenv func(string) string, args []string, in io.Reader, out io.Writer) error {
	stores, err := stage.Stores(getenv)
	if err != nil {
		return err
	}
	return inbox.Inbox{
		Table: stores.Table, Files: stores.Files, Now: time.Now, Command: "npm run inbox --",
		Open: func(context.Context) (*person.Records, func() error, error) {
			return stores.Records(), func() error { return nil }, nil
		},
		Where: func(out io.Writer) { operate.PrintTable(out, getenv) },
	}.Run(ctx, args, in, out)
}
