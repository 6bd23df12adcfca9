//go:build linux

package verbs

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// Fakes for Go, npm and the server, which records its process id and keeps running.
var fakePrograms = map[string]string{
	"bin/npm": "#!/bin/sh\n",
	"bin/go": `#!/bin/sh
case "$1" in
env) echo go1.26 ;;
build) while [ "$1" != -o ]; do shift; done; cp "$SERVER" "$2" ;;
esac
`,
	"server": `#!/usr/bin/env node
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
createServer((_, answer) => answer.end('{}')).listen(process.env.PORT)
appendFileSync(process.env.PIDS, process.pid + '\n')
`,
}

func TestDevEndsItsChildren(t *testing.T) {
	root := project(t)
	for name, text := range fakePrograms {
		write(t, root, name, text)
	}
	pids := filepath.Join(root, "pids")
	var output bytes.Buffer
	dev := exec.Command("node", "infra/verbs/dev.mjs")
	dev.Dir, dev.Stdout, dev.Stderr = root, &output, &output
	dev.WaitDelay = 5 * time.Second // running children keep its output open
	dev.Env = append(os.Environ(), "PATH="+filepath.Join(root, "bin")+":"+os.Getenv("PATH"), "PORT=0", "DATA_DIR="+t.TempDir(), "PIDS="+pids, "SERVER="+filepath.Join(root, "server"))
	assert.NilError(t, dev.Start())
	ended := make(chan error, 1)
	go func() { ended <- dev.Wait() }()
	until(t, func() bool { return len(lines(pids)) == 2 }, "the server and Vite run", &output)
	assert.NilError(t, dev.Process.Signal(syscall.SIGTERM))
	assert.NilError(t, <-ended, &output)
	for _, pid := range lines(pids) {
		until(t, func() bool {
			stat, err := os.ReadFile("/proc/" + pid + "/stat")
			return err != nil || strings.Contains(string(stat), ") Z ")
		}, "process "+pid+" has ended", &output)
	}
}

func lines(file string) []string {
	raw, _ := os.ReadFile(file)
	return strings.Fields(string(raw))
}

// until polls for an effect of another process, for at most 20 seconds.
func until(t *testing.T, is func() bool, what string, output *bytes.Buffer) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		assert.Assert(t, !time.Now().After(end), "not within 20 seconds: %s\n%s", what, output)
	}
}
