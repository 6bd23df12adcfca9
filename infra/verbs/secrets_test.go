package verbs

import (
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ordering/functions"
	"ordering/shared/soak"
)

// A secret is validated before it is stored, with a call to Stripe, and its value is in no command line and no message.
func TestSecretsAreValidatedBeforeTheyAreStored(t *testing.T) {
	const fakeStripe = "const fetchFn = async (url, { headers }) => { console.log(new URL(url).host, url.slice(-22)); return { status: { 'Bearer rk_test_right123': 200, 'Bearer rk_test_narrow12': 403 }[headers.Authorization] ?? 401 } }\n"
	for _, c := range []struct{ name, value, want string }{
		{"STRIPE_SECRET_KEY", "rk_test_right123", "1/disputes?limit=1\nput\n"},
		{"STRIPE_SECRET_KEY", "rk_live_right123", "Stripe's test mode"},
		{"STRIPE_SECRET_KEY", "sk_test_sandbox", "it is an example"},
		{"STRIPE_SECRET_KEY", "sk_test_revoked1", "Stripe does not know it"},
		{"STRIPE_SECRET_KEY", "rk_test_narrow12", "Stripe does not let it read payment_intents"},
		{"STRIPE_WEBHOOK_SECRET", "whsec_0123456789abcdef,whsec_fedcba9876543210", "put\n"},
		{"STRIPE_WEBHOOK_SECRET", "sk_test_0123456789abcdef", "whsec_"},
		{"KITCHEN_SECRETS", "0123456789abcdef,fedcba9876543210", "put\n"},
		{"KITCHEN_SECRETS", "0123456789abcdef,short", "at least 16 characters"},
		{"GUEST_SECRET", "0123456789abcdef0123456789abcdef", "put\n"},
		{"GUEST_SECRET", "0123456789abcdef", "at least 32 characters"},
		{"GUEST_SECRET", "", "it is missing"},
		{"DESK_SECRETS", "0123456789abcdef,short", "at least 16 characters"},
		{"SOCIAL_SECRETS", "{\"google\"", "it is not JSON"},
		{"SOCIAL_SECRETS", "{\"google\": \"0123456789abcdef\"}", "put\n"},
	} {
		line := fakeStripe + "const { put } = await import('./secrets.mjs'); await put('dev', '" + c.name + "', '" + c.value + "', fetchFn); console.log('put')"
		output, folder, err := runOnStage(t, "{}", line)
		put, _ := os.ReadFile(filepath.Join(folder, "put"))
		calls, _ := os.ReadFile(filepath.Join(folder, "calls"))
		right := strings.HasSuffix(c.want, "put\n")
		want := fmt.Sprintf("aws ssm put-parameter --name /ordering-dev/%s --type SecureString --key-id alias/ordering-dev", c.name)
		if c.name != "GUEST_SECRET" {
			want += " --overwrite"
		}
		if (err == nil) != right || !strings.Contains(output, c.want) || right != (c.value != "" && string(put) == c.value) || right && string(calls) != want+" --value file:///dev/stdin\n" || c.value != "" && strings.Contains(output+string(calls), c.value) {
			t.Errorf("%s %s: got %v %s, stored %s, calls %s, want %s", c.name, c.value, err, output, put, calls, c.want)
		}
	}
	var names []string
	for _, f := range functions.All() {
		for _, s := range f.Secrets {
			names = append(names, string(s))
		}
	}
	parameters := map[string]string{"ssm get-parameters": `{"Parameters": [{"Name": "/ordering-dev/STRIPE_SECRET_KEY", "Value": "rk_test_right123"}, {"Name": "/ordering-dev/GUEST_SECRET", "Value": "changeme"}], "InvalidParameters": ["/ordering-dev/KITCHEN_SECRETS", "/ordering-dev/STRIPE_WEBHOOK_SECRET"]}`}
	const line = fakeStripe + "const { check } = await import('./secrets.mjs'); console.log(await check('dev', fetchFn))"
	output, _, err := runOnStage(t, "{}", line, parameters)
	for _, name := range append(names, "'KITCHEN_SECRETS', 'it is missing'", "'STRIPE_SECRET_KEY', undefined", "'GUEST_SECRET', 'it is an example'") {
		if err != nil || !strings.Contains(output, name) || strings.Contains(output, "changeme") {
			t.Errorf("%v %s, want %s", err, output, name)
		}
	}
}

// Storing one secret succeeds while others are missing; verifying all of them fails.
func TestOneSecretIsStoredWhileOthersAreMissing(t *testing.T) {
	const value = "0123456789abcdef0123456789abcdef"
	env := withFakeAWS(t, t.TempDir(), fakeAnswers(t, map[string]string{
		"ssm get-parameters": `{"Parameters": [{"Name": "/ordering-dev/GUEST_SECRET", "Value": "` + value + `"}]}`,
	}))
	for _, name := range []string{"GUEST_SECRET", ""} {
		run := exec.Command("node", slices.DeleteFunc([]string{"secrets.mjs", "--stage", "dev", name}, func(word string) bool { return word == "" })...)
		run.Env = env
		run.Stdin = strings.NewReader(value + "\n")
		out, err := run.CombinedOutput()
		if output := string(out); (err == nil) != (name != "") || !strings.Contains(output, "✓ GUEST_SECRET") || !strings.Contains(output, "✗ KITCHEN_SECRETS: it is missing") {
			t.Errorf("%q: %v %s", name, err, output)
		}
	}
}

// The real AWS CLI reads the value from the pipe.
func TestSecretIsStoredWithTheRealAWSCLI(t *testing.T) {
	if !soak.Long() {
		t.Skip("it installs AWS's command line; set TEST_LONG=1 to run it")
	}
	c := &cloud{calls: map[string][]string{}}
	server := httptest.NewServer(c)
	defer server.Close()
	run := script(t, stageScript+"const { put } = await import('./secrets.mjs'); await put('dev', 'GUEST_SECRET', '0123456789abcdef0123456789abcdef')")
	run.Env = withRealAWS(t, t.TempDir(), server.URL)
	out, err := run.CombinedOutput()
	if put := strings.Join(c.calls["PutParameter"], ""); err != nil || !strings.Contains(put, `"Value": "0123456789abcdef0123456789abcdef"`) || !strings.Contains(put, `"Type": "SecureString"`) {
		t.Errorf("%v %s, put %s", err, out, put)
	}
}
