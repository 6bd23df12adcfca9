package content

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"ordering/functions/api"
	"ordering/shared/problem"
)

// request is the body of a request (specification §7).
type request struct {
	OperationName string         `json:"operationName"`
	Variables     map[string]any `json:"variables"`
	Query         string         `json:"query"`
}

// serve writes all data of the query or only a problem, so that clients need not look for missing parts.
func (c *Content) serve(w http.ResponseWriter, r *http.Request) {
	data, err := c.answer(r)
	if err != nil {
		api.LogAndWriteProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"data":%s}`, data) // the client may have disconnected
}

func (c *Content) answer(r *http.Request) ([]byte, error) {
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
	return execute(r.Context(), c.schema(), c.resolvers, req)
}
