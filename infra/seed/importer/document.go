package importer

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// document is a JSON file of which every part knows its line, so that what is wrong can be found again.
type document struct {
	data []byte // without a byte order mark
	root *node
}

// node is one value of a document.
type node struct {
	line    int
	from    int              // offset of its first byte
	to      int              // and past its last
	members map[string]*node // of an object
	names   []string         // of the members, in order
	list    []*node          // of an array
	kind    string           // object, array, string, number, boolean or null
}

// maxNesting is deeper than any file of ours; the decoder refuses only at ten thousand.
const maxNesting = 64

// parse reads a JSON file. Its errors name the line.
func parse(data []byte) (*document, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		return nil, errors.New("the file is not UTF-8 text")
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	p := parser{data: data, decoder: d}
	root, err := p.value(0)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("there is more after the end of the JSON value")
		}
	}
	if err != nil {
		at := d.InputOffset()
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			at = syntax.Offset
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err, at = errors.New("the file ends in the middle of a value"), int64(len(data))
		}
		return nil, fmt.Errorf("line %d: %w", p.lineAt(int(at)), err)
	}
	return &document{data, root}, nil
}

// document reads the file of the import into v, as into does.
func (in Input) document(v any) (*document, *Report, error) {
	report := &Report{DryRun: in.DryRun}
	doc, err := parse(in.Data)
	if err != nil {
		return nil, nil, err
	}
	return doc, report, doc.into(v, report)
}

type parser struct {
	data    []byte
	decoder *json.Decoder
	line    int // of the offset below, counted from 0
	counted int
}

func (p *parser) lineAt(offset int) int {
	offset = min(offset, len(p.data))
	if offset < p.counted {
		return 1 + bytes.Count(p.data[:offset], []byte("\n"))
	}
	p.line += bytes.Count(p.data[p.counted:offset], []byte("\n"))
	p.counted = offset
	return p.line + 1
}

func (p *parser) value(depth int) (*node, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("more than %d values inside each other", maxNesting)
	}
	token, err := p.decoder.Token()
	if err != nil {
		return nil, err
	}
	end := int(p.decoder.InputOffset())
	n := &node{line: p.lineAt(end), to: end}
	switch v := token.(type) {
	case json.Delim:
		n.from = end - 1
		if v == '{' {
			n.kind, err = "object", p.object(n, depth)
		} else {
			n.kind, err = "array", p.array(n, depth)
		}
		n.to = int(p.decoder.InputOffset())
	case string:
		// The token's text says nothing of its length in the file: quotes and escapes are found from behind.
		n.kind, n.from = "string", p.quote(end)
	case json.Number:
		n.kind, n.from = "number", end-len(v)
	case bool:
		n.kind, n.from = "boolean", end-len(strconv.FormatBool(v))
	default:
		n.kind, n.from = "null", end-len("null")
	}
	return n, err
}

// quote finds where the string begins that ends at end.
func (p *parser) quote(end int) int {
	for i := end - 2; i >= 0; i-- {
		if p.data[i] != '"' {
			continue
		}
		escapes := 0
		for j := i - 1; j >= 0 && p.data[j] == '\\'; j-- {
			escapes++
		}
		if escapes%2 == 0 {
			return i
		}
	}
	return 0
}

func (p *parser) object(n *node, depth int) error {
	n.members = map[string]*node{}
	for p.decoder.More() {
		token, err := p.decoder.Token()
		if err != nil {
			return err
		}
		name := token.(string) // the decoder lets nothing else be a name
		if _, twice := n.members[name]; twice {
			return fmt.Errorf("the name %q is there twice in one object", name)
		}
		if n.members[name], err = p.value(depth + 1); err != nil {
			return err
		}
		n.names = append(n.names, name)
	}
	_, err := p.decoder.Token()
	return err
}

func (p *parser) array(n *node, depth int) error {
	for p.decoder.More() {
		v, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.list = append(n.list, v)
	}
	_, err := p.decoder.Token()
	return err
}

// line is where the JSON pointer leads; where it leads nowhere, the nearest value around it.
func (d *document) line(pointer string) int {
	n := d.root
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		next := n.members[unescape.Replace(part)]
		if i, err := strconv.Atoi(part); err == nil && i >= 0 && i < len(n.list) {
			next = n.list[i]
		}
		if next == nil {
			break
		}
		n = next
	}
	return n.line
}

var (
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
)

// into decodes the document into v, a pointer to a struct. It reports every name that v does not have, every value of another
// type, and every missing one that v's tags do not say to omit; when there are any, v stays as it was. A "$schema" at the top is
// for editors.
func (d *document) into(v any, report *Report) error {
	before := len(report.Findings)
	d.fits(d.root, reflect.TypeOf(v).Elem(), "", report)
	if len(report.Findings) > before {
		return nil
	}
	return json.Unmarshal(d.data, v)
}

func (d *document) fits(n *node, t reflect.Type, pointer string, report *Report) {
	reject := func(format string, args ...any) { report.Reject(n.line, orTop(pointer), format, args...) }
	if t.Kind() == reflect.Pointer {
		if n.kind == "null" {
			return
		}
		t = t.Elem()
	}
	if decodes(t) {
		if err := json.Unmarshal(d.data[n.from:n.to], reflect.New(t).Interface()); err != nil {
			reject("%s", plainly(err))
		}
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		if n.kind != "object" {
			reject("here must be an object, not a %s", n.kind)
			return
		}
		d.fitsStruct(n, t, pointer, report)
	case reflect.Map:
		if n.kind != "object" {
			reject("here must be an object, not a %s", n.kind)
			return
		}
		for _, name := range n.names {
			d.fits(n.members[name], t.Elem(), pointer+"/"+escape.Replace(name), report)
		}
	case reflect.Slice:
		if n.kind != "array" {
			reject("here must be an array, not a %s", n.kind)
			return
		}
		for i, element := range n.list {
			d.fits(element, t.Elem(), fmt.Sprintf("%s/%d", pointer, i), report)
		}
	default:
		if err := json.Unmarshal(d.data[n.from:n.to], reflect.New(t).Interface()); err != nil || n.kind == "null" {
			reject("here must be a %s, not %s", simple[t.Kind()], d.data[n.from:min(n.to, n.from+40)])
		}
	}
}

var simple = map[reflect.Kind]string{
	reflect.String: "string", reflect.Bool: "true or false", reflect.Int: "whole number", reflect.Int64: "whole number",
}

func (d *document) fitsStruct(n *node, t reflect.Type, pointer string, report *Report) {
	var known []string
	for _, field := range reflect.VisibleFields(t) { // those of what it embeds too
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || name == "" {
			continue
		}
		known = append(known, name)
		member, there := n.members[name]
		switch {
		case there:
			d.fits(member, field.Type, pointer+"/"+name, report)
		case !strings.Contains(options, "omit"):
			report.Reject(n.line, orTop(pointer), "%q is missing", name)
		}
	}
	for _, name := range n.names {
		if !slices.Contains(known, name) && !(pointer == "" && name == "$schema") {
			report.Reject(n.members[name].line, pointer+"/"+escape.Replace(name), "nothing is called so here; known are %s", strings.Join(known, ", "))
		}
	}
}

// orTop names the file as a whole, whose JSON pointer is empty.
func orTop(pointer string) string {
	if pointer == "" {
		return "/"
	}
	return pointer
}

// decodes says whether the type reads its own JSON.
func decodes(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// plainly words a decoder's error without the names of our packages.
func plainly(err error) string {
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return "here must not be a " + wrong.Value
	}
	text := err.Error()
	for _, prefix := range []string{"json: ", "location: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return text
}
