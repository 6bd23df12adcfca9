// Package importer puts a chain's own files into the table: restaurants, the menu, what is sold out or closed, holidays, and a folder
// of content. It reads and checks the whole before it writes the first row.
package importer

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"ordering/shared/table"
)

// Input is one file to import and where to.
type Input struct {
	Table table.Table
	Now   func() time.Time
	// Brand is the id of the one whose system this is; the default one's when it is 0.
	Brand int
	Name  string // of the file, for the report
	Data  []byte
	// Folder takes the place of Data where a folder is imported; Name is the folder's then.
	Folder fs.FS
	// DryRun checks and compares, and writes nothing.
	DryRun bool
	// Confirm accepts the values of the file's restaurants that are assumed, such as hours that it does not say.
	Confirm bool
	// Picture reports whether a picture exists: dishes/NAME and ingredients/NAME are drawings, other paths photographs. nil if that is not known.
	Picture func(path string) bool
	// Progress hears how far a step of the work is; nil for none.
	Progress func(step string, done, total int)
	// Zone finds the IANA zone of a point, or "" where it knows none; nil when the file must name its zones.
	Zone func(latitude, longitude float64) string
	// Phone turns a number as people write it, in that country, into E.164; nil when the file has them so.
	Phone func(number, country string) (string, bool)
}

func (in Input) progress(step string, done, total int) {
	if in.Progress != nil {
		in.Progress(step, done, total)
	}
}

// shows reports whether guests can be shown the picture.
func (in Input) shows(path string) bool { return in.Picture == nil || in.Picture(path) }

// Import reads one kind of file. An error says that nothing at all was written, or that the table failed on the way (a second
// run then goes on where it stopped). What is wrong inside the file is in the report.
type Import func(ctx context.Context, in Input) (*Report, error)

// Kinds lists the kinds of files by the word of the command line.
var Kinds = map[string]Import{
	"locations":    Locations,
	"menu":         Menu,
	"availability": Availability,
	"holidays":     Holidays,
	"content":      Content,
}

// Finding is one thing to know about a row of the file.
type Finding struct {
	Row      int    // as a spreadsheet counts: the head is row 1; of JSON the line. 0: the file as a whole
	Column   string // as the file calls it; of JSON the pointer
	Message  string
	Rejected bool   // the row does not go in; else it goes in, changed as the message says
	File     string // of a folder, from the folder on
}

// Report is what an import found and did.
type Report struct {
	Rows      int // read
	Added     int
	Changed   int
	Unchanged int
	Rejected  int
	Assumed   int // restaurants that take no orders until assumed values are confirmed
	DryRun    bool
	Findings  []Finding // in the order of the rows

	rejected map[int]bool // rows
}

// Reject notes why the row cannot go in; a row with several reasons counts once.
func (r *Report) Reject(row int, column, format string, args ...any) {
	if r.rejected == nil {
		r.rejected = map[int]bool{}
	}
	if !r.rejected[row] {
		r.rejected[row] = true
		r.Rejected++
	}
	r.Findings = append(r.Findings, Finding{Row: row, Column: column, Message: fmt.Sprintf(format, args...), Rejected: true})
}

// Note tells of something that was put right.
func (r *Report) Note(row int, column, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{Row: row, Column: column, Message: fmt.Sprintf(format, args...)})
}

// shown is how many notes a report prints: what was put right a thousand times needs no thousand lines. Rejections are all shown.
const shown = 20

// Print writes the report for a person. What holds of several rows is one line.
func (r *Report) Print(w io.Writer) {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return a.Row - b.Row })
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
			if notes++; notes > shown {
				continue
			}
		}
		fmt.Fprintln(w, f.told(listed(rows[f])))
	}
	if notes > shown {
		fmt.Fprintf(w, "  … and %d more notes\n", notes-shown)
	}
	did := "added %d, changed %d, unchanged %d, rejected %d\n"
	if r.DryRun {
		did = "dry run, nothing was written: would add %d, would change %d, unchanged %d, rejected %d\n"
	}
	fmt.Fprintf(w, "%d rows read: "+did, r.Rows, r.Added, r.Changed, r.Unchanged, r.Rejected)
	if r.Assumed > 0 {
		fmt.Fprintf(w, "%d restaurants take no orders until their assumed values are given, or confirmed: the same command with --confirm\n", r.Assumed)
	}
}

// listed names rows after the word row: " 3", "s 3, 5" or "s 3, 5, 6 and 12 more".
func listed(rows []int) string {
	const named = 3
	var numbers []string
	for _, row := range rows[:min(len(rows), named)] {
		numbers = append(numbers, strconv.Itoa(row))
	}
	s := strings.Join(numbers, ", ")
	switch n := len(rows); {
	case n == 1 && rows[0] == 0:
		return ""
	case n == 1:
		return " " + s
	case n > named:
		s += fmt.Sprintf(" and %d more", n-named)
	}
	return "s " + s
}

func (f Finding) String() string { return f.told(listed([]int{f.Row})) }

// told is the finding as a line of the report, with the rows that it holds of.
func (f Finding) told(rows string) string {
	kind := "note    "
	if f.Rejected {
		kind = "rejected"
	}
	return fmt.Sprintf("  %s  %s: %s", kind, f.place(rows), f.Message)
}

// place says where in the file it is.
func (f Finding) place(rows string) string {
	row, column := "row", "column "
	if strings.HasPrefix(f.Column, "/") || f.File != "" { // no spreadsheet has such a column
		row, column = "line", ""
	}
	var parts []string
	if f.File != "" {
		parts = append(parts, f.File)
	}
	if rows != "" {
		parts = append(parts, row+rows)
	}
	if f.Column != "" {
		parts = append(parts, column+f.Column)
	}
	if len(parts) == 0 {
		return "file"
	}
	return strings.Join(parts, ", ")
}
