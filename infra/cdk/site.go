package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudfront"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudfrontorigins"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsroute53"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
	"ordering/functions/api"
	"ordering/functions/auth"
	"ordering/functions/geoip/country"
	"ordering/functions/origin"
	"ordering/infra/edge"
	"ordering/shared/brand"
)

// Paths with their own rate limits in the firewall.
const (
	kitchenEvents = api.Ordering + "/orders/kitchen-events"
	placings      = api.Ordering + "/payment-management/card/"
	accounts      = api.Main + "/auth/"
	webhooks      = api.Main + "/webhooks/"
	forms         = api.Main + "/survey-management/"
	applications  = api.Main + "/labor-management/"
)

// uploads is the path to which guests send files: such a body is not text.
const uploads = forms + "uploads"

// pictures is the path of pictures, which CloudFront caches.
const pictures = "/image"

// patterns returns the path patterns of the API, which are not cached: the first segment of every operation's path, or its only one.
func patterns(manifest []functions.Function) []string {
	all := []string{"/api/*"}
	for _, f := range manifest {
		for _, op := range f.Operations {
			if op.Path != pictures {
				first, _, more := strings.Cut(strings.TrimPrefix(op.Path, "/"), "/")
				pattern := "/" + first
				if more {
					pattern += "/*"
				}
				all = append(all, pattern)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// newSite makes the bucket of the built site, and CloudFront in front of it and the API.
func (y *system) newSite(front frontStack, originKey *string) {
	y.assets = awss3.NewBucket(y.stack, str("Assets"), &awss3.BucketProps{
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(), ObjectOwnership: awss3.ObjectOwnership_BUCKET_OWNER_ENFORCED,
		Encryption: awss3.BucketEncryption_S3_MANAGED, EnforceSSL: jsii.Bool(true), MinimumTLSVersion: jsii.Number(1.2), Versioned: jsii.Bool(true),
		RemovalPolicy: awscdk.RemovalPolicy_RETAIN_ON_UPDATE_OR_DELETE,
		// Replaced files can be restored for a month.
		LifecycleRules: &[]*awss3.LifecycleRule{{NoncurrentVersionExpiration: awscdk.Duration_Days(jsii.Number(30)), AbortIncompleteMultipartUploadAfter: awscdk.Duration_Days(jsii.Number(1))}},
	})
	// Releases and the lock of the scripts are under operator/.
	y.assets.AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Sid: str("Operator"), Effect: awsiam.Effect_DENY, Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(str("cloudfront.amazonaws.com"), nil)},
		Actions: jsii.Strings("s3:GetObject"), Resources: jsii.Strings(*y.assets.ArnForObjects(str("operator/*"))),
	}))
	// Without ListBucket S3 answers 403 for a missing file, which no call of the API does. The error page replaces it.
	files := awscloudfrontorigins.S3BucketOrigin_WithOriginAccessControl(y.assets, &awscloudfrontorigins.S3BucketOriginWithOACProps{
		OriginAccessLevels: &[]awscloudfront.AccessLevel{awscloudfront.AccessLevel_READ},
	})
	calls := awscloudfrontorigins.NewHttpOrigin(awscdk.Fn_Select(jsii.Number(2), awscdk.Fn_Split(str("/"), y.api.AttrApiEndpoint(), nil)), &awscloudfrontorigins.HttpOriginProps{
		ProtocolPolicy: awscloudfront.OriginProtocolPolicy_HTTPS_ONLY, OriginSslProtocols: &[]awscloudfront.OriginSslPolicy{awscloudfront.OriginSslPolicy_TLS_V1_2},
		ReadTimeout:   awscdk.Duration_Seconds(jsii.Number(30)), // as long as API Gateway waits
		CustomHeaders: &map[string]*string{origin.Header: originKey},
	})
	headers := y.newHeaders("Headers", "", edge.Policy(y.brand()))
	pages := y.edgeFunction("Pages", edge.PagesOf(y.brand(), y.Domain))
	file := &awscloudfront.AddBehaviorOptions{
		ViewerProtocolPolicy: awscloudfront.ViewerProtocolPolicy_REDIRECT_TO_HTTPS, Compress: jsii.Bool(true),
		CachePolicy: y.newCache("Files", 24*365, nil, nil), ResponseHeadersPolicy: headers,
		FunctionAssociations: &[]*awscloudfront.FunctionAssociation{pages},
	}
	document := &awscloudfront.BehaviorOptions{
		Origin: files, ViewerProtocolPolicy: file.ViewerProtocolPolicy, Compress: file.Compress, ResponseHeadersPolicy: headers,
	}
	document.CachePolicy = y.newCache("Documents", 24, nil, nil)
	// The country of the guest, for the redirects between markets.
	document.OriginRequestPolicy = awscloudfront.NewOriginRequestPolicy(y.stack, str("DocumentRequests"), &awscloudfront.OriginRequestPolicyProps{
		OriginRequestPolicyName: str(y.system() + "-documents"), HeaderBehavior: awscloudfront.OriginRequestHeaderBehavior_AllowList(str("CloudFront-Viewer-Country")),
	})
	requests := func(id string, headers, cookies []string) awscloudfront.OriginRequestPolicy {
		props := &awscloudfront.OriginRequestPolicyProps{
			OriginRequestPolicyName: str(y.system() + "-" + strings.ToLower(id)), QueryStringBehavior: awscloudfront.OriginRequestQueryStringBehavior_All(),
			HeaderBehavior: awscloudfront.OriginRequestHeaderBehavior_AllowList(*jsii.Strings(headers...)...),
		}
		if cookies != nil {
			props.CookieBehavior = awscloudfront.OriginRequestCookieBehavior_AllowList(*jsii.Strings(cookies...)...)
		}
		return awscloudfront.NewOriginRequestPolicy(y.stack, str(id), props)
	}
	status := y.edgeFunction("Status", edge.Status)
	status.EventType = awscloudfront.FunctionEventType_VIEWER_RESPONSE
	document.FunctionAssociations = &[]*awscloudfront.FunctionAssociation{pages, status}
	call := &awscloudfront.AddBehaviorOptions{
		ViewerProtocolPolicy: awscloudfront.ViewerProtocolPolicy_HTTPS_ONLY, Compress: jsii.Bool(true),
		AllowedMethods: awscloudfront.AllowedMethods_ALLOW_ALL(), CachePolicy: y.newCallCache(),
		ResponseHeadersPolicy: headers, OriginRequestPolicy: requests("Calls", requestHeaders(func(path string) bool {
			return !strings.HasPrefix(path, accounts) && !strings.HasPrefix(path, webhooks)
		}), nil),
	}
	// Only accounts get cookies, and only webhooks the signatures of their senders.
	signIn, webhook := *call, *call
	signIn.OriginRequestPolicy = requests("Accounts", requestHeaders(func(path string) bool { return strings.HasPrefix(path, accounts) },
		"origin", "sec-fetch-site", "user-agent"), auth.Cookies)
	webhook.OriginRequestPolicy = requests("Webhooks", requestHeaders(func(path string) bool { return strings.HasPrefix(path, webhooks) }), nil)
	paid := *file // documents with their own policy
	paid.CachePolicy, paid.ResponseHeadersPolicy = document.CachePolicy, y.newHeaders("PayHeaders", "-pay", edge.PayPolicy)
	contract := *file // the API description and its page are next to the site
	contract.FunctionAssociations, contract.CachePolicy = nil, document.CachePolicy
	picture := &awscloudfront.AddBehaviorOptions{
		ViewerProtocolPolicy: awscloudfront.ViewerProtocolPolicy_REDIRECT_TO_HTTPS, Compress: jsii.Bool(false),
		AllowedMethods:        awscloudfront.AllowedMethods_ALLOW_ALL(), // the function answers 405 with Allow
		CachePolicy:           y.newCache("Pictures", 24*365, []string{"Accept"}, []string{"url", "w", "q"}),
		ResponseHeadersPolicy: headers, FunctionAssociations: &[]*awscloudfront.FunctionAssociation{y.edgeFunction("Image", edge.Image)},
	}
	props := &awscloudfront.DistributionProps{
		Comment: str(y.system()), DefaultBehavior: document, WebAclId: front.firewall, HttpVersion: awscloudfront.HttpVersion_HTTP2_AND_3,
		PriceClass:     priceClass(y.brand()),
		ErrorResponses: y.errorResponses(),
	}
	if y.Domain != "" {
		props.DomainNames, props.Certificate = jsii.Strings(y.Domain), front.certificate
		props.MinimumProtocolVersion = awscloudfront.SecurityPolicyProtocol_TLS_V1_2_2021
	}
	y.distribution = awscloudfront.NewDistribution(y.stack, str("Site"), props)
	// The first match wins.
	y.distribution.AddBehavior(str("/api/openapi.json"), files, &contract)
	y.distribution.AddBehavior(str("/api/docs"), files, &contract)
	y.distribution.AddBehavior(str(accounts+"*"), calls, &signIn)
	y.distribution.AddBehavior(str(webhooks+"*"), calls, &webhook)
	for _, pattern := range patterns(y.manifest) {
		y.distribution.AddBehavior(str(pattern), calls, call)
	}
	y.distribution.AddBehavior(str(pictures), calls, picture)
	y.distribution.AddBehavior(str(edge.Pay+"*"), files, &paid)
	y.distribution.AddBehavior(str("/assets/*"), files, file)
	if y.Social.Facebook != nil {
		entered := *file // documents that may load Facebook's SDK
		entered.CachePolicy, entered.OriginRequestPolicy, entered.FunctionAssociations = document.CachePolicy, document.OriginRequestPolicy, document.FunctionAssociations
		entered.ResponseHeadersPolicy = y.newHeaders("SignInHeaders", "-sign-in", edge.SignInPolicy(y.brand()))
		for _, pattern := range edge.SignInPages {
			y.distribution.AddBehavior(str(pattern), files, &entered)
		}
	}
	if y.ZoneID == "" {
		return
	}
	for _, kind := range []string{"A", "AAAA"} {
		awsroute53.NewCfnRecordSet(y.stack, str("Record"+kind), &awsroute53.CfnRecordSetProps{
			HostedZoneId: str(y.ZoneID), Name: str(y.Domain), Type: str(kind),
			AliasTarget: &awsroute53.CfnRecordSet_AliasTargetProperty{DnsName: y.distribution.DistributionDomainName(), HostedZoneId: str(zoneOfCloudFront)},
		})
	}
}

// cheapestCountries lists the countries of our markets within the cheapest price class: it covers North America and Europe.
var cheapestCountries = []string{"us", "ca", "mx"}

// priceClass returns all locations of CloudFront if the brand has a market outside the cheapest class.
func priceClass(b brand.Brand) awscloudfront.PriceClass {
	for _, c := range b.Countries {
		if !slices.Contains(cheapestCountries, c.Code) {
			return awscloudfront.PriceClass_PRICE_CLASS_ALL
		}
	}
	return awscloudfront.PriceClass_PRICE_CLASS_100
}

// zoneOfCloudFront is the hosted zone of every distribution's name.
const zoneOfCloudFront = "Z2FDTNDATAQYW2"

// siteURL is the address of the site.
func (y *system) siteURL() string {
	return "https://" + cmp.Or(y.Domain, *y.distribution.DistributionDomainName())
}

// cacheKeyHeaders lists the headers that an answer may vary by. Headers in the cache key reach the API.
var cacheKeyHeaders = []string{"accept-language", "authorization", "brand-id", "country-alpha-2"}

// requestHeaders lists the headers that the operations of some paths read and those of the specification (§7), except the ones in the key,
// and more that the API description does not have. CloudFront forwards no others, and at most ten.
func requestHeaders(of func(path string) bool, more ...string) []string {
	var document struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ In, Name string }
		}
	}
	if err := json.Unmarshal(functions.OpenAPI, &document); err != nil {
		panic(fmt.Errorf("functions/openapi.json: %w", err)) // embedded, and golden
	}
	read := append([]string{strings.ToLower(country.Header), "content-type", "x-request-id"}, more...)
	for path, methods := range document.Paths {
		if !of(path) {
			continue
		}
		for _, operation := range methods {
			for _, p := range operation.Parameters {
				if p.In == "header" {
					read = append(read, strings.ToLower(p.Name))
				}
			}
		}
	}
	slices.Sort(read)
	return slices.DeleteFunc(slices.Compact(read), func(name string) bool { return slices.Contains(cacheKeyHeaders, name) })
}

// newCache makes a cache policy: Cache-Control decides, up to the given hours, and the named headers and query parameters are in the key.
// Accept-Encoding is in it where CloudFront may compress the file with gzip.
func (y *system) newCache(name string, hours int, headers, query []string) awscloudfront.CachePolicy {
	props := &awscloudfront.CachePolicyProps{
		CachePolicyName: str(y.system() + "-" + strings.ToLower(name)), MinTtl: awscdk.Duration_Seconds(jsii.Number(0)),
		DefaultTtl: awscdk.Duration_Seconds(jsii.Number(60)), MaxTtl: awscdk.Duration_Hours(jsii.Number(hours)),
		HeaderBehavior: awscloudfront.CacheHeaderBehavior_None(), QueryStringBehavior: awscloudfront.CacheQueryStringBehavior_None(), CookieBehavior: awscloudfront.CacheCookieBehavior_None(),
		EnableAcceptEncodingGzip: jsii.Bool(query == nil),
	}
	if headers != nil {
		props.HeaderBehavior = awscloudfront.CacheHeaderBehavior_AllowList(*jsii.Strings(headers...)...)
	}
	if query != nil {
		props.QueryStringBehavior = awscloudfront.CacheQueryStringBehavior_AllowList(*jsii.Strings(query...)...)
	}
	return awscloudfront.NewCachePolicy(y.stack, str("Cache"+name), props)
}

// newCallCache makes the policy for calls, which are not cached: API answers have no-store, and others expire within a second. A policy
// with a TTL of zero would disable CloudFront's compression, and a compressed menu is ten times smaller. The key includes all headers that
// an answer varies by, because of that second. Authorization reaches the API only through the key.
func (y *system) newCallCache() awscloudfront.CachePolicy {
	return awscloudfront.NewCachePolicy(y.stack, str("CacheCalls"), &awscloudfront.CachePolicyProps{
		CachePolicyName: str(y.system() + "-calls"), MinTtl: awscdk.Duration_Seconds(jsii.Number(0)),
		DefaultTtl: awscdk.Duration_Seconds(jsii.Number(0)), MaxTtl: awscdk.Duration_Seconds(jsii.Number(1)),
		HeaderBehavior:      awscloudfront.CacheHeaderBehavior_AllowList(*jsii.Strings(cacheKeyHeaders...)...),
		QueryStringBehavior: awscloudfront.CacheQueryStringBehavior_All(), CookieBehavior: awscloudfront.CacheCookieBehavior_None(),
		EnableAcceptEncodingGzip: jsii.Bool(true), EnableAcceptEncodingBrotli: jsii.Bool(true),
	})
}

// errorResponses disables the caching of errors, which CloudFront otherwise caches for ten seconds whatever their headers are: a retry must
// reach the API. 403 is the bucket's answer for a missing page. A mapping applies to the whole distribution, so neither the API nor the
// firewall answers 403. 502 and 504 mean that CloudFront cannot reach the API or the bucket; the error page reports it if it is available.
func (y *system) errorResponses() *[]*awscloudfront.ErrorResponse {
	never := awscdk.Duration_Seconds(jsii.Number(0))
	var all []*awscloudfront.ErrorResponse
	for _, status := range []int{404, 405, 500, 501, 503} {
		all = append(all, &awscloudfront.ErrorResponse{HttpStatus: jsii.Number(status), Ttl: never})
	}
	all = append(all, &awscloudfront.ErrorResponse{HttpStatus: jsii.Number(403), ResponseHttpStatus: jsii.Number(404), ResponsePagePath: str("/404.html"), Ttl: never})
	for _, status := range []int{502, 504} {
		all = append(all, &awscloudfront.ErrorResponse{HttpStatus: jsii.Number(status), ResponseHttpStatus: jsii.Number(status), ResponsePagePath: str("/shell.html"), Ttl: never})
	}
	return &all
}

// newHeaders makes the headers of every answer, the same as the local gateway's plus the one that needs TLS.
func (y *system) newHeaders(id, ending, policy string) awscloudfront.ResponseHeadersPolicy {
	return awscloudfront.NewResponseHeadersPolicy(y.stack, str(id), &awscloudfront.ResponseHeadersPolicyProps{
		ResponseHeadersPolicyName: str(y.system() + ending), SecurityHeadersBehavior: &awscloudfront.ResponseSecurityHeadersBehavior{
			ContentSecurityPolicy:   &awscloudfront.ResponseHeadersContentSecurityPolicy{ContentSecurityPolicy: str(policy), Override: jsii.Bool(true)},
			ContentTypeOptions:      &awscloudfront.ResponseHeadersContentTypeOptions{Override: jsii.Bool(true)},
			ReferrerPolicy:          &awscloudfront.ResponseHeadersReferrerPolicy{ReferrerPolicy: awscloudfront.HeadersReferrerPolicy_STRICT_ORIGIN_WHEN_CROSS_ORIGIN, Override: jsii.Bool(true)},
			StrictTransportSecurity: &awscloudfront.ResponseHeadersStrictTransportSecurity{AccessControlMaxAge: awscdk.Duration_Days(jsii.Number(365)), IncludeSubdomains: jsii.Bool(false), Override: jsii.Bool(true)},
		},
		CustomHeadersBehavior: &awscloudfront.ResponseCustomHeadersBehavior{CustomHeaders: &[]*awscloudfront.ResponseCustomHeader{
			{Header: str("Permissions-Policy"), Value: str(edge.Permissions), Override: jsii.Bool(true)},
		}},
	})
}

func (y *system) edgeFunction(name, code string) *awscloudfront.FunctionAssociation {
	return &awscloudfront.FunctionAssociation{
		EventType: awscloudfront.FunctionEventType_VIEWER_REQUEST,
		Function: awscloudfront.NewFunction(y.stack, str("Edge"+name), &awscloudfront.FunctionProps{
			FunctionName: str(y.system() + "-" + strings.ToLower(name)), Code: awscloudfront.FunctionCode_FromInline(str(code)),
			Runtime: awscloudfront.FunctionRuntime_JS_2_0(), Comment: str("infra/edge/" + strings.ToLower(name) + ".js"),
		}),
	}
}
