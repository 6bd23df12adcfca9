package lambdahttp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/aws/aws-lambda-go/events"
)

// requestID is the header with API Gateway's request id, which its access log has too.
const requestID = "X-Request-Id"

func request(ctx context.Context, e events.APIGatewayV2HTTPRequest) (*http.Request, error) {
	method := e.RequestContext.HTTP.Method
	if method == "" {
		return nil, errors.New("lambdahttp: the event names no HTTP method: it is not of payload format 2.0")
	}
	var body io.Reader = strings.NewReader(e.Body)
	size := int64(len(e.Body))
	if e.IsBase64Encoded {
		decoded, err := base64.StdEncoding.DecodeString(e.Body)
		if err != nil {
			return nil, fmt.Errorf("lambdahttp: the body is not base64: %w", err)
		}
		body, size = bytes.NewReader(decoded), int64(len(decoded))
	}
	// rawPath arrives decoded and rawQueryString undecoded. Parsing rawPath as a URL would treat a "?" or "%" in the path as syntax.
	u := url.URL{Scheme: "https", Host: e.RequestContext.DomainName, Path: cmp.Or(e.RawPath, "/"), RawQuery: e.RawQueryString}
	r := (&http.Request{
		Method: method, URL: &u, Host: u.Host, RequestURI: u.RequestURI(),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: make(http.Header, len(e.Headers)+2), Body: io.NopCloser(body), ContentLength: size,
		RemoteAddr: guestOf(e),
	}).WithContext(ctx)
	for name, value := range e.Headers { // several of one name are already joined by commas
		r.Header.Set(name, value)
	}
	r.Header.Del("Host") // net/http has it in Request.Host
	if len(e.Cookies) > 0 {
		r.Header.Set("Cookie", strings.Join(e.Cookies, "; "))
	}
	if e.RequestContext.RequestID != "" {
		r.Header.Set(requestID, e.RequestContext.RequestID)
	}
	return r, nil
}

// guestOf returns the client's IP address. X-Forwarded-For ends with two addresses: the client's, added by CloudFront,
// and CloudFront's, added by API Gateway. The client can forge all addresses before them.
func guestOf(e events.APIGatewayV2HTTPRequest) string {
	named := strings.Split(e.Headers["x-forwarded-for"], ",")
	if len(named) < 2 {
		return e.RequestContext.HTTP.SourceIP // no CloudFront before the API
	}
	return strings.TrimSpace(named[len(named)-2])
}
