package verbs

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// cdk is a fake that records its arguments.
const cdk = `
require('node:fs').appendFileSync(process.env.CALLS, 'cdk ' + process.argv.slice(2).join(' ') + '\n')
if (process.env.FAILS === 'true') process.exit(1)
`

// situation is the state of a deployment: AWS answers that differ, the bucket's files, and whether cdk fails.
type situation struct {
	answers, bucket map[string]string
	cdkFails        bool
}

var locked = situation{bucket: map[string]string{"operator/publishing.json": `{"holder": "ann", "until": 99999999999999}`}}

func failing(call string) situation {
	return situation{answers: map[string]string{call: "An error occurred (denied)"}}
}

func stacks(described string) situation {
	return situation{answers: map[string]string{"cloudformation describe-stacks": described}}
}

// runRollout runs a line of rollout.mjs for a site and its pages. It returns the changing AWS calls and the output.
func runRollout(t *testing.T, s situation, line string) (calls []string, output string, err error) {
	t.Helper()
	bucket := folderWith(t)
	dir := folderWith(t, "site/shell.html", "site/api-docs.html", "site/sw.js", "site/sw.js.br", "site/assets/app-1.js", "site/pay/card.html",
		"pages/404.html", "pages/404.html.br", "pages/release")
	write(t, dir, "cdk.cjs", cdk)
	write(t, dir, "pages/published.json", "[]")
	shell := sha256.Sum256([]byte("site/shell.html"))
	write(t, bucket, "release", hex.EncodeToString(shell[:]))
	write(t, bucket, "lastmod.json", `{"/": "from BUCKET"}`)
	for name, text := range s.bucket {
		write(t, bucket, name, text)
	}
	versions := map[string]string{
		"lambda list-versions-by-function --function-name ordering-dev-cart": `{"Versions": [{"Version": "$LATEST"}`,
		"lambda list-aliases --function-name ordering-dev-cart":              `{"Aliases": [{"FunctionVersion": "12"}, {"FunctionVersion": "1"}]}`,
	}
	for _, n := range []int{2, 10, 1, 4, 3, 12, 11, 9, 8, 7, 6, 5} {
		versions["lambda list-versions-by-function --function-name ordering-dev-cart"] += fmt.Sprintf(`, {"Version": "%d"}`, n)
	}
	versions["lambda list-versions-by-function --function-name ordering-dev-cart"] += "]}"
	env := withFakeAWS(t, bucket, fakeAnswers(t, versions, s.answers), "CALLS="+dir+"/calls", fmt.Sprint("FAILS=", s.cdkFails))
	output, err = node(t, env, "import { plan, rollout } from './rollout.mjs';"+strings.NewReplacer("SITE", "'"+dir+"/site'", "PAGES", "'"+dir+"/pages'", "CDK", "'"+dir+"/cdk.cjs'").Replace(line))
	raw, _ := os.ReadFile(dir + "/calls")
	for line := range strings.Lines(strings.ReplaceAll(string(raw), dir+"/", "")) {
		if changingCall.MatchString(line) {
			calls = append(calls, strings.TrimSpace(line))
		}
	}
	return calls, strings.ReplaceAll(output, dir+"/", ""), err
}

var changingCall = regexp.MustCompile(`^(cdk|aws (s3|cloudfront|lambda delete-function|cloudformation update-termination-protection)) `)

// rollout makes the calls of its plan in the same order: first the stacks, then the site's files.
func TestDeployMakesTheCallsOfItsPlan(t *testing.T) {
	const with = "program: CDK, pages: PAGES, releases: { begin: () => console.log('begun'), store: (stage, bucket) => console.log('stored', stage, bucket) }, checkSite: async (site, domain) => [`checked ${site} of ${domain}`], " +
		"render: async (origin, folder, { before, fewer }) => { console.log(`rendered from ${origin}, after ${before('lastmod.json')}, fewer: ${fewer}`); return { removed: ['REMOVED.html'] } }"
	called, output, err := runRollout(t, situation{}, "console.log(await rollout('dev', SITE, { "+with+" }))")
	for _, want := range []string{"begun", "rendered from https://d1.cloudfront.example, after {\"/\": \"from BUCKET\"}, fewer: false", "stored dev BUCKET", "checked https://order.example of d1.cloudfront.example"} {
		assert.NilError(t, err)
		assert.Check(t, is.Contains(output, want))
	}
	_, planned, err := runRollout(t, situation{}, "console.log(plan('dev', SITE, false).join('\\n'))")
	assert.NilError(t, err)
	root, err := filepath.Abs(filepath.Join("..", ".."))
	assert.NilError(t, err)
	normalise := func(line string) string {
		return strings.NewReplacer("'", "", root+"/", "", ".local/build/pages-dev", "pages", "ordering-dev-FUNCTION --qualifier OLD", "ordering-dev-cart --qualifier 2").Replace(line)
	}
	lines := strings.Split(strings.TrimSpace(planned), "\n")
	assert.Assert(t, is.Len(lines, len(called)))
	assert.Assert(t, len(lines) >= 8)
	for n := range lines {
		assert.Check(t, is.Equal(normalise(lines[n]), normalise(called[n])))
	}
	want := "cdk deploy ordering-dev ordering-dev-site-alarms --app cdk.out --require-approval broadening --no-notices"
	assert.Equal(t, normalise(called[0]), want)
	if yes, output, err := runRollout(t, situation{}, "await rollout('dev', SITE, { yes: true, fewer: true, "+with+" })"); err != nil || !strings.Contains(yes[0], "--require-approval never") || !strings.Contains(output, "fewer: true") {
		t.Errorf("%v %s: %s", err, output, yes[0])
	}
}

// A failed deployment prints what it has changed. If the stacks fail, the site is unchanged.
func TestFailedDeployPrintsWhatItChanged(t *testing.T) {
	const renderOK, storeOK = "render: async () => ({ removed: [] })", "releases: { begin() {}, store() {} }"
	const unchangedSite = "The stacks are deployed; the site is unchanged. Deploy again."
	for situation, c := range map[string]struct {
		s                    situation
		step, cause, changed string
	}{
		"another process holds the lock": {locked, renderOK + ", " + storeOK, "ann is publishing this stage", "Nothing was changed."},
		"cdk fails":                      {situation{cdkFails: true}, renderOK + ", " + storeOK, "cdk.cjs deploy", "Some stacks may be deployed; the site is unchanged. Deploy again."},
		"no bucket":                      {stacks(`{"Stacks": [{}]}`), renderOK + ", " + storeOK, "The stack has no output AssetsBucket", unchangedSite},
		"no pages":                       {situation{}, "render: async () => { throw new UserError('no pages') }, " + storeOK, "no pages", unchangedSite},
		"no upload":                      {failing("s3 cp"), renderOK + ", " + storeOK, "ended with 254", "The stacks are deployed, and the site is deployed in part. Deploy again."},
		"no archive":                     {situation{}, renderOK + ", releases: { begin() {}, store() { throw new UserError('no tar') } }", "no tar", "The stacks and the site are deployed; npm run rollback does not know this release. Deploy again."},
		"no list of versions":            {failing("lambda list-versions-by-function"), renderOK + ", " + storeOK, "the next deployment tries again. aws lambda list-versions-by-function failed", "done"},
	} {
		calls, output, _ := runRollout(t, c.s, "import { UserError, fail } from './build.mjs'; await rollout('dev', SITE, { program: CDK, pages: PAGES, checkSite: async () => [], "+c.step+" }).then(() => console.log('done'), (error) => fail(error.message))")
		if !strings.Contains(output, c.cause) || !strings.HasSuffix(strings.TrimSpace(output), c.changed) {
			t.Errorf("%s: got %s, want %s and %s", situation, output, c.cause, c.changed)
		}
		uploads := strings.Contains(strings.Join(calls, "\n"), "aws s3 ")
		left := !strings.Contains(c.changed, "the site is deployed in part") && c.changed != "done" && !strings.Contains(c.changed, "stacks and the site")
		assert.Check(t, left != uploads, "%s: called %v", situation, calls)
	}
}

// A failed publish prints what it has changed.
func TestFailedPublishPrintsWhatItChanged(t *testing.T) {
	const unchangedPages = "The pages are unchanged."
	for situation, c := range map[string]struct {
		s                      situation
		render, cause, changed string
	}{
		"another process holds the lock": {locked, "", "ann is publishing this stage", unchangedPages},
		"no pages":                       {situation{}, "throw new UserError('no pages')", "no pages", unchangedPages},
		"no upload":                      {failing("s3 cp"), "", "ended with 254", "The pages are uploaded in part. Publish again."},
		"no fault":                       {situation{}, "", "", "done"},
	} {
		_, output, _ := runRollout(t, c.s, `import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { UserError, fail } from './build.mjs'
import { publishStage } from './publish.mjs'
import { dirname } from 'node:path'
process.env.BUILD_DIR = dirname(SITE)
const outputs = { AssetsBucket: 'BUCKET', DistributionID: 'D1', DistributionDomain: 'd1.cloudfront.example', SiteURL: 'https://order.example' }
await publishStage('dev', outputs, { pages: PAGES, render: async () => { `+c.render+`; return { removed: [] } } }).then(() => console.log('done'), (error) => fail(error.message))`)
		if !strings.Contains(output, c.cause) || !strings.HasSuffix(strings.TrimSpace(output), c.changed) {
			t.Errorf("%s: got %s, want %s and %s", situation, output, c.cause, c.changed)
		}
	}
}

// A protected stack can be deployed again after its first deployment failed.
func TestFailedFirstDeploymentCanBeRetried(t *testing.T) {
	called, output, err := runRollout(t, stacks(`{"Stacks": [{"StackName": "ordering-dev", "StackStatus": "ROLLBACK_COMPLETE", "EnableTerminationProtection": true}]}`), "await rollout('dev', SITE, { program: CDK })")
	if err == nil || len(called) != 2 || called[0] != "aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ordering-dev" || !strings.HasPrefix(called[1], "cdk deploy") {
		t.Errorf("%v, called %v: %s", err, called, output)
	}
}
