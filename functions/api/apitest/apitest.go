// Package apitest fails a test when an operation answers with a status or a problem that its description does not declare.
package apitest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ordering/functions/api"
	"ordering/shared/problem"
)

// Handler is api.Handler under Watch, without tokens.
func Handler(t testing.TB, ops []api.Operation) http.Handler {
	return Watch(t, ops, api.Handler(ops, nil))
}

// Watch serves like h, and reports each answer with a status or a problem that its operation does not declare.
func Watch(t testing.TB, ops []api.Operation, h http.Handler) http.Handler {
	mux, described := http.NewServeMux(), api.Document(ops)
	mux.Handle("/", h)
	for _, op := range ops {
		if op.Hidden {
			continue // not in the document: HEAD beside GET
		}
		responses := api.Described(described, op.Path, op.Method).Responses
		mux.HandleFunc(op.Route(), func(w http.ResponseWriter, r *http.Request) {
			seen := &watched{ResponseWriter: w, status: http.StatusOK}
			h.ServeHTTP(seen, r)
			var body problem.Body
			switch code := strconv.Itoa(seen.status); {
			case seen.status >= http.StatusBadRequest:
				if err := json.Unmarshal(seen.body.Bytes(), &body); err == nil && !slices.Contains(op.Problems(), body.Code) && r.Method == op.Method {
					t.Errorf("%s answers %d %s, which it does not declare: add the code to its WithProblems", op.OperationID, seen.status, body.Code)
				}
			case responses[code] == nil:
				t.Errorf("%s answers %s, which its description does not declare", op.OperationID, code)
			}
		})
	}
	return mux
}

// watched records the status of an answer, and the body of a problem.
type watched struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (w *watched) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *watched) Write(p []byte) (int, error) {
	if strings.HasPrefix(w.Header().Get("Content-Type"), "application/problem+json") {
		w.body.Write(p)
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap returns the writer for http.ResponseController.
func (w *watched) Unwrap() http.ResponseWriter { return w.ResponseWriter }
