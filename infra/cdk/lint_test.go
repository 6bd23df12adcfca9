//go:build !race

package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/harness/pypi"
	"ordering/shared/soak"
)

// linter is the version of cfn-lint, which includes AWS's resource schemas of its release date.
const linter = "cfn-lint==1.58.0"

// cfn-lint finds no unknown property, no unresolved reference, and no action unknown to IAM.
func TestTemplatesPassCfnLint(t *testing.T) {
	program := pypi.Program(t, linter, "cfn-lint")
	templates, err := filepath.Glob(filepath.Join(ofTheRepository(t).dir, "ordering-prod*.template.json"))
	assert.NilError(t, err)
	assert.Assert(t, is.Len(templates, 3))
	out, err := exec.Command(program, append([]string{"--regions", "us-east-1", "-t"}, templates...)...).CombinedOutput()
	assert.NilError(t, err, string(out))
	if soak.Long() {
		for stack, region := range map[string]string{"ordering-dev": "ca-central-1", "ordering-dev-front": "us-east-1", "ordering-dev-replica": "us-west-2", "ordering-far": "eu-west-1", "ordering-far-front": "us-east-1", "ordering-far-site-alarms": "us-east-1"} {
			out, err := exec.Command(program, "--regions", region, "-t", filepath.Join(elsewhere(t).dir, stack+".template.json")).CombinedOutput()
			assert.Check(t, err, "%s %s %s", stack, region, out)
		}
	}
}
