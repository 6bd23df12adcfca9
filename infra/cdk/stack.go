package main

import (
	"slices"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigatewayv2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudfront"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsevents"
	"github.com/aws/aws-cdk-go/awscdk/v2/awskms"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
)

// str returns a pointer to the text, as CDK needs it.
func str(text string) *string { return &text }

// system is a stage's stack under construction, with the resources that its parts share.
type system struct {
	stage
	stack    awscdk.Stack
	manifest []functions.Function
	binaries string

	key          awskms.Key
	table        awsdynamodb.ITableV2
	undelivered  awssqs.Queue // dead-letter queue of streams and schedules
	bus          awsevents.CfnEventBus
	assets       awss3.Bucket
	formFiles    awss3.Bucket
	api          awsapigatewayv2.CfnApi
	gate         awsapigatewayv2.CfnAuthorizer
	apiStage     awsapigatewayv2.CfnStage
	limits       map[string]any // limits of routes, by their keys
	functions    map[string]awslambda.Function
	distribution awscloudfront.Distribution
}

// build makes the stacks of a stage: CloudFront's resources in us-east-1, the replica's key if there is a replica, the system, and the
// alarms on the site.
func build(app constructs.Construct, s stage, manifest []functions.Function, binaries string) awscdk.Stack {
	front := newFront(app, s)
	stack := newStack(app, s, "", s.Region, "API, table, site and what happens by the clock")
	stack.SetTerminationProtection(jsii.Bool(true))
	y := &system{stack: stack, stage: s, manifest: manifest, binaries: binaries, functions: map[string]awslambda.Function{}, limits: map[string]any{}}
	y.key = newKey(stack, s)
	y.newTable()
	if s.Replica != "" {
		stack.AddStackDependency(newReplicaKey(app, s), str("the table's copy is encrypted with it"))
	}
	y.newFormFiles()
	y.newBus()
	y.newAPI()
	keys := y.newOriginKeys()
	y.newSite(front, keys[0])
	y.newMail()
	var writers []constructs.Construct // of the outbox
	var reader constructs.IConstruct
	for _, f := range gateFirst(manifest) {
		lambda := y.newFunction(f, keys)
		if f.Outbox {
			reader = lambda
		} else if f.Table.May(functions.Write, "outbox#0") {
			writers = append(writers, y.functions[f.Name])
		}
		switch {
		case f.Gate:
			y.newGate(f, lambda)
		case len(f.Operations) > 0:
			y.route(f, lambda)
		}
		if f.Feed() != "" {
			y.feed(f, lambda)
		}
		y.schedule(f, lambda)
	}
	// A release may write rows of the outbox that the previous one does not know.
	for _, w := range writers {
		w.Node().AddDependency(reader)
	}
	y.newAlarms()
	y.outputs()
	inspect(stack)
	y.newSiteAlarms(app)
	return stack
}

// newStack starts a stack of the stage. The account in it makes the CDK CLI refuse a deployment into another one. It reads values of other
// stacks at deployment, which locks nothing (docs/decisions/values-between-stacks.md).
func newStack(app constructs.Construct, s stage, ending, region, holds string) awscdk.Stack {
	stack := awscdk.NewStack(app, str(s.system()+ending), &awscdk.StackProps{
		StackName: str(s.system() + ending), Env: &awscdk.Environment{Account: &s.Account, Region: &region}, Description: str("Restaurant ordering: " + holds),
	})
	awscdk.CrossStackReferences_Of(stack).Consume(awscdk.ReferenceStrength_WEAK)
	awscdk.Tags_Of(stack).Add(str("system"), str(s.system()), nil)
	return stack
}

// gateFirst sorts the authorizer first, because all other functions' routes refer to it.
func gateFirst(manifest []functions.Function) []functions.Function {
	return slices.SortedStableFunc(slices.Values(manifest), func(a, b functions.Function) int {
		if a.Gate == b.Gate {
			return 0
		}
		if a.Gate {
			return -1
		}
		return 1
	})
}

// outputs are the stack outputs that npm run deploy reads.
func (y *system) outputs() {
	for name, value := range map[string]*string{
		"SiteURL": str(y.siteURL()), "AssetsBucket": y.assets.BucketName(), "DistributionID": y.distribution.DistributionId(), "DistributionDomain": y.distribution.DistributionDomainName(), "TableName": y.table.TableName(),
		"KeyARN": y.key.KeyArn(), "APIEndpoint": y.api.AttrApiEndpoint(), "SecretsPath": str(y.secrets()),
		"FormFilesBucket": y.formFiles.BucketName(),
	} {
		awscdk.NewCfnOutput(y.stack, str(name), &awscdk.CfnOutputProps{Value: value})
	}
}

// construct converts get-order into GetOrder, the form of construct ids.
func construct(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "-") {
		if part == "" {
			continue
		}
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}
