// Package operate has the shared parts of the operators' commands. Each command names its store, prints its findings indented by two
// spaces, prints a summary, and ends with the error, if any.
package operate

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/person"
	"ordering/shared/table"
	"ordering/shared/upload"
)

// Store is the data of guests that a command reads and changes.
type Store struct {
	Table   table.Table
	Brand   brand.Brand // of loyalty
	Guests  guest.Secret
	Files   upload.Files // of inbox
	Open    Open         // of erase and inbox
	Now     func() time.Time
	Where   func(io.Writer) // prints which store this is
	Command string          // how the operator calls the command
}

// Open returns the stored data of persons, and what ends the access to it.
type Open func(context.Context) (records *person.Records, end func() error, err error)

// Parse reads the options of f from args and returns the other words. Options may stand before, between and after them.
func Parse(f *flag.FlagSet, args []string) (words []string, err error) {
	f.SetOutput(io.Discard)
	for len(args) > 0 {
		if err := f.Parse(args); err != nil {
			return nil, err
		}
		if args = f.Args(); len(args) > 0 {
			words, args = append(words, args[0]), args[1:]
		}
	}
	return words, nil
}

// WriteNew writes a file that only its owner may read. It does not replace one.
func WriteNew(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// PrintError prints an error, separated from the earlier output.
func PrintError(w io.Writer, err error) { fmt.Fprintf(w, "\n%v\n\n", err) }

// RequireEnv returns an error that names the variables missing in the environment.
func RequireEnv(getenv func(string) string, names ...string) error {
	var missing []string
	for _, name := range names {
		if getenv(name) == "" {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("missing in the environment: %s. Name a stage with --stage. Nothing was changed", strings.Join(missing, ", "))
	}
	return nil
}

// PrintFolder prints which local folder a command works on.
func PrintFolder(out io.Writer, dir string) { fmt.Fprintf(out, "The store in %s\n", dir) }

// PrintTable prints which DynamoDB table a command works on, from TABLE and AWS_REGION.
func PrintTable(out io.Writer, getenv func(string) string) {
	fmt.Fprintf(out, "The table %s of DynamoDB in %s\n", getenv("TABLE"), getenv("AWS_REGION"))
}
