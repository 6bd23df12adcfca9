package content

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"ordering/shared/problem"
)

// The queries are parsed and validated by gqlparser, the parser under gqlgen. What is answered are plain values whose JSON names are the
// schema's: writing out what a query selects of them is this file, where gqlgen's own would be 9,000 generated lines and a binary that is
// over its budget, as is a library that finds resolvers by reflection.

// answer is the data of one query under way.
type answer struct {
	ctx       context.Context
	roots     map[string]root
	doc       *ast.QueryDocument
	variables map[string]any
	asked     int // fields of the query itself so far
	looked    int // fields that were looked at so far, those left out too
	out       bytes.Buffer
}

// root resolves a field of Query.
type root func(ctx context.Context, arguments map[string]any) (any, error)

// resolve answers a query with its data, or with a problem: query-invalid for what is wrong with it, or what a root returned.
func resolve(ctx context.Context, schema *ast.Schema, roots map[string]root, a asked) ([]byte, error) {
	if len(a.Query) > maxQuery {
		return nil, refused(errors.New("it is too long"))
	}
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: a.Query}, maxTokens)
	if err != nil {
		return nil, refused(err)
	}
	if faults := validator.ValidateWithRules(schema, doc, rules.NewDefaultRules()); len(faults) > 0 {
		return nil, refused(faults)
	}
	op := doc.Operations.ForName(a.OperationName)
	if op == nil {
		return nil, refused(errors.New("it does not say which of its operations is meant"))
	}
	variables, err := validator.VariableValues(schema, op, a.Variables)
	if err != nil {
		return nil, refused(err)
	}
	// The parser's package takes a text of digits for a number and a number for a text, and leaves either what it was.
	for _, v := range op.VariableDefinitions {
		_, isText := variables[v.Variable].(string)
		_, isNumber := variables[v.Variable].(json.Number)
		if of := v.Type.NamedType; isText && of == "Int" || isNumber && of == "String" {
			return nil, refused(fmt.Errorf("%v is no %s", variables[v.Variable], of))
		}
	}
	if deep(doc, op.SelectionSet, map[string]int{}) > maxDepth {
		return nil, refused(errors.New("it is too deep"))
	}
	x := &answer{ctx: ctx, roots: roots, doc: doc, variables: variables}
	if err := x.object(reflect.Value{}, op.SelectionSet); err != nil {
		return nil, err
	}
	return x.out.Bytes(), nil
}

// refused is the problem of a query with all that is wrong with it.
func refused(err error) error {
	all := gqlerror.List{}
	if !errors.As(err, &all) {
		all = gqlerror.List{gqlerror.Wrap(err)}
	}
	p := problem.New(problem.QueryInvalid, "reason", all[0].Message)
	for _, e := range all[:min(len(all), maxFaults)] {
		p.Details = append(p.Details, problem.Finding(problem.QueryInvalid, "/query", "reason", e.Message))
	}
	return p
}

// deep is how many fields lie inside each other. A fragment is looked at once: the rules see to it that none is in itself.
func deep(doc *ast.QueryDocument, set ast.SelectionSet, known map[string]int) int {
	most := 0
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			most = max(most, 1+deep(doc, s.SelectionSet, known))
		case *ast.InlineFragment:
			most = max(most, deep(doc, s.SelectionSet, known))
		case *ast.FragmentSpread:
			if _, ok := known[s.Name]; !ok {
				known[s.Name] = deep(doc, s.Definition.SelectionSet, known)
			}
			most = max(most, known[s.Name])
		}
	}
	return most
}

// selected is a field to answer, with all that is selected of it in different places.
type selected struct {
	*ast.Field
	inner ast.SelectionSet
}

// collect gives the fields of a set in their order. No type of the schema is abstract, so every fragment applies.
func (x *answer) collect(set ast.SelectionSet, fields []*selected, spread map[string]bool) []*selected {
	x.looked += len(set)
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			if !x.wanted(s.Directives) {
				continue
			}
			at := -1
			for i, f := range fields {
				if f.Alias == s.Alias {
					at = i
				}
			}
			if at < 0 {
				fields = append(fields, &selected{s, s.SelectionSet})
			} else {
				fields[at].inner = append(fields[at].inner[:len(fields[at].inner):len(fields[at].inner)], s.SelectionSet...)
			}
		case *ast.InlineFragment:
			if x.wanted(s.Directives) {
				fields = x.collect(s.SelectionSet, fields, spread)
			}
		case *ast.FragmentSpread:
			if x.wanted(s.Directives) && !spread[s.Name] {
				spread[s.Name] = true
				fields = x.collect(s.Definition.SelectionSet, fields, spread)
			}
		}
	}
	return fields
}

// wanted heeds @skip and @include.
func (x *answer) wanted(directives ast.DirectiveList) bool {
	for name, when := range map[string]bool{"skip": false, "include": true} {
		if d := directives.ForName(name); d != nil && d.ArgumentMap(x.variables)["if"] != when {
			return false
		}
	}
	return true
}

// object writes what is selected of a struct; of the query itself, which no value stands for, what its roots resolve.
func (x *answer) object(v reflect.Value, set ast.SelectionSet) error {
	if x.looked > maxLooked {
		return tooMuch()
	}
	x.out.WriteByte('{')
	for i, f := range x.collect(set, nil, map[string]bool{}) {
		if i > 0 {
			x.out.WriteByte(',')
		}
		x.leaf(f.Alias)
		x.out.WriteByte(':')
		var err error
		switch {
		case f.Name == "__typename":
			x.leaf(f.ObjectDefinition.Name)
		case strings.HasPrefix(f.Name, "__"):
			err = refused(errors.New("the schema is not told here: it is functions/content/schema.graphql"))
		case v.IsValid():
			err = x.value(field(v, f.Name), f.inner)
		default:
			err = x.root(f)
		}
		if err != nil {
			return err
		}
	}
	x.out.WriteByte('}')
	return nil
}

func (x *answer) root(f *selected) error {
	if x.asked++; x.asked > maxRoots {
		return tooMuch()
	}
	arguments := f.ArgumentMap(x.variables)
	for _, a := range f.Definition.Arguments {
		// The rules let a variable that may be null stand here where it has a default; it may be null all the same.
		if a.Type.NonNull && arguments[a.Name] == nil {
			return refused(fmt.Errorf("%s must not be null", a.Name))
		}
	}
	v, err := x.roots[f.Name](x.ctx, arguments)
	if err != nil {
		return err
	}
	return x.value(reflect.ValueOf(v), f.inner)
}

// value writes what is selected of a value. No slice is null, whatever Go has.
func (x *answer) value(v reflect.Value, set ast.SelectionSet) error {
	if x.out.Len() > maxAnswer {
		return tooMuch()
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			x.out.WriteString("null")
			return nil
		}
		return x.value(v.Elem(), set)
	case reflect.Struct:
		return x.object(v, set)
	case reflect.Slice:
		x.out.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				x.out.WriteByte(',')
			}
			if err := x.value(v.Index(i), set); err != nil {
				return err
			}
		}
		x.out.WriteByte(']')
		return nil
	default:
		x.leaf(v.Interface())
		return nil
	}
}

// leaf writes a text, a number or a truth, in which JSON has nothing to refuse.
func (x *answer) leaf(v any) {
	data, _ := json.Marshal(v)
	x.out.Write(data)
}

func tooMuch() error { return refused(errors.New("it asks for too much at once")) }

// field is the field of a struct that JSON calls so, its own or that of one it embeds. That there is one for each of the schema is a test.
func field(v reflect.Value, name string) reflect.Value {
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			if inner := field(v.Field(i), name); inner.IsValid() {
				return inner
			}
			continue
		}
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag == name {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}
