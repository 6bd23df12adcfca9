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
	"ordering/functions/geoip"
	"ordering/functions/origin"
	"ordering/infra/edge"
	"ordering/shared/brand"
)

// Where calls go that the firewall treats apart.
const (
	kitchenEvents = api.Ordering + "/orders/kitchen-events"
	placings      = api.Ordering + "/payment-management/card/"
)

// pictures is where pictures are asked for, whose answers CloudFront keeps.
const pictures = "/image"

// patterns are those of the addresses that lead to the API and are not kept: of all operations, the first part of their paths.
func patterns(manifest []functions.Function) []string {
	all := []string{"/api/*"}
	for _, f := range manifest {
		for _, op := range f.Operations {
			if op.Path != pictures {
				first, _, _ := strings.Cut(strings.TrimPrefix(op.Path, "/"), "/")
				all = append(all, "/"+first+"/*")
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// newSite is the bucket of the built site and CloudFront before it and before the API.
func (y *system) newSite(front frontStack, originKey *string) {
	y.assets = awss3.NewBucket(y.stack, str("Assets"), &awss3.BucketProps{
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(), ObjectOwnership: awss3.ObjectOwnership_BUCKET_OWNER_ENFORCED,
		Encryption: awss3.BucketEncryption_S3_MANAGED, EnforceSSL: jsii.Bool(true), MinimumTLSVersion: jsii.Number(1.2), Versioned: jsii.Bool(true),
		RemovalPolicy: awscdk.RemovalPolicy_RETAIN_ON_UPDATE_OR_DELETE,
		// What a deployment replaced can be brought back for a month.
		LifecycleRules: &[]*awss3.LifecycleRule{{NoncurrentVersionExpiration: awscdk.Duration_Days(jsii.Number(30)), AbortIncompleteMultipartUploadAfter: awscdk.Duration_Days(jsii.Number(1))}},
	})
	// Under operator/ lie the releases and the lock of the scripts.
	y.assets.AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Sid: str("Operator"), Effect: awsiam.Effect_DENY, Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(str("cloudfront.amazonaws.com"), nil)},
		Actions: jsii.Strings("s3:GetObject"), Resources: jsii.Strings(*y.assets.ArnForObjects(str("operator/*"))),
	}))
	// To read and not to list: of what is not there S3 answers 403, as no call of the API does. The error page stands for it.
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
	status := y.edgeFunction("Status", edge.Status)
	status.EventType = awscloudfront.FunctionEventType_VIEWER_RESPONSE
	document.FunctionAssociations = &[]*awscloudfront.FunctionAssociation{pages, status}
	call := &awscloudfront.AddBehaviorOptions{
		ViewerProtocolPolicy: awscloudfront.ViewerProtocolPolicy_HTTPS_ONLY, Compress: jsii.Bool(true),
		AllowedMethods: awscloudfront.AllowedMethods_ALLOW_ALL(), CachePolicy: y.newCallCache(),
		ResponseHeadersPolicy: headers, OriginRequestPolicy: awscloudfront.NewOriginRequestPolicy(y.stack, str("CallRequests"), &awscloudfront.OriginRequestPolicyProps{
			OriginRequestPolicyName: str(y.system() + "-calls"), HeaderBehavior: awscloudfront.OriginRequestHeaderBehavior_AllowList(*jsii.Strings(y.requestHeaders()...)...),
			QueryStringBehavior: awscloudfront.OriginRequestQueryStringBehavior_All(),
		}),
	}
	paid := *file // documents under a policy of their own
	paid.CachePolicy, paid.ResponseHeadersPolicy = document.CachePolicy, y.newHeaders("PayHeaders", "-pay", edge.PayPolicy)
	contract := *file // the description of the API and the page that shows it lie beside the site
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
	// The first that matches answers.
	y.distribution.AddBehavior(str("/api/openapi.json"), files, &contract)
	y.distribution.AddBehavior(str("/api/docs"), files, &contract)
	for _, pattern := range patterns(y.manifest) {
		y.distribution.AddBehavior(str(pattern), calls, call)
	}
	y.distribution.AddBehavior(str(pictures), calls, picture)
	y.distribution.AddBehavior(str(edge.Pay+"*"), files, &paid)
	y.distribution.AddBehavior(str("/assets/*"), files, file)
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

// nearest are the countries of our markets that the cheapest price class serves from nearby: it covers North America and Europe.
var nearest = []string{"us", "ca", "mx"}

// priceClass is every place of CloudFront where the brand has a market that the cheapest class serves from far away.
func priceClass(b brand.Brand) awscloudfront.PriceClass {
	for _, c := range b.Countries {
		if !slices.Contains(nearest, c.Code) {
			return awscloudfront.PriceClass_PRICE_CLASS_ALL
		}
	}
	return awscloudfront.PriceClass_PRICE_CLASS_100
}

// zoneOfCloudFront is the zone that every distribution's name is in.
const zoneOfCloudFront = "Z2FDTNDATAQYW2"

// siteURL is where guests open the site.
func (y *system) siteURL() string {
	return "https://" + cmp.Or(y.Domain, *y.distribution.DistributionDomainName())
}

// inKey are the headers that an answer may differ by. What is in the key of a cache reaches the API by that alone.
var inKey = []string{"accept-language", "authorization", "brand-id", "country-alpha-2"}

// requestHeaders are those that an operation reads, and those of the specification (§7), besides the ones in the key: no other reaches
// the API. CloudFront takes ten.
func (y *system) requestHeaders() []string {
	var document struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ In, Name string }
		}
	}
	if err := json.Unmarshal(functions.OpenAPI, &document); err != nil {
		panic(fmt.Errorf("functions/openapi.json: %w", err)) // embedded, and golden
	}
	read := []string{strings.ToLower(geoip.Header), "content-type", "x-request-id"}
	for _, methods := range document.Paths {
		for _, operation := range methods {
			for _, p := range operation.Parameters {
				if p.In == "header" {
					read = append(read, strings.ToLower(p.Name))
				}
			}
		}
	}
	slices.Sort(read)
	return slices.DeleteFunc(slices.Compact(read), func(name string) bool { return slices.Contains(inKey, name) })
}

// newCache is a cache policy: for at most the hours, and as long as an answer says; by the headers and query parameters named. A
// browser's Accept-Encoding counts where CloudFront may pack the file with gzip itself.
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

// newCallCache keeps nothing: what the API answers says no-store, and what does not is forgotten within a second. It is no policy without
// any time, for with one of those CloudFront packs no answer; and a menu is ten times smaller packed. What an answer may differ by is in
// its key, for the sake of that second; Authorization reaches the API in no other way.
func (y *system) newCallCache() awscloudfront.CachePolicy {
	return awscloudfront.NewCachePolicy(y.stack, str("CacheCalls"), &awscloudfront.CachePolicyProps{
		CachePolicyName: str(y.system() + "-calls"), MinTtl: awscdk.Duration_Seconds(jsii.Number(0)),
		DefaultTtl: awscdk.Duration_Seconds(jsii.Number(0)), MaxTtl: awscdk.Duration_Seconds(jsii.Number(1)),
		HeaderBehavior:      awscloudfront.CacheHeaderBehavior_AllowList(*jsii.Strings(inKey...)...),
		QueryStringBehavior: awscloudfront.CacheQueryStringBehavior_All(), CookieBehavior: awscloudfront.CacheCookieBehavior_None(),
		EnableAcceptEncodingGzip: jsii.Bool(true), EnableAcceptEncodingBrotli: jsii.Bool(true),
	})
}

// errorResponses keep CloudFront from keeping errors, which it does for ten seconds by itself, whatever they say: a call that is tried
// again must reach the API again. 403 is the bucket's answer for a page that does not exist. A mapping holds for the whole distribution, so
// neither the API nor the firewall answers 403. 502 and 504 are no answers of the API: the way to it, or to the bucket, is broken. The
// document, where it is at hand, says so.
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

// newHeaders go with every answer, as the local gateway sends them, and with the one that only makes sense over TLS.
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
