// Command local runs the whole system on one machine: the cloud's functions in one process, an embedded table, a payments sandbox, a
// kitchen simulator and a mail preview.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"

	"ordering/infra/operate"
	"ordering/shared/telemetry"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(160 << 20) // package picture relies on it: a large picture leaves much garbage
	}
	slog.SetDefault(slog.New(telemetry.Traced(slog.NewTextHandler(os.Stderr, nil))))
	command := "serve"
	if len(os.Args) > 1 {
		command = os.Args[1]
	}
	s, err := settingsFromEnv()
	switch {
	case err != nil:
	case command == "serve":
		err = serve(ctx, s)
	case command == "reset":
		err = reset(s, os.Stdout)
	case slices.Contains([]string{"erase", "inbox", "coupons", "loyalty"}, command):
		err = runCommand(ctx, s, command, os.Args[2:], os.Stdin, os.Stdout)
	default:
		err = fmt.Errorf("unknown command %q: say serve, reset, erase, inbox, coupons or loyalty", command)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		operate.PrintError(os.Stderr, err)
		os.Exit(1)
	}
}
