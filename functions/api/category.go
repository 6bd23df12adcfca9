package api

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"ordering/shared/category"
)

// Category is a query parameter: the slug of a category that takes orders. Empty means everyday.
type Category string

// Schema describes the parameter.
func (Category) Schema(r huma.Registry) *huma.Schema {
	s := ordered("").Schema(r)
	s.Default = string(category.Everyday)
	return s
}

// ordered describes each category.Slug of a body. Package category does not import huma.
type ordered string

func (ordered) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, slug := range category.Ordered() {
		s.Enum = append(s.Enum, string(slug))
	}
	return s
}

func describeCategories(r huma.Registry) {
	r.RegisterTypeAlias(reflect.TypeFor[category.Slug](), reflect.TypeFor[ordered]())
}
