package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscertificatemanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsroute53"
	"github.com/aws/aws-cdk-go/awscdk/v2/awswafv2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
	"ordering/shared/problem"
)

// frontStack has the resources that CloudFront needs in us-east-1, whatever the system's region is.
type frontStack struct {
	firewall    *string                            // ARN
	certificate awscertificatemanager.ICertificate // nil without a domain
}

func newFront(app constructs.Construct, s stage) frontStack {
	stack := newStack(app, s, "-front", front, "certificate and firewall of the site")
	made := frontStack{firewall: newFirewall(stack, s).AttrArn()}
	switch {
	case s.Certificate != "":
		made.certificate = awscertificatemanager.Certificate_FromCertificateArn(stack, str("Certificate"), str(s.Certificate))
	case s.Domain != "":
		zone := awsroute53.HostedZone_FromHostedZoneAttributes(stack, str("Zone"), &awsroute53.HostedZoneAttributes{HostedZoneId: str(s.ZoneID), ZoneName: str(s.Domain)})
		made.certificate = awscertificatemanager.NewCertificate(stack, str("Certificate"), &awscertificatemanager.CertificateProps{
			DomainName: str(s.Domain), Validation: awscertificatemanager.CertificateValidation_FromDns(zone),
		})
		// CloudFront uses the certificate until its own stack is deployed, after this one: ACM does not delete a certificate in use.
		made.certificate.ApplyRemovalPolicy(awscdk.RemovalPolicy_RETAIN)
	}
	inspect(stack)
	return made
}

// Keys of the firewall's custom response bodies.
const (
	tooMany = "too-many"
	refused = "refused"
)

// window is how far back the firewall counts requests, in minutes.
const window = 5

// ruleGroup is a group of AWS's managed rules. The group only counts, because AWS's block answers 403, for which CloudFront shows the
// site's 404 page, even to callers of the API. Each rule adds a label, and our own rule blocks by label, so that rules that AWS adds later
// get the same answer.
type ruleGroup struct {
	name, group, namespace string
	// counted lists the rules, by their labels, that block nothing.
	counted map[string]string
	// refused lists the labels that block a request even with a counted label. Without them a padded body would hide an attack. A group
	// with counted rules has at least one: WAF accepts no OR of a single statement.
	refused []string
	// text lists the labels of rules that look for text in a body. They do not block an upload: a photograph or a PDF may have any bytes.
	// A group with such labels has at least two.
	text []string
}

var managed = []ruleGroup{
	{"reputation", "AWSManagedRulesAmazonIpReputationList", "amazon-ip-list",
		map[string]string{"AWSManagedIPDDoSList": "AWSManagedIPDDoSList"}, // AWS itself only counts these addresses
		[]string{"AWSManagedIPReputationList", "AWSManagedReconnaissanceList"}, nil},
	{"known-bad", "AWSManagedRulesKnownBadInputsRuleSet", "known-bad-inputs", nil, nil, nil},
	{"common", "AWSManagedRulesCommonRuleSet", "core-rule-set",
		// The API has its own body limits with a clear error, and a guest's note to the kitchen may match any pattern.
		map[string]string{"SizeRestrictions_Body": "SizeRestrictions_BODY", "CrossSiteScripting_Body": "CrossSiteScripting_BODY"},
		[]string{
			"NoUserAgent_Header", "BadBots_Header", "SizeRestrictions_QueryString", "SizeRestrictions_Cookie_Header", "SizeRestrictions_URIPath",
			"EC2MetaDataSSRF_Cookie", "EC2MetaDataSSRF_URIPath", "EC2MetaDataSSRF_QueryArguments", "GenericLFI_QueryArguments",
			"GenericLFI_URIPath", "RestrictedExtensions_URIPath", "RestrictedExtensions_QueryArguments", "GenericRFI_QueryArguments",
			"GenericRFI_URIPath", "CrossSiteScripting_Cookie", "CrossSiteScripting_QueryArguments", "CrossSiteScripting_URIPath",
		},
		[]string{"EC2MetaDataSSRF_Body", "GenericLFI_Body", "GenericRFI_Body"}},
}

// labels matches the requests that the group blocks: those with a label of it and no counted one, with a refused label, or with one of
// text in a body that is no upload.
func (g ruleGroup) labels() *awswafv2.CfnWebACL_StatementProperty {
	label := func(scope, name string) *awswafv2.CfnWebACL_StatementProperty {
		return &awswafv2.CfnWebACL_StatementProperty{LabelMatchStatement: &awswafv2.CfnWebACL_LabelMatchStatementProperty{
			Scope: str(scope), Key: str("awswaf:managed:aws:" + g.namespace + ":" + name),
		}}
	}
	all := label("NAMESPACE", "")
	if g.counted == nil {
		return all
	}
	only := []any{all}
	for _, name := range slices.Sorted(maps.Keys(g.counted)) {
		only = append(only, not(label("LABEL", name)))
	}
	var text []any
	for _, name := range g.text {
		only = append(only, not(label("LABEL", name)))
		text = append(text, label("LABEL", name))
	}
	either := []any{and(only...)}
	for _, name := range g.refused {
		either = append(either, label("LABEL", name))
	}
	if text != nil {
		// One spelling of the path, as browsers send it: another spelling is judged like any other call.
		either = append(either, and(or(text...), not(pathIs("EXACTLY", uploads, "NONE"))))
	}
	return or(either...)
}

func not(s *awswafv2.CfnWebACL_StatementProperty) *awswafv2.CfnWebACL_StatementProperty {
	return &awswafv2.CfnWebACL_StatementProperty{NotStatement: &awswafv2.CfnWebACL_NotStatementProperty{Statement: s}}
}

func and(all ...any) *awswafv2.CfnWebACL_StatementProperty {
	return &awswafv2.CfnWebACL_StatementProperty{AndStatement: &awswafv2.CfnWebACL_AndStatementProperty{Statements: all}}
}

func or(all ...any) *awswafv2.CfnWebACL_StatementProperty {
	return &awswafv2.CfnWebACL_StatementProperty{OrStatement: &awswafv2.CfnWebACL_OrStatementProperty{Statements: all}}
}

// pathIs matches a request's path after the transformations.
func pathIs(how, text string, transformations ...string) *awswafv2.CfnWebACL_StatementProperty {
	var all []any
	for n, kind := range transformations {
		all = append(all, &awswafv2.CfnWebACL_TextTransformationProperty{Priority: jsii.Number(n), Type: str(kind)})
	}
	return &awswafv2.CfnWebACL_StatementProperty{ByteMatchStatement: &awswafv2.CfnWebACL_ByteMatchStatementProperty{
		FieldToMatch:         &awswafv2.CfnWebACL_FieldToMatchProperty{UriPath: map[string]any{}},
		PositionalConstraint: str(how), SearchString: str(text), TextTransformations: all,
	}}
}

// below matches each spelling of the paths that begin with the text. Decoded twice: no spelling of a path bypasses its limit.
func below(text string) *awswafv2.CfnWebACL_StatementProperty {
	return pathIs("STARTS_WITH", text, "URL_DECODE", "URL_DECODE_UNI", "NORMALIZE_PATH", "LOWERCASE")
}

// newFirewall limits the requests of one address and, in a stage that blocks, refuses what AWS's rules match. CloudFront replaces each 403
// by the site's 404 page, so blocked requests get another status with a problem. Kitchens' signed events are not limited: a few addresses
// send them for hundreds of locations.
func newFirewall(stack awscdk.Stack, s stage) awswafv2.CfnWebACL {
	seen := func(name string) *awswafv2.CfnWebACL_VisibilityConfigProperty {
		// Samples contain whole requests: addresses, tokens in paths.
		return &awswafv2.CfnWebACL_VisibilityConfigProperty{CloudWatchMetricsEnabled: true, MetricName: str(name), SampledRequestsEnabled: false}
	}
	bodies := map[string]any{}
	block := func(key string, p *problem.Problem, headers ...any) *awswafv2.CfnWebACL_RuleActionProperty {
		body, _ := json.Marshal(p.Body("")) // strings and numbers: no error
		bodies[key] = &awswafv2.CfnWebACL_CustomResponseBodyProperty{ContentType: str("APPLICATION_JSON"), Content: str(string(body))}
		return &awswafv2.CfnWebACL_RuleActionProperty{Block: &awswafv2.CfnWebACL_BlockActionProperty{
			CustomResponse: &awswafv2.CfnWebACL_CustomResponseProperty{
				ResponseCode: jsii.Number(p.Status()), CustomResponseBodyKey: str(key),
				ResponseHeaders: append(headers, &awswafv2.CfnWebACL_CustomHTTPHeaderProperty{Name: str("Cache-Control"), Value: str("no-store")}),
			},
		}}
	}
	limit := block(tooMany, problem.New(problem.TooManyRequests, "minutes", window), &awswafv2.CfnWebACL_CustomHTTPHeaderProperty{Name: str("Retry-After"), Value: str(fmt.Sprint(window * 60))})
	refuse := block(refused, problem.New(problem.RequestRefused))

	var rules []any
	add := func(name string, rule *awswafv2.CfnWebACL_RuleProperty) {
		rule.Name, rule.Priority, rule.VisibilityConfig = str(name), jsii.Number(len(rules)), seen(name)
		rules = append(rules, rule)
	}
	rate := func(name string, limitOf int, of *awswafv2.CfnWebACL_StatementProperty) {
		add(name, &awswafv2.CfnWebACL_RuleProperty{Action: limit, Statement: &awswafv2.CfnWebACL_StatementProperty{
			RateBasedStatement: &awswafv2.CfnWebACL_RateBasedStatementProperty{
				Limit: jsii.Number(limitOf), EvaluationWindowSec: jsii.Number(window * 60), AggregateKeyType: str("IP"), ScopeDownStatement: of,
			},
		}})
	}
	rate("placings", functions.PlacingsOfOne, below(placings))
	rate("accounts", functions.AccountCallsOfOne, below(accounts))
	rate("forms", functions.FormCallsOfOne, or(below(forms), below(applications)))
	// Kitchens use one spelling of the path. Other spellings, also those equal after decoding, are limited.
	rate("requests", functions.RequestsOfOne, not(pathIs("EXACTLY", kitchenEvents, "NONE")))
	count := &awswafv2.CfnWebACL_RuleActionProperty{Count: map[string]any{}}
	if s.Firewall != blocking {
		refuse = count
	}
	for _, g := range managed {
		var overrides []any // without overrides the first such rule would end the group, without labels of later rules
		for _, label := range slices.Sorted(maps.Keys(g.counted)) {
			overrides = append(overrides, &awswafv2.CfnWebACL_RuleActionOverrideProperty{Name: str(g.counted[label]), ActionToUse: count})
		}
		add(g.name, &awswafv2.CfnWebACL_RuleProperty{
			OverrideAction: &awswafv2.CfnWebACL_OverrideActionProperty{Count: map[string]any{}},
			Statement: &awswafv2.CfnWebACL_StatementProperty{ManagedRuleGroupStatement: &awswafv2.CfnWebACL_ManagedRuleGroupStatementProperty{
				VendorName: str("AWS"), Name: str(g.group), RuleActionOverrides: overrides,
			}},
		})
		add(g.name+"-refused", &awswafv2.CfnWebACL_RuleProperty{Action: refuse, Statement: g.labels()})
	}
	firewall := awswafv2.NewCfnWebACL(stack, str("Firewall"), &awswafv2.CfnWebACLProps{
		Name: str(s.system()), Scope: str("CLOUDFRONT"), DefaultAction: &awswafv2.CfnWebACL_DefaultActionProperty{Allow: map[string]any{}},
		VisibilityConfig: seen(s.system()), Rules: rules, CustomResponseBodies: bodies,
	})
	newFirewallLog(stack, s, firewall)
	return firewall
}

// newFirewallLog logs what the firewall blocks and counts, without guests' data and tokens: it redacts paths, queries and the referrer,
// which contain the secrets of orders.
func newFirewallLog(stack awscdk.Stack, s stage, firewall awswafv2.CfnWebACL) {
	log := awslogs.NewLogGroup(stack, str("FirewallLog"), &awslogs.LogGroupProps{
		LogGroupName: str("aws-waf-logs-" + s.system()), Retention: awslogs.RetentionDays_ONE_MONTH, RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
	})
	redacted := []any{
		&awswafv2.CfnLoggingConfiguration_FieldToMatchProperty{UriPath: map[string]any{}}, &awswafv2.CfnLoggingConfiguration_FieldToMatchProperty{QueryString: map[string]any{}},
	}
	for _, header := range []string{"authorization", "cookie", "referer"} {
		redacted = append(redacted, &awswafv2.CfnLoggingConfiguration_FieldToMatchProperty{SingleHeader: map[string]any{"Name": header}})
	}
	var kept []any
	for _, action := range []string{"BLOCK", "COUNT", "EXCLUDED_AS_COUNT"} {
		kept = append(kept, map[string]any{"ActionCondition": map[string]any{"Action": action}})
	}
	awswafv2.NewCfnLoggingConfiguration(stack, str("FirewallLogging"), &awswafv2.CfnLoggingConfigurationProps{
		ResourceArn: firewall.AttrArn(), RedactedFields: redacted,
		// WAF needs the ARN without the star that CDK appends
		LogDestinationConfigs: &[]any{stack.FormatArn(&awscdk.ArnComponents{Service: str("logs"), Resource: str("log-group"), ResourceName: log.LogGroupName(), ArnFormat: awscdk.ArnFormat_COLON_RESOURCE_NAME})},
		LoggingFilter:         map[string]any{"DefaultBehavior": "DROP", "Filters": []any{map[string]any{"Behavior": "KEEP", "Requirement": "MEETS_ANY", "Conditions": kept}}},
	})
}
