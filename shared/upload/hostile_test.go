package upload_test

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/problem"
	"ordering/shared/soak"
	"ordering/shared/upload/uploadtest"
)

// Fault 24: a bomb, polyglot, SVG or truncated file is refused or becomes a plain picture, in less than 256 MB. npm run bench -- uploads
// measures the time.
func TestHostileFiles(t *testing.T) {
	if os.Getenv("TAKE_FILE") != "" {
		takeFile(t)
		return
	}
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("memory is read from /proc")
	}
	if built, _ := debug.ReadBuildInfo(); slices.Contains(built.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("the race detector needs several times the memory, and minutes")
	}
	for _, file := range uploadtest.Corpus() {
		quick := file.Refused != "" || strings.HasPrefix(file.Name, "polyglot") ||
			file.Name == "interlaced.png: RGBA, 16 bits" // which takes most memory
		if !soak.Long() && !quick {
			continue // TEST_LONG=1: the whole corpus takes half a minute
		}
		t.Run(file.Name, func(t *testing.T) {
			data := file.Make()
			assert.Assert(t, len(data) < 4<<20, "the limit of the size refuses it")
			run := exec.Command(os.Args[0], "-test.run=^TestHostileFiles$", "-test.v")
			run.Env = append(os.Environ(), "TAKE_FILE=1", "GOMEMLIMIT=160MiB") // as in production
			run.Stdin = bytes.NewReader(data)
			out, err := run.CombinedOutput()
			assert.NilError(t, err, string(out))
			_, rest, _ := strings.Cut(string(out), "result ")
			result := strings.Fields(rest)
			assert.Assert(t, len(result) > 1, string(out))
			kb, _ := strconv.Atoi(result[0])
			assert.Check(t, kb > 0 && kb < 256<<10, "%d MB", kb>>10)
			assert.Check(t, is.Equal(result[1], string(file.Refused)+"."))
		})
	}
}

// takeFile takes the file of standard input. It prints the peak memory of this process in KB and the problem.
func takeFile(t *testing.T) {
	p, err := processorFor(4).Take(t.Context(), os.Stdin)
	code := problem.Code("")
	if err != nil {
		code = problem.From(err).Code
	} else {
		_, err := jpeg.Decode(bytes.NewReader(p.Data))
		assert.NilError(t, err)
		assert.Equal(t, parts(t, p.Data), "")
		assert.Assert(t, p.Width*p.Height <= 4_010_000 && len(p.Data) < 4<<20, "%d × %d, %d bytes", p.Width, p.Height, len(p.Data))
	}
	status, err := os.ReadFile("/proc/self/status")
	assert.NilError(t, err)
	_, most, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Printf("result %s %s.\n", strings.Fields(most)[0], code)
}
