package gateway

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"ordering/infra/edge"
)

// pictures normalises the query and Accept with the CloudFront function that runs before the cache.
func pictures(next http.Handler) (http.Handler, error) {
	image, err := edge.New(edge.Image)
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request := edge.Request{Method: r.Method, URI: r.URL.EscapedPath(), Querystring: map[string]edge.Parameter{}, Headers: map[string]edge.Value{}}
		for name, values := range r.URL.Query() {
			request.Querystring[name] = edge.Parameter{Value: values[len(values)-1]} // CloudFront uses the last value
		}
		request.Headers["accept"] = edge.Value{Value: strings.Join(r.Header.Values("Accept"), ", ")}
		on, _, err := image.Request(request)
		if err != nil {
			slog.ErrorContext(r.Context(), "the edge function failed", "error", err)
			http.Error(w, "This address failed", http.StatusBadGateway)
			return
		}
		query := url.Values{}
		for name, v := range on.Querystring {
			query.Set(name, v.Value)
		}
		r = r.Clone(r.Context())
		r.URL.RawQuery = query.Encode()
		r.Header.Set("Accept", on.Headers["accept"].Value)
		next.ServeHTTP(w, r)
	}), nil
}
