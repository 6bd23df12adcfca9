package verbs

import (
	"bytes"
	"debug/elf"
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
// Builds of the same sources are equal byte by byte. The archive for arm64 has the same files, with programs for its processor.
func TestReleaseRunsAlone(t *testing.T) {
	if !soak.Long() {
		t.Skip("it builds the site and packs three archives; set TEST_LONG=1 to run it")
	}
	root, out := filepath.Join("..", ".."), t.TempDir()
	run := func(name string, args ...string) string {
		t.Helper()
		output, err := exec.Command(name, args...).CombinedOutput()
		assert.NilError(t, err, "%s %v: %s", name, args, output)
		return string(output)
	}
	release := func(processors int, options ...string) {
		t.Helper()
		run("node", append([]string{"release.mjs", "--out=" + out}, options...)...)
		made, err := filepath.Glob(filepath.Join(out, "*"))
		assert.NilError(t, err)
		assert.Assert(t, is.Len(made, processors))
	}
	archive := func(processor string) string {
		t.Helper()
		found, err := filepath.Glob(filepath.Join(out, "ordering-*-linux-"+processor+".tar.gz"))
		assert.NilError(t, err)
		assert.Assert(t, is.Len(found, 1))
		return found[0]
	}
	read := func(path ...string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(path...))
		assert.NilError(t, err)
		return string(text)
	}
	release(2)
	amd, arm := archive("amd64"), archive("arm64")
	first := read(amd)
	release(2, "--only=amd64")
	assert.Check(t, first == read(amd), "the second archive differs from the first")

	dir, armDir := strings.TrimSuffix(amd, ".tar.gz"), strings.TrimSuffix(arm, ".tar.gz")
	run("tar", "-xzf", amd, "-C", out)
	of := filepath.Base(armDir)
	run("tar", "-xzf", arm, "-C", out, of+"/ordering", of+"/node", of+"/LICENCES.txt")
	for folder, machine := range map[string]elf.Machine{dir: elf.EM_X86_64, armDir: elf.EM_AARCH64} {
		for _, name := range []string{"ordering", "node"} {
			program, err := elf.Open(filepath.Join(folder, name))
			assert.NilError(t, err)
			assert.Check(t, is.Equal(program.Machine, machine), "%s of %s", name, folder)
			assert.NilError(t, program.Close())
		}
		for _, licensed := range []string{"Node.js is licensed for use", "modernc.org/sqlite ", "\nreact ", "\nGo go1"} {
			assert.Check(t, is.Contains("\n"+read(folder, "LICENCES.txt"), licensed), folder)
		}
	}
	files := func(archive string) string {
		t.Helper()
		name := filepath.Base(strings.TrimSuffix(archive, ".tar.gz"))
		return strings.ReplaceAll(run("tar", "-tzf", archive), name+"/", "")
	}
	assert.Check(t, files(amd) == files(arm), "the archives have different files")

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
