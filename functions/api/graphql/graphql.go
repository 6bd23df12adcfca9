// Package graphql answers GraphQL queries over HTTP: POST with operationName, variables and query (specification §7).
package graphql

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"ordering/functions/api"
	"ordering/functions/api/guard"
	"ordering/shared/problem"
)

// Graph answers the queries of one schema.
type Graph struct {
	schema    func() *ast.Schema
	resolvers map[string]Resolver
	file      string
	refuse    func(http.ResponseWriter, *http.Request, error)
}

// New returns a graph. Each field of Query has a resolver. File is where the schema is, for clients. Refuse writes the answer to a request
// that was not answered with data.
func New(schema, file string, resolvers map[string]Resolver, refuse func(http.ResponseWriter, *http.Request, error)) *Graph {
	// The first query parses the schema, so that a cold start does not.
	parsed := sync.OnceValue(func() *ast.Schema { return gqlparser.MustLoadSchema(&ast.Source{Input: schema}) })
	return &Graph{parsed, resolvers, file, refuse}
}

// Operation describes the graph's operation. The caller has set its id, path, summary and tags.
func (g *Graph) Operation(op huma.Operation) api.Operation {
	media := func(s *huma.Schema) map[string]*huma.MediaType {
		return map[string]*huma.MediaType{"application/json": {Schema: s}}
	}
	header := func(name, description string) *huma.Param {
		return &huma.Param{Name: name, In: "header", Schema: &huma.Schema{Type: huma.TypeString}, Description: description}
	}
	op.Method, op.MaxBodyBytes = http.MethodPost, maxBody
	op.Parameters = []*huma.Param{
		header("brandId", "The brand of this system; any other is refused"), header("countryalpha2", "The country of the site"),
	}
	op.RequestBody = &huma.RequestBody{Required: true, Content: media(&huma.Schema{
		Type: huma.TypeObject, Required: []string{"query"}, AdditionalProperties: false,
		Properties: map[string]*huma.Schema{
			"query":         {Type: huma.TypeString, MinLength: new(1)},
			"operationName": {Type: huma.TypeString, Nullable: true},
			"variables":     {Type: huma.TypeObject, AdditionalProperties: true, Nullable: true},
		},
	})}
	data := &huma.Schema{
		Type: huma.TypeObject, Required: []string{"data"}, Properties: map[string]*huma.Schema{"data": {Type: huma.TypeObject}},
	}
	op.Responses = map[string]*huma.Response{"200": {Description: "The requested data", Content: media(data)}}
	return api.Plain(op, g).WithProblems([]problem.Code{problem.QueryInvalid}).ReadOnly()
}

// request is the body of a request (specification §7).
type request struct {
	OperationName string         `json:"operationName"`
	Variables     map[string]any `json:"variables"`
	Query         string         `json:"query"`
}

// ServeHTTP writes all data of the query or only a refusal, so that clients need not look for missing parts.
func (g *Graph) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, err := g.answer(r)
	if err != nil {
		g.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"data":%s}`, data) // the client may have disconnected
}

func (g *Graph) answer(r *http.Request) ([]byte, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var req request
	var names map[string]json.RawMessage
	body := json.NewDecoder(bytes.NewReader(raw))
	body.UseNumber() // the validation refuses 1.5 and 1e300 as an Int
	if json.Unmarshal(raw, &names) != nil || body.Decode(&req) != nil || req.Query == "" {
		return nil, problem.New(problem.Malformed)
	}
	for name := range names { // encoding/json takes QUERY for query
		if name != "operationName" && name != "variables" && name != "query" {
			return nil, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/"))
		}
	}
	return g.execute(r.Context(), req)
}

// WriteErrors refuses a request in the form of GraphQL: a list of errors, each with its code under extensions. The status is the problem's.
func WriteErrors(w http.ResponseWriter, r *http.Request, err error) {
	body, _ := guard.LogProblem(r.Context(), err)
	type graphError struct {
		Message    string         `json:"message"`
		Extensions map[string]any `json:"extensions"`
	}
	faults := body.Problems
	if len(faults) == 0 {
		faults = []problem.Detail{{Message: body.Message, Code: body.Code}}
	}
	var errs []graphError
	for _, d := range faults {
		errs = append(errs, graphError{d.Message, map[string]any{"code": d.Code, "requestId": body.RequestID}})
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(body.Status)
	_ = json.NewEncoder(w).Encode(map[string]any{"errors": errs})
}
