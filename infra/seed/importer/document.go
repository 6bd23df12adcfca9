package importer

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// source reports faults of a file by the JSON pointers of its parts.
type source struct {
	report *Report
	place  func(pointer string) (row int, column string)
}

func (s source) reject(pointer, format string, args ...any) {
	row, column := s.place(pointer)
	s.report.Reject(row, column, format, args...)
}

func (s source) note(pointer, format string, args ...any) {
	row, column := s.place(pointer)
	s.report.Note(row, column, format, args...)
}

// document is a JSON file with the line of each value, by its JSON pointer.
type document struct {
	data  []byte // without a byte order mark
	lines map[string]int

	counted, line int // the offset up to which lines are counted, and its line
}

// maxNesting is above any valid file; the decoder's limit is only ten thousand.
const maxNesting = 64

// document decodes the imported file into v, a pointer; see decode.
func (in Input) document(v any) (source, error) {
	return decode(in.Data, v, &Report{DryRun: in.DryRun})
}

// decode decodes JSON into v, a pointer. It reports unknown names, values of another type, and missing values without omitempty. With any
// fault v stays the same. A "$schema" at the top is for editors.
func decode(data []byte, v any, report *Report) (source, error) {
	doc, err := parse(data)
	if err != nil {
		return source{}, err
	}
	s := source{report, doc.at}
	before := len(report.Findings)
	s.check(doc.data, reflect.TypeOf(v).Elem(), "")
	if len(report.Findings) > before {
		return s, nil
	}
	return s, json.Unmarshal(doc.data, v)
}

// parse reads a JSON file. Its errors have the line.
func parse(data []byte) (*document, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		return nil, errors.New("the file is not UTF-8 text")
	}
	doc := &document{data: data, lines: map[string]int{}, line: 1}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	err := doc.walk(d, "")
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("there is more after the end of the JSON value")
		}
	}
	if err == nil {
		return doc, nil
	}
	at := d.InputOffset()
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		at = syntax.Offset
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err, at = errors.New("the file ends in the middle of a value"), int64(len(data))
	}
	return nil, fmt.Errorf("line %d: %w", doc.lineAt(at), err)
}

// walk records the lines of the next value and its members.
func (doc *document) walk(d *json.Decoder, pointer string) error {
	if strings.Count(pointer, "/") > maxNesting {
		return fmt.Errorf("more than %d values inside each other", maxNesting)
	}
	token, err := d.Token()
	if err != nil {
		return err
	}
	doc.lines[pointer] = doc.lineAt(d.InputOffset())
	open, nested := token.(json.Delim)
	for i := 0; nested && d.More(); i++ {
		name := strconv.Itoa(i)
		if open == '{' {
			if token, err = d.Token(); err != nil {
				return err
			}
			name = token.(string) // the decoder allows only strings here
		}
		at := pointer + "/" + escape.Replace(name)
		if doc.lines[at] != 0 {
			return fmt.Errorf("the name %q is there twice in one object", name)
		}
		if err := doc.walk(d, at); err != nil {
			return err
		}
	}
	if nested {
		_, err = d.Token()
	}
	return err
}

func (doc *document) lineAt(offset int64) int {
	if to := min(int(offset), len(doc.data)); to > doc.counted {
		doc.line += bytes.Count(doc.data[doc.counted:to], []byte("\n"))
		doc.counted = to
	}
	return doc.line
}

// at returns the line of a JSON pointer and the pointer. For a missing value it returns the line of the nearest parent.
func (doc *document) at(pointer string) (line int, column string) {
	known := pointer
	for doc.lines[known] == 0 {
		known = known[:strings.LastIndexByte(known, '/')]
	}
	return doc.lines[known], cmp.Or(pointer, "/") // the whole file
}

var escape = strings.NewReplacer("~", "~0", "/", "~1")

// wanted is the kinds of values in messages.
var wanted = map[reflect.Kind]string{
	reflect.Struct: "an object", reflect.Map: "an object", reflect.Slice: "an array", reflect.String: "a string",
	reflect.Bool: "true or false", reflect.Int: "a whole number", reflect.Int64: "a whole number",
}

// check compares JSON with the type that it will be decoded into.
func (s source) check(raw json.RawMessage, t reflect.Type, pointer string) {
	raw = bytes.TrimSpace(raw)
	null := string(raw) == "null"
	if t.Kind() == reflect.Pointer {
		if null {
			return
		}
		t = t.Elem()
	}
	into := reflect.New(t).Interface()
	switch {
	case decodes(t):
		if err := json.Unmarshal(raw, into); err != nil {
			s.reject(pointer, "%s", plainly(err))
		}
		return
	case t.Kind() == reflect.Struct, t.Kind() == reflect.Map:
		into = &map[string]json.RawMessage{}
	case t.Kind() == reflect.Slice:
		into = &[]json.RawMessage{}
	}
	if err := json.Unmarshal(raw, into); err != nil || null {
		s.reject(pointer, "here must be %s, not %s", wanted[t.Kind()], given(raw))
		return
	}
	switch into := into.(type) {
	case *map[string]json.RawMessage:
		s.members(*into, t, pointer)
	case *[]json.RawMessage:
		for i, element := range *into {
			s.check(element, t.Elem(), fmt.Sprintf("%s/%d", pointer, i))
		}
	}
}

// given formats a value for a message.
func given(raw json.RawMessage) string {
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	return fmt.Sprintf("%.40s", raw)
}

// members checks the members of an object for a map or a struct.
func (s source) members(members map[string]json.RawMessage, t reflect.Type, pointer string) {
	var known []string
	if t.Kind() == reflect.Struct {
		for _, field := range reflect.VisibleFields(t) { // includes embedded fields
			name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "-" || name == "" {
				continue
			}
			known = append(known, name)
			if raw, there := members[name]; there {
				s.check(raw, field.Type, pointer+"/"+name)
			} else if !strings.Contains(options, "omit") {
				s.reject(pointer, "%q is missing", name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		switch at := pointer + "/" + escape.Replace(name); {
		case t.Kind() == reflect.Map:
			s.check(members[name], t.Elem(), at)
		case !slices.Contains(known, name) && at != "/$schema":
			s.reject(at, "nothing is called so here; known are %s", strings.Join(known, ", "))
		}
	}
}

// decodes reports whether the type decodes its own JSON.
func decodes(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// plainly converts a decoder's error into a message without names of our packages.
func plainly(err error) string {
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return "here must not be a " + wrong.Value
	}
	return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "json: "), "location: ")
}
