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
	// maxPayload is Lambda's limit of an answer as JSON, in bytes, less what its frame takes beside the body.
	maxPayload = 6<<20 - 64<<10
	// maxHeaders is API Gateway's limit of all names and values of an answer's headers together, in bytes.
	maxHeaders = 10_240
)

// recorder keeps an answer until it is whole: an event has one response.
type recorder struct {
	header http.Header
	status int
	sent   http.Header // as it was when the status was written; what is changed later does not travel
	body   bytes.Buffer
	bare   bool  // a HEAD: no body travels
	failed error // why there is no answer
}

func newRecorder(bare bool) *recorder { return &recorder{header: http.Header{}, bare: bare} }

func (w *recorder) Header() http.Header { return w.header }

// WriteHeader takes the first status. Those that only inform have no way to the guest.
func (w *recorder) WriteHeader(status int) {
	if w.status != 0 || status >= 100 && status < 200 {
		return
	}
	w.status, w.sent = status, w.header.Clone()
	if status < 100 || status > 999 {
		w.failed = fmt.Errorf("lambdahttp: %d is no status", status)
	}
}

func (w *recorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	if !w.mayHaveBody() {
		return 0, http.ErrBodyNotAllowed
	}
	if w.bare {
		return len(p), nil
	}
	return w.body.Write(p)
}

func (w *recorder) mayHaveBody() bool {
	return w.status != http.StatusNoContent && w.status != http.StatusNotModified
}

func (w *recorder) response() (events.APIGatewayV2HTTPResponse, error) {
	w.WriteHeader(http.StatusOK)
	if w.failed != nil {
		return events.APIGatewayV2HTTPResponse{}, w.failed
	}
	body := w.body.Bytes()
	if len(body) > 0 && w.sent.Get("Content-Type") == "" && w.sent.Get("Content-Encoding") == "" {
		w.sent.Set("Content-Type", http.DetectContentType(body)) // as net/http does; API Gateway would say JSON
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
		return events.APIGatewayV2HTTPResponse{}, fmt.Errorf("lambdahttp: %d bytes of headers pass API Gateway's limit", size)
	}
	if textual(w.sent) && utf8.Valid(body) {
		out.Body = string(body)
	} else {
		out.Body, out.IsBase64Encoded = base64.StdEncoding.EncodeToString(body), len(body) > 0
	}
	if !fits(out.Body) {
		return events.APIGatewayV2HTTPResponse{}, errors.New("lambdahttp: the answer passes Lambda's limit of 6 MB")
	}
	return out, nil
}

// fits reports whether a body is within the limit once it is JSON, where a character may take six bytes.
func fits(body string) bool {
	if len(body) <= maxPayload/6 {
		return true
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	return e.Encode(body) == nil && b.Len() <= maxPayload
}

// oneLine keeps a value from becoming a header of its own.
var oneLine = strings.NewReplacer("\r", " ", "\n", " ")

// textual says whether the body may travel as JSON text; anything else goes as base64.
func textual(h http.Header) bool {
	if h.Get("Content-Encoding") != "" {
		return false
	}
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	return kind == "" || strings.HasPrefix(kind, "text/") || kind == "application/json" || strings.HasSuffix(kind, "+json")
}
