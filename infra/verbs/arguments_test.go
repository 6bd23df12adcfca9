package verbs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// copyVerbs copies the scripts to a folder without installed packages and sources, so that a script which starts its work fails there.
func copyVerbs(t *testing.T) (root string, scripts map[string]string) {
	t.Helper()
	root = t.TempDir()
	assert.NilError(t, os.CopyFS(filepath.Join(root, "infra", "verbs"), os.DirFS(".")))
	assert.NilError(t, os.Mkdir(filepath.Join(root, "functions"), 0o755))
	for _, name := range []string{"package.json", "cdk.json"} {
		raw, err := os.ReadFile(filepath.Join("..", "..", name))
		assert.NilError(t, err)
		assert.NilError(t, os.WriteFile(filepath.Join(root, name), raw, 0o644))
		var of struct{ Scripts map[string]string }
		assert.NilError(t, json.Unmarshal(raw, &of))
		if of.Scripts != nil {
			scripts = of.Scripts
		}
	}
	return root, scripts
}

// call runs a script of package.json with more arguments, as npm does. The PATH has only Node.
func call(t *testing.T, root, script, args string, env ...string) (output string, err error) {
	t.Helper()
	node, err := exec.LookPath("node")
	assert.NilError(t, err)
	run := exec.Command(node, append(strings.Fields(script)[1:], strings.Fields(args)...)...)
	run.Dir = root
	run.Env = append([]string{"PATH=" + t.TempDir(), "HOME=" + t.TempDir()}, env...)
	out, err := run.CombinedOutput()
	return string(out), err
}

func TestEachVerbExplainsItselfAndRefusesUnknownArguments(t *testing.T) {
	root, scripts := copyVerbs(t)
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			output, err := call(t, root, script, "--help")
			assert.NilError(t, err, output)
			assert.Assert(t, strings.HasPrefix(output, "npm run ") && strings.Count(output, "\n") >= 3, output)
			usage, rows, _ := strings.Cut(output, "\n")
			_, arguments, _ := strings.Cut(usage, " -- ")
			for _, argument := range strings.Fields(arguments) {
				option := strings.Trim(argument, "[]")
				if !strings.Contains(rows, "\n  "+argument+" ") && !strings.Contains(rows, "\n  "+option+" ") {
					t.Errorf("--help does not explain %s: %s", argument, output)
				}
			}
			if name == "e2e" {
				return // Playwright parses its own arguments
			}
			for unknown, want := range map[string]string{"--nonsense": "nonsense", "unknown unknown unknown": "unknown"} {
				if output, err := call(t, root, script, unknown); err == nil || !strings.Contains(output, want) || strings.Contains(output, ".mjs:") {
					t.Errorf("%s: %v %s", unknown, err, output)
				}
			}
		})
	}
}

func TestVerbsRefuseWrongArgumentsBeforeTheyBuild(t *testing.T) {
	root, scripts := copyVerbs(t)
	for _, c := range []struct{ verb, args, env, want string }{
		{"deploy", "", "", "STAGE is missing"},
		{"deploy", "nowhere", "", "no stage nowhere"},
		{"deploy", "dev prod", "", "Unknown argument prod"},
		{"deploy", "dev --force", "", "Unknown option '--force'"},
		{"deploy", "dev --yes=no", "", "--yes"},
		{"deploy", "dev --fewer --yes", "", "are examples or missing"},
		// Without AWS nothing is done, least of all on the local store.
		{"import", "--stage dev menu menu.json", "", "aws.amazon.com/cli"},
		{"stuck", "--stage dev", "", "aws.amazon.com/cli"},
		{"inbox", "--stage dev", "", "aws.amazon.com/cli"},
		{"coupons", "--stage dev sorry 3", "", "aws.amazon.com/cli"},
		{"loyalty", "--reason Sorry", "", "EMAIL|liability is missing"},
		{"loyalty", "--stage dev ann@example.com --birthday=02-29", "", "aws.amazon.com/cli"},
		{"coupons", "sorry", "", "N is missing"},
		{"inbox", "delete ABCD-EFGH", "", "no command delete"},
		{"stuck", "", "", "npm run live -- stuck"},
		{"publish", "dev", "", "aws.amazon.com/cli"},
		{"rollback", "--stage dev", "", "aws.amazon.com/cli"},
		{"secrets", "--stage dev", "", "aws.amazon.com/cli"},
		{"smoke", "--stage dev", "", "aws.amazon.com/cli"},
		{"import", "--stage nowhere menu menu.json", "", "no stage nowhere"},
		{"erase", "--stage dev", "", "aws.amazon.com/cli"},
		{"rollback", "", "", "--stage is missing"},
		{"secrets", "--stage dev PASSWORD", "", "no name PASSWORD"},
		{"deploy", "dev", "npm_config_plan=true", "npm consumed --plan"},
		{"import", "locations list.csv", "npm_config_dry_run=true", "npm consumed --dry-run"},
		{"import", "dishes list.csv", "", "no kind dishes"},
		{"publish", "dev --fewer extra", "", "Unknown argument extra"},
		{"bench", "nothing", "", "nothing"},
		{"brand", "old Copper Kettle", "", "Unknown argument old: expected new"},
		{"brand", "new", "", "NAME... is missing"},
		{"test:soak", "0", "", "whole number"},
	} {
		output, err := call(t, root, scripts[c.verb], c.args, c.env)
		assert.Check(t, err != nil && strings.Contains(output, c.want), "%s %s: %v %s, want %q", c.verb, c.args, err, output, c.want)
	}
}
