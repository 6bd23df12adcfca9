package main

import (
	"encoding/json"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigatewayv2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
	"ordering/functions/origin"
)

// newAPI makes the HTTP API. Its access log has no data of guests and no paths, because a path may contain an order's token.
func (y *system) newAPI() {
	y.api = awsapigatewayv2.NewCfnApi(y.stack, str("Api"), &awsapigatewayv2.CfnApiProps{Name: str(y.system()), ProtocolType: str("HTTP")})
	log := y.newLog("ApiLog", "api")
	format, _ := json.Marshal(map[string]string{ // strings only: no error
		"requestId": "$context.requestId", "time": "$context.requestTimeEpoch", "route": "$context.routeKey", "status": "$context.status",
		"ms": "$context.responseLatency", "functionMs": "$context.integrationLatency", "bytes": "$context.responseLength",
		"error": "$context.error.responseType", "functionError": "$context.integrationErrorMessage", "gate": "$context.authorizer.error",
	})
	y.apiStage = awsapigatewayv2.NewCfnStage(y.stack, str("ApiStage"), &awsapigatewayv2.CfnStageProps{
		ApiId: y.api.Ref(), StageName: str("$default"), AutoDeploy: true,
		AccessLogSettings:    &awsapigatewayv2.CfnStage_AccessLogSettingsProperty{DestinationArn: log.LogGroupArn(), Format: str(string(format))},
		DefaultRouteSettings: &awsapigatewayv2.CfnStage_RouteSettingsProperty{ThrottlingRateLimit: jsii.Number(functions.CallsASecond), ThrottlingBurstLimit: jsii.Number(functions.CallsAtOnce)},
	})
}

// newGate makes the function the API's authorizer. A call without the header gets 401. Results are cached for five minutes.
func (y *system) newGate(f functions.Function, lambda awslambda.IFunction) {
	y.gate = awsapigatewayv2.NewCfnAuthorizer(y.stack, str("Gate"), &awsapigatewayv2.CfnAuthorizerProps{
		ApiId: y.api.Ref(), Name: str(f.Name), AuthorizerType: str("REQUEST"), AuthorizerPayloadFormatVersion: str("2.0"), EnableSimpleResponses: true,
		IdentitySource: jsii.Strings("$request.header." + origin.Header), AuthorizerResultTtlInSeconds: jsii.Number(300),
		AuthorizerUri: awscdk.Fn_Join(str(""), jsii.Strings("arn:", *y.stack.Partition(), ":apigateway:", *y.stack.Region(), ":lambda:path/2015-03-31/functions/", *lambda.FunctionArn(), "/invocations")),
	})
	y.allowAPI(construct(f.Name), lambda, "authorizers/"+*y.gate.Ref())
	// The authorizer must accept a new key before CloudFront sends it.
	y.distribution.Node().AddDependency(lambda)
}

// route routes the paths of the function's operations to it: one integration and one permission for all routes.
func (y *system) route(f functions.Function, lambda awslambda.IFunction) {
	name := construct(f.Name)
	integration := awsapigatewayv2.NewCfnIntegration(y.stack, str(name+"Integration"), &awsapigatewayv2.CfnIntegrationProps{
		ApiId: y.api.Ref(), IntegrationType: str("AWS_PROXY"), IntegrationUri: lambda.FunctionArn(), PayloadFormatVersion: str("2.0"),
	})
	add := func(id, key string) {
		route := awsapigatewayv2.NewCfnRoute(y.stack, str("Route"+construct(id)), &awsapigatewayv2.CfnRouteProps{
			ApiId: y.api.Ref(), RouteKey: str(key), Target: awscdk.Fn_Join(str("/"), jsii.Strings("integrations", *integration.Ref())),
			AuthorizationType: str("CUSTOM"), AuthorizerId: y.gate.Ref(),
		})
		if f.Limit != (functions.Limit{}) {
			y.limits[key] = map[string]any{"ThrottlingRateLimit": f.Limit.ASecond, "ThrottlingBurstLimit": f.Limit.AtOnce}
			y.apiStage.AddResourceDependency(route, str("a limit names its route"))
		}
	}
	paths := map[string]bool{}
	for _, op := range f.Operations {
		if !paths[op.Path] {
			// One route for all methods of a path: a stack has at most 500 resources. For a method that the path does not have the
			// function answers 405 with Allow; the API itself would answer 404.
			add("any-"+strings.NewReplacer("/", "-", "{", "", "}", "").Replace(op.Path), "ANY "+op.Path)
		}
		paths[op.Path] = true
	}
	y.apiStage.SetRouteSettings(y.limits)
	y.allowAPI(name, lambda, "*")
}

func (y *system) allowAPI(name string, lambda awslambda.IFunction, source string) {
	awslambda.NewCfnPermission(y.stack, str(name+"Permission"), &awslambda.CfnPermissionProps{
		Action: str("lambda:InvokeFunction"), FunctionName: lambda.FunctionArn(), Principal: str("apigateway.amazonaws.com"),
		SourceArn: y.stack.FormatArn(&awscdk.ArnComponents{Service: str("execute-api"), Resource: y.api.Ref(), ResourceName: str(source)}),
	})
}
