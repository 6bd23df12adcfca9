// Package edge has CloudFront's functions and response headers, as files and values for both stacks.
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
	// pages is redirects.js and pages.js, minified by infra/verbs/writeEdgePages.mjs: CloudFront limits a function's size.
	//
	//go:embed pages.min.js
	pages string
	//go:embed pages.json
	pagesTable []byte
)

// table is pages.json, which infra/verbs/writeEdgePages.mjs generates from the routes of the site.
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

// PagesOf returns the viewer-request function for a brand's pages. Host is the canonical host, "" to accept any host.
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

// Image is a viewer-request function, Status a viewer-response function.
var (
	//go:embed status.js
	Status string
	//go:embed image.js
	Image string
)

// theme is the only inline script of the site's documents, because it must run before the first paint and without a request. It applies the
// guest's theme (the system's if storage is blocked) and marks a search near a place. The policy has its hash, so it is the same in every
// document. After a deployment a document with another script is painted in the system's theme until the policy matches.
//
//go:embed theme.js
var theme string

// themeName is the script's hash source in a policy.
var themeName = func() string {
	sum := sha256.Sum256([]byte(theme))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

// Pay is the path of the documents that frame the payment provider (spa/pay).
const Pay = "/pay/"

// Policy allows the site its own files, the streets of its map, and nothing else. The theme is the only inline script. Inline styles are
// allowed: prerendered pages have style attributes (a burger's height, a number's width), and each page restricts its style sheets with a
// policy of its own (spa/src/app/document.ts), which can only narrow this one. So a page and its style sheets' names are in one file.
func Policy(b brand.Brand) string { return policy(b, "", "", "") }

// SignInPolicy is the policy of the sign-in pages of a site with Facebook: it allows Facebook's SDK, its calls and its frames, too.
func SignInPolicy(b brand.Brand) string {
	return policy(b, " https://connect.facebook.net", " https://graph.facebook.com https://www.facebook.com", " https://www.facebook.com")
}

// policy returns Policy with more sources of scripts, calls and frames.
func policy(b brand.Brand, scripts, moreCalls, frames string) string {
	images, calls := "'self' data:", "'self'"+moreCalls
	if len(b.MapHosts) > 0 {
		images += " blob:" // the map draws fetched tiles from blob URLs
		calls += " https://" + strings.Join(b.MapHosts, " https://")
	}
	return "default-src 'none'; script-src 'self' " + themeName + scripts + "; style-src 'self' 'unsafe-inline'; img-src " + images + "; font-src 'self'; connect-src " + calls + "; " +
		"frame-src 'self'" + frames + "; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// PayPolicy is the policy of the documents under Pay, which only the site may frame. It allows Stripe's script, frames and calls, as Stripe
// lists them (docs.stripe.com/security/guide); Stripe's frames may contain any bank.
const PayPolicy = "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; style-src 'self'; font-src 'self'; " +
	"connect-src https://api.stripe.com; frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// Permissions is the Permissions-Policy of every answer: the locator may ask for the location, Stripe's frames may request a payment,
// customers may create and use passkeys and copy their referral code, and all other features are off, also for third-party scripts.
const Permissions = `geolocation=(self), payment=(self "https://js.stripe.com"), publickey-credentials-create=(self), publickey-credentials-get=(self), ` +
	`accelerometer=(), autoplay=(), camera=(), clipboard-read=(), ` +
	`clipboard-write=(self), display-capture=(), encrypted-media=(), fullscreen=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), ` +
	`microphone=(), midi=(), picture-in-picture=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()`

// SignInPages are the patterns of CloudFront for the sign-in pages of all markets.
var SignInPages = []string{"*/login", "*/signup"}

// PolicyOf returns the policy for a path of a brand's site, with or without Facebook.
func PolicyOf(b brand.Brand, facebook bool, path string) string {
	switch {
	case strings.HasPrefix(path, Pay):
		return PayPolicy
	case facebook && (strings.HasSuffix(path, "/login") || strings.HasSuffix(path, "/signup")):
		return SignInPolicy(b)
	}
	return Policy(b)
}
