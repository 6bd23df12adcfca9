// Package geoip returns the country of a guest, so that the site can suggest that country's site.
package geoip

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/oschwald/maxminddb-golang/v2"

	"ordering/functions/api"
)

// Header contains the country of the viewer. CloudFront overwrites a value that the viewer sent; a local proxy must do the same.
const Header = "CloudFront-Viewer-Country"

// File is the database's name beside the function's program. Package is its path in the npm package. It is in the public domain (CC0).
const (
	File    = "country.mmdb"
	Package = "node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb"
)

// Geoip serves the operations.
type Geoip struct {
	open func() *maxminddb.Reader // nil when it cannot be opened
}

// New returns the function over the database of countries at path. It opens the database on the first lookup, because CloudFront knows the
// country of nearly every guest.
func New(path string) *Geoip {
	return &Geoip{open: sync.OnceValue(func() *maxminddb.Reader {
		db, err := maxminddb.Open(path)
		if err != nil {
			slog.Error("geoip: no database of countries, CloudFront's header is used", "error", err)
			return nil
		}
		return db
	})}
}

// Operations describes the calls of this function. It answers without huma, which would double its cold start.
func (g *Geoip) Operations() []api.Operation {
	country := &huma.Schema{Type: huma.TypeString, Description: "ISO 3166-1 alpha-2; absent when unknown"}
	return []api.Operation{api.Plain(huma.Operation{
		OperationID: "get-geo-from-ip", Method: http.MethodGet, Path: api.Main + "/getGeoFromIp",
		Summary: "Country of the caller", Tags: []string{"geoip"},
		Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{
			"application/json": {Schema: &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"country": country}}},
		}}},
	}, http.HandlerFunc(g.get)).OfEveryBrand()}
}

func (g *Geoip) get(w http.ResponseWriter, r *http.Request) {
	code := strings.ToUpper(r.Header.Get(Header))
	if !known(code) {
		var err error
		if code, err = g.lookup(api.Network(r.Context())); err != nil {
			api.LogAndWriteProblem(w, r, err)
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	if code == "" {
		_, _ = io.WriteString(w, "{}")
		return
	}
	_, _ = io.WriteString(w, `{"country":"`+code+`"}`)
}

// lookup returns the country of a network from api.Network; "" when the database has none.
func (g *Geoip) lookup(network string) (string, error) {
	address, _, _ := strings.Cut(network, "/")
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.IsPrivate() {
		return "", nil // loopback or a private network
	}
	db := g.open()
	if db == nil {
		return "", nil
	}
	var found struct {
		Code string `maxminddb:"country_code"`
	}
	if err := db.Lookup(ip).Decode(&found); err != nil {
		return "", fmt.Errorf("look up a country: %w", err)
	}
	if !known(found.Code) {
		return "", nil
	}
	return found.Code, nil
}

// known reports whether the code is a country's. CloudFront sends XX for an address that it cannot locate.
func known(code string) bool {
	return len(code) == 2 && code != "XX" && strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
