// Package pypi has Python's programs for the tests that want one: the first run installs it beside what is built.
package pypi

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// Program is the path of a program of a package, which is named with its version, such as cfn-lint==1.58.0.
func Program(t testing.TB, of, name string) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	home := filepath.Join(filepath.Dir(here), "..", "..", ".local", "build", of)
	program := filepath.Join(home, "bin", name)
	if _, err := os.Stat(program); err == nil {
		return program
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatalf("there is no python3, which %s is written in", name)
	}
	for _, args := range [][]string{
		{python, "-m", "venv", home}, {filepath.Join(home, "bin", "pip"), "install", "--quiet", "--disable-pip-version-check", of},
	} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	return program
}
