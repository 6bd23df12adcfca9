package importer

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
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

// get is the trimmed value. What stands for nothing reads as nothing.
func (r row) get(column string) string {
	v := strings.Join(strings.Fields(r.values[column]), " ")
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
		head    []string
		columns map[int]string
		titles  map[string]string
		rows    []row
		number  int
		broken  int
		rest    = data
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
			head = slices.Clone(record)
			if columns, titles, err = recognise(head, aliases, report); err != nil {
				return nil, err
			}
			continue
		}
		report.Rows++
		if len(record) < len(head) || !blank(record[len(head):]) {
			report.Reject(number, "", "the row has %d values, the head has %d: is a comma missing, or not quoted?", len(record), len(head))
			continue
		}
		values := make(map[string]string, len(columns))
		for i, name := range columns {
			values[name] = record[i]
		}
		rows = append(rows, row{number, values, titles})
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

// recognise finds which column is what. Of two that would serve, the one that the aliases name first does.
func recognise(head []string, aliases map[string][]string, report *Report) (columns map[int]string, titles map[string]string, err error) {
	at := map[string]int{}
	for i, title := range head {
		name := columnName(title)
		if _, twice := at[name]; twice && name != "" {
			return nil, nil, fmt.Errorf("two columns are called %q", strings.TrimSpace(title))
		}
		at[name] = i
	}
	columns, titles = map[int]string{}, map[string]string{}
	for name, others := range aliases {
		for _, alias := range append([]string{name}, others...) {
			if i, ok := at[columnName(alias)]; ok {
				columns[i] = name
				titles[name] = strings.TrimSpace(head[i])
				break
			}
		}
	}
	if len(titles) == 0 {
		return nil, nil, errors.New("the head names no column that means anything here")
	}
	var unused []string
	for i, title := range head {
		if _, ok := columns[i]; !ok && strings.TrimSpace(title) != "" {
			unused = append(unused, strings.TrimSpace(title))
		}
	}
	if len(unused) > 0 {
		report.Note(0, "", "columns that mean nothing here: %s", strings.Join(unused, ", "))
	}
	return columns, titles, nil
}

// columnName makes titles comparable: "Store ID", "store_id" and "storeId" are one.
func columnName(title string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return strings.ContainsRune(" _-.:/#()", r)
	}), "")
}

// feature is one place of a GeoJSON file.
type feature struct {
	Type       string         `json:"type"`
	ID         any            `json:"id"`
	Properties map[string]any `json:"properties"`
	Geometry   *struct {
		Type        string          `json:"type"`
		Coordinates json.RawMessage `json:"coordinates"`
	} `json:"geometry"`
}

func readGeoJSON(data []byte, aliases map[string][]string, report *Report) ([]row, error) {
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
	// The columns are what any feature has.
	features := make([]*feature, len(collection.Features))
	seen := map[string]bool{}
	var head []string
	for i, raw := range collection.Features {
		report.Rows++
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		var f feature
		if err := d.Decode(&f); err != nil || f.Type != "Feature" {
			report.Reject(i+2, "", "this is no GeoJSON feature")
			continue
		}
		features[i] = &f
		for title := range f.Properties {
			if !seen[title] {
				seen[title] = true
				head = append(head, title)
			}
		}
	}
	if len(head) == 0 {
		return nil, nil
	}
	slices.Sort(head)
	columns, titles, err := recognise(head, aliases, report)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"id", "latitude", "longitude"} {
		if _, ok := titles[name]; !ok {
			titles[name] = map[string]string{"id": "id", "latitude": "geometry", "longitude": "geometry"}[name]
		}
	}
	var rows []row
	for i, f := range features {
		if f == nil {
			continue
		}
		r := row{i + 2, map[string]string{}, titles}
		for at, name := range columns {
			r.values[name] = flat(f.Properties[head[at]])
		}
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
