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

// asked is the body of a call (specification §7).
type asked struct {
	OperationName string         `json:"operationName"`
	Variables     map[string]any `json:"variables"`
	Query         string         `json:"query"`
}

// serve answers a query with all that it asks for, or with a problem and nothing: no caller has to look for what is missing.
func (c *Content) serve(w http.ResponseWriter, r *http.Request) {
	data, err := c.answer(r)
	if err != nil {
		api.LogAndWriteProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"data":%s}`, data) // the caller may have gone
}

func (c *Content) answer(r *http.Request) ([]byte, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err // it is in memory
	}
	var a asked
	var names map[string]json.RawMessage
	numbers := json.NewDecoder(bytes.NewReader(raw))
	numbers.UseNumber() // 1.5 is no Int, and 1e300 none that there is
	if json.Unmarshal(raw, &names) != nil || numbers.Decode(&a) != nil || a.Query == "" {
		return nil, problem.New(problem.Malformed)
	}
	for name := range names { // encoding/json would take QUERY for query
		if name != "operationName" && name != "variables" && name != "query" {
			return nil, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/"))
		}
	}
	return resolve(r.Context(), c.schema(), c.roots, a)
}
