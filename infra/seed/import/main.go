// Command import is the import of npm run import: see package command. With TABLE it writes into that table of DynamoDB, with AWS_REGION
// and AWS_ACCESS_KEY_ID, … from the environment.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"time"

	"ordering/infra/operate"
	"ordering/infra/seed/command"
	"ordering/shared/table"
	"ordering/shared/table/dynamo"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	here := command.Caller{Getenv: os.Getenv, Import: "npm run import --", Publish: "npm run publish"}
	if os.Getenv("TABLE") != "" {
		here.Publish += " -- STAGE"
		here.Table = open
	}
	os.Exit(here.Run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// open opens the table of a stage.
func open(now func() time.Time, out io.Writer) (table.Table, error) {
	if err := operate.RequireEnv(os.Getenv, "TABLE", "AWS_REGION", "AWS_ACCESS_KEY_ID"); err != nil {
		return nil, err
	}
	operate.PrintTable(out, os.Getenv)
	return dynamo.New(dynamo.NewClient(os.Getenv), os.Getenv("TABLE"), now), nil
}
