package graph

import (
	"reflect"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"gotest.tools/v3/assert"
)

// Each field of the schema has a Go field of its kind, and each field of Query a resolver.
func TestGoTypesHaveTheFieldsOfTheSchema(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: Schema})
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
		if schema.Types[def.NamedType].Kind != ast.Object || checked[def.NamedType] {
			return
		}
		checked[def.NamedType] = true
		for _, f := range schema.Types[def.NamedType].Fields {
			goField, ok := value.FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, f.Name) })
			if !ok {
				t.Errorf("%s has no %s", value, f.Name)
				continue
			}
			check(def.NamedType+"."+f.Name, f.Type, goField.Type)
		}
	}
	resolvers, query := new(Graph).resolvers(), schema.Types["Query"]
	for name, result := range map[string]any{"me": person{}, "orders": connection{}, "order": &node{}, "favourites": []string{}} {
		assert.Assert(t, resolvers[name] != nil, name)
		check(name, query.Fields.ForName(name).Type, reflect.TypeOf(result))
	}
	for _, f := range query.Fields {
		assert.Check(t, strings.HasPrefix(f.Name, "__") || resolvers[f.Name] != nil, "%s has no resolver", f.Name)
	}
	for name, def := range schema.Types {
		assert.Check(t, def.BuiltIn || def.Kind != ast.Object || name == "Query" || checked[name], "%s is not used", name)
	}
}
