//go:build !race

package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"ordering/functions"
	"ordering/functions/api"
	"ordering/functions/origin"
	"ordering/infra/edge"
	"ordering/shared/brand"
	"ordering/shared/problem"
)

// headersOfPolicy is how many headers a cache policy or an origin request policy of CloudFront may name, until AWS is asked for more.
const headersOfPolicy = 10

func (r *review) site() {
	d := r.system.properties(r.one("CloudFront::Distribution")).at("DistributionConfig")
	r.want(d.at("HttpVersion").is("http2and3") && d.at("IPV6Enabled").is(true), "the site does not speak HTTP/3")
	r.want(d.at("PriceClass").is("PriceClass_All"), "Brazil and Japan are served from far away: %s", d.at("PriceClass").text())
	if d.at("Aliases").v != nil {
		r.want(d.at("ViewerCertificate", "MinimumProtocolVersion").is("TLSv1.2_2021") && d.at("ViewerCertificate", "AcmCertificateArn").v != nil, "the site speaks an old TLS")
		r.want(len(r.system.resources("SES::EmailIdentity")) == 1, "the brand's domain cannot send mail")
	}
	records := r.system.resources("Route53::RecordSet")
	if r.stage.ZoneID == "" { // DNS is kept elsewhere, if there is a domain at all
		r.want(len(records) == 0, "records in a zone that nobody named: %v", records)
		r.want(r.stage.Certificate == "" || d.at("ViewerCertificate", "AcmCertificateArn").is(r.stage.Certificate), "another certificate than the stage names: %s", d.at("ViewerCertificate").text())
	} else {
		for _, kind := range []string{"A", "AAAA"} {
			r.want(refers(r.system.properties(r.system.find("Route53::RecordSet", "Type", kind)), r.one("CloudFront::Distribution")), "no %s record leads to the site", kind)
		}
		r.want(r.system.find("Route53::RecordSet", "Type", "TXT") != "" && len(records) == 6, "a record is missing")
	}
	r.want(len(r.system.resources("CloudFront::ResponseHeadersPolicy")) == 2, "%d policies of headers, want that of the site and that of its payments", len(r.system.resources("CloudFront::ResponseHeadersPolicy")))
	for _, id := range slices.Concat(r.system.resources("CloudFront::CachePolicy"), r.system.resources("CloudFront::OriginRequestPolicy")) {
		p := r.system.properties(id)
		named := len(p.at("CachePolicyConfig", "ParametersInCacheKeyAndForwardedToOrigin", "HeadersConfig", "Headers").list()) + len(p.at("OriginRequestPolicyConfig", "HeadersConfig", "Headers").list())
		r.want(named <= headersOfPolicy, "%s names %d headers, and CloudFront takes %d", id, named, headersOfPolicy)
	}
	behaviours := append(d.at("CacheBehaviors").list(), d.at("DefaultCacheBehavior"))
	var calls string // the id of the origin
	for _, o := range d.at("Origins").list() {
		if o.at("S3OriginConfig").v == nil {
			calls = o.at("Id").text()
		}
	}
	var paths []string
	for _, b := range behaviours {
		path := b.at("PathPattern").text()
		paths = append(paths, path)
		r.headers(path, b)
		r.want(!b.at("ViewerProtocolPolicy").is("allow-all"), "%s is served without TLS", path)
		r.want(b.at("Compress").is(path != "/image"), "%s: packed %v", path, b.at("Compress").v)
		r.behaviour(path, b)
	}
	for _, path := range []string{"/api/openapi.json", "/api/docs", "/image", "/pay/*", "/assets/*", "null"} {
		r.want(slices.Contains(paths, path), "nothing is said of %s: %v", path, paths)
	}
	for _, op := range functions.Operations() {
		b := first(behaviours, op.Path)
		methods := b.at("AllowedMethods").texts()
		if methods == nil { // CloudFront's own
			methods = []string{"GET", "HEAD"}
		}
		r.want(strings.Contains(b.at("TargetOriginId").text(), calls) && slices.Contains(methods, op.Method), "%s %s is not led to the API but by %s", op.Method, op.Path, b.text())
	}
	for _, file := range []string{"/", "/index.html", "/cart", "/assets/a-1.js", "/api/openapi.json", "/api/docs", "/pay/card.html", "/pay/bank.html", "/pay/back.html"} {
		r.want(!strings.Contains(first(behaviours, file).at("TargetOriginId").text(), calls), "%s is asked of the API", file)
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
	var errors []string
	for _, e := range d.at("CustomErrorResponses").list() {
		r.want(e.at("ErrorCachingMinTTL").is(0), "CloudFront keeps the error %s", e.at("ErrorCode").text())
		errors = append(errors, e.at("ErrorCode").text()+strings.TrimPrefix(e.at("ResponsePagePath").text(), "null"))
	}
	r.want(slices.Equal(errors, []string{"404", "405", "500", "501", "503", "403/404.html", "502/shell.html", "504/shell.html"}), "errors: %v", errors)
	for _, code := range problem.Codes() {
		r.want(problem.New(code).Status() != 403, "%s is answered with 403, for which CloudFront shows the error page", code)
	}
	r.edgeCode()
}

// first is the behaviour that answers for an address: the first whose pattern has it.
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

// headers that come with what answers for a path pattern.
func (r *review) headers(path string, b node) {
	policy := edge.PolicyOf(brand.Default(), path)
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

// behaviour of one path pattern: what it is cached by, and which functions see it.
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
	var runs []string
	for _, a := range b.at("FunctionAssociations").list() {
		for _, id := range r.system.resources("CloudFront::Function") {
			if refers(a, id) {
				runs = append(runs, a.at("EventType").text()+" "+strings.TrimPrefix(r.system.properties(id).at("Name").text(), r.name+"-"))
			}
		}
	}
	told := func(what string, ok bool) { r.want(ok, "%s: %s", path, what) }
	edges := map[string]string{"null": "[viewer-request pages viewer-response status]", "/assets/*": "[viewer-request pages]", "/pay/*": "[viewer-request pages]", "/image": "[viewer-request image]"}[path]
	told(fmt.Sprintf("the edge runs %v", runs), fmt.Sprint(runs) == cmp.Or(edges, "[]"))
	calls := slices.ContainsFunc(functions.Operations(), func(op api.Operation) bool {
		beginning, open := strings.CutSuffix(path, "*")
		return open && strings.HasPrefix(op.Path, beginning)
	})
	if calls {
		path = "calls"
	}
	switch path {
	case "calls":
		told("it is cached: "+cached.text(), cached.at("MinTTL").is(0) && cached.at("DefaultTTL").is(0) && cached.at("MaxTTL").is(1))
		told("an answer of another's language, brand or session may come: "+by.text(), same(by.at("HeadersConfig", "Headers"), `["accept-language","authorization","brand-id","country-alpha-2"]`) &&
			by.at("QueryStringsConfig", "QueryStringBehavior").is("all"))
		told("answers are not packed", by.at("EnableAcceptEncodingGzip").is(true) && by.at("EnableAcceptEncodingBrotli").is(true))
		want := slices.DeleteFunc(slices.Clone(headersRead()), func(name string) bool { return slices.Contains(by.at("HeadersConfig", "Headers").texts(), name) })
		told(fmt.Sprintf("the API is sent %v, want %v", sent, want), slices.Equal(sent, want))
		told("it takes too few methods", len(b.at("AllowedMethods").list()) == 7)
	case "/image":
		told("CloudFront refuses other methods itself, without Allow", len(b.at("AllowedMethods").list()) == 7)
		told("it is cached by "+by.text(), same(by.at("HeadersConfig", "Headers"), `["Accept"]`) && same(by.at("QueryStringsConfig", "QueryStrings"), `["url","w","q"]`))
	case "null":
		told("the country of the guest is not known", slices.Equal(sent, []string{"CloudFront-Viewer-Country"}))
		told("a document is kept too long", cached.at("MaxTTL").is(86400))
		fallthrough
	default:
		told("it is cached by more than its address", by.at("HeadersConfig", "HeaderBehavior").is("none") && by.at("QueryStringsConfig", "QueryStringBehavior").is("none") && by.at("EnableAcceptEncodingGzip").is(true))
	}
}

// headersRead are the headers that operations name in the description of the API, and those that every call has.
var headersRead = sync.OnceValue(func() []string {
	all := []string{"cloudfront-viewer-country", "content-type", "x-request-id"} // the first is CloudFront’s own word
	for _, m := range regexp.MustCompile(`"in": "header",\s*"name": "([^"]+)"|"name": "([^"]+)",\s*"in": "header"`).FindAllSubmatch(functions.OpenAPI, -1) {
		all = append(all, strings.ToLower(string(m[1])+string(m[2])))
	}
	slices.Sort(all)
	return slices.Compact(all)
})
