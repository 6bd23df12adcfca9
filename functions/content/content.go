// Package content serves a brand's content besides its menu over GraphQL: pages, posts, navigation, footer and promotions.
package content

import (
	_ "embed"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/functions/api/graphql"
	"ordering/shared/brand"
	"ordering/shared/content"
	"ordering/shared/table"
)

// Schema is the GraphQL schema.
//
//go:embed schema.graphql
var Schema string

// Path is the path of the only operation.
const Path = "/content/graphql"

// Content serves the operation.
type Content struct {
	own   brand.Brand // the only brand that it serves
	graph *graphql.Graph
}

// New returns the function, which reads the table.
func New(t table.Table, own brand.Brand, now func() time.Time) *Content {
	file := "functions/content/schema.graphql"
	return &Content{own, graphql.New(Schema, file, resolversOf(content.NewStore(t, now), own), api.LogAndWriteProblem)}
}

// Operations describes the operation of this function.
func (c *Content) Operations() []api.Operation {
	return api.For(c.own, c.graph.Operation(huma.Operation{
		OperationID: "query-content", Path: Path, Summary: "The brand's content, by the schema in functions/content/schema.graphql", Tags: []string{"content"},
	}))
}
