// Package operate is what the commands for whoever runs the site have in common: erase, stuck, import and reset. Each first says
// which store it works on, tells what it finds on lines of two spaces, sums up, and ends with a sentence about what went wrong, if anything.
package operate

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
)

// Command is what a command does with its environment, its arguments, and what is typed.
type Command func(ctx context.Context, getenv func(string) string, args []string, in io.Reader, out io.Writer) error

// Main runs a command until it ends or is interrupted. One that fails ends with 1.
func Main(run Command) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Getenv, os.Args[1:], os.Stdin, os.Stdout); err != nil {
		Complain(os.Stderr, err)
		os.Exit(1)
	}
}

// Complain says what went wrong, apart from what was said before.
func Complain(w io.Writer, err error) { fmt.Fprintf(w, "\n%v\n\n", err) }

// Need says which of these the environment lacks.
func Need(getenv func(string) string, names ...string) error {
	var missing []string
	for _, name := range names {
		if getenv(name) == "" {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("the environment lacks %s: name a stage with --stage, which has them. Nothing was changed", strings.Join(missing, ", "))
	}
	return nil
}

// Folder says that a command works on the store in a folder of this machine.
func Folder(out io.Writer, dir string) { fmt.Fprintf(out, "The store in %s\n", dir) }

// Table says that it works on a table of DynamoDB, which TABLE and AWS_REGION name.
func Table(out io.Writer, getenv func(string) string) {
	fmt.Fprintf(out, "The table %s of DynamoDB in %s\n", getenv("TABLE"), getenv("AWS_REGION"))
}
