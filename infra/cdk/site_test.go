//go:build !race

package main

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"ordering/functions"
	"ordering/functions/api"
	"ordering/functions/auth"
	"ordering/functions/graph"
	"ordering/functions/origin"
	"ordering/infra/edge"
	"ordering/shared/brand"
	"ordering/shared/problem"
)

func (r *review) site() {
	d := r.system.properties(r.one("CloudFront::Distribution")).at("DistributionConfig")
	if d.at("Aliases").v != nil {
		r.want(d.at("ViewerCertificate", "MinimumProtocolVersion").is("TLSv1.2_2021") && d.at("ViewerCertificate", "AcmCertificateArn").v != nil, "the site speaks an old TLS")
	}
	behaviours := append(d.at("CacheBehaviors").list(), d.at("DefaultCacheBehavior"))
	var calls string // the id of the origin
	for _, o := range d.at("Origins").list() {
		if o.at("S3OriginConfig").v == nil {
			calls = o.at("Id").text()
		}
	}
	for _, b := range behaviours {
		path := b.at("PathPattern").text()
		r.headers(path, b)
		r.want(!b.at("ViewerProtocolPolicy").is("allow-all"), "%s is served without TLS", path)
		r.behaviour(path, b)
	}
	for _, op := range allOperations() {
		b := first(behaviours, op.Path)
		methods := b.at("AllowedMethods").texts()
		if methods == nil { // CloudFront's default
			methods = []string{"GET", "HEAD"}
		}
		r.want(strings.Contains(b.at("TargetOriginId").text(), calls) && slices.Contains(methods, op.Method), "%s %s is not led to the API but by %s", op.Method, op.Path, b.text())
	}
	var keyed, locked bool
	for _, o := range d.at("Origins").list() {
		if o.at("S3OriginConfig").v != nil {
			locked = refers(o.at("OriginAccessControlId"), r.one("CloudFront::OriginAccessControl"))
			continue
		}
		header := o.at("OriginCustomHeaders", 0)
		keyed = header.at("HeaderName").is(origin.Header) && strings.Contains(header.text(), "{{resolve:secretsmanager:") && same(o.at("CustomOriginConfig", "OriginSSLProtocols"), `["TLSv1.2"]`) &&
			o.at("CustomOriginConfig", "OriginProtocolPolicy").is("https-only")
	}
	r.want(keyed && locked, "CloudFront shows the API its key: %t; the bucket its own signature: %t", keyed, locked)
	for _, code := range problem.Codes() {
		r.want(problem.New(code).Status() != 403, "%s is answered with 403, for which CloudFront shows the error page", code)
	}
	r.edgeCode()
}

// first returns the behaviour for a path: the first with a matching pattern.
func first(behaviours []node, address string) node {
	for _, b := range behaviours {
		pattern := b.at("PathPattern").text()
		beginning, open := strings.CutSuffix(pattern, "*")
		if pattern == "null" || pattern == address || open && strings.HasPrefix(address, beginning) {
			return b
		}
	}
	return node{}
}

// headers checks the response headers of a path pattern's behaviour.
func (r *review) headers(path string, b node) {
	policy := edge.PolicyOf(brand.Default(), slices.Contains(edge.SignInPages, path), path)
	for _, id := range r.system.resources("CloudFront::ResponseHeadersPolicy") {
		config := r.system.properties(id).at("ResponseHeadersPolicyConfig")
		h := config.at("SecurityHeadersConfig")
		if refers(b.at("ResponseHeadersPolicyId"), id) {
			permissions := config.at("CustomHeadersConfig", "Items", 0)
			r.want(permissions.at("Header").is("Permissions-Policy") && permissions.at("Value").is(edge.Permissions) && permissions.at("Override").is(true), "the permissions of %s: %s", path, permissions.text())
			r.want(h.at("ContentSecurityPolicy", "ContentSecurityPolicy").is(policy) && h.at("ContentTypeOptions").v != nil && h.at("ReferrerPolicy").v != nil &&
				h.at("StrictTransportSecurity", "AccessControlMaxAgeSec").is(31536000), "the security headers of %s: %s", path, h.text())
			return
		}
	}
	r.wrong("%s comes without the security headers", path)
}

// behaviour checks that a behaviour of the API caches nothing, does not mix guests, and forwards all headers that operations read.
func (r *review) behaviour(path string, b node) {
	policy := func(reference node) node {
		for _, id := range slices.Concat(r.system.resources("CloudFront::CachePolicy"), r.system.resources("CloudFront::OriginRequestPolicy")) {
			if refers(reference, id) {
				return r.system.properties(id)
			}
		}
		return node{}
	}
	cached := policy(b.at("CachePolicyId")).at("CachePolicyConfig")
	by := cached.at("ParametersInCacheKeyAndForwardedToOrigin")
	sent := policy(b.at("OriginRequestPolicyId")).at("OriginRequestPolicyConfig", "HeadersConfig", "Headers").texts()
	beginning, open := strings.CutSuffix(path, "*")
	serves := func(op api.Operation) bool { return strings.HasPrefix(op.Path, beginning) }
	if !open && path != graph.Path || !slices.ContainsFunc(allOperations(), serves) {
		return
	}
	none := cached.at("MinTTL").is(0) && cached.at("DefaultTTL").is(0) && cached.at("MaxTTL").is(1)
	r.want(none, "%s is cached: %s", path, cached.text())
	key := by.at("HeadersConfig", "Headers")
	own := same(key, `["accept-language","authorization","brand-id","country-alpha-2"]`) && by.at("QueryStringsConfig", "QueryStringBehavior").is("all")
	r.want(own, "%s: an answer of another's language, brand or session may come: %s", path, by.text())
	cookies := policy(b.at("OriginRequestPolicyId")).at("OriginRequestPolicyConfig", "CookiesConfig", "Cookies").texts()
	var read []string
	if beginning == accounts {
		read = []string{"origin", "sec-fetch-site", "user-agent"}
	}
	r.want(slices.Equal(cookies, map[string][]string{accounts: auth.Cookies}[beginning]), "%s: the API is sent the cookies %v", path, cookies)
	want := slices.DeleteFunc(headersRead(beginning, read), func(name string) bool { return slices.Contains(key.texts(), name) })
	r.want(slices.Equal(sent, want) && len(want) <= 10, "%s: the API is sent %v, want %v", path, sent, want)
}

// apiDescription returns the API description, parsed once, because each seeded fault reads it.
var apiDescription = sync.OnceValue(func() (d struct {
	Paths map[string]map[string]struct{ Parameters []struct{ In, Name string } }
},
) {
	if err := json.Unmarshal(functions.OpenAPI, &d); err != nil {
		panic(err)
	}
	return d
})

// headersRead returns the headers that the API description has for the paths of a behaviour, those of every call, and more.
func headersRead(beginning string, more []string) []string {
	all := append([]string{"cloudfront-viewer-country", "content-type", "x-request-id"}, more...) // the first is set by CloudFront
	own := []string{accounts, webhooks}
	for path, methods := range apiDescription().Paths {
		other := !slices.Contains(own, beginning) && slices.ContainsFunc(own, func(o string) bool { return strings.HasPrefix(path, o) })
		if other || slices.Contains(own, beginning) && !strings.HasPrefix(path, beginning) {
			continue
		}
		for _, op := range methods {
			for _, p := range op.Parameters {
				if p.In == "header" {
					all = append(all, strings.ToLower(p.Name))
				}
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
