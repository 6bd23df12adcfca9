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

// inline returns the policy as an inline policy of a role.
func (p *policy) inline() *map[string]awsiam.PolicyDocument {
	return &map[string]awsiam.PolicyDocument{"rights": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{Statements: &p.statements})}
}

// rights returns a function's policy: exactly the rights in the manifest and those that every function needs.
func (y *system) rights(f functions.Function, log awslogs.LogGroup) *policy {
	p := new(policy)
	p.allow("Log", []string{*log.LogGroupArn()}, nil, "logs:CreateLogStream", "logs:PutLogEvents")
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
		// ListStreams has no narrower resource than the account.
		p.allow("Streams", []string{"*"}, nil, "dynamodb:ListStreams")
		p.allow("SetAside", []string{*y.undelivered.QueueArn()}, nil, "sqs:SendMessage")
	}
	if len(f.Secrets) > 0 {
		var names []string
		for _, s := range f.Secrets {
			names = append(names, y.arn("ssm", "parameter", strings.TrimPrefix(y.secrets(), "/")+string(s)))
		}
		p.allow("Secrets", names, nil, "ssm:GetParameters")
		p.allow("SecretsKey", []string{*y.key.KeyArn()}, y.onlyThrough("ssm"), "kms:Decrypt")
	}
	if f.Mail {
		p.allow("Mail", []string{y.arn("ses", "identity", y.mailDomain()), y.arn("ses", "configuration-set", y.system())},
			map[string]any{"StringEquals": map[string]any{"ses:FromAddress": y.brand().MailFrom}}, "ses:SendEmail", "ses:SendRawEmail")
	}
	if f.Events {
		p.allow("Events", []string{*y.bus.AttrArn()}, nil, "events:PutEvents")
	}
	if len(f.Invokes) > 0 {
		var live []string
		for _, name := range f.Invokes {
			live = append(live, *y.stack.FormatArn(&awscdk.ArnComponents{
				Service: str("lambda"), Resource: str("function"), ResourceName: str(y.system() + "-" + name + ":live"), ArnFormat: awscdk.ArnFormat_COLON_RESOURCE_NAME,
			}))
		}
		p.allow("Invoke", live, nil, "lambda:InvokeFunction")
	}
	if len(f.Assets) > 0 {
		var files []string
		for _, beginning := range f.Assets {
			files = append(files, *y.assets.ArnForObjects(str(beginning + "*")))
		}
		p.allow("Assets", files, nil, "s3:GetObject")
		// ListBucket makes S3 answer 404, not 403, for a missing object. No prefix can narrow it: GetObject has none.
		p.allow("Missing", []string{*y.assets.BucketArn()}, nil, "s3:ListBucket")
	}
	y.fileRights(p, f)
	return p
}

// tableRights lists with each action the partitions that it may access. The same actions authorise a transaction.
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
	// DynamoDB uses the table's key on behalf of the caller.
	if len(f.Table.Writes) == 0 {
		p.allow("TableKey", key, y.onlyThrough("dynamodb"), "kms:Decrypt", "kms:DescribeKey")
		return
	}
	p.allow("WriteRows", []string{table}, within(f.Table.Writes), "dynamodb:PutItem", "dynamodb:UpdateItem")
	if len(f.Table.Deletes) > 0 {
		p.allow("DeleteRows", []string{table}, within(f.Table.Deletes), "dynamodb:DeleteItem")
	}
	p.allow("TableKey", key, y.onlyThrough("dynamodb"), "kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo")
}

// onlyThrough returns the condition that a key is used only through a service of AWS.
func (y *system) onlyThrough(service string) map[string]any {
	return map[string]any{"StringEquals": map[string]any{"kms:ViaService": service + "." + *y.stack.Region() + ".amazonaws.com"}}
}

func (y *system) arn(service, resource, name string) string {
	return *y.stack.FormatArn(&awscdk.ArnComponents{Service: str(service), Resource: str(resource), ResourceName: str(name)})
}

// feed sends the function its events of the stream, in order within a partition. Lambda bisects a failing batch until the failing record is
// alone, and reports permanent failures to the queue. An outbox row stays in the table, where the sweep finds it again. The progress before
// a step is only in the stream, for 24 hours (docs/runbook.md, undelivered).
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
