// Package importer puts a chain's own files into the table: restaurants, the menu, what is sold out or closed, holidays, and a folder
// of content. It reads and checks the whole before it writes the first row.
package importer

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
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

// Print writes the report for a person.
func (r *Report) Print(w io.Writer) {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return a.Row - b.Row })
	notes := 0
	for _, f := range r.Findings {
		if !f.Rejected {
			if notes++; notes > shown {
				continue
			}
		}
		fmt.Fprintln(w, f)
	}
	if notes > shown {
		fmt.Fprintf(w, "  … and %d more notes\n", notes-shown)
	}
	did := "added %d, changed %d, unchanged %d, rejected %d\n"
	if r.DryRun {
		did = "dry run, nothing was written: would add %d, would change %d, unchanged %d, rejected %d\n"
	}
	fmt.Fprintf(w, "%d rows read: "+did, r.Rows, r.Added, r.Changed, r.Unchanged, r.Rejected)
}

func (f Finding) String() string {
	kind := "note    "
	if f.Rejected {
		kind = "rejected"
	}
	return fmt.Sprintf("  %s  %s: %s", kind, f.place(), f.Message)
}

// place says where in the file it is.
func (f Finding) place() string {
	row, column := "row", "column "
	if strings.HasPrefix(f.Column, "/") || f.File != "" { // no spreadsheet has such a column
		row, column = "line", ""
	}
	var at []string
	if f.File != "" {
		at = append(at, f.File)
	}
	if f.Row > 0 {
		at = append(at, fmt.Sprintf("%s %d", row, f.Row))
	}
	if f.Column != "" {
		at = append(at, column+f.Column)
	}
	if len(at) == 0 {
		return "file"
	}
	return strings.Join(at, ", ")
}
