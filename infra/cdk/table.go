package main

import (
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awskms"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// newKey makes the key of all guests' data in a stage: the table, the logs, the secrets. It outlives the stack, because without it the
// table is unreadable.
func newKey(stack awscdk.Stack, s stage) awskms.Key {
	key := awskms.NewKey(stack, str("Key"), &awskms.KeyProps{
		Alias: str(s.system()), EnableKeyRotation: jsii.Bool(true), RemovalPolicy: awscdk.RemovalPolicy_RETAIN_ON_UPDATE_OR_DELETE,
		Description: str("What " + s.system() + " keeps of guests"),
	})
	region, account := *stack.Region(), *stack.Account()
	key.AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Sid: str("Logs"), Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(str("logs."+region+".amazonaws.com"), nil)},
		Actions: jsii.Strings("kms:Encrypt", "kms:Decrypt", "kms:ReEncryptFrom", "kms:ReEncryptTo", "kms:GenerateDataKey", "kms:DescribeKey"),
		// In a key's own policy the star means the key itself.
		Resources: jsii.Strings("*"),
		Conditions: &map[string]any{"ArnLike": map[string]any{
			"kms:EncryptionContext:aws:logs:arn": "arn:aws:logs:" + region + ":" + account + ":log-group:/" + s.system() + "/*",
		}},
	}), nil)
	key.AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Sid: str("Alarms"), Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(str("cloudwatch.amazonaws.com"), nil)},
		Actions: jsii.Strings("kms:Decrypt", "kms:GenerateDataKey"), Resources: jsii.Strings("*"),
		Conditions: &map[string]any{"StringEquals": map[string]any{"aws:SourceAccount": account}},
	}), nil)
	return key
}

// newReplicaKey makes the key of the table's replica, in the replica's region: KMS keys are regional.
func newReplicaKey(app constructs.Construct, s stage) awscdk.Stack {
	stack := newStack(app, s, "-replica", s.Replica, "the key of the table's copy")
	stack.SetTerminationProtection(jsii.Bool(true))
	awskms.NewKey(stack, str("Key"), &awskms.KeyProps{
		Alias: str(s.system()), EnableKeyRotation: jsii.Bool(true), RemovalPolicy: awscdk.RemovalPolicy_RETAIN_ON_UPDATE_OR_DELETE,
		Description: str("The copy of what " + s.system() + " keeps of guests"),
	})
	inspect(stack)
	return stack
}

// newTable makes the one table with its one index, with the names of table/dynamo. It is a global table from the start, even with one
// region, so that adding a region changes the table and never replaces it. DynamoDB requires both images in the stream of a table with a
// replica. After a disaster the functions use a restored table.
func (y *system) newTable() {
	text := func(name string) *awsdynamodb.Attribute {
		return &awsdynamodb.Attribute{Name: str(name), Type: awsdynamodb.AttributeType_STRING}
	}
	restorable := &awsdynamodb.PointInTimeRecoverySpecification{PointInTimeRecoveryEnabled: jsii.Bool(true), RecoveryPeriodInDays: jsii.Number(35)}
	var copies []*awsdynamodb.ReplicaTableProps
	keys := map[string]*string{}
	if y.Replica != "" {
		// By its alias, which is known before the key exists.
		keys[y.Replica] = str("arn:aws:kms:" + y.Replica + ":" + *y.stack.Account() + ":alias/" + y.system())
		copies = append(copies, &awsdynamodb.ReplicaTableProps{
			Region: str(y.Replica), PointInTimeRecoverySpecification: restorable, DeletionProtection: jsii.Bool(true),
		})
	}
	y.table = awsdynamodb.NewTableV2(y.stack, str("Table"), &awsdynamodb.TablePropsV2{
		PartitionKey: text("pk"), SortKey: text("sk"), Billing: awsdynamodb.Billing_OnDemand(nil),
		GlobalSecondaryIndexes: &[]*awsdynamodb.GlobalSecondaryIndexPropsV2{{IndexName: str("index"), PartitionKey: text("ipk"), SortKey: text("isk")}},
		TimeToLiveAttribute:    str("expires"), DynamoStream: awsdynamodb.StreamViewType_NEW_AND_OLD_IMAGES,
		PointInTimeRecoverySpecification: restorable, DeletionProtection: jsii.Bool(true), RemovalPolicy: awscdk.RemovalPolicy_RETAIN,
		Encryption: awsdynamodb.TableEncryptionV2_CustomerManagedKey(y.key, &keys), Replicas: &copies,
	})
	if y.RestoredStream != "" {
		arn, _, _ := strings.Cut(y.RestoredStream, "/stream/")
		y.table = awsdynamodb.TableV2_FromTableAttributes(y.stack, str("Restored"), &awsdynamodb.TableAttributesV2{
			TableArn: str(arn), TableStreamArn: str(y.RestoredStream), EncryptionKey: y.key, GlobalIndexes: jsii.Strings("index"),
		})
	}
}
