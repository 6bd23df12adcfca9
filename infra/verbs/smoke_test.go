package verbs

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ordering/functions/origin"
)

// smoke checks the deployed site as guests see it. Each fault is a sentence.
func TestSmokeChecksTheSite(t *testing.T) {
	shell := `<script src="/boot.js"></script><script type="module" src="/assets/app-2.js"></script><link rel="stylesheet" href="/assets/app-2.css">`
	type fault func(w http.ResponseWriter, r *http.Request) bool // returns whether it has written the response
	on := func(path string, status int, body string) fault {
		return func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path == path {
				w.WriteHeader(status)
				_, _ = w.Write([]byte(body))
			}
			return r.URL.Path == path
		}
	}
	const check, none = "/api/online-ordering/holiday-settings/holiday-check", "/api/online-ordering/locations/no-such-restaurant"
	for want, broken := range map[string]fault{
		"[]":                        nil,
		"The home page answers 503": on("/", 503, shell),
		"does not reference /assets/app-2.js. Either": on("/", 200, strings.ReplaceAll(shell, "-2", "-1")),
		"The home page has the wrong header content-security-policy: null": func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Del("Content-Security-Policy")
			return false
		},
		"The home page has the wrong header strict-transport-security: null": func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Del("Strict-Transport-Security")
			return false
		},
		"/assets/app-2.css answers 403":                      on("/assets/app-2.css", 403, ""),
		"The API answers 503: the table is unavailable":      on(check, 503, "the table is unavailable"),
		"refuses a call with 404 but without its error body": on(none, 404, "<!doctype html>"),
		"A missing page answers 200":                         on("/no-such-page", 200, shell),
		"bypasses CloudFront; the authorizer must refuse it": on("/direct"+check, 200, "{}"),
	} {
		edge := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for name, value := range map[string]string{"Content-Security-Policy": "default-src 'self'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Strict-Transport-Security": "max-age=31536000", "Content-Type": "text/html", "Cache-Control": "immutable"} {
				w.Header().Set(name, value)
			}
			if broken != nil && broken(w, r) {
				return
			}
			switch r.URL.Path {
			case "/", "/assets/app-2.js", "/assets/app-2.css":
				_, _ = w.Write([]byte(shell))
			case check:
				_, _ = w.Write([]byte(`{"isHolidayPeriod":false}`))
			case none:
				w.WriteHeader(404)
				_, _ = w.Write([]byte(`{"message":"restaurant not found"}`))
			case "/direct" + check: // API Gateway calls the authorizer only if the header is present
				if r.Header.Get(origin.Header) == "" {
					w.WriteHeader(401)
					return
				}
				w.WriteHeader(400)
				_, _ = w.Write([]byte(`{"code":"front-missing"}`))
			default:
				w.WriteHeader(404)
			}
		}))
		output, err := node(t, nil, "import { smoke } from './smoke.mjs'; console.log(JSON.stringify(await smoke(process.argv[1], 'd1.cloudfront.test', process.argv[1] + '/direct', { shell: process.argv[2] })))", edge.URL, shell)
		edge.Close()
		if err != nil || !strings.Contains(output, want) || want != "[]" && strings.Contains(output, `","`) {
			t.Errorf("%v %s, want only %s", err, output, want)
		}
	}
	output, err := node(t, nil, "import { smoke } from './smoke.mjs'; console.log(await smoke('https://order.invalid', 'd1.cloudfront.test', undefined, { shell: '' }))")
	if err != nil || !strings.Contains(output, "order.invalid does not resolve yet. Create a CNAME or alias record to d1.cloudfront.test") {
		t.Errorf("%v %s", err, output)
	}
}
