//go:build !race

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ordering/infra/harness/pypi"
	"ordering/shared/soak"
)

// motoVersion is the one that testdata/create_in_moto.py works around.
const motoVersion = "moto[cloudformation]==5.2.5"

// Moto creates what it has of each stack, functions and roles among it: it resolves each reference and refuses a policy that IAM would refuse.
func TestMotoCreatesTheStacks(t *testing.T) {
	if !soak.Long() {
		t.Skip("it installs moto; set TEST_LONG=1 to run it")
	}
	python := pypi.Program(t, motoVersion, "python")
	create := func(templates ...string) (string, error) {
		run := exec.Command(python, append([]string{filepath.Join("testdata", "create_in_moto.py")}, templates...)...)
		run.Env = append(os.Environ(), "AWS_ACCESS_KEY_ID=none", "AWS_SECRET_ACCESS_KEY=none")
		out, err := run.Output()
		return string(out), err
	}
	ours, others := ofTheRepository(t).dir, elsewhere(t).dir
	out, err := create(
		filepath.Join(ours, "ordering-prod.template.json"), "us-east-1", filepath.Join(others, "ordering-far.template.json"), "eu-west-1",
		filepath.Join(others, "ordering-dev.template.json"), "ca-central-1", filepath.Join(others, "ordering-dev-replica.template.json"), "us-west-2",
	)
	var made []int
	for line := range strings.Lines(out) {
		var stack struct{ Made int }
		if json.Unmarshal([]byte(line), &stack) == nil && stack.Made > 0 {
			made = append(made, stack.Made)
		}
	}
	if err != nil || len(made) != 4 || made[0] < 60 || made[1] < 60 || made[2] < 60 {
		t.Errorf("%v: %s, %d", err, out, made)
	}
	broken := filepath.Join(t.TempDir(), "broken.json")
	policy := `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"everything","Resource":"nothing"}]}`
	role := `{"Resources":{"Role":{"Type":"AWS::IAM::Role","Properties":{"AssumeRolePolicyDocument":{"Version":"2012-10-17"},"Policies":[{"PolicyName":"p","PolicyDocument":` + policy + `}]}}}}`
	if err := os.WriteFile(broken, []byte(role), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := create(broken, "us-east-1"); err == nil {
		t.Errorf("moto takes a policy about nothing: %s", out)
	}
}
