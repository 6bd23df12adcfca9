package guard

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

// caller describes the client of a request.
type caller struct {
	requestID string
	country   string
	network   string
}

type callerKey struct{}

// identify reads the client of a request.
func identify(r *http.Request) caller {
	id := r.Header.Get("X-Request-Id")
	if !plain(id) {
		id = rand.Text()
	}
	return caller{requestID: id, country: countryOf(r.Header), network: networkOf(r)}
}

func callerOf(ctx context.Context) caller {
	who, _ := ctx.Value(callerKey{}).(caller)
	return who
}

// RequestID returns the id of the request in the log and in an error's body.
func RequestID(ctx context.Context) string { return callerOf(ctx).requestID }

// countries lists the codes of ISO 3166-1, each followed by a space.
const countries = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY " +
	"BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK " +
	"FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR " +
	"IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK " +
	"ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM " +
	"PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF " +
	"TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW "

// countryOf returns the country-alpha-2 header, or US if it names no country. Sign-ups store it.
func countryOf(h http.Header) string {
	named := strings.ToUpper(cmp.Or(h.Get("country-alpha-2"), h.Get("countryalpha2")))
	if len(named) != 2 || !strings.Contains(countries, named+" ") {
		return "US"
	}
	return named
}

// Country returns the country-alpha-2 header of the request, US when it is missing or names no country.
func Country(ctx context.Context) string { return callerOf(ctx).country }

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
