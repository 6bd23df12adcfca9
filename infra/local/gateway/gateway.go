// Package gateway stands where API Gateway, CloudFront and S3 stand in the cloud: it sends a request to the function that owns
// its route, and answers everything else with the site.
package gateway

import (
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"ordering/functions"
	"ordering/functions/api"
	"ordering/functions/geoip"
	"ordering/functions/images"
	"ordering/infra/edge"
	"ordering/shared/brand"
)

// Parts are what the gateway leads to.
type Parts struct {
	Operations []api.Operation
	// Sandbox pages by their prefix under /sandbox/: payments, kitchen, mail, outbox, and clock where CLOCK sets one.
	Sandbox map[string]http.Handler
	// Site is the folder with the built site.
	Site string
	// Data is the folder in which the published pages lie.
	Data string
	// Brand is the one that the system is of.
	Brand brand.Brand
	// Country is where CloudFront would say that guests are; "" where it would not know.
	Country string
	Now     func() time.Time
}

// New joins the parts to one handler.
func New(p Parts) (http.Handler, error) {
	calls := api.Handler(p.Operations)
	site, err := newSite(p.Site, p.Data, p.Brand, calls)
	if err != nil {
		return nil, err
	}
	image, err := pictures(calls)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/api/", packing(calls))
	mux.Handle(images.Path, image)
	mux.Handle("/content/", packing(calls))
	mux.HandleFunc("GET /api/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(functions.OpenAPI)
	})
	// The bucket has the page under this name.
	mux.HandleFunc("GET /api/docs", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFile(w, r, filepath.Join(p.Site, "api-docs.html"))
	})
	elsewhere := http.NewCrossOriginProtection()
	for name, h := range p.Sandbox {
		// A page of another site may not have a browser move the clock or refuse orders. The card field is of no site, and pays.
		if name != "payments" {
			h = elsewhere.Handler(h)
		}
		mux.Handle("/sandbox/"+name, h)
		mux.Handle("/sandbox/"+name+"/", h)
	}
	mux.Handle("/", site)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		// The site reads the time from here: a phone's own clock may be wrong, a countdown must not.
		h.Set("Date", p.Now().Format(http.TimeFormat))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Permissions-Policy", edge.Permissions)
		if !strings.HasPrefix(r.URL.Path, "/sandbox/") { // sandbox pages bring a policy of their own
			h.Set("Content-Security-Policy", edge.PolicyOf(p.Brand, r.URL.Path))
		}
		// Only CloudFront says where a viewer is, in place of what the viewer says.
		if r.Header.Del(geoip.Header); p.Country != "" {
			r.Header.Set(geoip.Header, p.Country)
		}
		mux.ServeHTTP(w, r)
	}), nil
}
