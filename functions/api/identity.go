package api

import (
	"cmp"
	"context"
	"crypto/rand"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"

	"ordering/shared/brand"
)

// CommonHeaders are the request headers that every operation accepts (specification §7). Embed them in an input.
type CommonHeaders struct {
	Language string `header:"Accept-Language" maxLength:"200" doc:"Language of labels in the answer: en, en-ca or fr-ca; the brand's menus also have pt-br, ja-jp and es-mx"`
}

// caller describes the client of a request.
type caller struct {
	requestID string
	country   string
	brand     brand.Brand
	network   string
}

type callerKey struct{}

// identify reads the client of a request. A request without a brand is answered for own.
func identify(r *http.Request, asked, own brand.Brand) caller {
	id := r.Header.Get("X-Request-Id")
	if !plain(id) {
		id = rand.Text()
	}
	if asked.ID == 0 {
		asked = own
	}
	return caller{
		requestID: id,
		country:   strings.ToUpper(cmp.Or(r.Header.Get("country-alpha-2"), r.Header.Get("countryalpha2"), "US")),
		brand:     asked,
		network:   networkOf(r),
	}
}

func callerOf(ctx context.Context) caller {
	who, _ := ctx.Value(callerKey{}).(caller)
	return who
}

// RequestID returns the id of the request in the log and in an error's body.
func RequestID(ctx context.Context) string { return callerOf(ctx).requestID }

// Country returns the country-alpha-2 header of the request, US when it is missing.
func Country(ctx context.Context) string { return callerOf(ctx).country }

// Brand returns the brand that the request is answered for.
func Brand(ctx context.Context) brand.Brand { return callerOf(ctx).brand }

// Network returns the caller's network for rate limits: an IPv4 address, or the /64 of an IPv6 address, which one guest owns entirely.
// Empty for calls from the machine itself.
func Network(ctx context.Context) string { return callerOf(ctx).network }

// plain reports whether a request id of the caller may be logged: short, without control characters.
func plain(id string) bool {
	return len(id) >= 8 && len(id) <= 64 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=:.") == ""
}

// brandOf returns the brand in the header brand-id, or brandId in calls of the graph (§7). Without a header it returns the zero brand, and
// known is true.
func brandOf(h http.Header) (b brand.Brand, known bool) {
	named := cmp.Or(h.Get("brand-id"), h.Get("brandId"))
	if named == "" {
		return brand.Brand{}, true
	}
	id, err := strconv.Atoi(named)
	if err != nil {
		return brand.Brand{}, false
	}
	return brand.Find(id)
}

// networkOf returns the network of the connection. Clients can forge headers, so X-Forwarded-For counts only if the connection comes from a
// proxy on the same machine. Its last address is the one that the proxy saw.
func networkOf(r *http.Request) string {
	ip, err := AddressOf(r.RemoteAddr)
	if err == nil && ip.Unmap().IsLoopback() {
		// A proxy may append its address in a second header line.
		named := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		ip, err = AddressOf(named[len(named)-1])
	}
	if ip = ip.Unmap().WithZone(""); err != nil || ip.IsLoopback() {
		return ""
	}
	if ip.Is6() {
		return netip.PrefixFrom(ip, 64).Masked().String()
	}
	return ip.String()
}

// AddressOf parses an address with or without a port. Some proxies write the port too, and IPv6 in brackets.
func AddressOf(text string) (netip.Addr, error) {
	text = strings.TrimSpace(text)
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	return netip.ParseAddr(strings.Trim(text, "[]"))
}
