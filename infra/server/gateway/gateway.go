// Package gateway replaces API Gateway, CloudFront and S3 on one machine. It routes API calls to their functions and serves the site for
// every other path.
package gateway

import (
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"ordering/functions"
	"ordering/functions/api"
	"ordering/functions/geoip/country"
	"ordering/functions/graph"
	"ordering/functions/images"
	"ordering/infra/edge"
	"ordering/shared/brand"
)

// Parts configure the gateway.
type Parts struct {
	Operations []api.Operation
	Identity   api.Identity // verifies access tokens
	// Inside are the operations that call no other system: see pooled.
	Inside []api.Operation
	// Sandbox pages by their prefix under /sandbox/: payments, kitchen, desk, mail, outbox, and clock where CLOCK sets one.
	Sandbox map[string]http.Handler
	// Site is the folder with the built site.
	Site string
	// Data is the folder that holds the published pages.
	Data string
	// Brand is the brand of this deployment.
	Brand brand.Brand
	// Facebook is whether guests can sign in with Facebook.
	Facebook bool
	// Country is the viewer country that CloudFront would report; "" if unknown.
	Country string
	Now     func() time.Time
}

// New returns one handler for all parts.
func New(p Parts) (http.Handler, error) {
	calls := api.Handler(p.Operations, p.Identity)
	site, err := newSite(p.Site, p.Data, p.Brand, calls)
	if err != nil {
		return nil, err
	}
	image, err := pictures(calls)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	var inside []string
	for _, op := range p.Inside {
		inside = append(inside, op.Route())
	}
	mux.Handle("/api/", pooled(inside, compressed(calls)))
	mux.Handle(images.Path, image)
	mux.Handle("/content/", compressed(calls))
	mux.Handle(graph.Path, compressed(calls))
	mux.HandleFunc("GET /api/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(functions.OpenAPI)
	})
	// The bucket stores the page under this name.
	mux.HandleFunc("GET /api/docs", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFile(w, r, filepath.Join(p.Site, "api-docs.html"))
	})
	elsewhere := http.NewCrossOriginProtection()
	for name, h := range p.Sandbox {
		// Cross-origin requests must not move the clock or refuse orders. Payments are exempt: the card field has an opaque origin.
		if name != "payments" {
			h = elsewhere.Handler(h)
		}
		mux.Handle("/sandbox/"+name, h)
		mux.Handle("/sandbox/"+name+"/", h)
	}
	mux.Handle("/", site)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		// The site takes the time from the Date header: a phone's clock may be wrong, and a countdown must be right.
		h.Set("Date", p.Now().Format(http.TimeFormat))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Permissions-Policy", edge.Permissions)
		if !strings.HasPrefix(r.URL.Path, "/sandbox/") { // sandbox pages set their own policy
			h.Set("Content-Security-Policy", edge.PolicyOf(p.Brand, p.Facebook, r.URL.Path))
		}
		// Only CloudFront sets the viewer's country: drop the header if the client sent it.
		if r.Header.Del(country.Header); p.Country != "" {
			r.Header.Set(country.Header, p.Country)
		}
		mux.ServeHTTP(w, r)
	}), nil
}
