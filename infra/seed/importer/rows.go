package importer

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// row is one row of a list.
type row struct {
	number   int               // the spreadsheet's row: the head is row 1
	cells    map[string][]cell // by the canonical name of the column, the preferred one first
	unknown  []string          // titles of the columns that are not read
	report   *Report
	rejected bool
}

// cell is a value of a row, with the file's name of its column.
type cell struct{ title, value string }

// title returns the file's name of the column, or the canonical name when the file has none.
func (r *row) title(column string) string {
	if cells := r.cells[column]; len(cells) > 0 {
		return cells[0].title
	}
	return column
}

// has reports whether the file has the column.
func (r *row) has(column string) bool { return len(r.cells[column]) > 0 }

// get returns the first value of the column.
func (r *row) get(column string) string { return pick(r, column, text).value }

func (r *row) reject(column, format string, args ...any) {
	r.fail(r.title(column), fmt.Errorf(format, args...))
}

// fail rejects the row because of the cell with that title.
func (r *row) fail(title string, err error) {
	r.rejected = true
	r.report.Reject(r.number, title, "%v", err)
}

func (r *row) note(column, format string, args ...any) {
	r.report.Note(r.number, r.title(column), format, args...)
}

// picked is a value parsed from a cell.
type picked[T any] struct {
	value T
	title string // of the cell, or of the cell that is wrong
	given bool   // false if all cells of the column are empty, or wrong
	err   error  // of the first cell that has a value, if none is right
}

// pick returns the first value of the column that parse accepts.
func pick[T any](r *row, column string, parse func(string) (T, error)) picked[T] {
	p := picked[T]{title: r.title(column)}
	for _, c := range r.cells[column] {
		given := plain(c.value)
		if given == "" {
			continue
		}
		v, err := parse(given)
		if err == nil {
			return picked[T]{v, c.title, true, nil}
		}
		if p.err == nil {
			p.err, p.title = err, c.title
		}
	}
	return p
}

// take reads the column into to. If the file does not have the column, to keeps its value; if the cells are empty, it becomes usual.
// A value that parse does not accept rejects the row. given reports whether to was read.
func take[T any](r *row, column string, to *T, usual T, parse func(string) (T, error)) (given bool) {
	switch p := pick(r, column, parse); {
	case p.err != nil:
		r.fail(p.title, p.err)
	case p.given:
		*to = p.value
		return true
	case r.has(column):
		*to = usual
	}
	return false
}

// plain trims a value and removes characters that are invisible and not allowed in XML. Words for "no value" become empty.
func plain(v string) string {
	v = strings.Join(strings.FieldsFunc(v, func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }), " ")
	switch strings.ToLower(v) {
	case "n/a", "na", "null", "none", "-", "--", "#n/a", "undefined":
		return ""
	}
	return v
}

func text(s string) (string, error) { return s, nil }

// readRows reads CSV or GeoJSON, distinguished by the content. Unreadable rows are in the report. An error means that the whole file is
// unreadable.
func readRows(data []byte, aliases map[string][]string, report *Report) ([]*row, error) {
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return nil, errors.New("the file is in UTF-16: save it as UTF-8 (in a spreadsheet: CSV UTF-8)")
	case bytes.IndexByte(data, 0) >= 0:
		return nil, errors.New("the file is not text: save it as CSV or GeoJSON")
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		decoded, err := charmap.Windows1252.NewDecoder().Bytes(data)
		if err != nil {
			return nil, errors.New("the file is neither UTF-8 nor Windows-1252: save it as UTF-8")
		}
		data = decoded
		report.Note(0, "", "the file is not UTF-8: read as Windows-1252")
	}
	text := bytes.TrimSpace(data)
	switch {
	case len(text) == 0:
		return nil, errors.New("the file is empty")
	case text[0] == '{' || text[0] == '[':
		return readGeoJSON(text, aliases, report)
	}
	return readCSV(data, aliases, report)
}

// maxBroken is how many rows with broken quotes are reported individually.
const maxBroken = 1000

func readCSV(data []byte, aliases map[string][]string, report *Report) (rows []*row, err error) {
	// A spreadsheet may use carriage returns as line ends.
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	data = bytes.TrimLeft(bytes.ReplaceAll(data, []byte("\r"), []byte("\n")), "\n")
	comma := delimiter(data)
	var found *head
	for number, broken := 1, 0; ; number++ {
		r := csv.NewReader(bytes.NewReader(data))
		r.Comma, r.FieldsPerRecord = comma, -1
		record, err := r.Read()
		wrong := (*csv.ParseError)(nil)
		switch {
		case err == io.EOF:
			return rows, nil
		case errors.As(err, &wrong) && found == nil:
			return nil, fmt.Errorf("the header cannot be read: %v", wrong.Err)
		case wrong != nil:
			if broken++; broken > maxBroken {
				return nil, fmt.Errorf("more than %d rows have broken quotes: is this CSV?", maxBroken)
			}
			report.Rows++
			report.Reject(number, "", "a quote is broken near character %d: inside a quoted value, write it twice", wrong.Column)
			// An unclosed quote includes the lines after it: continue after its first line.
			for range wrong.StartLine {
				_, data, _ = bytes.Cut(data, []byte("\n"))
			}
			continue
		case err != nil:
			return nil, fmt.Errorf("the file cannot be read: %w", err)
		}
		data = data[r.InputOffset():]
		switch {
		case blank(record):
		case found == nil:
			if found, err = recognise(record, aliases, report); err != nil {
				return nil, err
			}
		default:
			report.Rows++
			if wide := len(found.titles); len(record) < wide || !blank(record[wide:]) {
				report.Reject(number, "", "the row has %d values, the header has %d: is a comma missing, or not quoted?", len(record), wide)
				continue
			}
			rows = append(rows, found.row(number, report, func(at int) string { return record[at] }))
		}
	}
}

// delimiter returns the most frequent delimiter of the first line.
func delimiter(data []byte) rune {
	head, _, _ := bytes.Cut(data, []byte("\n"))
	return slices.MaxFunc([]rune(",;\t|"), func(a, b rune) int {
		return bytes.Count(head, []byte(string(a))) - bytes.Count(head, []byte(string(b)))
	})
}

func blank(record []string) bool { return strings.TrimSpace(strings.Join(record, "")) == "" }

// head is the columns of a file.
type head struct {
	titles  []string
	columns map[string][]int // canonical name → positions in the file, the preferred one first
	unknown []string         // titles of the other columns
}

// row returns the row with that number; value returns the text at a position.
func (h *head) row(number int, report *Report, value func(at int) string) *row {
	r := &row{number: number, cells: make(map[string][]cell, len(h.columns)), unknown: h.unknown, report: report}
	for name, places := range h.columns {
		for _, at := range places {
			r.cells[name] = append(r.cells[name], cell{strings.TrimSpace(h.titles[at]), value(at)})
		}
	}
	return r
}

// recognise finds the columns by their names. Among several for one value, the order of the aliases decides.
func recognise(titles []string, aliases map[string][]string, report *Report) (*head, error) {
	at := map[string]int{}
	for i, title := range titles {
		name := columnName(title)
		if _, twice := at[name]; twice && name != "" {
			return nil, fmt.Errorf("two columns are called %q", strings.TrimSpace(title))
		}
		at[name] = i
	}
	h := &head{titles: titles, columns: map[string][]int{}}
	unused := maps.Clone(at)
	for name, others := range aliases {
		if !slices.Contains(others, name) {
			others = append([]string{name}, others...)
		}
		for _, alias := range others {
			for _, owner := range columnPrefixes {
				title := owner + columnName(alias)
				if i, ok := at[title]; ok && !slices.Contains(h.columns[name], i) {
					h.columns[name] = append(h.columns[name], i)
					delete(unused, title)
				}
			}
		}
	}
	if len(h.columns) == 0 {
		return nil, errors.New("the header has no known column")
	}
	delete(unused, "")
	for _, i := range slices.Sorted(maps.Values(unused)) {
		h.unknown = append(h.unknown, strings.TrimSpace(titles[i]))
	}
	if len(h.unknown) > 0 {
		report.Note(0, "", "unknown columns: %s", strings.Join(h.unknown, ", "))
	}
	return h, nil
}

// columnName normalises titles: "Store ID", "store_id" and "storeId" are equal.
func columnName(title string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return strings.ContainsRune(" _-.:/#()", r)
	}), "")
}

// feature is one place of a GeoJSON file.
type feature struct {
	number     int            // the row in an equivalent table with a head
	Type       string         `json:"type"`
	ID         any            `json:"id"`
	Properties map[string]any `json:"properties"`
	Geometry   *struct {
		Type        string          `json:"type"`
		Coordinates json.RawMessage `json:"coordinates"`
	} `json:"geometry"`
}

func readGeoJSON(data []byte, aliases map[string][]string, report *Report) (rows []*row, err error) {
	var collection struct {
		Type     string            `json:"type"`
		Features []json.RawMessage `json:"features"`
	}
	if err := json.Unmarshal(data, &collection); err != nil && !errors.As(err, new(*json.UnmarshalTypeError)) {
		return nil, fmt.Errorf("the file is not JSON: %w", err)
	} else if err != nil || collection.Type != "FeatureCollection" {
		return nil, errors.New("the JSON is not a GeoJSON FeatureCollection")
	}
	var features []feature
	titles := map[string]any{} // of all features
	for i, raw := range collection.Features {
		report.Rows++
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		f := feature{number: i + 2}
		if err := d.Decode(&f); err != nil || f.Type != "Feature" {
			report.Reject(f.number, "", "this is not a GeoJSON feature")
			continue
		}
		for title, v := range maps.Clone(f.Properties) { // "address": {"city": "Tulsa"} has the column "address.city" too
			members, _ := v.(map[string]any)
			for name, member := range members {
				if _, taken := f.Properties[title+"."+name]; !taken {
					f.Properties[title+"."+name] = member
				}
			}
		}
		maps.Copy(titles, f.Properties)
		features = append(features, f)
	}
	if len(titles) == 0 {
		return nil, nil
	}
	head, err := recognise(slices.Sorted(maps.Keys(titles)), aliases, report)
	if err != nil {
		return nil, err
	}
	for _, f := range features {
		r := head.row(f.number, report, func(at int) string { return cellText(f.Properties[head.titles[at]]) })
		r.cells["id"] = append(r.cells["id"], cell{"id", cellText(f.ID)})
		if f.Geometry != nil && f.Geometry.Type == "Point" {
			var at []json.Number
			if err := json.Unmarshal(f.Geometry.Coordinates, &at); err != nil || len(at) < 2 {
				report.Reject(r.number, "geometry", "the coordinates of the point are not two numbers")
				continue
			}
			for i, name := range []string{"longitude", "latitude"} {
				r.cells[name] = slices.Insert(r.cells[name], 0, cell{r.title(name), at[i].String()})
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// cellText formats a JSON value as a table cell: lists with semicolons, members as "name: value".
func cellText(v any) string {
	var parts []string
	switch v := v.(type) {
	case nil:
		return ""
	case []any:
		for _, element := range v {
			parts = append(parts, cellText(element))
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, name+": "+cellText(v[name]))
		}
	default:
		return fmt.Sprint(v)
	}
	return strings.Join(parts, "; ")
}
