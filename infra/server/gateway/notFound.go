package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"path"
	"strings"

	"ordering/functions/api"
)

// missing reports whether a page address names a place, location or dish that does not exist. It calls the locations API, like the page
// itself, and returns false if the API fails.
func (s *site) missing(ctx context.Context, urlPath string) bool {
	at := strings.Split(strings.Trim(path.Clean(urlPath), "/"), "/")
	if len(at) > 2 && at[0] == "ca" {
		at = at[2:]
	}
	switch {
	case at[0] == "locations" && (len(at) == 2 || len(at) == 3):
		query := url.Values{"state": {at[1]}, "limit": {"1"}}
		if len(at) == 3 {
			query.Set("city", at[2])
		}
		found := struct{ Total int }{1}
		return !s.ask(ctx, "?"+query.Encode(), &found) || found.Total == 0
	case at[0] == "locations" && len(at) == 4:
		return !s.ask(ctx, "/slug/"+url.PathEscape(at[3]), nil)
	case at[0] == "quote" && len(at) == 3:
		return !s.ask(ctx, "/slug/"+url.PathEscape(at[2]), nil)
	case at[0] == "quote" && len(at) == 5:
		var store struct{ ID string }
		if !s.ask(ctx, "/slug/"+url.PathEscape(at[2]), &store) {
			return true
		}
		return store.ID != "" && !s.ask(ctx, "/item-details/"+url.PathEscape(store.ID)+"/"+url.PathEscape(at[4]), nil)
	}
	return false
}

// ask calls the locations API and decodes a 200 answer into into. It returns false if the answer is 404.
func (s *site) ask(ctx context.Context, call string, into any) bool {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, api.Ordering+"/locations"+call, nil)
	if err != nil {
		return false // not a valid address
	}
	w := &recordedAnswer{head: http.Header{}, status: http.StatusOK}
	s.calls.ServeHTTP(w, r)
	if into != nil && w.status == http.StatusOK {
		_ = json.Unmarshal(w.body.Bytes(), into) // into stays unset if the answer has another form
	}
	return w.status != http.StatusNotFound
}

// recordedAnswer records an answer instead of sending it.
type recordedAnswer struct {
	head   http.Header
	status int
	body   bytes.Buffer
}

func (k *recordedAnswer) Header() http.Header         { return k.head }
func (k *recordedAnswer) WriteHeader(status int)      { k.status = status }
func (k *recordedAnswer) Write(b []byte) (int, error) { return k.body.Write(b) }
