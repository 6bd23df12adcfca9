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
	"strings"

	"github.com/go-json-experiment/json/jsontext"
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

// document decodes the imported file into v, a pointer; see decode.
func (in Input) document(v any) (source, error) {
	return decode(in.Data, v, &Report{DryRun: in.DryRun})
}

// decode decodes JSON into v, a pointer. It reports unknown names, values of another type, and missing values without omitempty. With any
// fault v stays the same. A "$schema" at the top is for editors. An error means that the file is not JSON; it has the line.
func decode(data []byte, v any, report *Report) (source, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	ends, err := endsOf(data)
	if err != nil {
		return source{}, err
	}
	s := source{report, func(pointer string) (int, string) {
		at := jsontext.Pointer(pointer)
		for ends[at] == 0 { // a missing value has the line of the nearest parent
			at = at.Parent()
		}
		return lineAt(data, ends[at]), cmp.Or(pointer, "/")
	}}
	before := len(report.Findings)
	s.check(data, reflect.TypeOf(v).Elem(), "")
	if len(report.Findings) > before {
		return s, nil
	}
	return s, json.Unmarshal(data, v)
}

// lineAt returns the line of an offset.
func lineAt(data []byte, offset int64) int { return 1 + bytes.Count(data[:offset], []byte("\n")) }

// endsOf returns the offset after the first token of each value of a JSON file.
func endsOf(data []byte) (map[jsontext.Pointer]int64, error) {
	ends := map[jsontext.Pointer]int64{}
	d := jsontext.NewDecoder(bytes.NewReader(data))
	for len(ends) == 0 || d.StackDepth() > 0 {
		_, err := d.ReadToken()
		end := d.InputOffset()
		if syntax := (*jsontext.SyntacticError)(nil); errors.As(err, &syntax) {
			end, err = syntax.ByteOffset, syntax.Err
			if err == jsontext.ErrDuplicateName {
				err = fmt.Errorf("the name %q occurs twice in one object", syntax.JSONPointer.LastToken())
			}
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil, fmt.Errorf("line %d: the file ends in the middle of a value", lineAt(data, end))
		case err != nil:
			return nil, fmt.Errorf("line %d: %w", lineAt(data, end), err)
		}
		if at := d.StackPointer(); ends[at] == 0 {
			ends[at] = end
		}
	}
	if _, err := d.ReadToken(); err != io.EOF {
		text := bytes.TrimRight(data, " \t\r\n")
		return nil, fmt.Errorf("line %d: data after the end of the JSON value", lineAt(text, int64(len(text))))
	}
	return ends, nil
}

// kindNames are the names of kinds of values in messages.
var kindNames = map[reflect.Kind]string{
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
		given := map[byte]string{'{': "an object", '[': "an array"}[raw[0]]
		s.reject(pointer, "must be %s, not %s", kindNames[t.Kind()], cmp.Or(given, fmt.Sprintf("%.40s", raw)))
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
		switch at := string(jsontext.Pointer(pointer).AppendToken(name)); {
		case t.Kind() == reflect.Map:
			s.check(members[name], t.Elem(), at)
		case !slices.Contains(known, name) && at != "/$schema":
			s.reject(at, "unknown name; known are %s", strings.Join(known, ", "))
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
