package importer

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/category"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/promo"
	"ordering/shared/tax"
)

// schema is the part of JSON Schema that our schemas use.
type schema struct {
	Ref        string             `json:"$ref"`
	Type       any                `json:"type"`
	Properties map[string]*schema `json:"properties"`
	Required   []string           `json:"required"`
	Additional any                `json:"additionalProperties"`
	Items      *schema            `json:"items"`
	Enum       []any              `json:"enum"`
	Defs       map[string]*schema `json:"$defs"`
}

// The schemas are for people and editors; the import reads Go types. Both must have the same names, the same required names, and the same
// enumerations.
func TestSchemasMatchTheImport(t *testing.T) {
	for name, into := range map[string]reflect.Type{
		"menu": reflect.TypeFor[menu.File](), "availability": reflect.TypeFor[availabilityFile](),
		"promotions": reflect.TypeFor[promo.File](),
	} {
		data, err := os.ReadFile("../" + name + ".schema.json")
		assert.NilError(t, err)
		var top schema
		assert.NilError(t, json.Unmarshal(data, &top))
		delete(top.Properties, "$schema")
		c := comparison{t, top.Defs}
		c.compare(&top, into, name)
		switch name {
		case "menu":
			c.enumeration("allergen", top.Defs["allergen"], menu.Allergens)
			c.enumeration("tags", top.Defs["item"].Properties["tags"].Items, menu.Tags)
			c.enumeration("taxClass", top.Defs["item"].Properties["taxClass"], tax.Classes)
			c.enumeration("handoffs", top.Defs["item"].Properties["handoffs"].Items, []int{1, 2, 3, 4, 6})
			var ids []category.ID
			var slugs []string
			for _, c := range category.All() {
				if c.Menu != "" {
					ids, slugs = append(ids, c.ID), append(slugs, c.Menu)
				}
			}
			c.enumeration("categoryId", top.Defs["menu"].Properties["categoryId"], ids)
			c.enumeration("slug", top.Defs["menu"].Properties["slug"], slugs)
		case "availability":
			c.enumeration("handoff", top.Defs["exception"].Properties["handoff"], location.AllHandoffs)
		case "promotions":
			of := top.Defs["promotion"].Properties
			c.enumeration("kind", of["kind"], []int{1, 2, 3, 4, 5, 6, 7, 8, 9})
			c.enumeration("handoffs", of["handoffs"].Items, []int{1, 2, 3, 4, 6})
			var slugs []category.Slug
			for _, c := range category.All() {
				if c.Slug != "" {
					slugs = append(slugs, c.Slug)
				}
			}
			c.enumeration("categories", of["categories"].Items, slugs)
		}
	}
}

type comparison struct {
	*testing.T
	defs map[string]*schema
}

func (c comparison) enumeration(name string, s *schema, want any) {
	c.Helper()
	assert.Check(c, fmt.Sprint(s.Enum) == fmt.Sprint(want), "%s: the schema has %v, the code has %v", name, s.Enum, want)
}

func (c comparison) compare(s *schema, t reflect.Type, at string) {
	if s == nil {
		c.Errorf("%s: not in the schema", at)
		return
	}
	if s.Ref != "" {
		s = c.defs[strings.TrimPrefix(s.Ref, "#/$defs/")]
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case decodes(t):
		return // a text or number with its own format
	case t.Kind() == reflect.Slice:
		c.compare(s.Items, t.Elem(), at+"[]")
		return
	case t.Kind() != reflect.Struct:
		return
	}
	var names, required []string
	for _, field := range reflect.VisibleFields(t) { // includes embedded fields
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || name == "" {
			continue
		}
		names = append(names, name)
		if !strings.Contains(options, "omit") {
			required = append(required, name)
		}
		c.compare(s.Properties[name], field.Type, at+"."+name)
	}
	for name := range s.Properties {
		assert.Check(c, slices.Contains(names, name), "%s: the import does not read %q", at, name)
	}
	slices.Sort(required)
	got := slices.Sorted(slices.Values(s.Required))
	assert.Check(c, slices.Equal(got, required), "%s: the schema requires %v, the import %v", at, got, required)
	assert.Check(c, s.Additional == false, "%s: the schema allows unknown properties", at)
}
