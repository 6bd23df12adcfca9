// Command cloud handles a guest's erasure request on a stage, with the environment of stage.Stores. It erases no mails: SES sends them and
// keeps no copy.
package main

import (
	"context"
	"io"

	"ordering/infra/operate"
	"ordering/infra/operate/erasure"
	"ordering/infra/operate/erasure/stage"
)

func main() { operate.Main(run) }

func run(ctx context.Context, getenv func(string) string, args []string, in io.Reader, out io.Writer) error {
	stores, err := stage.Stores(getenv)
	if err != nil {
		return err
	}
	operate.PrintTable(out, getenv)
	return erasure.Run(ctx, stores, "npm run erase --", args, in, out)
}
