package lambdahttp

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func event(method, path, query string) events.APIGatewayV2HTTPRequest {
	e := events.APIGatewayV2HTTPRequest{Version: "2.0", RawPath: path, RawQueryString: query, Headers: map[string]string{"content-type": "application/json"}}
	e.RequestContext.HTTP.Method = method
	e.RequestContext.DomainName = "api.example"
	e.RequestContext.RequestID = "request-12345"
	return e
}

func TestEventBecomesTheSentRequest(t *testing.T) {
	cases := map[string]struct {
		event events.APIGatewayV2HTTPRequest
		check func(*testing.T, *http.Request)
	}{
		"path that was percent-encoded arrives decoded once": {
			event("GET", "/orders/a b?c%2F", "q=caf%C3%A9&q=2"),
			func(t *testing.T, r *http.Request) {
				if r.URL.Path != "/orders/a b?c%2F" || r.RequestURI != "/orders/a%20b%3Fc%252F?q=caf%C3%A9&q=2" {
					t.Errorf("got path %q, URI %q", r.URL.Path, r.RequestURI)
				}
				assert.Check(t, is.DeepEqual(r.URL.Query()["q"], []string{"café", "2"}))
			},
		},
		"the guest is the address before CloudFront's": {
			func() events.APIGatewayV2HTTPRequest {
				e := event("GET", "/", "")
				e.Headers["x-forwarded-for"], e.RequestContext.HTTP.SourceIP = "198.51.100.1, 203.0.113.7, 192.0.2.9", "192.0.2.9"
				return e
			}(),
			func(t *testing.T, r *http.Request) {
				assert.Check(t, is.Equal(r.RemoteAddr, "203.0.113.7"))
			},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			served := false
			_, err := Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { served = true; c.check(t, r) }))(t.Context(), c.event)
			assert.NilError(t, err)
			assert.Assert(t, served)
		})
	}
}

func TestAnswerBecomesTheResponseEvent(t *testing.T) {
	answer := func(write func(http.ResponseWriter)) (events.APIGatewayV2HTTPResponse, error) {
		return Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { write(w) }))(t.Context(), event("GET", "/", ""))
	}
	got, err := answer(func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.Header().Add("Set-Cookie", "a=1")
		w.Header().Add("Set-Cookie", "b=2")
		w.Header().Add("Vary", "Origin")
		w.Header().Add("Vary", "Accept")
		w.WriteHeader(409)
		_, _ = io.WriteString(w, `{"code":"é"}`)
	})
	if err != nil || got.StatusCode != 409 || got.Body != `{"code":"é"}` || got.IsBase64Encoded || got.Headers["Vary"] != "Origin, Accept" || !slices.Equal(got.Cookies, []string{"a=1", "b=2"}) {
		t.Errorf("%+v %v", got, err)
	}
	got, err = answer(func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "image/webp")
		_, _ = w.Write([]byte{0xff, 0})
	})
	assert.NilError(t, err)
	assert.Assert(t, got.IsBase64Encoded && got.Body == "/wA=" && got.StatusCode == 200, "%+v", got)
	got, err = answer(func(w http.ResponseWriter) { w.WriteHeader(204) })
	assert.NilError(t, err)
	assert.Assert(t, got.StatusCode == 204 && got.Body == "" && !got.IsBase64Encoded, "%+v", got)
}

func TestEventThatIsNotHTTPIsAnError(t *testing.T) {
	_, err := Handler(http.NotFoundHandler())(t.Context(), events.APIGatewayV2HTTPRequest{})
	assert.Assert(t, err != nil, "an event without a method was served")
	e := event("POST", "/", "")
	e.Body, e.IsBase64Encoded = "%%%", true
	_, err = Handler(http.NotFoundHandler())(t.Context(), e)
	assert.Assert(t, err != nil, "a body that is not base64 was served")
}

// A call that the authorizer refused gets a problem, and no handler runs. CloudFront would replace a 403 by the site's 404 page.
func TestRefusedCallReachesNoHandler(t *testing.T) {
	for name, c := range map[string]struct {
		said map[string]any // by the authorizer
		want int
	}{"refused": {map[string]any{Refused: true}, http.StatusBadRequest}, "let through": {nil, http.StatusNoContent}} {
		e := event("GET", "/", "")
		e.RequestContext.Authorizer = &events.APIGatewayV2HTTPRequestContextAuthorizerDescription{Lambda: c.said}
		out, err := Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))(t.Context(), e)
		assert.NilError(t, err)
		assert.Equal(t, out.StatusCode, c.want, name)
		if c.said != nil && (!strings.Contains(out.Body, `"code":"front-missing"`) || out.Headers["Content-Type"] != "application/problem+json") {
			t.Errorf("%s: %v %s", name, out.Headers, out.Body)
		}
	}
}
