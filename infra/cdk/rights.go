package main

import (
	"slices"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
)

// policy collects statements.
type policy struct{ statements []awsiam.PolicyStatement }

func (p *policy) allow(sid string, resources []string, when map[string]any, actions ...string) {
	props := &awsiam.PolicyStatementProps{Sid: str(sid), Actions: jsii.Strings(actions...), Resources: jsii.Strings(resources...)}
	if when != nil {
		props.Conditions = &when
	}
	p.statements = append(p.statements, awsiam.NewPolicyStatement(props))
}

// inline is the policy as a part of its role.
func (p *policy) inline() *map[string]awsiam.PolicyDocument {
	return &map[string]awsiam.PolicyDocument{"rights": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{Statements: &p.statements})}
}

// rights are a function's policy: what the manifest says and what every function does, and nothing more.
func (y *system) rights(f functions.Function, log awslogs.LogGroup) *policy {
	p := new(policy)
	p.allow("Log", []string{*log.LogGroupArn()}, nil, "logs:CreateLogStream", "logs:PutLogEvents")
	if f.Traced {
		// A trace belongs to nothing that AWS has a name for.
		p.allow("Trace", []string{"*"}, nil, "xray:PutTraceSegments", "xray:PutTelemetryRecords")
	}
	self := *y.stack.FormatArn(&awscdk.ArnComponents{
		Service: str("lambda"), Resource: str("function"), ResourceName: str(y.functionName(f)), ArnFormat: awscdk.ArnFormat_COLON_RESOURCE_NAME,
	})
	p.allow("Environment", []string{*y.key.KeyArn()}, map[string]any{"StringLike": map[string]any{
		"kms:EncryptionContext:aws:lambda:FunctionArn": []string{self, self + ":*"}, // and its versions
	}}, "kms:Decrypt")
	y.tableRights(p, f)
	if f.Feed() != "" {
		stream := *y.table.TableStreamArn()
		p.allow("Stream", []string{stream}, nil, "dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator")
		// Which streams there are can be asked of the account only.
		p.allow("Streams", []string{"*"}, nil, "dynamodb:ListStreams")
		p.allow("SetAside", []string{*y.undelivered.QueueArn()}, nil, "sqs:SendMessage")
	}
	if len(f.Secrets) > 0 {
		var names []string
		for _, s := range f.Secrets {
			names = append(names, y.arn("ssm", "parameter", strings.TrimPrefix(y.secrets(), "/")+string(s)))
		}
		p.allow("Secrets", names, nil, "ssm:GetParameters")
		p.allow("SecretsKey", []string{*y.key.KeyArn()}, y.through("ssm"), "kms:Decrypt")
	}
	if f.Mail {
		p.allow("Mail", []string{y.arn("ses", "identity", y.mailDomain()), y.arn("ses", "configuration-set", y.system())},
			map[string]any{"StringEquals": map[string]any{"ses:FromAddress": y.brand().MailFrom}}, "ses:SendEmail", "ses:SendRawEmail")
	}
	if f.Events {
		p.allow("Events", []string{*y.bus.AttrArn()}, nil, "events:PutEvents")
	}
	if len(f.Assets) > 0 {
		var files []string
		for _, beginning := range f.Assets {
			files = append(files, *y.assets.ArnForObjects(str(beginning + "*")))
		}
		p.allow("Assets", files, nil, "s3:GetObject")
		// To list is what makes S3 answer 404, and not 403, for what is not there. No prefix narrows it: who asks for a file names none.
		p.allow("Missing", []string{*y.assets.BucketArn()}, nil, "s3:ListBucket")
	}
	return p
}

// tableRights name with each action the partitions that it may touch. A transaction is authorised by these same: it has no right of
// its own.
func (y *system) tableRights(p *policy, f functions.Function) {
	if f.Table.None() {
		return
	}
	table, key := *y.table.TableArn(), []string{*y.key.KeyArn()}
	within := func(partitions []string) map[string]any {
		return map[string]any{"ForAllValues:StringLike": map[string]any{"dynamodb:LeadingKeys": partitions}}
	}
	reads := slices.Concat(f.Table.Reads, f.Table.Writes)
	p.allow("ReadRows", []string{table}, within(reads), "dynamodb:GetItem", "dynamodb:Query")
	if len(f.Table.Index) > 0 {
		p.allow("ReadIndex", []string{table + "/index/index"}, within(f.Table.Index), "dynamodb:Query")
	}
	// DynamoDB works with the table's key in the name of who reads and writes.
	if len(f.Table.Writes) == 0 {
		p.allow("TableKey", key, y.through("dynamodb"), "kms:Decrypt", "kms:DescribeKey")
		return
	}
	p.allow("WriteRows", []string{table}, within(f.Table.Writes), "dynamodb:PutItem", "dynamodb:UpdateItem")
	if len(f.Table.Deletes) > 0 {
		p.allow("DeleteRows", []string{table}, within(f.Table.Deletes), "dynamodb:DeleteItem")
	}
	p.allow("TableKey", key, y.through("dynamodb"), "kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo")
}

// through is the condition that a key is used by way of a service of AWS only.
func (y *system) through(service string) map[string]any {
	return map[string]any{"StringEquals": map[string]any{"kms:ViaService": service + "." + *y.stack.Region() + ".amazonaws.com"}}
}

func (y *system) arn(service, resource, name string) string {
	return *y.stack.FormatArn(&awscdk.ArnComponents{Service: str(service), Resource: str(resource), ResourceName: str(name)})
}

// feed hands the function what of the stream is its, in order within a partition. A batch that fails is halved until the record that does
// it is alone; what fails for good is named in the queue. A row of the outbox is in the table still, where the sweep finds it again; what an order's
// progress was before a step is in the stream alone, for 24 hours (docs/runbook.md, undelivered).
func (y *system) feed(f functions.Function, lambda awslambda.IFunction) {
	awslambda.NewCfnEventSourceMapping(y.stack, str(construct(f.Name)+"Feed"), &awslambda.CfnEventSourceMappingProps{
		EventSourceArn: y.table.TableStreamArn(), FunctionName: lambda.FunctionArn(), StartingPosition: str("TRIM_HORIZON"),
		FilterCriteria: &awslambda.CfnEventSourceMapping_FilterCriteriaProperty{Filters: []any{&awslambda.CfnEventSourceMapping_FilterProperty{Pattern: str(f.Feed())}}},
		BatchSize:      jsii.Number(25), ParallelizationFactor: jsii.Number(2), BisectBatchOnFunctionError: true,
		MaximumRetryAttempts: jsii.Number(10), MaximumRecordAgeInSeconds: jsii.Number(6 * 60 * 60), FunctionResponseTypes: jsii.Strings("ReportBatchItemFailures"),
		DestinationConfig: &awslambda.CfnEventSourceMapping_DestinationConfigProperty{
			OnFailure: &awslambda.CfnEventSourceMapping_OnFailureProperty{Destination: y.undelivered.QueueArn()},
		},
	})
}
