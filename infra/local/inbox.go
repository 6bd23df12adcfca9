package main

import (
	"context"
	"errors"
	"io"
	"net/http"

	"ordering/infra/operate/inbox"
	"ordering/infra/server"
	"ordering/shared/person"
	"ordering/shared/table/sqlite"
)

// readInbox runs the operator's command for forms, whether or not the server runs.
func readInbox(ctx context.Context, s settings, args []string, in io.Reader, out io.Writer) error {
	time0, err := clockOf(s, map[string]http.Handler{})
	if err != nil {
		return err
	}
	return onStore(s, time0.Now, func(store *sqlite.Store) error {
		return inbox.Inbox{
			Table: store, Files: server.FormFiles(s.DataDir, time0.Now), Now: time0.Now, Command: "npm run inbox --", Where: s.where,
			Open: func(ctx context.Context) (*person.Records, func() error, error) {
				records, end, err := openRecords(ctx, s, time0.Now)
				return records, func() error { return errors.Join(end(), scrub(ctx, s.DataDir)) }, err
			},
		}.Run(ctx, args, in, out)
	})
}
