// Package lambdahttp turns API Gateway HTTP API events (payload format 2.0) into requests of net/http and answers back, so that a
// function is the same http.Handler in the cloud and on one machine.
package lambdahttp

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/aws/aws-lambda-go/events"
)

// maxPayload is Lambda's limit of an answer, less what its JSON frame takes.
const maxPayload = 6<<20 - 64<<10

// Handler serves events with h. It returns an error, which Lambda turns into a 500, only for an event that is no HTTP event.
func Handler(h http.Handler) func(context.Context, events.APIGatewayV2HTTPRequest) (events.APIGatewayV2HTTPResponse, error) {
	return func(ctx context.Context, e events.APIGatewayV2HTTPRequest) (events.APIGatewayV2HTTPResponse, error) {
		r, err := request(ctx, e)
		if err != nil {
			return events.APIGatewayV2HTTPResponse{}, err
		}
		w := &recorder{header: http.Header{}}
		h.ServeHTTP(w, r)
		return w.response()
	}
}

func request(ctx context.Context, e events.APIGatewayV2HTTPRequest) (*http.Request, error) {
	method := e.RequestContext.HTTP.Method
	if method == "" {
		return nil, fmt.Errorf("lambdahttp: the event names no HTTP method: it is not of payload format 2.0")
	}
	// rawPath arrives decoded and rawQueryString as it was sent. Parsing rawPath as a URL would take a "?" or "%" of the path for syntax.
	u := url.URL{Scheme: "https", Host: e.RequestContext.DomainName, Path: e.RawPath, RawQuery: e.RawQueryString}
	var body io.Reader = strings.NewReader(e.Body)
	size := int64(len(e.Body))
	if e.IsBase64Encoded {
		decoded, err := base64.StdEncoding.DecodeString(e.Body)
		if err != nil {
			return nil, fmt.Errorf("lambdahttp: the body is not base64: %w", err)
		}
		body, size = bytes.NewReader(decoded), int64(len(decoded))
	}
	r := (&http.Request{
		Method: method, URL: &u, Host: u.Host, RequestURI: u.RequestURI(),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: make(http.Header, len(e.Headers)+2), Body: io.NopCloser(body), ContentLength: size,
		RemoteAddr: guestOf(e),
	}).WithContext(ctx)
	for name, value := range e.Headers {
		r.Header.Set(name, value)
	}
	if len(e.Cookies) > 0 {
		r.Header.Set("Cookie", strings.Join(e.Cookies, "; "))
	}
	if e.RequestContext.RequestID != "" {
		r.Header.Set("X-Request-Id", e.RequestContext.RequestID)
	}
	return r, nil
}

// guestOf is the address that the guest's call came from. API Gateway adds the address that called it, CloudFront's, to those that
// CloudFront names, the last of which is the one that called CloudFront. What stands before that anybody may have written.
func guestOf(e events.APIGatewayV2HTTPRequest) string {
	named := strings.Split(e.Headers["x-forwarded-for"], ",")
	if len(named) < 2 {
		return e.RequestContext.HTTP.SourceIP // nothing stands before the API
	}
	return strings.TrimSpace(named[len(named)-2])
}

// recorder keeps an answer until it is whole: an event has one response.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header { return w.header }

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

func (w *recorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

func (w *recorder) response() (events.APIGatewayV2HTTPResponse, error) {
	w.WriteHeader(http.StatusOK)
	out := events.APIGatewayV2HTTPResponse{StatusCode: w.status, Headers: make(map[string]string, len(w.header)), Cookies: w.header.Values("Set-Cookie")}
	for name, values := range w.header {
		if name != "Set-Cookie" {
			out.Headers[name] = strings.Join(values, ", ")
		}
	}
	body := w.body.Bytes()
	if textual(w.header) {
		out.Body = string(body)
	} else {
		out.Body, out.IsBase64Encoded = base64.StdEncoding.EncodeToString(body), len(body) > 0
	}
	if len(out.Body) > maxPayload {
		return events.APIGatewayV2HTTPResponse{}, fmt.Errorf("lambdahttp: an answer of %d bytes passes Lambda's limit", len(out.Body))
	}
	return out, nil
}

// textual says whether the body may travel as JSON text; anything else goes as base64.
func textual(h http.Header) bool {
	if h.Get("Content-Encoding") != "" {
		return false
	}
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	return kind == "" || strings.HasPrefix(kind, "text/") || kind == "application/json" || strings.HasSuffix(kind, "+json")
}
