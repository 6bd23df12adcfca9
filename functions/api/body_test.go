package api_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"gotest.tools/v3/assert"

	"ordering/functions/api"
	"ordering/shared/problem"
)

type tried struct {
	Body struct {
		Name string         `json:"name,omitempty"`
		Any  map[string]any `json:"any,omitempty"`
		List []any          `json:"list,omitempty"`
	}
}

// trying serves operations with each kind of body.
func trying() http.Handler {
	op := func(id, method string) huma.Operation {
		return huma.Operation{OperationID: id, Method: method, Path: "/api/" + id}
	}
	return api.Handler([]api.Operation{
		api.Describe(op("try", http.MethodPost), func(context.Context, *tried) (*struct{}, error) { return nil, nil }),
		api.Describe(op("signed", http.MethodPost), func(context.Context, *tried) (*struct{}, error) { return nil, nil }).
			AuthenticatedBy(func(context.Context, http.Header, []byte) error { return nil }),
		api.Describe(op("bodiless", http.MethodPost), func(context.Context, *struct{}) (*struct{}, error) { return nil, nil }),
		api.Plain(op("plain", http.MethodPost), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.ReadAll(r.Body); err != nil {
				api.LogAndWriteProblem(w, r, err)
				return
			}
			w.WriteHeader(http.StatusNoContent)
		})),
	}, nil)
}

// Fault 37: a truncated or badly chunked body is a 400 in the error form of §8.
func TestABrokenBodyIsRefused(t *testing.T) {
	server := httptest.NewServer(trying())
	defer server.Close()
	for _, path := range []string{"try", "signed", "bodiless", "plain"} {
		for name, rest := range map[string]string{
			"shorter than Content-Length": "Content-Length: 100\r\n\r\n{\"name\":",
			"cut off in a chunk":          "Transfer-Encoding: chunked\r\n\r\n20\r\n{\"name\":",
			"cut off before the end":      "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
			"an invalid chunk size":       "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
			"a chunk without end":         "Transfer-Encoding: chunked\r\n\r\n2\r\n{}0\r\n\r\n",
		} {
			connection, err := net.Dial("tcp", server.Listener.Addr().String())
			assert.NilError(t, err)
			_, err = io.WriteString(connection, "POST /api/"+path+" HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+rest)
			assert.NilError(t, err)
			assert.NilError(t, connection.(*net.TCPConn).CloseWrite())
			answer, _ := io.ReadAll(connection)
			connection.Close()
			if !bytes.HasPrefix(answer, []byte("HTTP/1.1 400 ")) || !bytes.Contains(answer, []byte(`"code":"malformed"`)) {
				t.Errorf("%s, %s: %s", path, name, answer)
			}
		}
	}
}

// JSON parsers differ in which of two duplicate keys they use: the validated value might not be the used one.
func TestADuplicateKeyIsRefused(t *testing.T) {
	h := trying()
	for body, want := range map[string]int{
		`{"name":"a","name":"b"}`:                        400,
		`{"name":"a","\u006eame":"b"}`:                   400,
		`{"name":"a","any":{"x":[{"y":1,"y":1}]}}`:       400,
		`{"list":[[{"a":1},{"a":1,"b":{"c":1,"c":2}}]]}`: 400,
		`{"any":{"n":1e999,"x":1,"x":2}}`:                400,
		`{"unknown":{"x":1,"x":2}}`:                      400,
		`{"name":"a","any":{"name":"name"}}`:             204,
		`{"any":{"name":{"name":1}},"name":"name"}`:      204,
		`{"list":[{"a":1},{"a":1},["a","a"],"a"]}`:       204,
		`{"any":{"a":1,"A":2}}`:                          204,
	} {
		for _, path := range []string{"try", "signed"} {
			a := send(h, http.MethodPost, path, body, "application/json")
			if a.Code != want || want == 400 && !strings.Contains(a.Body.String(), `"code":"malformed"`) {
				t.Errorf("%s %s: %d %s", path, body, a.Code, a.Body)
			}
		}
	}
	assert.Equal(t, send(h, http.MethodPost, "plain", `{"any":{"x":1,"x":2}}`, "application/json").Code, 400)
}

func send(h http.Handler, method, path, body string, kinds ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/"+path, strings.NewReader(body))
	for _, kind := range kinds {
		r.Header.Add("Content-Type", kind)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// A page of another site can send a form, text or a body without a type without a preflight.
func TestOnlyApplicationJSONIsAccepted(t *testing.T) {
	h := trying()
	for kind, ok := range map[string]bool{
		"application/json": true, "Application/JSON": true, "application/json; charset=utf-8": true, `application/json;charset="UTF-8"`: true, " application/json ": true,
		"": false, "json": false, "text/json": false, "text/plain": false, "application/x-www-form-urlencoded": false, "multipart/form-data; boundary=x": false,
		"application/json5": false, "application/jsonl": false, "application/merge-patch+json": false, "text/plain+json": false, "application/problem+json": false,
		"application/json; charset=utf-16": false, "application/json; charset=": false, "application/json; boundary=x": false, "application/json, text/plain": false, "application/json;": true, "application/json; charset": false,
	} {
		for _, path := range []string{"try", "signed", "bodiless", "plain"} {
			a := send(h, http.MethodPost, path, `{}`, kind)
			if ok != (a.Code == 204) || !ok && (a.Code != http.StatusUnsupportedMediaType || !strings.Contains(a.Body.String(), fmt.Sprintf("%q", problem.MediaType))) {
				t.Errorf("%s as %q: %d %s", path, kind, a.Code, a.Body)
			}
		}
	}
	a := send(h, http.MethodPost, "try", `{}`, "application/json", "text/plain")
	assert.Assert(t, a.Code == http.StatusUnsupportedMediaType, "two Content-Types: got %d, want 415", a.Code)
	a = send(h, http.MethodPost, "bodiless", "")
	assert.Equal(t, a.Code, 204, a.Body)
}

// RFC 9110: 405 lists the methods of the path.
func TestMethodNotAllowedListsTheMethods(t *testing.T) {
	one := func(method, path string) api.Operation {
		return api.Describe(huma.Operation{OperationID: method + path, Method: method, Path: path}, func(context.Context, *struct{}) (*struct{}, error) { return nil, nil })
	}
	h := api.Handler([]api.Operation{one("GET", "/api/a/{id}"), one("PUT", "/api/a/{id}"), one("DELETE", "/api/a/{id}"), one("POST", "/api/a")}, nil)
	for path, want := range map[string]string{"a/1": "GET, HEAD, PUT, DELETE", "a": "POST"} {
		for _, method := range []string{"PATCH", "OPTIONS", "TRACE", "FOO"} {
			if a := send(h, method, path, ""); a.Code != http.StatusMethodNotAllowed || a.Header().Get("Allow") != want {
				t.Errorf("%s %s: %d, Allow: %s", method, path, a.Code, a.Header().Get("Allow"))
			}
		}
	}
	a := send(h, "GET", "b", "")
	assert.Assert(t, a.Code == http.StatusNotFound)
	assert.Equal(t, a.Header().Get("Allow"), "")
}
