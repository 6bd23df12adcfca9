// Command live takes real orders on one machine: the functions of the cloud in one process with an embedded table. Guests pay through
// Stripe, orders go to the kitchen's own system, and mails through an SMTP server. It contains no simulator.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"ordering/infra/operate"
	"ordering/infra/operate/commands"
	"ordering/infra/operate/erasure"
	"ordering/infra/operate/stuck"
	"ordering/infra/seed/command"
	"ordering/infra/server"
	"ordering/shared/guest"
	"ordering/shared/order"
	"ordering/shared/person"
	"ordering/shared/secret"
	"ordering/shared/table/sqlite"
	"ordering/shared/telemetry"
	"ordering/shared/token"
)

const usage = `ordering takes a restaurant's orders on this machine.

  ordering serve                    serves the site, and delivers orders, mails and backups
  ordering doctor                   checks the settings: sends a mail, asks Stripe, calls the kitchen
  ordering import KIND FILE         imports locations, menu, availability, holidays, promotions or content
  ordering publish                  renders the site's pages; a running server does it after an import and once a day
  ordering stuck [NAME]             lists payments and messages that wait for a person; retries NAME
  ordering erase                    removes a guest's data; asks for the e-mail address
  ordering inbox [COMMAND]          lists, shows, exports and closes what guests sent with forms; fulfils privacy requests
  ordering coupons PROMOTION N      makes codes of a promotion in which each guest has a code of their own, as CSV
  ordering loyalty EMAIL|liability  shows a customer's points, and changes them; or the points of all customers by month
  ordering replace-keys             replaces the keys of access tokens after a leak; customers stay signed in
  ordering backup FILE              writes a copy of all data, also while the server runs
  ordering restore FILE             replaces all data by a copy; stop the server first
  ordering version                  prints the version

Settings are environment variables, or lines NAME=value of the file that SETTINGS names, which only its owner may read:

`

// program is how an operator calls this command.
const program = "ordering"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(80 << 20) // package picture leaves much garbage
	}
	err := run(ctx, os.Getenv, os.Args[1:])
	var code exitCode
	switch {
	case errors.As(err, &code):
		os.Exit(int(code))
	case err != nil && !errors.Is(err, context.Canceled):
		operate.PrintError(os.Stderr, err)
		os.Exit(1)
	}
}

// exitCode ends the program after a command that has printed its result.
type exitCode int

func (exitCode) Error() string { return "the command failed" }

// run runs one command with settings from getenv or the settings file.
func run(ctx context.Context, getenv func(string) string, args []string) error {
	name, words := "help", args
	if len(args) > 0 {
		name, words = args[0], args[1:]
	}
	if name == "help" || slices.Contains(args, "-h") || slices.Contains(args, "--help") {
		fmt.Print(usage)
		describe(os.Stdout)
		return nil
	}
	if name == "version" {
		fmt.Println(version())
		return nil
	}
	values, err := read(getenv)
	if err != nil {
		return err
	}
	if err := isOwner(values.get("DATA_DIR")); err != nil {
		return err
	}
	switch name {
	case "serve":
		return serve(ctx, values)
	case "doctor":
		return doctor(ctx, values, os.Stdout)
	case "import":
		if err := claimFolder(values.get("DATA_DIR"), parts(values.get("ACCEPT_LOSS"))); err != nil {
			return err
		}
		lock, err := share(values.get("DATA_DIR"))
		if err != nil {
			return err
		}
		defer lock.Close()
		own := command.Caller{Getenv: values.get, Import: program + " import", Publish: program + " publish"}
		code := own.Run(ctx, words, os.Stdout, os.Stderr)
		err = mark(values.get("DATA_DIR"), importedMark, time.Now())
		if operate.IsWritten(tablePath(values.get("DATA_DIR"))) {
			err = errors.Join(err, markLive(values.get("DATA_DIR")))
		}
		if code != 0 {
			return exitCode(code)
		}
		return err
	case "publish":
		return publish(ctx, values, words)
	case "stuck":
		return withStore(values, func(s settings, store *sqlite.Store) error {
			operate.PrintFolder(os.Stdout, s.DataDir)
			pay := s.payments()
			service := stuck.Service{Table: store, Orders: order.NewService(store, pay, time.Now), Ledger: pay, Now: time.Now}
			return service.Run(ctx, program+" stuck", words, os.Stdout)
		})
	case "erase", "inbox", "coupons", "loyalty":
		return withStore(values, func(s settings, store *sqlite.Store) error {
			key, err := secretOf(ctx, store, guests)
			if err != nil {
				return err
			}
			stores := erasure.Stores{
				Table: store, Guests: guest.Secret(key), Files: server.FormFiles(s.DataDir, time.Now),
				Kitchen: s.kitchen(), Payments: s.payments(),
			}
			return commands.Run(ctx, operate.Store{
				Table: store, Brand: s.Brand, Guests: stores.Guests, Files: stores.Files, Now: time.Now,
				Open: func(ctx context.Context) (*person.Records, func() error, error) {
					return stores.Records(), func() error { return sqlite.Scrub(ctx, tablePath(s.DataDir)) }, nil
				},
				Where:   func(out io.Writer) { operate.PrintFolder(out, s.DataDir) },
				Command: program + " " + name,
			}, name, words, os.Stdin, os.Stdout)
		})
	case "replace-keys":
		return withStore(values, func(s settings, store *sqlite.Store) error {
			operate.PrintFolder(os.Stdout, s.DataDir)
			sessions, err := secretOf(ctx, store, sessions)
			if err != nil {
				return err
			}
			return token.NewKeys(store, secret.Fixed(sessions), time.Now).Replace(ctx)
		})
	case "backup", "restore":
		if len(words) != 1 {
			return fmt.Errorf("name one file: %s %s FILE", program, name)
		}
		if name == "backup" {
			return backUp(ctx, values.get("DATA_DIR"), words[0])
		}
		return restore(ctx, values.get("DATA_DIR"), words[0])
	}
	return fmt.Errorf("unknown command %q: %s help lists the commands", name, program)
}

// serve serves until ctx ends.
func serve(ctx context.Context, values values) error {
	s, err := settingsOf(values)
	if err != nil {
		return err
	}
	lock, err := server.Lock(s.DataDir)
	if errors.Is(err, server.ErrLocked) {
		return fmt.Errorf("a server is already running on %s", s.DataDir)
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	m := newMonitor(s, time.Now)
	slog.SetDefault(slog.New(telemetry.Counted(telemetry.Traced(slog.NewTextHandler(os.Stderr, nil)), m.count)))
	open := func(string) (*server.Server, error) { return newServer(ctx, s, m) }
	return server.Serve(ctx, lock, s.host, s.port, open, func(*server.Server) error {
		slog.Info("serving", "site", s.SiteURL, "host", s.host, "port", s.port, "data", s.DataDir, "version", version())
		return nil
	})
}

// withStore runs an operator's command on the table. The server may run meanwhile.
func withStore(values values, do func(settings, *sqlite.Store) error) error {
	s, err := settingsOf(values)
	if err != nil {
		return err
	}
	if err := operate.CheckFolder(s.DataDir); err != nil {
		return err
	}
	if !operate.IsWritten(tablePath(s.DataDir)) {
		return noTable(s.DataDir)
	}
	lock, err := share(s.DataDir)
	if err != nil {
		return err
	}
	defer lock.Close()
	store, err := sqlite.Open(tablePath(s.DataDir), time.Now)
	if err != nil {
		return fmt.Errorf("the table in %s cannot be opened: %w", s.DataDir, err)
	}
	defer store.Close()
	return do(s, store)
}

// release is the version that npm run release sets.
var release string

func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value
			}
		}
	}
	return "unknown"
}
