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

// row is one line of the file: its values by the canonical name of the column.
type row struct {
	number int // as a spreadsheet counts: the head is row 1
	values map[string]string
	titles map[string]string // canonical name → as the file calls it
}

// title is what the file calls the column, or the canonical name when the file has none.
func (r row) title(column string) string {
	if t, ok := r.titles[column]; ok {
		return t
	}
	return column
}

// has says whether the file knows the column at all.
func (r row) has(column string) bool { _, ok := r.titles[column]; return ok }

// get is the trimmed value, without characters that nobody sees and no document takes. What stands for nothing reads as nothing.
func (r row) get(column string) string {
	v := strings.Join(strings.FieldsFunc(r.values[column], func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }), " ")
	switch strings.ToLower(v) {
	case "n/a", "na", "null", "none", "-", "--", "#n/a", "undefined":
		return ""
	}
	return v
}

// readRows takes a file apart, CSV or GeoJSON by what is in it. Rows that cannot be read are in the report. An error says
// that the file as a whole cannot be read.
func readRows(data []byte, aliases map[string][]string, report *Report) ([]row, error) {
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

// maxBroken is how many rows with broken quotes are worth reporting one by one.
const maxBroken = 1000

func readCSV(data []byte, aliases map[string][]string, report *Report) ([]row, error) {
	// A spreadsheet may write carriage returns alone.
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	comma := delimiter(data)
	reader := func(from []byte) *csv.Reader {
		r := csv.NewReader(bytes.NewReader(from))
		r.Comma, r.FieldsPerRecord, r.ReuseRecord = comma, -1, true
		return r
	}
	var (
		head   *head
		rows   []row
		number int
		broken int
		rest   = data
	)
	r := reader(rest)
	for {
		record, err := r.Read()
		if err == io.EOF {
			break
		}
		number++
		var wrong *csv.ParseError
		if errors.As(err, &wrong) {
			if head == nil {
				return nil, fmt.Errorf("the head of the file cannot be read: %v", wrong.Err)
			}
			if broken++; broken > maxBroken {
				return nil, fmt.Errorf("more than %d rows have broken quotes: is this CSV?", maxBroken)
			}
			report.Rows++
			report.Reject(number, "", "a quote is broken near character %d: inside a quoted value, write it twice", wrong.Column)
			// An unclosed quote has swallowed the lines after it: go on behind the line that it stands in.
			rest = afterLine(rest, wrong.StartLine)
			r = reader(rest)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("the file cannot be read: %w", err)
		}
		if blank(record) {
			continue
		}
		if head == nil {
			if head, err = recognise(slices.Clone(record), aliases, report); err != nil {
				return nil, err
			}
			continue
		}
		report.Rows++
		if wide := len(head.all); len(record) < wide || !blank(record[wide:]) {
			report.Reject(number, "", "the row has %d values, the head has %d: is a comma missing, or not quoted?", len(record), wide)
			continue
		}
		rows = append(rows, head.row(number, func(at int) string { return record[at] }))
	}
	if head == nil {
		return nil, errors.New("the file is empty")
	}
	return rows, nil
}

// delimiter is the one that the first line has most of.
func delimiter(data []byte) rune {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data, "\n"), []byte("\n"))
	best, most := ',', bytes.Count(line, []byte(","))
	for _, c := range []rune{';', '\t', '|'} {
		if n := bytes.Count(line, []byte(string(c))); n > most {
			best, most = c, n
		}
	}
	return best
}

// afterLine is what follows the nth line, from 1.
func afterLine(data []byte, n int) []byte {
	for ; n > 0; n-- {
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	return data
}

func blank(record []string) bool {
	return !slices.ContainsFunc(record, func(v string) bool { return strings.TrimSpace(v) != "" })
}

// head is what a file calls its columns.
type head struct {
	all     []string
	columns map[int]string    // place in the file → canonical name
	titles  map[string]string // canonical name → as the file calls it
}

// row is the row of a number, with what the file has in each place.
func (h *head) row(number int, value func(at int) string) row {
	r := row{number, make(map[string]string, len(h.columns)), h.titles}
	for at, name := range h.columns {
		r.values[name] = value(at)
	}
	return r
}

// recognise finds which column is what. Of two that would serve, the one that the aliases name first does.
func recognise(all []string, aliases map[string][]string, report *Report) (*head, error) {
	at := map[string]int{}
	for i, title := range all {
		name := columnName(title)
		if _, twice := at[name]; twice && name != "" {
			return nil, fmt.Errorf("two columns are called %q", strings.TrimSpace(title))
		}
		at[name] = i
	}
	h := &head{all, map[int]string{}, map[string]string{}}
	for name, others := range aliases {
		for _, alias := range append([]string{name}, others...) {
			if i, ok := at[columnName(alias)]; ok {
				h.columns[i] = name
				h.titles[name] = strings.TrimSpace(all[i])
				break
			}
		}
	}
	if len(h.titles) == 0 {
		return nil, errors.New("the head names no column that means anything here")
	}
	var unused []string
	for i, title := range all {
		if _, ok := h.columns[i]; !ok && strings.TrimSpace(title) != "" {
			unused = append(unused, strings.TrimSpace(title))
		}
	}
	if len(unused) > 0 {
		report.Note(0, "", "columns that mean nothing here: %s", strings.Join(unused, ", "))
	}
	return h, nil
}

// columnName makes titles comparable: "Store ID", "store_id" and "storeId" are one.
func columnName(title string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return strings.ContainsRune(" _-.:/#()", r)
	}), "")
}

// feature is one place of a GeoJSON file.
type feature struct {
	number     int            // as a row of a table with a head
	Type       string         `json:"type"`
	ID         any            `json:"id"`
	Properties map[string]any `json:"properties"`
	Geometry   *struct {
		Type        string          `json:"type"`
		Coordinates json.RawMessage `json:"coordinates"`
	} `json:"geometry"`
}

func readGeoJSON(data []byte, aliases map[string][]string, report *Report) ([]row, error) {
	features, err := featuresOf(data, report)
	if err != nil {
		return nil, err
	}
	// The columns are what any feature has.
	all := map[string]bool{}
	for _, f := range features {
		for title := range f.Properties {
			all[title] = true
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	head, err := recognise(slices.Sorted(maps.Keys(all)), aliases, report)
	if err != nil {
		return nil, err
	}
	for name, beside := range map[string]string{"id": "id", "latitude": "geometry", "longitude": "geometry"} {
		if _, ok := head.titles[name]; !ok {
			head.titles[name] = beside
		}
	}
	var rows []row
	for _, f := range features {
		r := head.row(f.number, func(at int) string { return flat(f.Properties[head.all[at]]) })
		if r.get("id") == "" {
			r.values["id"] = flat(f.ID)
		}
		if f.Geometry != nil && f.Geometry.Type == "Point" {
			var at []json.Number
			if err := json.Unmarshal(f.Geometry.Coordinates, &at); err != nil || len(at) < 2 {
				report.Reject(r.number, "geometry", "the coordinates of the point are not two numbers")
				continue
			}
			r.values["longitude"], r.values["latitude"] = at[0].String(), at[1].String()
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// featuresOf reads the features of a collection; what is none is in the report.
func featuresOf(data []byte, report *Report) ([]feature, error) {
	var collection struct {
		Type     string            `json:"type"`
		Features []json.RawMessage `json:"features"`
	}
	err := json.Unmarshal(data, &collection)
	// Something else that is JSON is told in the user's words, not in those of Go's types.
	if wrong := (*json.UnmarshalTypeError)(nil); err != nil && !errors.As(err, &wrong) {
		return nil, fmt.Errorf("the file is not JSON: %w", err)
	}
	if err != nil || collection.Type != "FeatureCollection" {
		return nil, errors.New("the JSON is not a GeoJSON FeatureCollection")
	}
	var features []feature
	for i, raw := range collection.Features {
		report.Rows++
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		f := feature{number: i + 2}
		if err := d.Decode(&f); err != nil || f.Type != "Feature" {
			report.Reject(f.number, "", "this is no GeoJSON feature")
			continue
		}
		features = append(features, f)
	}
	return features, nil
}

// flat writes a JSON value as a cell of a table would: lists by semicolon, members as "name: value".
func flat(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = flat(v[i])
		}
		return strings.Join(parts, "; ")
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		parts := make([]string, len(names))
		for i, name := range names {
			parts[i] = name + ": " + flat(v[name])
		}
		return strings.Join(parts, "; ")
	}
	return fmt.Sprint(v)
}
