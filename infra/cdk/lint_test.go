//go:build !race

package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"ordering/infra/harness/pypi"
	"ordering/shared/soak"
)

// linter is the version of cfn-lint, which includes AWS's resource schemas of its release date.
const linter = "cfn-lint==1.58.0"

// cfn-lint finds no unknown property, no unresolved reference, and no action unknown to IAM.
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
}
