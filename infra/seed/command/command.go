// Package command is the command import of the programs: it writes a file of restaurants, of a menu, of availability, of holidays or of
// promotions, or a folder of content, into the table:
//
//	import locations FILE [--dry-run] [--confirm]
//	import menu|availability|holidays|promotions FILE [--dry-run]
//	import content FOLDER [--dry-run]
//
// With --confirm the assumed values of the file's restaurants count as given, and the restaurants take orders. DATA_DIR (.local) is the
// folder of the local table; the server may run meanwhile. PROJECT is the project's folder and PICTURES the folder of the brand's photographs:
// with them missing pictures are refused.
package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ordering/infra/operate"
	"ordering/infra/seed/importer"
	"ordering/infra/seed/zonemap"
	"ordering/shared/brand"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

// Caller is the program that has the command.
type Caller struct {
	Getenv  func(string) string // its settings
	Import  string              // how an operator calls the command, such as "npm run import --"
	Publish string              // and the command that renders the pages afterwards
	// Table opens a table other than the local one and prints which. If nil, the local table is used.
	Table func(now func() time.Time, out io.Writer) (table.Table, error)
}

const (
	done       = 0
	failed     = 1
	misused    = 2
	incomplete = 3
)

// Run returns the exit code: 0 when every row was imported, 3 when some were rejected, 1 when nothing was imported, 2 for wrong arguments.
func (c Caller) Run(ctx context.Context, args []string, out, progress io.Writer) int {
	kinds := slices.Sorted(maps.Keys(importer.Kinds))
	dryRun, confirm := slices.Contains(args, "--dry-run"), slices.Contains(args, "--confirm")
	words := slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "--dry-run" || a == "--confirm" })
	if i := slices.IndexFunc(words, func(a string) bool { return strings.HasPrefix(a, "-") }); i >= 0 {
		operate.PrintError(progress, fmt.Errorf("unknown option %s", words[i]))
		return misused
	}
	if len(words) != 2 || !slices.Contains(kinds, words[0]) || confirm && words[0] != "locations" {
		operate.PrintError(progress, fmt.Errorf("usage: %s %s FILE|FOLDER [--dry-run], and locations FILE [--confirm]",
			c.Import, strings.Join(kinds, "|")))
		return misused
	}
	in, err := read(words[1])
	if err != nil {
		operate.PrintError(progress, fmt.Errorf("the file cannot be read: %w", err))
		return failed
	}
	if in.Brand, err = brandID(c.Getenv("BRAND")); err != nil {
		operate.PrintError(progress, err)
		return misused
	}
	now := time.Now
	if start := c.Getenv("CLOCK"); start != "" && c.Table == nil {
		if now, err = clock(start); err != nil {
			operate.PrintError(progress, err)
			return misused
		}
	}
	open := c.openLocal
	if c.Table != nil {
		open = c.Table
	}
	t, err := open(now, progress)
	if err != nil {
		operate.PrintError(progress, err)
		return failed
	}
	if store, ok := t.(io.Closer); ok {
		defer store.Close()
	}
	in.Table, in.Now, in.DryRun, in.Confirm, in.Progress, in.Zone, in.Phone = t, now, dryRun, confirm, meter(progress), zonemap.Of, phone
	if project := c.Getenv("PROJECT"); project != "" {
		in.Picture = pictures(project, c.Getenv("PICTURES"))
	}
	report, err := importer.Kinds[words[0]](ctx, in)
	if report != nil {
		report.Print(out)
		if report.Added+report.Changed+len(report.Changes) > 0 && !dryRun {
			fmt.Fprintln(out, c.Publish+" renders it into the published pages.")
		}
	}
	if err != nil {
		operate.PrintError(progress, fmt.Errorf("%s: %w", words[1], err))
		return failed
	}
	if report.Rejected > 0 {
		return incomplete
	}
	return done
}

// read reads a whole file, or opens a folder.
func read(path string) (importer.Input, error) {
	path, err := filepath.Abs(path) // "." has a name too
	if err != nil {
		return importer.Input{}, err
	}
	in := importer.Input{Name: filepath.Base(path)}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		in.Folder = os.DirFS(path)
		return in, nil
	}
	in.Data, err = os.ReadFile(path)
	return in, err
}

// brandID returns the id of the table's brand.
func brandID(named string) (int, error) {
	id, err := strconv.Atoi(cmp.Or(named, strconv.Itoa(brand.Default().ID)))
	if _, known := brand.Find(id); err != nil || !known {
		return 0, fmt.Errorf("BRAND=%s is not the id of a brand", named)
	}
	return id, nil
}

// clock returns the clock of a test's server, which starts at the instant: the local table deletes what has expired by it.
func clock(start string) (func() time.Time, error) {
	at, err := time.Parse(time.RFC3339, start)
	if err != nil {
		return nil, fmt.Errorf("CLOCK=%s is not a time in RFC 3339", start)
	}
	offset := time.Until(at)
	return func() time.Time { return time.Now().Add(offset) }, nil
}

// openLocal opens the local table and prints which one it is.
func (c Caller) openLocal(now func() time.Time, out io.Writer) (table.Table, error) {
	dataDir := cmp.Or(c.Getenv("DATA_DIR"), ".local")
	if err := os.MkdirAll(dataDir, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder cannot be created: %w", err)
	}
	if err := operate.CheckFolder(dataDir); err != nil {
		return nil, err
	}
	t, err := sqlite.Open(filepath.Join(dataDir, "table.db"), now)
	if err != nil {
		return nil, fmt.Errorf("the table in %s cannot be opened: %w", dataDir, err)
	}
	operate.PrintFolder(out, dataDir)
	return t, nil
}

// meter draws the progress of each step on one line, redrawn at every tenth of it.
func meter(w io.Writer) func(step string, done, total int) {
	var last string
	return func(step string, done, total int) {
		if total == 0 {
			return
		}
		line := fmt.Sprintf("%s %3d %% of %d", step, 10*(10*done/max(total, 1)), total)
		if line == last {
			return
		}
		last = line
		fmt.Fprint(w, "\r", line)
		if done >= total {
			fmt.Fprintln(w)
		}
	}
}
