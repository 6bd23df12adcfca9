package verbs

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/soak"
)

// The program of the archive needs no other program of the machine, not even a PATH: it imports, serves, publishes and takes an order.
// Builds of the same sources are equal byte by byte. It makes the archive for amd64 alone: compiling another takes minutes, and npm run synth
// compiles for arm64.
func TestReleaseRunsAlone(t *testing.T) {
	if !soak.Long() {
		t.Skip("it builds the site and packs two archives; set TEST_LONG=1 to run it")
	}
	root, out := filepath.Join("..", ".."), t.TempDir()
	run := func(name string, args ...string) string {
		t.Helper()
		output, err := exec.Command(name, args...).CombinedOutput()
		assert.NilError(t, err, "%s %v: %s", name, args, output)
		return string(output)
	}
	release := func() string {
		t.Helper()
		run("node", "release.mjs", "--out="+out, "--only=amd64")
		made, err := filepath.Glob(filepath.Join(out, "*"))
		assert.NilError(t, err)
		assert.Assert(t, is.Len(made, 1))
		return made[0]
	}
	read := func(path ...string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(path...))
		assert.NilError(t, err)
		return string(text)
	}
	archive := release()
	first := read(archive)
	assert.Check(t, first == read(release()), "the second archive differs from the first")
	run("tar", "-xzf", archive, "-C", out)
	dir := strings.TrimSuffix(archive, ".tar.gz")
	for _, licensed := range []string{"Node.js is licensed for use", "modernc.org/sqlite ", "\nreact ", "\nGo go1"} {
		assert.Check(t, is.Contains("\n"+read(dir, "LICENCES.txt"), licensed))
	}

	// The tests of the program order from it, with a payment provider, a kitchen and a mail server.
	ordered := exec.Command("go", "test", "./live", "-run", "^TestOrderIsDelivered$", "-count=1", "-v")
	ordered.Dir, ordered.Env = "..", append(os.Environ(), "ORDERING="+filepath.Join(dir, "ordering"))
	output, err := ordered.CombinedOutput()
	assert.Check(t, err == nil && strings.Contains(string(output), "--- PASS: TestOrderIsDelivered"), "%v %s", err, output)

	data := filepath.Join(out, "data")
	settings := "SITE_URL=https://burgers.test\nPORT=0\nALLOW=test-keys\nSTRIPE_URL=http://127.0.0.1:1\nSTRIPE_SECRET_KEY=sk_test_1\n" +
		"STRIPE_PUBLISHABLE_KEY=pk_test_1\nSTRIPE_WEBHOOK_SECRET=whsec_0123456789\nKITCHEN_URL=http://127.0.0.1:1\n" +
		"KITCHEN_SECRETS=0123456789abcdef\nSMTP_HOST=127.0.0.1\nSMTP_PORT=1\nMAIL_FROM=a@burgers.test\n" +
		"OPERATOR_MAIL=b@burgers.test\nDATA_DIR=" + data + "\n"
	write(t, out, "settings", settings)
	assert.NilError(t, os.Chmod(filepath.Join(out, "settings"), 0o600))
	command := func(args ...string) *exec.Cmd {
		c := exec.Command(filepath.Join(dir, "ordering"), args...)
		c.Env = []string{"SETTINGS=" + filepath.Join(out, "settings")} // no PATH
		c.Dir = out
		return c
	}
	must := func(args ...string) {
		t.Helper()
		output, err := command(args...).CombinedOutput()
		assert.NilError(t, err, "%v %s", args, output)
	}
	seed, err := filepath.Abs(filepath.Join(root, "infra", "seed"))
	assert.NilError(t, err)
	must("import", "locations", filepath.Join(seed, "locations.csv"), "--confirm")
	must("import", "menu", filepath.Join(seed, "menu.json"))
	must("import", "content", filepath.Join(seed, "content", "big-deal-burger"))
	menu, err := os.ReadFile(filepath.Join(seed, "menu.json"))
	assert.NilError(t, err)
	write(t, out, "menu.json", strings.Replace(string(menu), "dishes/pit-fries", "dishes/pit-fires", 1))
	said, err := command("import", "menu", filepath.Join(out, "menu.json")).CombinedOutput()
	assert.Assert(t, err != nil, "a menu with a missing picture was imported: %s", said)
	server := command("serve")
	assert.NilError(t, server.Start())
	defer func() { _ = server.Process.Kill(); _ = server.Wait() }()
	page := func() string {
		address, err := os.ReadFile(filepath.Join(data, "server.lock"))
		if err != nil {
			return ""
		}
		answer, err := http.Get(string(address) + "/locations/oklahoma/tulsa")
		if err != nil {
			return ""
		}
		defer answer.Body.Close()
		var body bytes.Buffer
		_, _ = body.ReadFrom(answer.Body)
		return body.String()
	}
	// The server publishes its pages by itself after an import.
	for end := time.Now().Add(5 * time.Minute); !strings.Contains(page(), "Brookside"); time.Sleep(time.Second) {
		assert.Assert(t, !time.Now().After(end), "the page of a town was not published in time")
	}
	assert.Check(t, is.Contains(read(dir, "ordering.service"), "ordering serve"))
}
