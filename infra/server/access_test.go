package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/functions/api"
)

// A line of the access log has the request id of the answer, also for a rejected request.
func TestAccessLog(t *testing.T) {
	var out bytes.Buffer
	noOperations := api.Handler(nil, nil)
	logged := logAccess(&out, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/thank-you/secret-of-an-order"):
			_, _ = w.Write([]byte("thanks"))
		case r.URL.Path == "/image":
			w.WriteHeader(http.StatusForbidden) // rejected before a handler sets an id
		default:
			noOperations.ServeHTTP(w, r)
		}
	}))
	for name, c := range map[string]struct {
		method, path, id string
		route            string
		status, bytes    int
	}{
		"answered":                  {method: "GET", path: "/api/online-ordering/orders/thank-you/secret-of-an-order", id: "id-of-the-caller", route: "GET /api/online-ordering/orders/thank-you/{token}", status: 200, bytes: 6},
		"no such route":             {method: "GET", path: "/api/nothing/secret", id: "id-of-the-caller", status: 404},
		"a forged id":               {method: "POST", path: "/api/nothing", id: "\"}\n{", status: 404},
		"without an id":             {method: "GET", path: "/api/nothing", status: 404},
		"rejected before a handler": {method: "GET", path: "/image?url=secret", route: "GET /image", status: 403},
	} {
		t.Run(name, func(t *testing.T) {
			out.Reset()
			w, r := httptest.NewRecorder(), httptest.NewRequest(c.method, c.path, nil)
			r.Header.Set("X-Request-Id", c.id)
			logged.ServeHTTP(w, r)
			var line struct {
				Time, RequestID, Method, Route string
				Status, Bytes                  int
			}
			err := json.Unmarshal(out.Bytes(), &line)
			assert.NilError(t, err)
			assert.Equal(t, strings.Count(out.String(), "\n"), 1, &out)
			if line.Method != c.method || line.Status != c.status || c.bytes != 0 && line.Bytes != c.bytes || line.Time == "" || line.RequestID == "" {
				t.Errorf("%+v", line)
			}
			of, _, _ := strings.Cut(c.route, "{")
			assert.Assert(t, strings.HasPrefix(line.Route, of))
			assert.Assert(t, c.route != "" || line.Route == "")
			sent := w.Header().Get("X-Request-Id")
			assert.Assert(t, sent == "" || sent == line.RequestID)
			assert.Assert(t, !plainID(c.id) || line.RequestID == c.id)
			assert.Assert(t, !strings.Contains(out.String(), "secret"), "the log line contains a secret: %s", &out)
		})
	}
	out.Reset()
	logged.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/locations", nil))
	assert.Assert(t, out.Len() == 0, "the request of a page is logged: %s", &out)
}

func plainID(id string) bool { return strings.HasPrefix(id, "id-") }

func TestAccessLogRotates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "access.log")
	l, err := openLog(path)
	assert.NilError(t, err)
	l.size = maxLog - 3
	for _, line := range []string{"1\n", "22\n", "3\n"} {
		_, err := l.Write([]byte(line))
		assert.NilError(t, err)
	}
	assert.NilError(t, l.Close())
	for name, want := range map[string]string{path: "22\n3\n", path + ".1": "1\n"} {
		is, err := os.ReadFile(name)
		assert.Check(t, err == nil && string(is) == want, "%s: %v %q, want %q", name, err, is, want)
	}
}
