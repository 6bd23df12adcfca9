package verbs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// stands in the place of cdk: it writes down what it is called with, and tells of the stack what cdk would.
const cdk = `
const { appendFileSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
appendFileSync(process.env.CALLS, 'cdk ' + args.join(' ') + '\n')
if (process.env.STACKS === 'fail') process.exit(1)
if (process.env.STACKS !== 'silent') writeFileSync(args[args.indexOf('--outputs-file') + 1],
  JSON.stringify({ 'ordering-dev': { AssetsBucket: 'BUCKET', DistributionID: 'DISTRIBUTION', SiteURL: 'https://order.example' } }))
`

// stands in the place of AWS's command line: it writes down what of the site it is told to change, and answers what it is asked to read.
const awsOfDeployment = `#!/bin/sh
case "$*" in
*get-object*) for file; do :; done; echo '{"/": "what BUCKET has of before"}' > "$file"; exit ;;
*create-invalidation*) echo INVALIDATION ;;
esac
echo "aws $*" >> "$CALLS"
`

// deploying runs a line of rollout.mjs with programs of its own for cdk and aws, and gives what was called and what it said.
func deploying(t *testing.T, stacks, script string) (calls []string, said string, err error) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"bin/aws": awsOfDeployment, "cdk.cjs": cdk,
		"site/shell.html": "shell", "site/shell.html.br": "shell", "site/sw.js": "worker", "site/sw.js.br": "worker", "site/assets/app-1.js": "app", "site/pay/card.html": "card", "pages/published.json": "[]", "calls": "",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	script = strings.NewReplacer("SITE", "'"+filepath.Join(dir, "site")+"'", "PAGES", "'"+filepath.Join(dir, "pages")+"'", "CDK", "'"+filepath.Join(dir, "cdk.cjs")+"'", "OUTPUTS", "'"+filepath.Join(dir, "outputs.json")+"'").Replace(script)
	run := exec.Command(node, "--input-type=module", "-e", "import { plan, rollout } from './rollout.mjs';"+script)
	run.Env = append(os.Environ(), "CALLS="+filepath.Join(dir, "calls"), "STACKS="+stacks, "PATH="+filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := run.CombinedOutput()
	raw, readErr := os.ReadFile(filepath.Join(dir, "calls"))
	if readErr != nil {
		t.Fatal(readErr)
	}
	return strings.Split(strings.ReplaceAll(strings.TrimSpace(string(raw)), dir+"/", ""), "\n"), strings.ReplaceAll(string(out), dir+"/", ""), err
}

// The plan is what is called, in the same order and with the same words: the stacks first, the site's files after them.
func TestDeployCallsWhatItsPlanSays(t *testing.T) {
	const with = "program: CDK, outputs: OUTPUTS, pages: PAGES, render: async (origin, folder, { before, fewer }) => { console.log(`rendered out of ${origin}, after ${before('lastmod.json')}, fewer: ${fewer}`); return { gone: ['GONE.html'] } }"
	called, said, err := deploying(t, "", "console.log(await rollout('dev', SITE, { "+with+" }))")
	if err != nil || !strings.Contains(said, "rendered out of https://order.example, after {\"/\": \"what BUCKET has of before\"}\n, fewer: false") {
		t.Fatalf("%v: %s", err, said)
	}
	_, planned, err := deploying(t, "", "console.log(plan('dev', SITE, false).join('\\n'))")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	plain := func(line string) string {
		return strings.NewReplacer("'", "", root+"/", "", ".local/build/ordering-dev.json", "outputs.json", ".local/build/pages-dev", "pages").Replace(line)
	}
	lines := strings.Split(strings.TrimSpace(planned), "\n")
	if len(lines) != len(called) || len(lines) < 8 {
		t.Fatalf("planned %d, called %d:\n%s\n%s", len(lines), len(called), planned, strings.Join(called, "\n"))
	}
	for n := range lines {
		if plain(lines[n]) != plain(called[n]) {
			t.Errorf("planned %s\n called %s", plain(lines[n]), plain(called[n]))
		}
	}
	if want := "cdk deploy ordering-dev --app cdk.out --outputs-file outputs.json --require-approval broadening --no-notices"; plain(called[0]) != want {
		t.Errorf("first %s, want %s", plain(called[0]), want)
	}
	if yes, said, err := deploying(t, "", "await rollout('dev', SITE, { yes: true, fewer: true, "+with+" })"); err != nil || !strings.Contains(yes[0], "--require-approval never") || !strings.Contains(said, "fewer: true") {
		t.Errorf("%v %s: %s", err, said, yes[0])
	}
}

// Stacks that do not stand, or of which nothing is told, leave the site as it was.
func TestDeployLeavesTheSiteWhenTheStacksFail(t *testing.T) {
	for _, stacks := range []string{"fail", "silent"} {
		called, said, err := deploying(t, stacks, "await rollout('dev', SITE, { program: CDK, outputs: OUTPUTS })")
		if err == nil || len(called) != 1 || !strings.HasPrefix(called[0], "cdk deploy") {
			t.Errorf("%s: %v, called %v: %s", stacks, err, called, said)
		}
	}
}

// What cannot be is said before anything is built.
func TestDeployKnowsItsWords(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{"": "which stage", "nowhere": "which stage", "dev prod": "which stage", "dev --force": "no option --force", "dev --fewer --yes": "aws.amazon.com/cli", "dev --yes": "aws.amazon.com/cli"} {
		run := exec.Command(node, append([]string{"deploy.mjs"}, strings.Fields(args)...)...)
		run.Env = []string{"PATH=" + t.TempDir(), "HOME=" + t.TempDir()}
		if out, err := run.CombinedOutput(); err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%q: %v %s, want %q", args, err, out, want)
		}
	}
}

// The same of publishing, whose stages are those of cdk.json too.
func TestPublishKnowsItsWords(t *testing.T) {
	for args, want := range map[string]string{"nowhere": "no stage nowhere", "dev prod": "not dev prod", "--less": "not --less", "dev --fewer extra": "not dev extra"} {
		run := exec.Command("node", append([]string{"publish.mjs"}, strings.Fields(args)...)...)
		if out, err := run.CombinedOutput(); err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%q: %v %s, want %q", args, err, out, want)
		}
	}
}

// The site of a stage is built for the brand that its functions answer for, whatever was built before.
func TestAStageIsBuiltForItsBrand(t *testing.T) {
	for stage, want := range map[string]string{"{ brand: 1 }": "1", "{}": "undefined"} {
		run := exec.Command("node", "--input-type=module", "-e", "import { buildFor } from './stages.mjs'; buildFor("+stage+"); console.log(process.env.BRAND)")
		run.Env = append(os.Environ(), "BRAND=3")
		if out, err := run.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%s: %v %s, want %s", stage, err, out, want)
		}
	}
}
