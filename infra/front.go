package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscertificatemanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsroute53"
	"github.com/aws/aws-cdk-go/awscdk/v2/awswafv2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
)

// frontStack is what CloudFront takes from us-east-1 wherever the system runs.
type frontStack struct {
	firewall    *string                            // ARN
	certificate awscertificatemanager.ICertificate // nil without a domain
}

func newFront(app constructs.Construct, s stage, apart bool) frontStack {
	stack := awscdk.NewStack(app, str(s.system()+"-front"), &awscdk.StackProps{
		StackName: str(s.system() + "-front"), Env: &awscdk.Environment{Region: str(front)}, CrossRegionReferences: &apart,
		Description: str("Restaurant ordering: certificate and firewall of the site"),
	})
	made := frontStack{firewall: newFirewall(stack, s).AttrArn()}
	switch {
	case s.Certificate != "":
		made.certificate = awscertificatemanager.Certificate_FromCertificateArn(stack, str("Certificate"), str(s.Certificate))
	case s.Domain != "":
		zone := awsroute53.HostedZone_FromHostedZoneAttributes(stack, str("Zone"), &awsroute53.HostedZoneAttributes{HostedZoneId: str(s.ZoneID), ZoneName: str(s.Domain)})
		made.certificate = awscertificatemanager.NewCertificate(stack, str("Certificate"), &awscertificatemanager.CertificateProps{
			DomainName: str(s.Domain), Validation: awscertificatemanager.CertificateValidation_FromDns(zone),
		})
	}
	awscdk.Tags_Of(stack).Add(str("system"), str(s.system()), nil)
	inspect(stack)
	return made
}

// newFirewall holds what is known to be bad and too much of anything away from the site. What the kitchens send is signed, and comes
// for hundreds of restaurants from a few addresses: it is not counted.
func newFirewall(stack awscdk.Stack, s stage) awswafv2.CfnWebACL {
	seen := func(name string) *awswafv2.CfnWebACL_VisibilityConfigProperty {
		// Samples hold whole requests: addresses, tokens in paths.
		return &awswafv2.CfnWebACL_VisibilityConfigProperty{CloudWatchMetricsEnabled: true, MetricName: str(name), SampledRequestsEnabled: false}
	}
	var rules []any
	add := func(name string, statement *awswafv2.CfnWebACL_StatementProperty, limit bool) {
		rule := &awswafv2.CfnWebACL_RuleProperty{Name: str(name), Priority: jsii.Number(len(rules)), Statement: statement, VisibilityConfig: seen(name)}
		if limit {
			rule.Action = &awswafv2.CfnWebACL_RuleActionProperty{Block: &awswafv2.CfnWebACL_BlockActionProperty{
				CustomResponse: &awswafv2.CfnWebACL_CustomResponseProperty{ResponseCode: jsii.Number(429)},
			}}
		} else {
			rule.OverrideAction = &awswafv2.CfnWebACL_OverrideActionProperty{None: map[string]any{}}
		}
		rules = append(rules, rule)
	}
	path := func(beginning string) *awswafv2.CfnWebACL_StatementProperty {
		return &awswafv2.CfnWebACL_StatementProperty{ByteMatchStatement: &awswafv2.CfnWebACL_ByteMatchStatementProperty{
			FieldToMatch: &awswafv2.CfnWebACL_FieldToMatchProperty{UriPath: map[string]any{}}, PositionalConstraint: str("STARTS_WITH"), SearchString: str(beginning),
			TextTransformations: []any{&awswafv2.CfnWebACL_TextTransformationProperty{Priority: jsii.Number(0), Type: str("NORMALIZE_PATH")}},
		}}
	}
	rate := func(limit int, of *awswafv2.CfnWebACL_StatementProperty) *awswafv2.CfnWebACL_StatementProperty {
		return &awswafv2.CfnWebACL_StatementProperty{RateBasedStatement: &awswafv2.CfnWebACL_RateBasedStatementProperty{
			Limit: jsii.Number(limit), EvaluationWindowSec: jsii.Number(300), AggregateKeyType: str("IP"), ScopeDownStatement: of,
		}}
	}
	managed := func(group string, counted ...string) *awswafv2.CfnWebACL_StatementProperty {
		var overrides []any
		for _, rule := range counted {
			overrides = append(overrides, &awswafv2.CfnWebACL_RuleActionOverrideProperty{Name: str(rule), ActionToUse: &awswafv2.CfnWebACL_RuleActionProperty{Count: map[string]any{}}})
		}
		return &awswafv2.CfnWebACL_StatementProperty{ManagedRuleGroupStatement: &awswafv2.CfnWebACL_ManagedRuleGroupStatementProperty{
			VendorName: str("AWS"), Name: str(group), RuleActionOverrides: overrides,
		}}
	}
	guests := &awswafv2.CfnWebACL_StatementProperty{NotStatement: &awswafv2.CfnWebACL_NotStatementProperty{Statement: path(kitchenEvents)}}
	add("placings", rate(functions.PlacingsOfOne, path(placings)), true)
	add("requests", rate(functions.RequestsOfOne, guests), true)
	add("reputation", managed("AWSManagedRulesAmazonIpReputationList"), false)
	add("known-bad", managed("AWSManagedRulesKnownBadInputsRuleSet"), false)
	// The API has limits of its own for bodies, with an answer that says so; a guest's note to the kitchen may look like anything.
	add("common", managed("AWSManagedRulesCommonRuleSet", "SizeRestrictions_BODY", "CrossSiteScripting_BODY"), false)
	return awswafv2.NewCfnWebACL(stack, str("Firewall"), &awswafv2.CfnWebACLProps{
		Name: str(s.system()), Scope: str("CLOUDFRONT"), DefaultAction: &awswafv2.CfnWebACL_DefaultActionProperty{Allow: map[string]any{}},
		VisibilityConfig: seen(s.system()), Rules: rules,
	})
}
