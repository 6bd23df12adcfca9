// Package apitest fails a test when an operation answers with a status or a problem that its description does not declare.
package apitest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ordering/functions/api"
	"ordering/shared/problem"
)

// Handler is api.Handler under Watch. The token of a customer is the customer's id. The session of the token "ended" has ended.
func Handler(t testing.TB, ops []api.Operation) http.Handler {
	return Watch(t, ops, api.Handler(ops, tokens{}))
}

type tokens struct{}

func (tokens) Verify(_ context.Context, token string) (api.Principal, error) {
	return api.Principal{CustomerID: token, SessionID: token + ".session"}, nil
}

func (tokens) Live(_ context.Context, p api.Principal) (confirmed bool, err error) {
	if p.CustomerID == "ended" {
		return false, problem.New(problem.SessionEnded)
	}
	return true, nil
}

// Send calls h, with a body as JSON. The headers are pairs of name and value.
func Send(h http.Handler, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// Watch serves like h, and reports each answer with a status or a problem that its operation does not declare, or with a pointer in another
// form than those of the validation.
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
			// Fault 29: no cache keeps an answer to a customer.
			customers := op.Level() != api.Guest && op.Level() != api.System
			if cache := w.Header().Get("Cache-Control"); customers && cache != "no-store" {
				t.Errorf("%s answers a customer with Cache-Control %q", op.OperationID, cache)
			}
			var body problem.Body
			switch code := strconv.Itoa(seen.status); {
			case seen.status >= http.StatusBadRequest:
				if err := json.Unmarshal(seen.body.Bytes(), &body); err == nil && !slices.Contains(op.Problems(), body.Code) && r.Method == op.Method {
					t.Errorf("%s answers %d %s, which it does not declare: add the code to its WithProblems", op.OperationID, seen.status, body.Code)
				}
			case responses[code] == nil:
				t.Errorf("%s answers %s, which its description does not declare", op.OperationID, code)
			}
			for _, d := range body.Problems {
				if strings.HasPrefix(d.Pointer, "/body/") {
					t.Errorf("%s names %s: pointers begin in the body", op.OperationID, d.Pointer)
				}
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
