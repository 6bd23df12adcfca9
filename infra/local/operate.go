package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"

	"ordering/infra/operate"
	"ordering/infra/operate/commands"
	"ordering/infra/server"
	"ordering/shared/person"
	"ordering/shared/table/sqlite"
)

// runCommand runs an operator's command on the store, whether or not the server runs. An erasure also removes the guest's data from the
// kitchen's tickets, the stored mails and the payment provider.
func runCommand(ctx context.Context, s settings, name string, args []string, in io.Reader, out io.Writer) error {
	if err := checkStore(s); err != nil {
		return err
	}
	kept, err := secretsOf(s)
	if err != nil {
		return err
	}
	time0, err := clockOf(s, map[string]http.Handler{})
	if err != nil {
		return err
	}
	store, err := sqlite.Open(filepath.Join(s.DataDir, "table.db"), time0.Now)
	if err != nil {
		return fmt.Errorf("the table in %s cannot be opened: %w", s.DataDir, err)
	}
	defer store.Close()
	return commands.Run(ctx, operate.Store{
		Table: store, Brand: s.Brand, Guests: kept.guests, Files: server.FormFiles(s.DataDir, time0.Now), Now: time0.Now,
		Open: func(ctx context.Context) (*person.Records, func() error, error) {
			records, end, err := openRecords(ctx, s, time0.Now)
			return records, func() error { return errors.Join(end(), scrub(ctx, s.DataDir)) }, err
		},
		Where:   func(out io.Writer) { operate.PrintFolder(out, s.DataDir) },
		Command: "npm run " + name + " --",
	}, name, args, in, out)
}
