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

// Faults 4 and 20: a name or parameter that the contract lacks is refused. encoding/json ignores the case of names, and ſ folds to s.
// infra/local tries each body of each operation.
func TestUnknownNamesAreRefused(t *testing.T) {
	for _, body := range []string{`{"price":1}`, `{"NAME":"a"}`, `{"name":"a","Name":"b"}`, `{"liſt":[]}`} {
		w := send(trying(), http.MethodPost, "try", body, "application/json")
		assert.Check(t, w.Code == 422 && strings.Contains(w.Body.String(), `"code":"invalid"`), "%s: %d %s", body, w.Code, w.Body)
		assert.Check(t, body != `{"price":1}` || strings.Contains(w.Body.String(), `"pointer":"/price"`), w.Body)
	}
	assert.Equal(t, send(trying(), http.MethodPost, "try?price=1", `{}`, "application/json").Code, 422)
}

func TestALargeBodyIsRefused(t *testing.T) {
	for _, path := range []string{"try", "signed", "plain"} {
		a := send(trying(), http.MethodPost, path, strings.Repeat("1", 65<<10), "application/json")
		assert.Check(t, a.Code == http.StatusRequestEntityTooLarge, "%s: %d %s", path, a.Code, a.Body)
	}
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

// An operation that takes a form takes no JSON, so that each body is read in one way only.
func TestOnlyFormsAreAcceptedAsForms(t *testing.T) {
	op := huma.Operation{OperationID: "form", Method: http.MethodPost, Path: "/api/form"}
	h := api.Handler([]api.Operation{api.Plain(op, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, r.PostFormValue("a"), "1")
		w.WriteHeader(http.StatusNoContent)
	})).TakesForm()}, nil)
	const form = "application/x-www-form-urlencoded"
	for _, c := range []struct {
		kind, body string
		status     int
	}{
		{form, "a=1&a=2", 204}, {form + "; charset=UTF-8", "a=1", 204}, {form, "a=\xff", 400}, {form, strings.Repeat("a", 65<<10), 413},
		{"application/json", `{"a":1}`, 415}, {"multipart/form-data; boundary=x", "a=1", 415}, {"text/plain", "a=1", 415}, {"", "a=1", 415},
	} {
		a := send(h, http.MethodPost, "form", c.body, c.kind)
		assert.Check(t, a.Code == c.status, "%s %.20q: got %d, want %d", c.kind, c.body, a.Code, c.status)
	}
}

// A file is checked before it is read, and the operation reads it when it has room.
func TestAFileIsReadByItsOperation(t *testing.T) {
	const most = 2 << 20
	op := huma.Operation{OperationID: "file", Method: http.MethodPost, Path: "/api/file"}
	server := httptest.NewServer(api.Handler([]api.Operation{
		api.Describe(op, func(_ context.Context, in *fileInput) (*struct{}, error) {
			if in.Refused {
				return nil, problem.New(problem.UploadKind)
			}
			data, err := io.ReadAll(in.file)
			if err == nil && string(data) != "\xff\xd8\xff" {
				err = fmt.Errorf("%d bytes", len(data))
			}
			return nil, err
		}).TakesFile(most, "image/jpeg", "image/png"),
	}, nil))
	defer server.Close()
	for name, c := range map[string]struct {
		kind, query string
		body        []byte
		status      int
		want        problem.Code
	}{
		"a picture":                      {"image/jpeg", "", []byte("\xff\xd8\xff"), 204, ""},
		"JSON":                           {"application/json", "", []byte("{}"), 415, problem.MediaType},
		"a form of another site":         {"text/plain", "", []byte("\xff\xd8\xff"), 415, problem.MediaType},
		"too large":                      {"image/png", "", make([]byte, most+1), 413, problem.TooLarge},
		"refused before it is read":      {"image/png", "?refused=true", make([]byte, most), 422, problem.UploadKind},
		"of no type, and then not read":  {"", "", make([]byte, most), 415, problem.MediaType},
		"a parameter that does not work": {"image/png", "?refused=perhaps", make([]byte, most), 422, problem.Invalid},
	} {
		answer, err := http.Post(server.URL+"/api/file"+c.query, c.kind, bytes.NewReader(c.body))
		assert.NilError(t, err, name)
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		assert.Check(t, err, name)
		assert.Check(t, answer.StatusCode == c.status && strings.Contains(string(text), string(c.want)), "%s: %d %s", name, answer.StatusCode, text)
	}

	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	assert.NilError(t, err)
	defer connection.Close()
	_, err = io.WriteString(connection, "POST /api/file HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\nContent-Length: 100\r\n\r\n\xff\xd8\xff")
	assert.NilError(t, err)
	assert.NilError(t, connection.(*net.TCPConn).CloseWrite())
	text, _ := io.ReadAll(connection)
	assert.Assert(t, bytes.Contains(text, []byte(`"code":"malformed"`)), "a file that ends early: %s", text)
}

type fileInput struct {
	Refused bool `query:"refused"`
	file    io.Reader
}

func (in *fileInput) Resolve(ctx huma.Context) []error {
	in.file = ctx.BodyReader()
	return nil
}
