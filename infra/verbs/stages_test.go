package verbs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// stageScript configures a stage with the account and the domain of a real cdk.json.
const stageScript = `import { stages } from './stages.mjs'
Object.assign(stages, { dev: { account: '210987654321', kitchenUrl: 'https://pos.bdb.test/orders', stripePublishableKey: 'pk_test_51ABC', ...JSON.parse(process.env.STAGE ?? '{}') } })
`

var stageAnswers = map[string]string{
	"sts get-caller-identity":        `{"Account": "210987654321"}`,
	"cloudformation describe-stacks": outputs,
	"configure export-credentials":   `{"Version": 1, "AccessKeyId": "key", "SecretAccessKey": "secret"}`,
}

// runOnStage runs a line of a script for a stage on AWS. The folder has the calls, and the stored values in "put".
func runOnStage(t *testing.T, stage, line string, answers ...map[string]string) (output, folder string, err error) {
	t.Helper()
	variable := fakeAnswers(t, answers...)
	folder = strings.TrimPrefix(variable, "ANSWERS=")
	env := withFakeAWS(t, "", "STAGE="+stage, variable, "CALLS="+filepath.Join(folder, "calls"))
	output, err = node(t, env, stageScript+"try {\n"+line+"\n} catch (error) { console.error(error.message); process.exit(1) }")
	return output, folder, err
}

// An empty TABLE, as after a failed command, never selects the local store.
func TestAnEmptyTableIsRefused(t *testing.T) {
	for _, verb := range []string{"import", "erase", "stuck", "inbox", "coupons", "loyalty", "reset", "publish", "start", "deploy"} {
		data := t.TempDir()
		run := exec.Command("node", verb+".mjs", "locations", "../seed/locations.csv")
		run.Env = append(os.Environ(), "TABLE=", "DATA_DIR="+data)
		out, err := run.CombinedOutput()
		if left, _ := os.ReadDir(data); err == nil || !strings.Contains(string(out), "TABLE is set but empty") || len(left) > 0 {
			t.Errorf("%s: got %v %s, files left: %v", verb, err, out, left)
		}
	}
}

// A program for a stage gets the stage's table, credentials and secrets, in the account and region of cdk.json.
func TestProgramGetsTheTableAndSecretsOfTheStage(t *testing.T) {
	const line = "const { chooseStage, environmentOf } = await import('./stages.mjs'); chooseStage('dev'); console.log(JSON.stringify({ ...environmentOf('dev', ['GUEST_SECRET']), region: process.env.AWS_REGION, brand: process.env.BRAND }))"
	secrets := map[string]string{"ssm get-parameters": `{"Parameters": [{"Name": "/ordering-dev/GUEST_SECRET", "Value": "of this test"}], "InvalidParameters": []}`}
	t.Setenv("BRAND", "3")
	t.Setenv("AWS_REGION", "eu-west-1")
	output, _, err := runOnStage(t, `{"region": "ca-central-1", "brand": 1}`, line, stageAnswers, secrets)
	want := `{"GUEST_SECRET":"of this test","TABLE":"ordering-table","KITCHEN_URL":"https://pos.bdb.test/orders","AWS_ACCESS_KEY_ID":"key","AWS_SECRET_ACCESS_KEY":"secret","region":"ca-central-1","brand":"1"}`
	assert.NilError(t, err)
	assert.Equal(t, strings.TrimSpace(output), want, output)
	for want, without := range map[string]map[string]string{
		"dev lacks GUEST_SECRET: npm run secrets":          {"ssm get-parameters": `{"Parameters": []}`},
		"You are signed in to the AWS account 1; cdk.json": {"sts get-caller-identity": `{"Account": "1"}`},
		"There is no stack ordering-dev in us-east-1":      {"cloudformation describe-stacks": `{"Stacks": [{}]}`},
		"aws ssm get-parameters failed: An error occurred": nil,
	} {
		output, _, err := runOnStage(t, "{}", line, stageAnswers, without)
		assert.Check(t, err != nil && strings.Contains(output, want), "%v %s, want %s", err, output, want)
	}
}

// Example settings of cdk.json are never deployed; real ones are.
func TestExamplesAreNotDeployed(t *testing.T) {
	const line = "const { checkSettings } = await import('./stages.mjs'); checkSettings('dev'); console.log('accepted')"
	for stage, want := range map[string]string{
		`{}`: "accepted", `{"account": ""}`: "account: ", `{"account": "123456789012"}`: "account: 123456789012",
		`{"kitchenUrl": "https://kitchens.bdb.example/orders"}`: "kitchenUrl", `{"stripePublishableKey": "pk_live_of_the_brand"}`: "stripePublishableKey",
		`{"domain": "www.example.com", "zoneId": "Z00000000000000000000"}`: "zoneId: Z00000000000000000000", `{"alarmMail": "ops@bdb.example"}`: "alarmMail",
		`{"domain": "order.bdb.test", "zoneId": "Z1"}`: "mailFrom of the brand: orders@bigdealburger.example", `{"brand": 1, "domain": "order.bdb.test"}`: "orders@harborlightgrill.example",
		`{"domain": "order2.bdb.test"}`:                                       "desk of the brand for privacy: privacy@bigdealburger.example",
		`{"certificate": "arn:aws:acm:us-east-1:123456789012:certificate/1"}`: "certificate",
	} {
		output, _, err := runOnStage(t, stage, line)
		assert.Check(t, (err == nil) == (want == "accepted") && strings.Contains(output, want), "%s: %v %s, want %s", stage, err, output, want)
	}
}

// In another AWS account nothing is built, and no stack is changed.
func TestDeployRefusesAnotherAccount(t *testing.T) {
	output, folder, err := runOnStage(t, "{}", "process.argv = ['node', 'deploy.mjs', 'dev']; await import('./deploy.mjs')", stageAnswers, map[string]string{"sts get-caller-identity": `{"Account": "111111111111"}`})
	calls, _ := os.ReadFile(filepath.Join(folder, "calls"))
	if err == nil || !strings.Contains(output, "signed in to the AWS account 111111111111; cdk.json has the stage dev in 210987654321") || string(calls) != "aws sts get-caller-identity --output json\n" {
		t.Errorf("%v %s, called %s", err, output, calls)
	}
}
