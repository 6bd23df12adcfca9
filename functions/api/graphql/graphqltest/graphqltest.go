// Package graphqltest compares a schema with the Go types that answer it.
package graphqltest

import (
	"reflect"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"gotest.tools/v3/assert"

	"ordering/functions/api/graphql"
)

// Check demands that each field of Query has a resolver, that each field of the schema has a Go field of its kind, and that each type is
// used. results has a value for each resolver.
func Check(t *testing.T, source string, resolvers map[string]graphql.Resolver, results map[string]any) {
	t.Helper()
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: source})
	checked := map[string]bool{}
	var check func(of string, def *ast.Type, value reflect.Type)
	check = func(of string, def *ast.Type, value reflect.Type) {
		pointer := value.Kind() == reflect.Pointer
		if pointer {
			value = value.Elem()
		}
		assert.Check(t, pointer == !def.NonNull, "%s: %s", of, value)
		if def.Elem != nil {
			assert.Assert(t, value.Kind() == reflect.Slice, of)
			check(of, def.Elem, value.Elem())
			return
		}
		if schema.Types[def.NamedType].Kind != ast.Object || checked[def.NamedType+value.String()] {
			return
		}
		checked[def.NamedType], checked[def.NamedType+value.String()] = true, true
		for _, f := range schema.Types[def.NamedType].Fields {
			goField, ok := value.FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, f.Name) })
			if !ok {
				t.Errorf("%s has no %s", value, f.Name)
				continue
			}
			check(def.NamedType+"."+f.Name, f.Type, goField.Type)
		}
	}
	for _, f := range schema.Types["Query"].Fields {
		if strings.HasPrefix(f.Name, "__") {
			continue
		}
		assert.Assert(t, resolvers[f.Name] != nil && results[f.Name] != nil, "%s has no resolver or no result", f.Name)
		check(f.Name, f.Type, reflect.TypeOf(results[f.Name]))
	}
	for name, def := range schema.Types {
		assert.Check(t, def.BuiltIn || def.Kind != ast.Object || name == "Query" || checked[name], "%s is not used", name)
	}
}
