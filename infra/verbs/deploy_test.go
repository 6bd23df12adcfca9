package verbs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// stands in the place of cdk: it writes down what it is called with.
const cdk = `
require('node:fs').appendFileSync(process.env.CALLS, 'cdk ' + process.argv.slice(2).join(' ') + '\n')
if (process.env.STACKS === 'fail') process.exit(1)
`

// stands in the place of AWS's command line: it writes down what of the site it is told to change, and answers what it is asked to read.
const awsOfDeployment = `#!/bin/sh
case "$STACKS $*" in
locked*put-object*) echo 'An error occurred (PreconditionFailed) when calling the PutObject operation' >&2; exit 254 ;;
locked*get-object*) echo '{"holder": "ann", "until": 99999999999999}' > "$7"; echo '{"ETag": "1"}'; exit ;;
upload*cp*) echo 'denied' >&2; exit 254 ;;
unlisted*list-versions*) echo 'denied' >&2; exit 254 ;;
*list-versions*dev-cart*) for n in 2 10 1 4 3 12 11 9 8 7 6 5; do all="$all, {\"Version\": \"$n\"}"; done; echo '{"Versions": [{"Version": "$LATEST"}'"$all]}"; exit ;;
*list-aliases*dev-cart*) echo '{"Aliases": [{"FunctionVersion": "12"}, {"FunctionVersion": "1"}]}'; exit ;;
*list-versions*) echo '{"Versions": [{"Version": "$LATEST"}, {"Version": "1"}]}'; exit ;;
*list-aliases*) echo '{"Aliases": []}'; exit ;;
*get-object*--key\ release*) for file; do :; done; printf %s "$RELEASE" > "$file"; exit ;;
*get-object*) for file; do :; done; [ "$file" = json ] || echo '{"/": "what BUCKET has of before"}' > "$file"; exit ;;
*describe-stacks*)
  [ "$STACKS" = silent ] && echo '{"Stacks": [{}]}' && exit
  [ "$STACKS" = failed ] && echo '{"Stacks": [{"StackName": "ordering-dev", "StackStatus": "ROLLBACK_COMPLETE", "EnableTerminationProtection": true}]}' || echo '{"Stacks": [{"Outputs": [{"OutputKey": "AssetsBucket", "OutputValue": "BUCKET"}, {"OutputKey": "DistributionID", "OutputValue": "DISTRIBUTION"},
    {"OutputKey": "DistributionDomain", "OutputValue": "d1.cloudfront.example"}, {"OutputKey": "SiteURL", "OutputValue": "https://order.example"}]}]}'
  exit ;;
*put-object*) echo '{"ETag": "1"}'; exit ;;
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
	script = strings.NewReplacer("SITE", "'"+filepath.Join(dir, "site")+"'", "PAGES", "'"+filepath.Join(dir, "pages")+"'", "CDK", "'"+filepath.Join(dir, "cdk.cjs")+"'").Replace(script)
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
	const with = "program: CDK, pages: PAGES, releases: { begin: () => console.log('begun'), keep: (stage, bucket) => console.log('kept', stage, bucket) }, looks: async (site, domain) => [`looked at ${site} of ${domain}`], " +
		"render: async (origin, folder, { before, fewer }) => { console.log(`rendered out of ${origin}, after ${before('lastmod.json')}, fewer: ${fewer}`); return { gone: ['GONE.html'] } }"
	called, said, err := deploying(t, "", "console.log(await rollout('dev', SITE, { "+with+" }))")
	for _, want := range []string{"begun", "rendered out of https://d1.cloudfront.example, after {\"/\": \"what BUCKET has of before\"}\n, fewer: false", "kept dev BUCKET", "looked at https://order.example of d1.cloudfront.example"} {
		if err != nil || !strings.Contains(said, want) {
			t.Fatalf("%v: %s, want %s", err, said, want)
		}
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
		return strings.NewReplacer("'", "", root+"/", "", ".local/build/pages-dev", "pages", "ordering-dev-FUNCTION --qualifier OLD", "ordering-dev-cart --qualifier 2").Replace(line)
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
	if want := "cdk deploy ordering-dev ordering-dev-site-alarms --app cdk.out --require-approval broadening --no-notices"; plain(called[0]) != want {
		t.Errorf("first %s, want %s", plain(called[0]), want)
	}
	if yes, said, err := deploying(t, "", "await rollout('dev', SITE, { yes: true, fewer: true, "+with+" })"); err != nil || !strings.Contains(yes[0], "--require-approval never") || !strings.Contains(said, "fewer: true") {
		t.Errorf("%v %s: %s", err, said, yes[0])
	}
}

// A deployment that fails says at the end what it has changed.
func TestDeploySaysWhatItChanged(t *testing.T) {
	const renders, keeps = "render: async () => ({ gone: [] })", "releases: { begin() {}, keep() {} }"
	const asItWas = "The stacks are deployed; the site is as it was. Deploy again."
	for situation, c := range map[string]struct{ stacks, how, why, changed string }{
		"another process holds the lock": {"locked", renders + ", " + keeps, "ann is publishing this stage", "Nothing was changed."},
		"cdk fails":                      {"fail", renders + ", " + keeps, "cdk.cjs deploy", "Some stacks may be deployed; the site is as it was. Deploy again."},
		"no bucket":                      {"silent", renders + ", " + keeps, "CloudFormation names no bucket", asItWas},
		"no pages":                       {"", "render: async () => { throw new Advice('no pages') }, " + keeps, "no pages", asItWas},
		"no upload":                      {"upload", renders + ", " + keeps, "ended with 254", "The stacks are deployed, and the site in part. Deploy again."},
		"no archive":                     {"", renders + ", releases: { begin() {}, keep() { throw new Advice('no tar') } }", "no tar", "The stacks and the site are deployed; npm run rollback does not know this release. Deploy again."},
		"no list of versions":            {"unlisted", renders + ", " + keeps, "the next deployment tries again. aws lambda list-versions-by-function failed", "well"},
	} {
		_, said, _ := deploying(t, c.stacks, "import { Advice, fail } from './build.mjs'; await rollout('dev', SITE, { program: CDK, pages: PAGES, looks: async () => [], "+c.how+" }).then(() => console.log('well'), (error) => fail(error.message))")
		if !strings.Contains(said, c.why) || !strings.HasSuffix(strings.TrimSpace(said), c.changed) {
			t.Errorf("%s: %s, want %s and %s", situation, said, c.why, c.changed)
		}
	}
}

// A publishing that fails says at the end what it has changed.
func TestPublishSaysWhatItChanged(t *testing.T) {
	const asTheyWere = "The pages are as they were."
	for situation, c := range map[string]struct{ stacks, render, why, changed string }{
		"another process holds the lock": {"locked", "", "ann is publishing this stage", asTheyWere},
		"no pages":                       {"", "throw new Advice('no pages')", "no pages", asTheyWere},
		"no upload":                      {"upload", "", "ended with 254", "The pages are uploaded in part. Publish again."},
		"all well":                       {"", "", "", "well"},
	} {
		_, said, _ := deploying(t, c.stacks, `import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { Advice, fail } from './build.mjs'
import { publishInTheCloud } from './publish.mjs'
import { release } from './prerender.mjs'
import { dirname } from 'node:path'
process.env.BUILD_DIR = dirname(SITE)
process.env.RELEASE = release()
const outputs = { AssetsBucket: 'BUCKET', DistributionID: 'D1', DistributionDomain: 'd1.cloudfront.example', SiteURL: 'https://order.example' }
await publishInTheCloud('dev', outputs, { pages: PAGES, render: async () => { `+c.render+`; return { gone: [] } } }).then(() => console.log('well'), (error) => fail(error.message))`)
		if !strings.Contains(said, c.why) || !strings.HasSuffix(strings.TrimSpace(said), c.changed) {
			t.Errorf("%s: %s, want %s and %s", situation, said, c.why, c.changed)
		}
	}
}

// Stacks that do not stand, or of which nothing is told, leave the site as it was.
func TestDeployLeavesTheSiteWhenTheStacksFail(t *testing.T) {
	for _, stacks := range []string{"fail", "silent"} {
		called, said, err := deploying(t, stacks, "await rollout('dev', SITE, { program: CDK, releases: { begin() {} } })")
		if err == nil || len(called) != 1 || !strings.HasPrefix(called[0], "cdk deploy") {
			t.Errorf("%s: %v, called %v: %s", stacks, err, called, said)
		}
	}
}

// A stack whose first deployment failed can be made again, though it is protected.
func TestAFailedFirstDeploymentCanBeTriedAgain(t *testing.T) {
	called, said, err := deploying(t, "failed", "await rollout('dev', SITE, { program: CDK })")
	if err == nil || len(called) != 2 || called[0] != "aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ordering-dev" || !strings.HasPrefix(called[1], "cdk deploy") {
		t.Errorf("%v, called %v: %s", err, called, said)
	}
}

// The site of a stage is built for the brand that its functions answer for, and AWS is asked in its region, whatever the shell says.
func TestAStageIsChosen(t *testing.T) {
	for stage, want := range map[string]string{`{ brand: 1, region: 'ca-central-1' }`: "1 ca-central-1 ca-central-1", "{}": "undefined us-east-1 us-east-1"} {
		run := script(t, "import { choose, stages } from './stages.mjs'; stages.dev = "+stage+"; choose('dev'); console.log(process.env.BRAND, process.env.AWS_REGION, process.env.AWS_DEFAULT_REGION)")
		run.Env = append(os.Environ(), "BRAND=3", "AWS_REGION=eu-west-1")
		if out, err := run.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%s: %v %s, want %s", stage, err, out, want)
		}
	}
}
