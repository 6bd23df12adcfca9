package main

import (
	"path/filepath"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigatewayv2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambdaeventsources"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
)

// newOrderingStack builds the table, one Lambda a function with exactly its routes, and the HTTP API before them.
func newOrderingStack(scope constructs.Construct, id string, all []functions.Function, binaries string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	table := newTable(stack)
	api := awsapigatewayv2.NewCfnApi(stack, jsii.String("Api"), &awsapigatewayv2.CfnApiProps{
		Name: jsii.String("ordering"), ProtocolType: jsii.String("HTTP"),
	})
	awsapigatewayv2.NewCfnStage(stack, jsii.String("ApiStage"), &awsapigatewayv2.CfnStageProps{
		ApiId: api.Ref(), StageName: jsii.String("$default"), AutoDeploy: true,
	})
	for _, f := range all {
		lambda := newFunction(stack, f, table, binaries)
		if len(f.Operations) > 0 {
			route(stack, api, f, lambda)
		}
		if f.Outbox {
			lambda.AddEventSource(awslambdaeventsources.NewDynamoEventSource(table, &awslambdaeventsources.DynamoEventSourceProps{
				StartingPosition: awslambda.StartingPosition_TRIM_HORIZON, BisectBatchOnError: jsii.Bool(true),
				ReportBatchItemFailures: jsii.Bool(true), RetryAttempts: jsii.Number(10),
			}))
		}
	}
	awscdk.NewCfnOutput(stack, jsii.String("ApiEndpoint"), &awscdk.CfnOutputProps{Value: api.AttrApiEndpoint()})
	return stack
}

// newTable is the one table with its one index, under the names that table/dynamo uses.
func newTable(stack awscdk.Stack) awsdynamodb.Table {
	text := func(name string) *awsdynamodb.Attribute {
		return &awsdynamodb.Attribute{Name: jsii.String(name), Type: awsdynamodb.AttributeType_STRING}
	}
	table := awsdynamodb.NewTable(stack, jsii.String("Table"), &awsdynamodb.TableProps{
		PartitionKey: text("pk"), SortKey: text("sk"), BillingMode: awsdynamodb.BillingMode_PAY_PER_REQUEST,
		TimeToLiveAttribute: jsii.String("expires"), Stream: awsdynamodb.StreamViewType_NEW_IMAGE,
		PointInTimeRecoverySpecification: &awsdynamodb.PointInTimeRecoverySpecification{PointInTimeRecoveryEnabled: jsii.Bool(true)},
		RemovalPolicy:                    awscdk.RemovalPolicy_RETAIN,
	})
	table.AddGlobalSecondaryIndex(&awsdynamodb.GlobalSecondaryIndexProps{
		IndexName: jsii.String("index"), PartitionKey: text("ipk"), SortKey: text("isk"),
	})
	return table
}

func newFunction(stack awscdk.Stack, f functions.Function, table awsdynamodb.Table, binaries string) awslambda.Function {
	lambda := awslambda.NewFunction(stack, jsii.String(construct(f.Name)), &awslambda.FunctionProps{
		Runtime: awslambda.Runtime_PROVIDED_AL2023(), Architecture: awslambda.Architecture_ARM_64(), Handler: jsii.String("bootstrap"),
		Code:       awslambda.Code_FromAsset(jsii.String(filepath.Join(binaries, f.Name)), nil),
		MemorySize: jsii.Number(f.Memory), Timeout: awscdk.Duration_Seconds(jsii.Number(f.Timeout)),
		Environment: &map[string]*string{"TABLE": table.TableName()},
	})
	table.Grant(lambda, *jsii.Strings(rights(f)...)...)
	return lambda
}

// rights are what table.Table needs for what the function does and nothing more; a transaction is authorised by these same.
func rights(f functions.Function) []string {
	rights := []string{"dynamodb:GetItem", "dynamodb:Query"}
	if len(f.Table.Writes) > 0 {
		rights = append(rights, "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem")
	}
	return rights
}

// route sends the function's operations to it: one integration and one permission, however many routes.
func route(stack awscdk.Stack, api awsapigatewayv2.CfnApi, f functions.Function, lambda awslambda.Function) {
	name := construct(f.Name)
	integration := awsapigatewayv2.NewCfnIntegration(stack, jsii.String(name+"Integration"), &awsapigatewayv2.CfnIntegrationProps{
		ApiId: api.Ref(), IntegrationType: jsii.String("AWS_PROXY"), IntegrationUri: lambda.FunctionArn(), PayloadFormatVersion: jsii.String("2.0"),
	})
	for _, op := range f.Operations {
		awsapigatewayv2.NewCfnRoute(stack, jsii.String("Route"+construct(op.OperationID)), &awsapigatewayv2.CfnRouteProps{
			ApiId: api.Ref(), RouteKey: jsii.String(op.Route()),
			Target: awscdk.Fn_Join(jsii.String("/"), &[]*string{jsii.String("integrations"), integration.Ref()}),
		})
	}
	awslambda.NewCfnPermission(stack, jsii.String(name+"Permission"), &awslambda.CfnPermissionProps{
		Action: jsii.String("lambda:InvokeFunction"), FunctionName: lambda.FunctionArn(), Principal: jsii.String("apigateway.amazonaws.com"),
		SourceArn: stack.FormatArn(&awscdk.ArnComponents{Service: jsii.String("execute-api"), Resource: api.Ref(), ResourceName: jsii.String("*")}),
	})
}

// construct turns get-order into GetOrder, as construct ids are written.
func construct(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "-") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}
