// Package importer imports a chain's own files into the table: restaurants, the menu, availability, holidays, promotions, and a folder of
// content. It reads and checks a whole file before it writes the first row.
package importer

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"ordering/shared/table"
)

// Input is one file to import and its destination.
type Input struct {
	Table table.Table
	Now   func() time.Time
	// Brand is the id of the table's brand; the default brand when 0.
	Brand int
	Name  string // of the file, for the report
	Data  []byte
	// Folder replaces Data for the import of a folder. Name is then the folder's name.
	Folder fs.FS
	// DryRun checks and compares without writing.
	DryRun bool
	// Confirm accepts the assumed values of the file's restaurants, such as missing hours.
	Confirm bool
	// Picture reports whether a picture exists: dishes/NAME and ingredients/NAME are drawings, other paths photographs. nil disables the
	// check.
	Picture func(path string) bool
	// Progress receives the progress of each step; nil for none.
	Progress func(step string, done, total int)
	// Zone returns the IANA zone of a point, or ""; nil when the file has the zones.
	Zone func(latitude, longitude float64) string
	// Phone converts a number of the country into E.164; nil when the file has E.164 numbers.
	Phone func(number, country string) (string, bool)
}

func (in Input) progress(step string, done, total int) {
	if in.Progress != nil {
		in.Progress(step, done, total)
	}
}

// shows reports whether the picture exists.
func (in Input) shows(path string) bool { return in.Picture == nil || in.Picture(path) }

// Import imports one kind of file. An error means that nothing was written, or that the table failed (a second run then continues). Faults
// in the file are in the report.
type Import func(ctx context.Context, in Input) (*Report, error)

// Kinds lists the imports by the command's argument.
var Kinds = map[string]Import{
	"locations":    Locations,
	"menu":         Menu,
	"availability": Availability,
	"holidays":     Holidays,
	"content":      Content,
	"promotions":   Promotions,
}

// Finding is a message about a row of the file.
type Finding struct {
	Row      int    // the spreadsheet's row, the head is row 1; for JSON the line. 0: the whole file
	Column   string // the file's name for it; for JSON the pointer
	Message  string
	Rejected bool   // the row is not imported; else it is, changed as the message says
	File     string // for a folder, the path from the folder on
}

// Report is the result of an import.
type Report struct {
	Rows      int // read
	Added     int
	Changed   int
	Unchanged int
	Rejected  int
	Assumed   int // restaurants that take no orders until assumed values are confirmed
	DryRun    bool
	Findings  []Finding // in the order of the rows
	Changes   []string  // sentences: what the file adds, changes and removes; all are printed

	rejected map[Finding]bool // the rows, or the files of a folder
}

// Reject reports why a row is not imported; a row with several reasons counts once.
func (r *Report) Reject(row int, column, format string, args ...any) {
	r.reject(Finding{Row: row}, Finding{Row: row, Column: column, Message: fmt.Sprintf(format, args...)})
}

// wrong reports a fault of a folder's file; a file with several counts once.
func (r *Report) wrong(file string, line int, pointer, format string, args ...any) {
	r.reject(Finding{File: file}, Finding{Row: line, Column: pointer, Message: fmt.Sprintf(format, args...), File: file})
}

func (r *Report) reject(once, f Finding) {
	if r.rejected == nil {
		r.rejected = map[Finding]bool{}
	}
	r.rejected[once], f.Rejected = true, true
	r.Rejected = len(r.rejected)
	r.Findings = append(r.Findings, f)
}

// Note reports a correction.
func (r *Report) Note(row int, column, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{Row: row, Column: column, Message: fmt.Sprintf(format, args...)})
}

// refuse returns an error if anything was rejected: a partial menu could sell missing items.
func (r *Report) refuse() error {
	wrong := slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return !f.Rejected })
	if len(wrong) == 0 {
		return nil
	}
	r.Added, r.Changed, r.Unchanged = 0, 0, 0
	first := slices.MinFunc(wrong, inOrder)
	problems := "1 problem, at"
	if len(wrong) > 1 {
		problems = fmt.Sprintf("%d problems, the first at", len(wrong))
	}
	return fmt.Errorf("nothing was imported: %s %s: %s", problems, first.place(first.Row), first.Message)
}

// inOrder compares the positions of findings: by file, then by row.
func inOrder(a, b Finding) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Row, b.Row))
}

// shown is the maximum number of printed notes. All rejections are printed.
const shown = 20

// Print writes the report for a person. Equal findings of several rows are one line.
func (r *Report) Print(w io.Writer) {
	slices.SortStableFunc(r.Findings, inOrder)
	var order []Finding
	rows := map[Finding][]int{}
	for _, f := range r.Findings {
		row := f.Row
		f.Row = 0
		if rows[f] == nil {
			order = append(order, f)
		}
		rows[f] = append(rows[f], row)
	}
	notes := 0
	for _, f := range order {
		if !f.Rejected {
			notes++
		}
		if f.Rejected || notes <= shown {
			fmt.Fprintln(w, f.line(rows[f]...))
		}
	}
	if notes > shown {
		fmt.Fprintf(w, "  … and %d more notes\n", notes-shown)
	}
	for _, change := range r.Changes {
		fmt.Fprintln(w, "  "+change)
	}
	did := "added %d, changed %d, unchanged %d, rejected %d\n"
	if r.DryRun {
		did = "dry run, nothing was written: would add %d, would change %d, unchanged %d, rejected %d\n"
	}
	fmt.Fprintf(w, "%d rows read: "+did, r.Rows, r.Added, r.Changed, r.Unchanged, r.Rejected)
	if changes := len(r.Changes); changes > 0 && r.Added+r.Changed == 0 {
		is := "changes are"
		if changes == 1 {
			is = "change is"
		}
		fmt.Fprintf(w, "besides the rows: %d %s listed above\n", changes, is)
	}
	if r.Assumed > 0 {
		fmt.Fprintf(w, "%d restaurants take no orders until their assumed values are given, or confirmed: the same command with --confirm\n", r.Assumed)
	}
}

func (f Finding) String() string { return f.line(f.Row) }

// line formats the finding as a line of the report.
func (f Finding) line(rows ...int) string {
	kind := "note    "
	if f.Rejected {
		kind = "rejected"
	}
	return fmt.Sprintf("  %s  %s: %s", kind, f.place(rows...), f.Message)
}

// place formats the position in the file: "rows 3, 5, 6 and 12 more, column zip".
func (f Finding) place(rows ...int) string {
	row, column := "row", "column "
	if strings.HasPrefix(f.Column, "/") || f.File != "" { // not a column of a spreadsheet
		row, column = "line", ""
	}
	var parts []string
	if f.File != "" {
		parts = append(parts, f.File)
	}
	const named = 3
	switch n := len(rows); {
	case n > 1:
		numbers := strings.Trim(strings.ReplaceAll(fmt.Sprint(rows[:min(n, named)]), " ", ", "), "[]")
		if n > named {
			numbers += fmt.Sprintf(" and %d more", n-named)
		}
		parts = append(parts, row+"s "+numbers)
	case rows[0] != 0:
		parts = append(parts, fmt.Sprintf("%s %d", row, rows[0]))
	}
	if f.Column != "" {
		parts = append(parts, column+f.Column)
	}
	return cmp.Or(strings.Join(parts, ", "), "file")
}
