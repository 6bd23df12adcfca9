package content

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"unicode/utf8"

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
	data, err := c.answer(r, http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		api.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"data":%s}`, data) // the caller may have gone
}

func (c *Content) answer(r *http.Request, body io.Reader) ([]byte, error) {
	// A form of another site can send text, and no JSON: then a browser asks first.
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, problem.New(problem.Malformed)
	}
	raw, err := io.ReadAll(body)
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		return nil, problem.New(problem.TooLarge)
	case err != nil:
		return nil, problem.New(problem.Timeout)
	}
	var a asked
	var names map[string]json.RawMessage
	numbers := json.NewDecoder(bytes.NewReader(raw))
	numbers.UseNumber() // 1.5 is no Int, and 1e300 none that there is
	if !utf8.Valid(raw) || json.Unmarshal(raw, &names) != nil || numbers.Decode(&a) != nil || a.Query == "" {
		return nil, problem.New(problem.Malformed)
	}
	for name := range names { // encoding/json would take QUERY for query
		if name != "operationName" && name != "variables" && name != "query" {
			return nil, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/"))
		}
	}
	return resolve(r.Context(), c.schema(), c.roots, a)
}
