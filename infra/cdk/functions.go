package main

import (
	"encoding/json"
	"path/filepath"
	"strconv"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
)

// newFunction makes a function of the manifest with its own role, which allows what the manifest lists. It returns the alias "live" of the
// latest deployed version. All callers use the alias, so that code and configuration change together. Recent versions are kept
// (verbs/pruneVersions.mjs): aws lambda update-alias rolls back within a second.
func (y *system) newFunction(f functions.Function, originKeys []*string) awslambda.IFunction {
	name := construct(f.Name)
	log := y.newLog(name+"Log", f.Name)
	role := awsiam.NewRole(y.stack, str(name+"Role"), &awsiam.RoleProps{
		AssumedBy: awsiam.NewServicePrincipal(str("lambda.amazonaws.com"), nil), Description: str("What the function " + f.Name + " may do"),
		InlinePolicies: y.rights(f, log).inline(),
	})
	props := &awslambda.FunctionProps{
		FunctionName: str(y.functionName(f)), LogGroup: log,
		// Prevents CDK from adding rights that the manifest does not list.
		Role:    role.WithoutPolicyUpdates(nil),
		Runtime: awslambda.Runtime_PROVIDED_AL2023(), Architecture: awslambda.Architecture_ARM_64(), Handler: str("bootstrap"),
		Code:       awslambda.Code_FromAsset(str(filepath.Join(y.binaries, f.Name)), nil),
		MemorySize: jsii.Number(f.Memory), Timeout: awscdk.Duration_Seconds(jsii.Number(f.Timeout)),
		Environment: y.environment(f, originKeys), EnvironmentEncryption: y.key,
		CurrentVersionOptions: &awslambda.VersionOptions{RemovalPolicy: awscdk.RemovalPolicy_RETAIN},
	}
	if n := y.reserved(f); n > 0 {
		props.ReservedConcurrentExecutions = jsii.Number(n)
	}
	made := awslambda.NewFunction(y.stack, str(name), props)
	// CDK adds a dependency on the role by name. The reference to the role's ARN is one already.
	made.Node().DefaultChild().(awslambda.CfnFunction).AddDeletionOverride(str("DependsOn"))
	y.functions[f.Name] = made
	return awslambda.NewAlias(y.stack, str(name+"Live"), &awslambda.AliasProps{AliasName: str("live"), Version: made.CurrentVersion()})
}

func (y *system) functionName(f functions.Function) string { return y.system() + "-" + f.Name }

// newLog makes a log of the system, with a retention that covers guests' questions about an order.
func (y *system) newLog(id, name string) awslogs.LogGroup {
	return awslogs.NewLogGroup(y.stack, str(id), &awslogs.LogGroupProps{
		LogGroupName: str("/" + y.system() + "/" + name), Retention: awslogs.RetentionDays_ONE_MONTH, EncryptionKey: y.key,
		RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
	})
}

// environment returns the environment variables of the function. Only the gate's keys are secret; CloudFormation fills them in.
func (y *system) environment(f functions.Function, originKeys []*string) *map[string]*string {
	env := map[string]*string{"SERVICE": str(y.system()), "FUNCTION": str(f.Name), "BRAND": str(strconv.Itoa(y.brand().ID))}
	if !f.Table.None() {
		env["TABLE"] = y.table.TableName()
	}
	if len(f.Secrets) > 0 {
		env["SECRETS_PATH"] = str(y.secrets())
	}
	if f.Events {
		env["EVENT_BUS"] = y.bus.Ref()
	}
	if len(f.Assets) > 0 {
		env["ASSETS"] = y.assets.BucketName()
	}
	if f.Files || f.ErasesFiles {
		env["FORM_FILES"] = y.formFiles.BucketName()
	}
	if f.Gate {
		env["ORIGIN_KEYS"] = awscdk.Fn_Join(str(","), &originKeys)
	}
	providers, err := json.Marshal(y.Social)
	if err != nil {
		panic(err) // texts only
	}
	known := map[functions.Setting]string{
		functions.Social:  string(providers),
		functions.SiteURL: y.siteURL(), functions.KitchenURL: y.KitchenURL, functions.StripePublishableKey: y.StripePublishableKey,
		functions.DeskURL: y.DeskURL,
	}
	for _, s := range f.Settings {
		if known[s] != "" || !s.Optional() {
			env[string(s)] = str(known[s])
		}
	}
	return &env
}
