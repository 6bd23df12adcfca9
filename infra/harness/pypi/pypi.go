// Package pypi installs Python programs for tests into the user's cache, once for each version.
package pypi

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
)

// Program returns the path of a program of a package. of names the package with its version, such as cfn-lint==1.58.0.
func Program(t testing.TB, of, name string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	assert.NilError(t, err)
	home := filepath.Join(cache, "ordering", of)
	assert.NilError(t, os.MkdirAll(home, 0o755))
	unlock := alone(t, home)
	defer unlock()
	program := filepath.Join(home, "bin", name)
	if _, err := os.Stat(program); err == nil {
		return program
	}
	python, err := exec.LookPath("python3")
	assert.NilError(t, err, "there is no python3, which %s is written in", name)
	for _, args := range [][]string{
		{python, "-m", "venv", home}, {filepath.Join(home, "bin", "pip"), "install", "--quiet", "--disable-pip-version-check", of},
	} {
		out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		assert.NilError(t, err, "%v %s", args, out)
	}
	return program
}

// alone locks the folder against other processes that install into it.
func alone(t testing.TB, folder string) (unlock func() error) {
	t.Helper()
	file, err := os.OpenFile(folder+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
	}
	assert.NilError(t, err)
	return file.Close
}
