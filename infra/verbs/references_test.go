package verbs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	code    = regexp.MustCompile("`([^`\n]+)`")
	isPath  = regexp.MustCompile(`^[\w.-]+(/[\w.-]+)+\.(go|mjs|ts|tsx|js|json|md|css|csv|graphql)$`)
	isTest  = regexp.MustCompile(`^Test[A-Z]\w+$`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	noSlug  = regexp.MustCompile(`[^\w\- ]`)
	npmRun  = regexp.MustCompile(`npm run ([\w:]+)`)
)

// All references in the documents exist: files, headings, paths, tests, and the npm scripts of commands.
func TestReferencesOfDocumentsExist(t *testing.T) {
	root := filepath.Join("..", "..")
	raw, err := os.ReadFile(filepath.Join(root, "package.json"))
	var of struct{ Scripts map[string]string }
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(raw, &of), string(raw))
	seen := map[string]bool{"start": true, "test": true}
	tests := allTests(t, root)
	for _, document := range documents() {
		raw, err := os.ReadFile(filepath.Join(root, document))
		assert.NilError(t, err)
		text := string(raw)
		from := filepath.Join(root, filepath.Dir(document))
		for _, found := range link.FindAllStringSubmatch(text, -1) {
			path, anchor, _ := strings.Cut(found[1], "#")
			if strings.Contains(path, ":") || strings.HasPrefix(path, "its/") || strings.HasPrefix(path, "/") {
				continue // an external link, or an example of content
			}
			to := filepath.Join(from, path)
			if path == "" {
				to = filepath.Join(root, document)
			}
			info, err := os.Stat(to)
			if err != nil {
				t.Errorf("%s links to %s: %v", document, found[1], err)
			} else if anchor != "" && !info.IsDir() && !hasHeading(t, to, anchor) {
				t.Errorf("%s links to %s, which has no such heading", document, found[1])
			}
		}
		for _, found := range code.FindAllStringSubmatch(text, -1) {
			switch name := found[1]; {
			case isTest.MatchString(name) && !strings.Contains(tests, "func "+name+"("):
				t.Errorf("%s names the test %s, which does not exist", document, name)
			case isPath.MatchString(name) && isBroken(name, root, from):
				t.Errorf("%s names %s, which does not exist", document, name)
			}
		}
		for _, run := range npmRun.FindAllStringSubmatch(text, -1) {
			if seen[run[1]] = true; of.Scripts[run[1]] == "" {
				t.Errorf("%s names npm run %s, which package.json does not have", document, run[1])
			}
		}
	}
	for script := range of.Scripts {
		assert.Check(t, seen[script], "no document names npm run %s", script)
	}
}

// Each setting of the local server and of the manifest has a row in the README.
func TestReadmeListsEverySetting(t *testing.T) {
	read := func(path string) string {
		raw, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
		assert.NilError(t, err)
		return string(raw)
	}
	_, rest, _ := strings.Cut(read("README.md"), "\n## Settings\n")
	table, _, _ := strings.Cut(rest, "\n## ")
	settings := regexp.MustCompile(`(?:env|Getenv)\("([A-Z_]+)"`).FindAllStringSubmatch(read("infra/local/settings.go"), -1)
	settings = append(settings, regexp.MustCompile(`(?:Secret|Setting) += "([A-Z_]+)"`).FindAllStringSubmatch(read("functions/function.go"), -1)...)
	assert.Assert(t, len(settings) >= 15, "found only %d settings: %q", len(settings), settings)
	for _, setting := range settings {
		assert.Check(t, is.Contains(table, "`"+setting[1]+"`"))
	}
}

// A newcomer reads the whole README: details belong in docs/.
func TestReadmeIsShort(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	lines := strings.Count(string(raw), "\n")
	assert.NilError(t, err)
	assert.Assert(t, lines <= 120, lines)
}

// The commands of the program in docs/one-machine.md exist. No test runs them, because they need a server.
func TestCommandsOfTheProgramExist(t *testing.T) {
	read := func(path ...string) string {
		raw, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, path...)...))
		assert.NilError(t, err)
		return string(raw)
	}
	program := read("infra", "live", "main.go")
	found := regexp.MustCompile("(?m)(?:^ *|`|/ordering/)ordering ([a-z]+)\\b").FindAllStringSubmatch(read("docs", "one-machine.md"), -1)
	assert.Assert(t, len(found) >= 10, "found only %q, want at least 10", found)
	for _, command := range found {
		assert.Check(t, is.Contains(program, `"`+command[1]+`"`))
	}
}

// isBroken reports whether a path starts in one of the folders and does not exist there.
func isBroken(path string, folders ...string) bool {
	begins := false
	for _, folder := range folders {
		first, _, _ := strings.Cut(path, "/")
		if _, err := os.Stat(filepath.Join(folder, path)); err == nil {
			return false
		}
		_, err := os.Stat(filepath.Join(folder, first))
		begins = begins || err == nil
	}
	return begins
}

func hasHeading(t *testing.T, path, anchor string) bool {
	t.Helper()
	raw, err := os.ReadFile(path)
	assert.NilError(t, err)
	for _, h := range heading.FindAllStringSubmatch(string(raw), -1) {
		if strings.ReplaceAll(noSlug.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-") == anchor {
			return true
		}
	}
	return false
}

// allTests returns the source of all Go tests.
func allTests(t *testing.T, root string) string {
	t.Helper()
	var all strings.Builder
	for _, module := range []string{"functions", "infra", "shared", "locales"} {
		err := filepath.WalkDir(filepath.Join(root, module), func(path string, _ os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			raw, err := os.ReadFile(path)
			all.Write(raw)
			return err
		})
		assert.NilError(t, err)
	}
	return all.String()
}
