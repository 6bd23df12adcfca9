package graphql

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"ordering/shared/problem"
)

// gqlparser, which is also the parser of gqlgen, parses and validates the queries. This file executes them on plain Go
// values. docs/decisions/graph-executor.md has the reasons.

// Limits of a query. The deepest query of the site has a depth of five and a quarter of the length.
const (
	maxBody    = 16 << 10 // bytes of a request
	maxQuery   = 4 << 10  // bytes of the query in it
	maxTokens  = 600      // of the query: the time of the validation grows with its square
	maxDepth   = 8
	maxCost    = 24      // of the fields of Query, see costOf
	maxVisited = 1 << 16 // selected fields and fragments, counted once per object
	maxAnswer  = 1 << 20 // bytes
	maxFaults  = 8       // in a refusal
)

// execution is the state of one query.
type execution struct {
	*Graph
	ctx       context.Context
	variables map[string]any
	cost      int // of the fields of Query that were resolved
	visited   int // selected fields and fragments, including skipped ones, counted once per object
	out       bytes.Buffer
}

// Resolver returns the value of a field of Query.
type Resolver func(ctx context.Context, arguments map[string]any) (any, error)

// execute returns the data of a query as JSON. The error is query-invalid or comes from a resolver.
func (g *Graph) execute(ctx context.Context, r request) ([]byte, error) {
	schema := g.schema()
	if len(r.Query) > maxQuery {
		return nil, queryInvalid(errors.New("it is too long"))
	}
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: r.Query}, maxTokens)
	if err != nil {
		return nil, queryInvalid(err)
	}
	if faults := validator.ValidateWithRules(schema, doc, rules.NewDefaultRules()); len(faults) > 0 {
		return nil, queryInvalid(faults)
	}
	operation := doc.Operations.ForName(r.OperationName)
	if operation == nil {
		return nil, queryInvalid(errors.New("operationName must name one of its operations"))
	}
	variables, err := validator.VariableValues(schema, operation, r.Variables)
	if err != nil {
		return nil, queryInvalid(err)
	}
	// gqlparser accepts a string of digits as an Int and a number as a String, and does not convert them.
	for _, v := range operation.VariableDefinitions {
		_, isString := variables[v.Variable].(string)
		_, isNumber := variables[v.Variable].(json.Number)
		if name := v.Type.NamedType; isString && name == "Int" || isNumber && name == "String" {
			return nil, queryInvalid(fmt.Errorf("%v is not a valid %s", variables[v.Variable], name))
		}
	}
	if depth(operation.SelectionSet, map[string]int{}) > maxDepth {
		return nil, queryInvalid(errors.New("it is too deep"))
	}
	x := &execution{Graph: g, ctx: ctx, variables: variables}
	if err := x.writeObject(reflect.Value{}, operation.SelectionSet); err != nil {
		return nil, err
	}
	return x.out.Bytes(), nil
}

// queryInvalid returns the problem of a query with the first maxFaults of its faults.
func queryInvalid(err error) error {
	faults := gqlerror.List{}
	if !errors.As(err, &faults) {
		faults = gqlerror.List{gqlerror.Wrap(err)}
	}
	p := problem.New(problem.QueryInvalid, "reason", faults[0].Message)
	for _, fault := range faults[:min(len(faults), maxFaults)] {
		p.Details = append(p.Details, problem.Finding(problem.QueryInvalid, "/query", "reason", fault.Message))
	}
	return p
}

func tooMuch() error { return queryInvalid(errors.New("it requests too much at once")) }

// depth returns how many fields are nested. It measures each fragment once; the validation has excluded cycles.
func depth(set ast.SelectionSet, fragments map[string]int) int {
	deepest := 0
	for _, selection := range set {
		d := 0
		switch s := selection.(type) {
		case *ast.Field:
			d = 1 + depth(s.SelectionSet, fragments)
		case *ast.InlineFragment:
			d = depth(s.SelectionSet, fragments)
		case *ast.FragmentSpread:
			if fragments[s.Name] == 0 {
				fragments[s.Name] = depth(s.Definition.SelectionSet, fragments)
			}
			d = fragments[s.Name]
		}
		deepest = max(deepest, d)
	}
	return deepest
}

// collect adds the fields of a set in their order and merges those with the same name. Every fragment applies, because
// the schema has no abstract type.
func (x *execution) collect(set ast.SelectionSet, fields []*ast.Field, spread map[string]bool) []*ast.Field {
	x.visited += len(set)
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			if !x.included(s.Directives) {
				continue
			}
			i := slices.IndexFunc(fields, func(f *ast.Field) bool { return f.Alias == s.Alias })
			if i < 0 {
				fields = append(fields, s)
				continue
			}
			merged := *fields[i]
			merged.SelectionSet = slices.Concat(merged.SelectionSet, s.SelectionSet)
			fields[i] = &merged
		case *ast.InlineFragment:
			if x.included(s.Directives) {
				fields = x.collect(s.SelectionSet, fields, spread)
			}
		case *ast.FragmentSpread:
			if x.included(s.Directives) && !spread[s.Name] {
				spread[s.Name] = true
				fields = x.collect(s.Definition.SelectionSet, fields, spread)
			}
		}
	}
	return fields
}

// included applies @skip and @include.
func (x *execution) included(directives ast.DirectiveList) bool {
	skip, include := directives.ForName("skip"), directives.ForName("include")
	return (skip == nil || skip.ArgumentMap(x.variables)["if"] == false) &&
		(include == nil || include.ArgumentMap(x.variables)["if"] == true)
}

// writeObject writes the selected fields of a struct or, without a value, of Query.
func (x *execution) writeObject(object reflect.Value, set ast.SelectionSet) error {
	if x.visited > maxVisited {
		return tooMuch()
	}
	x.out.WriteByte('{')
	for i, f := range x.collect(set, nil, map[string]bool{}) {
		if i > 0 {
			x.out.WriteByte(',')
		}
		x.writeLeaf(f.Alias)
		x.out.WriteByte(':')
		value, err := x.valueOf(object, f)
		if err != nil {
			return err
		}
		if err := x.writeValue(value, f.SelectionSet); err != nil {
			return err
		}
	}
	x.out.WriteByte('}')
	return nil
}

// valueOf returns the value of a field of a struct or, without an object, the result of a resolver of Query.
func (x *execution) valueOf(object reflect.Value, f *ast.Field) (none reflect.Value, err error) {
	switch {
	case f.Name == "__typename":
		return reflect.ValueOf(f.ObjectDefinition.Name), nil
	case strings.HasPrefix(f.Name, "__"):
		return none, queryInvalid(fmt.Errorf("introspection is off: the schema is %s", x.file))
	case object.IsValid():
		return field(object, f.Name), nil
	}
	arguments := f.ArgumentMap(x.variables)
	if x.cost += costOf(arguments); x.cost > maxCost {
		return none, tooMuch()
	}
	for _, a := range f.Definition.Arguments {
		// The validation allows a nullable variable here if it has a default, but the request may set it to null.
		if a.Type.NonNull && arguments[a.Name] == nil {
			return none, queryInvalid(fmt.Errorf("%s must not be null", a.Name))
		}
	}
	value, err := x.resolvers[f.Name](x.ctx, arguments)
	return reflect.ValueOf(value), err
}

// costOf returns the cost of a field of Query: for a list the number of requested entries, otherwise 1, even for a whole page.
func costOf(arguments map[string]any) int {
	first, _ := arguments["first"].(int64)
	return int(min(max(first, 1), maxCost+1))
}

// field returns the field of a struct, or of a struct embedded in it. It ignores case: the url of the schema is URL.
func field(object reflect.Value, name string) reflect.Value {
	return object.FieldByNameFunc(func(goName string) bool { return strings.EqualFold(goName, name) })
}

// writeValue writes the selected part of a value. A nil slice is an empty list: the schema has no list that may be null.
func (x *execution) writeValue(v reflect.Value, set ast.SelectionSet) error {
	if x.out.Len() > maxAnswer {
		return tooMuch()
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return x.writeValue(v.Elem(), set)
		}
		x.out.WriteString("null")
	case reflect.Struct:
		if set == nil { // a scalar, such as a time
			x.writeLeaf(v.Interface())
			return nil
		}
		return x.writeObject(v, set)
	case reflect.Slice:
		x.out.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				x.out.WriteByte(',')
			}
			if err := x.writeValue(v.Index(i), set); err != nil {
				return err
			}
		}
		x.out.WriteByte(']')
	default:
		x.writeLeaf(v.Interface())
	}
	return nil
}

// writeLeaf writes a string, a number, a boolean or a time, which json.Marshal never refuses.
func (x *execution) writeLeaf(v any) {
	data, _ := json.Marshal(v)
	x.out.Write(data)
}
