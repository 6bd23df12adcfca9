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

	"ordering/infra/server/gateway"
	"ordering/shared/telemetry"
)

// Files of the data folder: importedMark is written after an import. The time of publishedMark is when the last publishing began.
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
	if err := v.checkSite(); err != nil {
		return err
	}
	node, script, err := publisher()
	if err != nil {
		return err
	}
	begun := time.Now() // pages of a later import are published next time
	c := exec.CommandContext(ctx, node, append([]string{script}, args...)...)
	c.Env = []string{"DATA_DIR=" + v["DATA_DIR"], "BRAND=" + v["BRAND"], "PICTURES=" + v["PICTURES"]}
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("the pages did not change: %w", err)
	}
	return mark(v["DATA_DIR"], publishedMark, begun)
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

// isPublished reports whether the pages are those of this build: package gateway serves no others.
func (s settings) isPublished() bool {
	shell, err := os.ReadFile(filepath.Join(s.Site, "shell.html"))
	renderedFor, missing := os.ReadFile(filepath.Join(s.DataDir, "pages", "release"))
	return err == nil && missing == nil && string(renderedFor) == gateway.Release(shell)
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
		imported := modified(s.DataDir, importedMark)
		due := done.Before(imported) || !s.isPublished() || now.Sub(done) > 24*time.Hour
		if !due || now.Sub(tried) < 10*time.Minute && tried.After(imported) {
			continue
		}
		tried = now
		if err := publish(ctx, s.values, nil); err != nil && ctx.Err() == nil {
			slog.Error("pages not published", "error", err)
			telemetry.Count(ctx, telemetry.JobsFailed)
		}
	}
}
