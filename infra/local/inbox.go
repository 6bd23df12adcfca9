package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"

	"ordering/infra/operate"
	"ordering/infra/operate/inbox"
	"ordering/infra/server"
	"ordering/shared/person"
	"ordering/shared/table/sqlite"
)

// readInbox runs the operator's command for forms, whether or not the server runs.
func readInbox(ctx context.Context, s settings, args []string, in io.Reader, out io.Writer) error {
	if err := checkStore(s); err != nil {
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
	return inbox.Inbox{
		Table: store, Files: server.FormFiles(s.DataDir, time0.Now), Now: time0.Now, Command: "npm run inbox --",
		Open: func(ctx context.Context) (*person.Records, func() error, error) {
			records, end, err := openRecords(ctx, s, time0.Now)
			return records, func() error { return errors.Join(end(), scrub(ctx, s.DataDir)) }, err
		},
		Where: func(out io.Writer) { operate.PrintFolder(out, s.DataDir) },
	}.Run(ctx, args, in, out)
}
