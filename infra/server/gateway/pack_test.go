package gateway

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestLargeAnswersAreCompressed(t *testing.T) {
	large := strings.Repeat("Brookside, Tulsa, OK. ", 2000)
	for name, c := range map[string]struct {
		method, accept string
		status         int
		parts          []string
		packed         bool
	}{
		"a menu":                     {accept: "gzip, br", status: 200, parts: []string{large}, packed: true},
		"in parts":                   {accept: "gzip", status: 200, parts: []string{large[:5000], large[5000:9000], large[9000:]}, packed: true},
		"a basket":                   {accept: "gzip", status: 200, parts: []string{large[:3000]}},
		"gzip with weight 0":         {accept: "br, gzip;q=0", status: 200, parts: []string{large}},
		"a low weight for gzip":      {accept: "identity, GZIP; q=0.5", status: 200, parts: []string{large}, packed: true},
		"a browser without gzip":     {accept: "identity", status: 200, parts: []string{large}},
		"no change":                  {accept: "gzip", status: 304},
		"a mutation":                 {method: http.MethodPost, accept: "gzip", status: 200, parts: []string{large}},
		"a problem keeps its status": {accept: "gzip", status: 404, parts: []string{`{"code":"location-not-found"}`}},
		"a large problem too":        {accept: "gzip", status: 422, parts: []string{large}, packed: true},
	} {
		handler := compressed(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("ETag", `"7"`)
			w.WriteHeader(c.status)
			for _, part := range c.parts {
				_, _ = io.WriteString(w, part)
			}
		}))
		r := httptest.NewRequest(c.method, "/api/x", nil)
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		body, tag := io.Reader(w.Body), `"7"`
		if packed := w.Header().Get("Content-Encoding") == "gzip"; packed != c.packed || packed != (w.Header().Get("Vary") == "Accept-Encoding") {
			t.Errorf("%s: %v", name, w.Header())
		} else if packed {
			assert.Check(t, w.Body.Len() <= len(large)/4, "%s: got %d bytes of %d, want at most a quarter", name, w.Body.Len(), len(large))
			var err error
			body, err = gzip.NewReader(w.Body)
			assert.NilError(t, err)
			tag = `W/"7"`
		}
		got, err := io.ReadAll(body)
		if err != nil || string(got) != strings.Join(c.parts, "") || w.Code != c.status || w.Header().Get("ETag") != tag {
			t.Errorf("%s: got %d, %d bytes, ETag %s, %v", name, w.Code, len(got), w.Header().Get("ETag"), err)
		}
	}
}
