package verbs

import (
	"strings"
	"testing"
)

// DNS faults that would make a deployment fail after twenty minutes, or block it for hours, are reported before it starts.
func TestDNSIsCheckedBeforeADeployment(t *testing.T) {
	zone := func(records string) map[string]string {
		return map[string]string{
			"route53 get-hosted-zone":           `{"HostedZone": {"Name": "bigdealburger.example."}, "DelegationSet": {"NameServers": ["ns1.aws.test"]}}`,
			"route53 list-resource-record-sets": `{"ResourceRecordSets": [{"Name": "bigdealburger.example.", "Type": "NS", "ResourceRecords": [{"Value": "ns1.aws.test"}]}` + records + `]}`,
		}
	}
	stackRecords := map[string]string{"cloudformation list-stack-resources": `{"StackResourceSummaries": [{"ResourceType": "AWS::Route53::RecordSet", "PhysicalResourceId": "www.bigdealburger.example"}]}`}
	const a, dmarc = `, {"Name": "www.bigdealburger.example.", "Type": "A", "AliasTarget": {"DNSName": "d0.cloudfront.net."}}`, `, {"Name": "_dmarc.bigdealburger.example.", "Type": "TXT", "ResourceRecords": [{"Value": "\"v=DMARC1; p=none\""}]}`
	const caa = `, {"Name": "bigdealburger.example.", "Type": "CAA", "ResourceRecords": [{"Value": "0 issue \"letsencrypt.org\""}]}`
	certificate := func(status string) map[string]string {
		return map[string]string{"acm describe-certificate": `{"Certificate": {"Status": "` + status + `", "SubjectAlternativeNames": ["*.bigdealburger.example"], "DomainValidationOptions": [{"ValidationStatus": "PENDING_VALIDATION", "ResourceRecord": {"Name": "_x.bigdealburger.example.", "Type": "CNAME", "Value": "_y.acm-validations.aws."}}]}}`}
	}
	const inZone, elsewhere = `{"domain": "www.bigdealburger.example", "zoneId": "Z1"}`, `{"domain": "www.bigdealburger.example", "certificate": "arn"}`
	for _, c := range []struct {
		situation, stage, servers, want string
		answers                         []map[string]string
	}{
		{"no domain", `{}`, "", "accepted", nil},
		{"a new zone", inZone, "ns1.aws.test", "accepted", []map[string]string{zone("")}},
		{"not delegated", inZone, "ns1.before.test", "is not delegated to this zone: set its name servers at the registrar to ns1.aws.test", []map[string]string{zone("")}},
		{"another zone", `{"domain": "www.bdb.test", "zoneId": "Z1"}`, "ns1.aws.test", "www.bdb.test is not in the hosted zone Z1 (bigdealburger.example)", []map[string]string{zone("")}},
		{"an earlier site", inZone, "ns1.aws.test", `A record that the stack did not create: d0.cloudfront.net.. It points guests to another site`, []map[string]string{zone(a)}},
		{"a record of the stack", inZone, "ns1.aws.test", "accepted", []map[string]string{zone(a), stackRecords}},
		{"an earlier DMARC", inZone, "ns1.aws.test", `v=DMARC1; p=none". To keep it, set "keepDmarc": true`, []map[string]string{zone(dmarc)}},
		{"DMARC that is kept", strings.Replace(inZone, "{", `{"keepDmarc": true, `, 1), "ns1.aws.test", "accepted", []map[string]string{zone(dmarc)}},
		{"another authority", inZone, "ns1.aws.test", `does not allow Amazon to issue`, []map[string]string{zone(caa)}},
		{"Amazon's authority too", inZone, "ns1.aws.test", "accepted", []map[string]string{zone(strings.Replace(caa, "}]", `}, {"Value": "0 issue \"amazon.com\""}]`, 1))}},
		{"a certificate", elsewhere, "", "accepted", []map[string]string{certificate("ISSUED")}},
		{"a certificate that is not validated", elsewhere, "", "The certificate is PENDING_VALIDATION. Set these records and wait until it is ISSUED:\n    _x.bigdealburger.example. CNAME _y.acm-validations.aws.", []map[string]string{certificate("PENDING_VALIDATION")}},
		{"a certificate of another name", `{"domain": "bigdealburger.example", "certificate": "arn"}`, "", "The certificate is for *.bigdealburger.example and not for bigdealburger.example", []map[string]string{certificate("ISSUED")}},
	} {
		output, _, err := runOnStage(t, c.stage, "const { checkDNS } = await import('./dns.mjs'); await checkDNS('dev', async () => ['"+c.servers+"']); console.log('accepted')", c.answers...)
		if (err == nil) != (c.want == "accepted") || !strings.Contains(output, c.want) {
			t.Errorf("%s: %v %s, want %s", c.situation, err, output, c.want)
		}
	}
}
