package lambdahttp

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/aws/aws-lambda-go/events"
)

const (
	// maxPayload is Lambda's limit for a response as JSON, in bytes, minus the size of its other members.
	maxPayload = 6<<20 - 64<<10
	// maxHeaders is API Gateway's limit for the names and values of all response headers together, in bytes.
	maxHeaders = 10_240
)

// recorder buffers a whole response: an event has one response.
type recorder struct {
	header http.Header
	status int
	sent   http.Header // a copy at WriteHeader; later changes are not sent
	body   bytes.Buffer
	bare   bool  // a HEAD request: no body is sent
	failed error // why there is no response
}

func newRecorder(bare bool) *recorder { return &recorder{header: http.Header{}, bare: bare} }

func (w *recorder) Header() http.Header { return w.header }

// WriteHeader keeps the first status. Informational statuses cannot be sent.
func (w *recorder) WriteHeader(status int) {
	if w.status != 0 || status >= 100 && status < 200 {
		return
	}
	w.status, w.sent = status, w.header.Clone()
	if status < 100 || status > 999 {
		w.failed = fmt.Errorf("lambdahttp: invalid status %d", status)
	}
}

func (w *recorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	if w.status == http.StatusNoContent || w.status == http.StatusNotModified {
		return 0, http.ErrBodyNotAllowed
	}
	if w.bare {
		return len(p), nil
	}
	return w.body.Write(p)
}

func (w *recorder) response() (events.APIGatewayV2HTTPResponse, error) {
	w.WriteHeader(http.StatusOK)
	if w.failed != nil {
		return events.APIGatewayV2HTTPResponse{}, w.failed
	}
	body := w.body.Bytes()
	if len(body) > 0 && w.sent.Get("Content-Type") == "" && w.sent.Get("Content-Encoding") == "" {
		w.sent.Set("Content-Type", http.DetectContentType(body)) // as net/http does; API Gateway would set JSON
	}
	out := events.APIGatewayV2HTTPResponse{StatusCode: w.status, Headers: make(map[string]string, len(w.sent))}
	size := 0
	for name, values := range w.sent {
		for n, v := range values {
			values[n] = oneLine.Replace(v)
			size += len(name) + len(v)
		}
		if name == "Set-Cookie" {
			out.Cookies = values
		} else {
			out.Headers[name] = strings.Join(values, ", ")
		}
	}
	if size > maxHeaders {
		return events.APIGatewayV2HTTPResponse{}, fmt.Errorf("lambdahttp: %d bytes of headers exceed API Gateway's limit", size)
	}
	if textual(w.sent) && utf8.Valid(body) {
		out.Body = string(body)
	} else {
		out.Body, out.IsBase64Encoded = base64.StdEncoding.EncodeToString(body), len(body) > 0
	}
	if !fits(out.Body) {
		return events.APIGatewayV2HTTPResponse{}, errors.New("lambdahttp: the answer exceeds Lambda's limit of 6 MB")
	}
	return out, nil
}

// fits reports whether a body is within the limit as JSON, where a character may take six bytes.
func fits(body string) bool {
	if len(body) <= maxPayload/6 {
		return true
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	return e.Encode(body) == nil && b.Len() <= maxPayload
}

// oneLine removes line ends, so that a value cannot start another header.
var oneLine = strings.NewReplacer("\r", " ", "\n", " ")

// textual reports whether the body may be sent as JSON text; any other is sent as base64.
func textual(h http.Header) bool {
	if h.Get("Content-Encoding") != "" {
		return false
	}
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	return kind == "" || strings.HasPrefix(kind, "text/") || kind == "application/json" || strings.HasSuffix(kind, "+json")
}
