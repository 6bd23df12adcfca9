// Package country finds the country of a guest. It does not link huma, which would slow its cold start.
package country

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"

	"github.com/oschwald/maxminddb-golang/v2"

	"ordering/functions/api/guard"
)

// Header contains the country of the viewer. CloudFront overwrites a value that the viewer sent; a local proxy must do the same.
const Header = "CloudFront-Viewer-Country"

// File is the database's name beside the function's program. Package is its path in the npm package. It is in the public domain (CC0).
const (
	File    = "country.mmdb"
	Package = "node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb"
)

// Countries finds the country of a guest.
type Countries struct {
	open func() *maxminddb.Reader // nil when it cannot be opened
}

// In returns the countries of the database at path. It opens the database on the first lookup, because CloudFront knows the country of
// nearly every guest.
func In(path string) *Countries {
	return &Countries{open: sync.OnceValue(func() *maxminddb.Reader {
		db, err := maxminddb.Open(path)
		if err != nil {
			slog.Error("geoip: country database unavailable, using CloudFront's header", "error", err)
			return nil
		}
		return db
	})}
}

// Operation is the call of this function.
func (c *Countries) Operation() guard.Operation {
	return guard.Operation{
		ID: "get-geo-from-ip", Method: http.MethodGet, Path: "/api/getGeoFromIp", Others: true,
		Answer: func() http.Handler { return http.HandlerFunc(c.get) },
	}
}

func (c *Countries) get(w http.ResponseWriter, r *http.Request) {
	code := strings.ToUpper(r.Header.Get(Header))
	if !known(code) {
		var err error
		if code, err = c.lookup(guard.Network(r.Context())); err != nil {
			guard.LogAndWriteProblem(w, r, err)
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

// lookup returns the country of a network from guard.Network; "" when the database has none.
func (c *Countries) lookup(network string) (string, error) {
	address, _, _ := strings.Cut(network, "/")
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.IsPrivate() {
		return "", nil // loopback or a private network
	}
	db := c.open()
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
