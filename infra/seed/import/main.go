// Command import is the import of npm run import: see package command.
package main

import (
	"context"
	"os"
	"os/signal"

	"ordering/infra/seed/command"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	here := command.Caller{Getenv: os.Getenv, Import: "npm run import --", Publish: "npm run publish"}
	if os.Getenv("TABLE") != "" {
		here.Publish += " -- STAGE"
	}
	os.Exit(here.Run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
