//go:build !race

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"

	"ordering/infra/harness/pypi"
	"ordering/shared/soak"
)

// newOpenBucket is a bucket that nag must reject.
func newOpenBucket(stack awscdk.Stack) {
	awss3.NewCfnBucket(stack, str("Bucket"), nil)
}

// linter is the version of cfn-lint, which includes AWS's resource schemas of its release date.
const linter = "cfn-lint==1.58.0"

// cfn-lint finds nothing in the templates. In broken ones it finds unknown properties, unresolved references, and actions unknown to IAM.
func TestTemplatesPassCfnLint(t *testing.T) {
	program := pypi.Program(t, linter, "cfn-lint")
	templates, err := filepath.Glob(filepath.Join(ofTheRepository(t).dir, "ordering-prod*.template.json"))
	if err != nil || len(templates) != 3 {
		t.Fatalf("templates: %v %v", templates, err)
	}
	if out, err := exec.Command(program, append([]string{"--regions", "us-east-1", "-t"}, templates...)...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if soak.Long() {
		for stack, region := range map[string]string{"ordering-dev": "ca-central-1", "ordering-dev-front": "us-east-1", "ordering-dev-replica": "us-west-2", "ordering-far": "eu-west-1", "ordering-far-front": "us-east-1", "ordering-far-site-alarms": "us-east-1"} {
			out, err := exec.Command(program, "--regions", region, "-t", filepath.Join(elsewhere(t).dir, stack+".template.json")).CombinedOutput()
			if err != nil {
				t.Errorf("%s in %s: %v\n%s", stack, region, err, out)
			}
		}
	}
	const policy = `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"everything","Resource":"*"}]}`
	for code, resource := range map[string]string{
		"E3002": `{"Type":"AWS::SQS::Queue","Properties":{"Colour":"red"}}`,
		"E1020": `{"Type":"AWS::SQS::Queue","Properties":{"QueueName":{"Ref":"Missing"}}}`,
		"E1010": `{"Type":"AWS::SQS::Queue","Properties":{"QueueName":{"Fn::GetAtt":["Missing","Arn"]}}}`,
		"W3037": `{"Type":"AWS::IAM::ManagedPolicy","Properties":{"PolicyDocument":` + policy + `}}`,
	} {
		broken := filepath.Join(t.TempDir(), "broken.json")
		if err := os.WriteFile(broken, []byte(`{"Resources":{"It":`+resource+`}}`), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(program, "--regions", "us-east-1", "-t", broken).CombinedOutput()
		if err == nil || !strings.Contains(string(out), code) {
			t.Errorf("cfn-lint does not say %s of %s: %s", code, resource, out)
		}
	}
}
