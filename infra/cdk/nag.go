package main

import (
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"github.com/cdklabs/cdk-nag-go/cdknag/v2"
)

// accepted lists the accepted findings of cdk-nag's AwsSolutions with their reasons. Any other finding fails a test.
var accepted = map[string]string{
	"AwsSolutions-CFR1": "Guests may order from any country, and the site depends on it. No country is blocked.",
	"AwsSolutions-CFR3": "A log of requests would keep the addresses of guests and, in the paths of orders, the secrets that open them. The API's own log says how each call went without either.",
	"AwsSolutions-CFR4": "Only a stage without a domain, which is for trying it out: CloudFront's own certificate comes with its own list of protocols.",
	"AwsSolutions-S1":   "One bucket has the public site, the other files of guests: a log of it would be personal data too.",
	"AwsSolutions-SMG4": "The key is in CloudFront's configuration, which only a deployment changes: a rotation is the next originKey. The day on which CloudFormation and a timer disagreed would be one without orders.",
	"AwsSolutions-SQS3": "It is where others put what they could not deliver, and an alarm watches it.",
	// With a star for actions without resource-level permissions. The template's test names the one statement that may have it.
	"AwsSolutions-IAM5[Resource::*]": "The list of the account's streams belongs to no resource that a policy could name.",
	// The buckets under CDK's logical ids in the template.
	"AwsSolutions-IAM5[Resource::<Assets9A31D427.Arn>/pictures/*]": "The function of pictures reads any picture of the brand: the operator puts in new ones at any time.",
	"AwsSolutions-IAM5[Resource::<Assets9A31D427.Arn>/assets/*]":   "The function of pictures reads any built picture; the names change with each build.",
	"AwsSolutions-IAM5[Resource::<FormFiles7B0E723E.Arn>/new/*]":   "The function of forms stores files under random names, and reads new ones.",
	"AwsSolutions-IAM5[Resource::<FormFiles7B0E723E.Arn>/kept/*]":  "The function of forms stores files under random names, and cannot read them.",
}

// inspect runs cdk-nag on a stack and writes its findings into a report beside the template, which a test reads.
func inspect(stack awscdk.Stack) {
	var suppressions []*cdknag.NagPackSuppression
	for rule, reason := range accepted {
		id, of, narrow := strings.Cut(strings.TrimSuffix(rule, "]"), "[")
		s := &cdknag.NagPackSuppression{Id: str(id), Reason: str(reason)}
		if narrow {
			s.AppliesTo = &[]any{of}
		}
		suppressions = append(suppressions, s)
	}
	cdknag.NagSuppressions_AddStackSuppressions(stack, &suppressions, jsii.Bool(false))
	awscdk.Aspects_Of(stack).Add(cdknag.NewAwsSolutionsChecks(&cdknag.NagPackProps{Verbose: jsii.Bool(true)}), nil)
}
