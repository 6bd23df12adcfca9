package verbs

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// lockScript acquires the bucket's lock and holds it until it reads a line. It prints each step.
const lockScript = `import { lock } from './lock.mjs'
import { errorText } from './build.mjs'
const [holder, minutes, ...words] = process.argv.slice(1)
try {
  const held = lock('B', { holder, takeOver: words.includes('--take-over'), now: () => Number(minutes) * 60_000 })
  console.log('acquired')
  if (words.includes('--hold')) await new Promise((done) => process.stdin.once('data', done).once('end', done))
  if (words.includes('--interrupt')) {
    process.kill(process.pid, 'SIGINT')
    await new Promise((done) => setTimeout(done, 60_000))
  }
  if (!words.includes('--killed')) held.release()
  else process.kill(process.pid, 'SIGKILL')
  console.log('released')
} catch (error) {
  console.log(errorText(error))
}
process.exit()`

// Of several concurrent publishers one gets the lock, and the others print its holder.
func TestOnlyOneProcessHoldsTheLock(t *testing.T) {
	env := withFakeAWS(t, t.TempDir())
	names := []string{"ann", "ben", "cid", "dee"}
	runs, output := make([]*exec.Cmd, len(names)), make([]bytes.Buffer, len(names))
	holding := make(chan struct{})
	for n, name := range names {
		runs[n] = script(t, lockScript)
		runs[n].Env, runs[n].Stdout, runs[n].Stderr = env, &output[n], &output[n]
		runs[n].Args = append(runs[n].Args, name, "0", "--hold")
		in, err := runs[n].StdinPipe()
		assert.NilError(t, err)
		assert.NilError(t, runs[n].Start())
		go func() { <-holding; in.Close() }()
	}
	ended := make(chan int)
	for n := range runs {
		go func() { _ = runs[n].Wait(); ended <- n }()
	}
	for range len(runs) - 1 { // the losers exit by themselves
		<-ended
	}
	close(holding)
	<-ended
	var acquired, refused int
	for n := range output {
		text := output[n].String()
		if strings.HasPrefix(text, "acquired\nreleased") {
			acquired++
		} else if strings.Contains(text, "publishing this stage") {
			refused++
		} else {
			t.Errorf("%s: %s", names[n], text)
		}
	}
	assert.Assert(t, acquired == 1 && refused == len(names)-1, "got %d with the lock and %d rejected, want 1 with it", acquired, refused)
}

// A lock is free after its release, after it expires, and for a takeover. The former holder changes nothing more.
func TestLockIsFreeAfterReleaseExpiryAndTakeover(t *testing.T) {
	env := withFakeAWS(t, t.TempDir())
	run := func(words ...string) string {
		t.Helper()
		output, _ := node(t, env, lockScript, words...)
		return output
	}
	for _, step := range []struct{ words, want string }{
		{"ann 0", "acquired\nreleased\n"},
		{"ben 0 --killed", "acquired\n"},
		{"cid 89", "ben is publishing this stage and holds its lock until 1970-01-01T01:30:00.000Z at most. Wait until it ends. If it was killed, use --take-over.\n"},
		{"cid 91 --killed", "acquired\n"},
		{"dee 92 --take-over", "acquired\nreleased\n"},
		{"eve 93 --interrupt", "acquired\n"},
		{"fay 93", "acquired\nreleased\n"},
	} {
		assert.Check(t, is.Equal(run(strings.Fields(step.words)...), step.want), step.words)
	}
	output, err := node(t, env, `import { lock } from './lock.mjs'
const ann = lock('B', { holder: 'ann' })
const ben = lock('B', { holder: 'ben', takeOver: true })
try { ann.check() } catch (error) { console.log(error.message) }
ann.release()
ben.check()`)
	if err != nil || output != "ben took over the lock and is publishing this stage. This process makes no further changes.\n" {
		t.Errorf("%v %s", err, output)
	}
}
