//go:build !race

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
)

// newOpenBucket is a bucket as nag must not let it pass.
func newOpenBucket(stack awscdk.Stack) {
	awss3.NewCfnBucket(stack, str("Bucket"), nil)
}

// linter is the version of cfn-lint, with what AWS documented of its resources when it was made.
const linter = "cfn-lint==1.58.0"

// cfn-lint finds nothing in the templates. It is a Python program: the first run installs it beside what is built.
func TestTemplatesPassCfnLint(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("there is no python3, which cfn-lint is written in")
	}
	home, err := filepath.Abs(filepath.Join("..", ".local", "build", linter))
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(home, "bin", "cfn-lint")
	run := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s %v: %v\n%s", filepath.Base(name), args, err, out)
		}
	}
	if _, err := os.Stat(program); err != nil {
		run(python, "-m", "venv", home)
		run(filepath.Join(home, "bin", "pip"), "install", "--quiet", "--disable-pip-version-check", linter)
	}
	templates, err := filepath.Glob(filepath.Join(ofTheRepository(t).dir, "ordering-prod*.template.json"))
	if err != nil || len(templates) != 2 {
		t.Fatalf("templates: %v %v", templates, err)
	}
	run(program, append([]string{"--regions", "us-east-1", "-t"}, templates...)...)
	broken := filepath.Join(t.TempDir(), "broken.json")
	if err := os.WriteFile(broken, []byte(`{"Resources":{"Queue":{"Type":"AWS::SQS::Queue","Properties":{"Colour":"red"}}}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(program, "--regions", "us-east-1", "-t", broken).CombinedOutput(); err == nil {
		t.Errorf("cfn-lint lets a queue have a colour: %s", out)
	}
}
