package lambdahttp

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/telemetry"
)

func quiet(t *testing.T) {
	before := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	t.Cleanup(func() { slog.SetDefault(before) })
}

func answered(t *testing.T, method string, h http.HandlerFunc) (events.APIGatewayV2HTTPResponse, string) {
	t.Helper()
	out, err := Handler(h)(t.Context(), event(method, "/", ""))
	assert.NilError(t, err)
	body := out.Body
	if out.IsBase64Encoded {
		raw, err := base64.StdEncoding.DecodeString(body)
		assert.NilError(t, err)
		body = string(raw)
	}
	return out, body
}

// A response that cannot be sent becomes the internal problem in the form of §8, with the request's id.
func TestUnsendableAnswerIsAnInternalProblem(t *testing.T) {
	quiet(t)
	for name, h := range map[string]http.HandlerFunc{
		"text above 6 MB":                func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 6<<20)) },
		"quotes, two bytes as JSON":      func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat(`"`, 4<<20)) },
		"binary above 4.4 MB":            func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(bytes.Repeat([]byte{0xff}, 5<<20)) },
		"headers above 10,240 B":         func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-Long", strings.Repeat("x", 10_240)) },
		"no status":                      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(7) },
		"a panic after half of the body": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "half"); panic("broken") },
	} {
		out, body := answered(t, "GET", h)
		var p struct{ Code, RequestID string }
		if err := json.Unmarshal([]byte(body), &p); err != nil || out.StatusCode != 500 || p.Code != "internal" || p.RequestID != "request-12345" || out.Headers["Content-Type"] != "application/problem+json" {
			t.Errorf("%s: %d %.100s %v", name, out.StatusCode, body, err)
		}
	}
}

func TestAnswerMatchesNetHTTP(t *testing.T) {
	for name, c := range map[string]struct {
		method string
		h      http.HandlerFunc
		status int
		body   string
		header map[string]string
		binary bool
	}{
		"nothing at all":                {"GET", func(http.ResponseWriter, *http.Request) {}, 200, "", nil, false},
		"a body without a content type": {"GET", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<p>hello") }, 200, "<p>hello", map[string]string{"Content-Type": "text/html; charset=utf-8"}, false},
		"text that is not UTF-8": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			_, _ = w.Write([]byte{'a', 0xff})
		}, 200, "a\xff", nil, true},
		"a compressed body": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			_, _ = io.WriteString(w, "x")
		}, 200, "x", nil, true},
		"a header after the status":       {"GET", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(201); w.Header().Set("X-Late", "1") }, 201, "", map[string]string{"X-Late": ""}, false},
		"a second status":                 {"GET", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404); w.WriteHeader(200) }, 404, "", nil, false},
		"early hints before the response": {"GET", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(103); w.WriteHeader(202) }, 202, "", nil, false},
		"a body of a status without one":  {"GET", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(304); _, _ = io.WriteString(w, "x") }, 304, "", nil, false},
		"a HEAD": {"HEAD", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "4")
			_, _ = io.WriteString(w, "body")
		}, 200, "", map[string]string{"Content-Length": "4"}, false},
		"a line break in a header": {"GET", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-Note", "a\r\nSet-Cookie: b") }, 200, "", map[string]string{"X-Note": "a  Set-Cookie: b"}, false},
		"a megabyte of quotes, within 6 MB": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			_, _ = io.WriteString(w, strings.Repeat(`"`, 2<<20))
		}, 200, strings.Repeat(`"`, 2<<20), nil, false},
	} {
		out, body := answered(t, c.method, c.h)
		if out.StatusCode != c.status || body != c.body || out.IsBase64Encoded != c.binary {
			t.Errorf("%s: %d %.60q, base64 %v", name, out.StatusCode, body, out.IsBase64Encoded)
		}
		for header, want := range c.header {
			assert.Check(t, is.Equal(out.Headers[header], want), "%s %s", name, header)
		}
	}
}

// An aborted response fails the invocation, and API Gateway returns 500.
func TestAnIncompleteAnswerFailsTheInvocation(t *testing.T) {
	out, err := Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "half")
		panic(http.ErrAbortHandler)
	}))(t.Context(), event("GET", "/", ""))
	assert.Assert(t, err != nil && out.StatusCode == 0, "%+v %v", out, err)
}

// The handler's context has Lambda's deadline, and a client disconnect does not end it.
func TestTimeLeftReachesTheHandler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		_, err := Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			deadline, ok := r.Context().Deadline()
			left := time.Until(deadline)
			assert.Check(t, ok && left == 3*time.Second, "%v left, %v", left, ok)
			<-r.Context().Done()
			assert.Check(t, is.ErrorIs(r.Context().Err(), context.DeadlineExceeded))
		}))(ctx, event("GET", "/", ""))
		assert.NilError(t, err)
	})
}

func TestErrorsAreCounted(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	defer slog.SetDefault(before)
	slog.SetDefault(slog.New(telemetry.Log(&log, telemetry.Source{Service: "s", Function: "f"})))
	for status, want := range map[int]int{200: 0, 404: 0, 499: 0, 500: 1, 503: 1} {
		log.Reset()
		answered(t, "GET", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		assert.Check(t, is.Equal(strings.Count(log.String(), `"Errors":1`), want), status)
	}
}

// A net/http request converted to an API Gateway event reaches the handler as the same request.
func FuzzRequest(f *testing.F) {
	f.Add("GET", "/api/orders/a b", "q=caf%C3%A9&q=2", "Accept-Language", "fr-ca", "body", "handoff=2")
	f.Add("POST", "/a%2Fb?c#d//", "x=%zz&&=", "X-Note", "a, b", "\xff\x00", "")
	f.Add("PUT", "", "", "", "", "", "a=1; b=2")
	f.Fuzz(func(t *testing.T, method, path, query, header, value, body, cookie string) {
		e := events.APIGatewayV2HTTPRequest{Version: "2.0", RawPath: path, RawQueryString: query, Headers: map[string]string{}}
		e.RequestContext.HTTP.Method, e.RequestContext.DomainName, e.RequestContext.RequestID = method, "api.example", "request-12345"
		e.Body, e.IsBase64Encoded = base64.StdEncoding.EncodeToString([]byte(body)), true
		if header != "" {
			e.Headers[strings.ToLower(header)] = value
		}
		if cookie != "" {
			e.Cookies = strings.Split(cookie, "; ")
		}
		served := false
		out, err := Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			served = true
			if want := path; r.URL.Path != want && !(want == "" && r.URL.Path == "/") {
				t.Errorf("got path %q, want %q", r.URL.Path, want)
			}
			if r.URL.RawQuery != query || r.Method != method || r.Header.Get("X-Request-Id") != "request-12345" {
				t.Errorf("%s %q %q", r.Method, r.URL.RawQuery, r.Header)
			}
			raw, _ := io.ReadAll(r.Body)
			if string(raw) != body || r.ContentLength != int64(len(body)) {
				t.Errorf("got body %q of %d bytes, want %q", raw, r.ContentLength, body)
			}
			if cookie != "" && r.Header.Get("Cookie") != cookie {
				t.Errorf("got cookie %q, want %q", r.Header.Get("Cookie"), cookie)
			}
			w.Header().Set("X-Echo", value)
			_, _ = w.Write(raw)
		}))(t.Context(), e)
		if method == "" {
			assert.Assert(t, err != nil && !served, "an event without a method was served")
			return
		}
		assert.NilError(t, err)
		assert.Assert(t, served)
		got := out.Body
		if out.IsBase64Encoded {
			raw, err := base64.StdEncoding.DecodeString(out.Body)
			assert.NilError(t, err)
			got = string(raw)
		}
		if out.StatusCode == 200 && method != "HEAD" && got != body {
			t.Errorf("got body %q, want %q", got, body)
		}
		// Encode as on the wire: Go replaces invalid UTF-8 by replacement characters.
		wire, err := json.Marshal(out)
		assert.NilError(t, err)
		var heard events.APIGatewayV2HTTPResponse
		err = json.Unmarshal(wire, &heard)
		assert.NilError(t, err)
		assert.Equal(t, heard.Body, out.Body)
	})
}

// A handler gets the same request behind the machine's server and behind API Gateway.
func TestTheSameHandlerServesBoth(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		_, _ = io.WriteString(w, r.Method+" "+r.URL.EscapedPath()+"?"+r.URL.RawQuery+" "+r.Header.Get("Cookie"))
	})
	for _, target := range []string{"/a%20b?q=1", "/caf%C3%A9?x=%20", "/a+b?c=d+e"} {
		r := httptest.NewRequest("GET", target, nil)
		r.Header.Set("Cookie", "a=1; b=2")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		e := event("GET", r.URL.Path, r.URL.RawQuery)
		e.Cookies = []string{"a=1", "b=2"}
		out, err := Handler(h)(t.Context(), e)
		assert.Check(t, err == nil && out.Body == w.Body.String(), "%s: got %q on Lambda, %q on one machine (%v)", target, out.Body, w.Body, err)
	}
}
