package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"ordering/infra/operate"
	"ordering/infra/operate/coupons"
	"ordering/infra/operate/loyalty"
	"ordering/shared/table/sqlite"
)

// onStore runs an operator's command on the store, whether or not the server runs.
func onStore(s settings, now func() time.Time, do func(*sqlite.Store) error) error {
	if err := checkStore(s); err != nil {
		return err
	}
	store, err := sqlite.Open(filepath.Join(s.DataDir, "table.db"), now)
	if err != nil {
		return fmt.Errorf("the table in %s cannot be opened: %w", s.DataDir, err)
	}
	defer store.Close()
	return do(store)
}

// where prints which folder a command works on.
func (s settings) where(out io.Writer) { operate.PrintFolder(out, s.DataDir) }

func makeCoupons(ctx context.Context, s settings, args []string, out io.Writer) error {
	kept, err := secretsOf(s)
	if err != nil {
		return err
	}
	return onStore(s, time.Now, func(store *sqlite.Store) error {
		return coupons.Coupons{Table: store, Guests: kept.guests, Where: s.where, Command: "npm run coupons --"}.Run(ctx, args, out)
	})
}

func showPoints(ctx context.Context, s settings, args []string, out io.Writer) error {
	kept, err := secretsOf(s)
	if err != nil {
		return err
	}
	return onStore(s, time.Now, func(store *sqlite.Store) error {
		return loyalty.Loyalty{
			Table: store, Brand: s.Brand, Guests: kept.guests, Now: time.Now, Command: "npm run loyalty --", Where: s.where,
		}.Run(ctx, args, out)
	})
}
