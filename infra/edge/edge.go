// Package edge holds what CloudFront does with requests and answers, as the files and values that both stacks use: the functions that
// run at its edge, and the headers that go with every answer.
package edge

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"ordering/shared/brand"
)

var (
	// pages is arrival.js and pages.js, minified by infra/verbs/edgePages.mjs: CloudFront limits a function's size.
	//
	//go:embed pages.min.js
	pages string
	//go:embed pages.json
	pagesTable []byte
)

// table is pages.json, which infra/verbs/edgePages.mjs writes from the routes of the site.
var table = func() (t struct {
	Pages     map[string][]string `json:"pages"`
	Orderable []string            `json:"orderable"`
	Soon      map[string]bool     `json:"soon"`
}) {
	if err := json.Unmarshal(pagesTable, &t); err != nil {
		panic(fmt.Errorf("pages.json: %w", err))
	}
	return t
}()

// PagesOf is the function of viewer requests of a brand's pages. Host is the one that
// guests are to see, "" for whichever they ask.
func PagesOf(b brand.Brand, host string) string {
	sites := map[string][]string{}
	for _, c := range b.Countries[1:] { // the first is the default, which has no prefix
		sites[strings.ToUpper(c.Code)] = c.Prefixes()
	}
	routes := map[string]string{}
	for kinds, paths := range table.Pages {
		routes[kinds] = strings.Join(paths, "|")
	}
	var before strings.Builder
	for _, v := range []struct {
		name  string
		value any
	}{{"sites", sites}, {"host", host}, {"pages", routes}, {"orderable", table.Orderable}, {"soon", table.Soon}} {
		text, err := json.Marshal(v.value)
		if err != nil {
			panic(fmt.Errorf("%s of the edge: %w", v.name, err)) // strings and flags
		}
		fmt.Fprintf(&before, "var %s = %s;\n", v.name, text)
	}
	return before.String() + pages
}

// Image is a function of viewer requests too, Status is one of viewer responses.
var (
	//go:embed status.js
	Status string
	//go:embed image.js
	Image string
)

// theme is the one script that stands in the site's documents, for it must have run before they are painted and be no request: it puts on
// the theme that the guest chose (where storage is refused, that of the system), and says that what is near a place will be listed.
// The policy names it, and it is told nothing by its document: so it is the same for all, and a document that meanwhile brings another one
// is painted in the theme of the system.
//
//go:embed theme.js
var theme string

// themeName is how a policy names it.
var themeName = func() string {
	sum := sha256.Sum256([]byte(theme))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

// Pay is where the documents lie that stand between the site and the payment provider (spa/pay).
const Pay = "/pay/"

// Policy lets the site of a brand load what is its own, the streets of its map, and nothing else. No script may stand in a page but
// the one of the theme. Style may: attributes, for a page that is rendered before anybody asks for it has them in its text (how tall a
// burger is, how wide a number), and of sheets those that the page itself names in a policy of its own, which can only narrow this one
// (spa/src/app/document.ts): so a page and the names of its sheets are published in one file.
func Policy(b brand.Brand) string {
	images, calls := "'self' data:", "'self'"
	if len(b.MapHosts) > 0 {
		images += " blob:" // what the map makes of a picture that it has fetched
		calls += " https://" + strings.Join(b.MapHosts, " https://")
	}
	return "default-src 'none'; script-src 'self' " + themeName + "; style-src 'self' 'unsafe-inline'; img-src " + images + "; font-src 'self'; connect-src " + calls + "; " +
		"frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// PayPolicy is that of the documents under Pay, which only the site may frame: Stripe's script, its frames and its calls, as Stripe
// lists them (docs.stripe.com/security/guide), and in its frames whatever bank there is.
const PayPolicy = "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; style-src 'self'; font-src 'self'; " +
	"connect-src https://api.stripe.com; frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// Permissions is the Permissions-Policy of every answer: the locator asks where the guest is, Stripe's frames may ask the browser to pay, and
// all else that a browser can lend is off, for scripts of others too.
const Permissions = `geolocation=(self), payment=(self "https://js.stripe.com"), accelerometer=(), autoplay=(), camera=(), clipboard-read=(), ` +
	`clipboard-write=(), display-capture=(), encrypted-media=(), fullscreen=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), ` +
	`microphone=(), midi=(), picture-in-picture=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()`

// PolicyOf is the policy of an address of a brand's site.
func PolicyOf(b brand.Brand, path string) string {
	if strings.HasPrefix(path, Pay) {
		return PayPolicy
	}
	return Policy(b)
}
