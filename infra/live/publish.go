package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"ordering/shared/telemetry"
)

// Files of the data folder: importedMark is written after an import, publishedMark before the pages are rendered.
const importedMark, publishedMark = "imported", "published"

// publisher returns the Node and the script of the release that render the pages. They are beside the program.
func publisher() (node, script string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", "", err
	}
	dir := filepath.Dir(self)
	node, script = filepath.Join(dir, "node"), filepath.Join(dir, "infra", "verbs", "publish.mjs")
	if _, err := os.Stat(script); err != nil {
		return "", "", errors.New("this program is not in an unpacked release: npm run publish renders the pages")
	}
	return node, script, nil
}

// publish renders the pages of the running server.
func publish(ctx context.Context, v values, args []string) error {
	node, script, err := publisher()
	if err != nil {
		return err
	}
	// Marked before the work: an import during it is published next time.
	if err := mark(v["DATA_DIR"], publishedMark, time.Now()); err != nil {
		return err
	}
	c := exec.CommandContext(ctx, node, append([]string{script}, args...)...)
	c.Env = []string{"DATA_DIR=" + v["DATA_DIR"], "BRAND=" + v["BRAND"], "PICTURES=" + v["PICTURES"]}
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return errors.Join(fmt.Errorf("the pages are as they were: %w", err), mark(v["DATA_DIR"], publishedMark, time.Unix(0, 0)))
	}
	return nil
}

func mark(dir, name string, at time.Time) error {
	path := filepath.Join(dir, name)
	return errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, at, at))
}

// modified is when a file was written; zero if it does not exist.
func modified(path ...string) time.Time {
	info, err := os.Stat(filepath.Join(path...))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// publishWhenDue renders the pages after a start with another build, after an import, and once a day.
func publishWhenDue(ctx context.Context, s settings) {
	if _, _, err := publisher(); err != nil {
		return
	}
	tick := time.NewTicker(10 * time.Second)
	defer tick.Stop()
	var tried time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		done, now := modified(s.DataDir, publishedMark), time.Now()
		imported, built := modified(s.DataDir, importedMark), modified(s.Site, "shell.html")
		due := done.Before(imported) || done.Before(built) || now.Sub(done) > 24*time.Hour
		if !due || now.Sub(tried) < 10*time.Minute && tried.After(imported) {
			continue
		}
		tried = now
		if err := publish(ctx, s.values, nil); err != nil && ctx.Err() == nil {
			slog.Error("the pages were not published", "error", err)
			telemetry.Count(ctx, telemetry.JobsFailed)
		}
	}
}
