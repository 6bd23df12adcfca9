package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ordering/infra/local/simulators/kitchen"
	"ordering/infra/local/simulators/payments"
	"ordering/infra/operate"
	"ordering/infra/server"
	"ordering/shared/tender"
)

// lock locks a data folder and finishes a reset that was killed.
func lock(dir string) (*os.File, error) {
	if _, err := os.Stat(filepath.Join(dir, operate.LiveMark)); err == nil {
		return nil, fmt.Errorf("%s has real orders: DATA_DIR must name another folder for the simulators. Nothing was changed", dir)
	}
	f, err := server.Lock(dir)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, operate.ResetMark)); err == nil {
		if err := empty(dir, os.RemoveAll); err != nil {
			f.Close()
			return nil, err
		}
	}
	return f, nil
}

// openLedger opens the payments sandbox.
func openLedger(s settings, now func() time.Time) (*payments.Sandbox, error) {
	ledger, err := payments.Open(filepath.Join(s.DataDir, "payments.db"), now)
	if err != nil {
		return nil, fmt.Errorf("the payments sandbox cannot open its ledger: %w", err)
	}
	return ledger, nil
}

// openKitchen opens the kitchen simulator. It creates a new state for a new folder, or if the operator accepts the loss of the old one. The
// kitchen creates its file when it is opened, before any guest can pay: captured payments in the ledger prove that the file existed.
func openKitchen(ctx context.Context, s settings, ledger *payments.Sandbox, k kitchen.Settings) (*kitchen.Kitchen, error) {
	const name = "kitchen.db"
	path := filepath.Join(s.DataDir, name)
	if !operate.IsWritten(path) && !slices.Contains(s.Accepted, name) {
		paid, err := ledger.Intents(ctx)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(paid, func(i tender.Intent) bool { return i.Captured.Minor > 0 }) {
			return nil, operate.LossError(fmt.Errorf("%s is missing and orders were paid: without it the kitchen simulator does not know their state", path), name)
		}
	}
	pos, err := kitchen.Open(path, k)
	if err != nil {
		return nil, fmt.Errorf("the kitchen simulator cannot open its state: %w", err)
	}
	return pos, nil
}

// resetFiles are the files and folders that reset removes: those that the server and the import write. Other files stay.
var resetFiles = []string{
	"table.db", "table.db-wal", "table.db-shm", "payments.db", "payments.db-wal", "payments.db-shm", "kitchen.db", "kitchen.db-wal", "kitchen.db-shm",
	"mail", "desk", "pages", "secrets.json", "secrets.json.new", "kitchen.json.new", operate.OldKitchenFile,
}

// reset empties the store. It fails if a server runs on the folder or if the folder does not exist.
func reset(s settings, out io.Writer) error {
	operate.PrintFolder(out, s.DataDir)
	if _, err := os.Stat(s.DataDir); errors.Is(err, os.ErrNotExist) {
		return errors.New("the folder does not exist. DATA_DIR names another one. Nothing was changed")
	}
	f, err := lock(s.DataDir)
	if errors.Is(err, server.ErrLocked) {
		return fmt.Errorf("the server is running on %s: stop it first (Ctrl+C where it runs), then reset again. Nothing was changed", s.DataDir)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if err := empty(s.DataDir, os.RemoveAll); err != nil {
		return err
	}
	fmt.Fprintln(out, "The store is empty. The next npm start seeds it.")
	return nil
}

// empty removes resetFiles. A partial removal would look like lost data, so it marks the folder until all are removed.
func empty(dir string, remove func(file string) error) error {
	if err := os.WriteFile(filepath.Join(dir, operate.ResetMark), nil, 0o600); err != nil {
		return fmt.Errorf("the data folder cannot be written: %w", err)
	}
	for _, name := range append(slices.Clone(resetFiles), operate.ResetMark) {
		if err := remove(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("%s cannot be removed: %w", name, err)
		}
	}
	return nil
}
