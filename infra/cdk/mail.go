package main

import (
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsevents"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsroute53"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsses"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/jsii-runtime-go"
)

// newBus makes the event bus on which the brand's other systems receive order events, and the dead-letter queue.
func (y *system) newBus() {
	y.bus = awsevents.NewCfnEventBus(y.stack, str("Bus"), &awsevents.CfnEventBusProps{
		Name: str(y.system()), Description: str("What happens to orders"),
	})
	y.undelivered = awssqs.NewQueue(y.stack, str("Undelivered"), &awssqs.QueueProps{
		QueueName: str(y.system() + "-undelivered"), Encryption: awssqs.QueueEncryption_SQS_MANAGED, EnforceSSL: jsii.Bool(true),
		RetentionPeriod: awscdk.Duration_Days(jsii.Number(14)),
	})
}

// mailDomain is the sender domain of the brand's mails.
func (s stage) mailDomain() string {
	_, domain, _ := strings.Cut(s.brand().MailFrom, "@")
	return domain
}

// newMail sets up SES for the brand: it requires TLS and suppresses addresses that bounced or complained. The stage with the domain owns
// the identity, because an account can have it only once.
func (y *system) newMail() {
	set := awsses.NewCfnConfigurationSet(y.stack, str("Mail"), &awsses.CfnConfigurationSetProps{
		Name: str(y.system()), DeliveryOptions: &awsses.CfnConfigurationSet_DeliveryOptionsProperty{TlsPolicy: str("REQUIRE")},
		ReputationOptions:  &awsses.CfnConfigurationSet_ReputationOptionsProperty{ReputationMetricsEnabled: true},
		SuppressionOptions: &awsses.CfnConfigurationSet_SuppressionOptionsProperty{SuppressedReasons: jsii.Strings("BOUNCE", "COMPLAINT")},
	})
	if y.Domain == "" {
		return
	}
	identity := awsses.NewCfnEmailIdentity(y.stack, str("MailIdentity"), &awsses.CfnEmailIdentityProps{
		EmailIdentity: str(y.mailDomain()), ConfigurationSetAttributes: &awsses.CfnEmailIdentity_ConfigurationSetAttributesProperty{ConfigurationSetName: set.Ref()},
		DkimSigningAttributes: &awsses.CfnEmailIdentity_DkimSigningAttributesProperty{NextSigningKeyLength: str("RSA_2048_BIT")},
	})
	if y.ZoneID == "" {
		return
	}
	for id, token := range map[string][2]*string{
		"MailKey1": {identity.AttrDkimDnsTokenName1(), identity.AttrDkimDnsTokenValue1()},
		"MailKey2": {identity.AttrDkimDnsTokenName2(), identity.AttrDkimDnsTokenValue2()},
		"MailKey3": {identity.AttrDkimDnsTokenName3(), identity.AttrDkimDnsTokenValue3()},
	} {
		y.record(id, "CNAME", token[0], token[1])
	}
	if y.KeepDMARC {
		return
	}
	y.record("MailPolicy", "TXT", str("_dmarc."+y.mailDomain()), str(`"v=DMARC1; p=quarantine; adkim=s"`))
}

// record is a DNS record in the stage's zone.
func (y *system) record(id, kind string, name, value *string) {
	awsroute53.NewCfnRecordSet(y.stack, str(id), &awsroute53.CfnRecordSetProps{
		HostedZoneId: str(y.ZoneID), Name: name, Type: str(kind), Ttl: str("1800"), ResourceRecords: &[]*string{value},
	})
}
