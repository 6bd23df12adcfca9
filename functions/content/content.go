// Package content serves a brand's content besides its menu over GraphQL: pages, posts, navigation, footer and promotions.
package content

import (
	_ "embed"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"ordering/functions/api"
	"ordering/shared/brand"
	"ordering/shared/content"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Schema is the GraphQL schema.
//
//go:embed schema.graphql
var Schema string

// Path is the path of the only operation.
const Path = "/content/graphql"

// Limits of a query. The deepest query of the site has a depth of five and a quarter of the length.
const (
	maxBody    = 16 << 10 // bytes of a request
	maxQuery   = 4 << 10  // bytes of the query in it
	maxTokens  = 600      // of the query: the time of the validation grows with its square
	maxDepth   = 8
	maxRoots   = 16      // fields of Query, each of which may be a whole page
	maxVisited = 1 << 16 // selected fields and fragments, counted once per object
	maxAnswer  = 1 << 20 // bytes
	maxFaults  = 8       // in a problem
)

// Content serves the operation.
type Content struct {
	own       brand.Brand // the only brand that it serves
	resolvers map[string]resolver
	schema    func() *ast.Schema
}

// New returns the function, which reads the table.
func New(t table.Table, own brand.Brand, now func() time.Time) *Content {
	// The first query parses the schema, so that a cold start does not.
	return &Content{own, resolversOf(content.NewStore(t, now)), sync.OnceValue(func() *ast.Schema {
		return gqlparser.MustLoadSchema(&ast.Source{Input: Schema})
	})}
}

// Operations describes the operation of this function.
func (c *Content) Operations() []api.Operation {
	object := &huma.Schema{Type: huma.TypeObject}
	media := func(s *huma.Schema) map[string]*huma.MediaType {
		return map[string]*huma.MediaType{"application/json": {Schema: s}}
	}
	op := huma.Operation{
		OperationID: "query-content", Method: http.MethodPost, Path: Path, Summary: "The brand's content, by the schema in functions/content/schema.graphql", Tags: []string{"content"},
		MaxBodyBytes: maxBody,
		Parameters: []*huma.Param{
			{Name: "brandId", In: "header", Schema: &huma.Schema{Type: huma.TypeString}, Description: "The brand of this system; any other is refused"},
			{Name: "countryalpha2", In: "header", Schema: &huma.Schema{Type: huma.TypeString}, Description: "The country of the site"},
		},
		RequestBody: &huma.RequestBody{Required: true, Content: media(&huma.Schema{Type: huma.TypeObject, Required: []string{"query"}, AdditionalProperties: false, Properties: map[string]*huma.Schema{
			"query": {Type: huma.TypeString, MinLength: new(1)}, "operationName": {Type: huma.TypeString, Nullable: true}, "variables": {Type: huma.TypeObject, AdditionalProperties: true, Nullable: true},
		}})},
		Responses: map[string]*huma.Response{
			"200": {Description: "The requested data", Content: media(&huma.Schema{Type: huma.TypeObject, Required: []string{"data"}, Properties: map[string]*huma.Schema{"data": object}})},
		},
	}
	return api.For(c.own, api.Plain(op, http.HandlerFunc(c.serve)).WithProblems([]problem.Code{problem.QueryInvalid}).ReadOnly())
}
