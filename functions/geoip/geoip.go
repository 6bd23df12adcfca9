// Package geoip describes the call that returns the country of a guest, so that the site can suggest that country's site.
package geoip

import (
	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/functions/geoip/country"
)

// Operations describes the calls of this function, which package country answers from the database of countries at path.
func Operations(path string) []api.Operation {
	code := &huma.Schema{Type: huma.TypeString, Description: "ISO 3166-1 alpha-2; absent when unknown"}
	return []api.Operation{api.Guarded(country.In(path).Operation(), huma.Operation{
		Summary: "Country of the caller", Tags: []string{"geoip"},
		Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{
			"application/json": {Schema: &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"country": code}}},
		}}},
	})}
}
