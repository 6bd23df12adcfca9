package picture

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/soak"
)

// Decodes the largest accepted files of every kind and small malicious ones, each in its own process, and checks the
// peak memory that an attacker can cause.
func TestMaliciousFilesStayWithinTheMemoryLimit(t *testing.T) {
	if file := os.Getenv("PICTURE_FILE"); file != "" {
		holdMost(t, file)
		return
	}
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("memory is read from /proc")
	}
	dir := t.TempDir()
	for name, src := range contradictoryFiles(t) {
		holdsLittle(t, writeFile(t, filepath.Join(dir, name), src))
	}
	if !soak.Long() {
		t.Skip("25 megapixels of every kind take a minute: TEST_LONG=1")
	}
	if raced {
		t.Skip("the race detector needs more memory than the pictures; the long run has it off")
	}
	const side = 5000
	plain := map[string]any{"create": map[string]any{"width": side, "height": side, "channels": 3, "background": "#5a3c1e"}}
	files := map[string][][]any{
		"baseline.jpg":        {{"jpeg", map[string]any{"chromaSubsampling": "4:4:4"}}},
		"progressive.jpg":     {{"jpeg", map[string]any{"chromaSubsampling": "4:4:4", "progressive": true}}},
		"cmyk.jpg":            {{"toColourspace", "cmyk"}, {"jpeg", map[string]any{}}},
		"cmyk-progress.jpg":   {{"toColourspace", "cmyk"}, {"jpeg", map[string]any{"progressive": true}}},
		"plain.png":           {{"png", map[string]any{}}},
		"alpha.png":           {{"ensureAlpha", 0.5}, {"png", map[string]any{}}},
		"deep.png":            {{"ensureAlpha", 0.5}, {"toColourspace", "rgb16"}, {"png", map[string]any{}}},
		"interlaced.png":      {{"ensureAlpha", 0.5}, {"png", map[string]any{"progressive": true}}},
		"interlaced-deep.png": {{"ensureAlpha", 0.5}, {"toColourspace", "rgb16"}, {"png", map[string]any{"progressive": true}}},
		"lossy.webp":          {{"webp", map[string]any{"effort": 0}}},
		"lossy-alpha.webp":    {{"ensureAlpha", 0.5}, {"webp", map[string]any{"effort": 0}}},
		"lossless.webp":       {{"ensureAlpha", 0.5}, {"webp", map[string]any{"lossless": true, "effort": 0}}},
	}
	var jobs []job
	for name, ops := range files {
		jobs = append(jobs, job{From: plain, To: filepath.Join(dir, name), Ops: ops})
	}
	sharp(t, jobs)
	for name := range files {
		holdsLittle(t, filepath.Join(dir, name))
	}
}

func holdsLittle(t *testing.T, file string) {
	for _, how := range []string{"clean", "webp"} {
		run := exec.Command(os.Args[0], "-test.run=^TestMaliciousFilesStayWithinTheMemoryLimit$", "-test.v")
		run.Env = append(os.Environ(), "PICTURE_FILE="+file, "PICTURE_HOW="+how, "GOMEMLIMIT=160MiB") // as in production
		out, err := run.CombinedOutput()
		_, rest, _ := strings.Cut(string(out), "held ")
		kb, _ := strconv.Atoi(strings.SplitN(rest, " ", 2)[0])
		if err != nil || kb == 0 || kb > 256<<10 {
			t.Errorf("%s, %s: %d MB, %v\n%s", filepath.Base(file), how, kb>>10, err, out)
		} else {
			t.Logf("%s, %s: %d MB", filepath.Base(file), how, kb>>10)
		}
	}
}

func holdMost(t *testing.T, file string) {
	src, err := os.ReadFile(file)
	assert.NilError(t, err)
	var refused error
	if os.Getenv("PICTURE_HOW") == "clean" {
		_, _, refused = Clean(context.Background(), src)
	} else {
		_, _, refused = resize(context.Background(), src, Want{Width: 3840, Format: WebP})
	}
	if refused != nil {
		known(t, refused)
	}
	status, err := os.ReadFile("/proc/self/status")
	assert.NilError(t, err)
	_, most, _ := strings.Cut(string(status), "VmHWM:")
	held, _ := strconv.Atoi(strings.TrimSpace(strings.SplitN(most, "kB", 2)[0]))
	if refused != nil { // reserved memory that was never written is not in use
		var heap runtime.MemStats
		runtime.ReadMemStats(&heap)
		held = max(held, int(heap.HeapSys>>10))
	}
	fmt.Println("held", held, "KB", refused)
}
