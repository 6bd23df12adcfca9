package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"ordering/infra/operate"
	"ordering/infra/server"
	"ordering/shared/backoff"
	"ordering/shared/table/sqlite"
	"ordering/shared/telemetry"
)

// backUp writes a copy of the table, which holds all data but the settings, the photographs and the files of forms. Those files
// are deleted after their days: each backup would keep them for longer.
func backUp(ctx context.Context, dataDir, file string) error {
	operate.PrintFolder(os.Stdout, dataDir)
	if !operate.IsWritten(tablePath(dataDir)) {
		return noTable(dataDir)
	}
	lock, err := share(dataDir)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := sqlite.Backup(ctx, tablePath(dataDir), file); err != nil {
		return err
	}
	fmt.Printf("Copied to %s and checked. It has guests' data: keep it as safe as the original.\n", file)
	return nil
}

func noTable(dataDir string) error {
	if err := interruptedRestore(dataDir); err != nil {
		return err
	}
	return fmt.Errorf("there is no table in %s: the first import makes it, and DATA_DIR names another folder. Nothing was changed", dataDir)
}

// share locks the data folder against restore.
func share(dataDir string) (*os.File, error) {
	lock, err := server.Share(dataDir)
	if errors.Is(err, server.ErrLocked) {
		return nil, errors.New("a restore is running on this folder: wait until it ends. Nothing was changed")
	}
	return lock, err
}

// interruptedRestore returns an error if a restore was killed while it replaced the table.
func interruptedRestore(dataDir string) error {
	if sqlite.RestoreInterrupted(tablePath(dataDir)) {
		return errors.New("a restore was interrupted: run it again with the same file. Nothing was changed")
	}
	return nil
}

// notRestored are the partitions that a restore leaves out: a session that ended, a link or code that was used, or a key that was
// replaced since the backup would be valid again.
var notRestored = []string{"session#*", "reset#*", "signup#*", "social-attempt#*", "token-keys*"}

// restore replaces the table by a backup.
func restore(ctx context.Context, dataDir, file string) error {
	operate.PrintFolder(os.Stdout, dataDir)
	if err := claimFolder(dataDir, []string{"table.db"}); err != nil {
		return err
	}
	for _, use := range []struct {
		lock    func(string) (*os.File, error)
		message string
	}{
		{server.Lock, "the server is running on this folder: stop it first. Nothing was changed"},
		{server.Reserve, "an import, backup, erase, stuck or restore is running on this folder: wait until it ends. Nothing was changed"},
	} {
		lock, err := use.lock(dataDir)
		if errors.Is(err, server.ErrLocked) {
			return errors.New(use.message)
		}
		if err != nil {
			return err
		}
		defer lock.Close()
	}
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("the backup cannot be read: %w. Nothing was changed", err)
	}
	replaced, err := sqlite.Restore(ctx, file, tablePath(dataDir), time.Now(), notRestored...)
	if err != nil {
		return err
	}
	_ = os.Remove(filepath.Join(dataDir, publishedMark)) // the pages are rendered again
	if err := markLive(dataDir); err != nil {
		return fmt.Errorf("the table is restored, but the data folder cannot be written: %w", err)
	}
	fmt.Println(
		"Restored. Payments made after the backup have no order now: the next start compares them with Stripe, " +
			"and lists them in " + program + " stuck. Customers sign in again.",
	)
	if replaced != "" {
		fmt.Printf("The replaced data is in %s: delete it once it is not needed.\n", replaced)
	}
	return nil
}

const backupName = "table-20060102T150405Z.db"

// backUpDaily makes a backup when the newest is a day old, and removes the oldest.
func backUpDaily(ctx context.Context, s settings) {
	if s.backups == 0 {
		return
	}
	for {
		wait := time.Minute
		if err := backUpIfDue(ctx, s, time.Now()); err != nil && ctx.Err() == nil {
			slog.Error("daily backup failed", "error", err)
			telemetry.Count(ctx, backupsFailed)
			wait = 10 * time.Minute // on a full disk each attempt takes room from the orders; the alarm looks back 15 minutes
		}
		if backoff.Sleep(ctx, wait) != nil {
			return
		}
	}
}

func backUpIfDue(ctx context.Context, s settings, now time.Time) error {
	dir := filepath.Join(s.DataDir, "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir) // sorted by name, which has the time
	if err != nil {
		return err
	}
	var all []string // only backups of this program: other files belong to the operator
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if _, err := time.Parse(backupName+".new", entry.Name()); err == nil { // a daily backup that was killed
			_ = os.Remove(path)
		}
		made, err := time.Parse(backupName, entry.Name())
		if err != nil || made.After(now) {
			continue
		}
		if all = append(all, path); now.Sub(made) < 24*time.Hour {
			return nil
		}
	}
	next := filepath.Join(dir, now.UTC().Format(backupName))
	if err := sqlite.Backup(ctx, tablePath(s.DataDir), next); err != nil {
		return err
	}
	all = append(all, next)
	for _, old := range all[:max(0, len(all)-s.backups)] {
		err = errors.Join(err, os.Remove(old))
	}
	return err
}
