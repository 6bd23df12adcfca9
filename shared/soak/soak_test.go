package soak

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// recorder is a test that records its log and whether it failed.
type recorder struct {
	testing.TB
	failed bool
	log    []string
}

func (r *recorder) Helper()               {}
func (r *recorder) Name() string          { return "TestOfCarts/tab" }
func (r *recorder) Failed() bool          { return r.failed }
func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) Logf(format string, args ...any) {
	r.log = append(r.log, fmt.Sprintf(format, args...))
}

func environment(t *testing.T, long, soak, seed string) {
	t.Setenv("TEST_LONG", long)
	t.Setenv("TEST_SOAK", soak)
	if seed != "" {
		t.Setenv("TEST_SEED", seed)
	}
}

func TestRoundsRunsFixedSeedsByDefault(t *testing.T) {
	environment(t, "", "", "")
	assert.DeepEqual(t, slices.Collect(Rounds(&recorder{}, 3, time.Hour)), []uint64{0, 1, 2})
}

func TestRoundsRunsNewSeedsForTheBudget(t *testing.T) {
	for soak, want := range map[string]int{"": 11, "3": 31} {
		environment(t, "1", soak, "")
		synctest.Test(t, func(t *testing.T) {
			var seeds []uint64
			r := &recorder{}
			for seed := range Rounds(r, 3, 10*time.Second) {
				seeds = append(seeds, seed)
				time.Sleep(time.Second)
			}
			assert.Assert(t, is.Len(seeds, want), soak)
			line := fmt.Sprintf("%d rounds in %d.0 s, seeds %d to %d", want, want, seeds[0], seeds[want-1])
			assert.Assert(t, slices.Index(r.log, line) >= 0, "got log %q, want it to contain %q", r.log, line)
		})
	}
}

func TestRoundsRepeatsOneSeed(t *testing.T) {
	environment(t, "1", "", "1234")
	assert.DeepEqual(t, slices.Collect(Rounds(&recorder{}, 3, time.Hour)), []uint64{1234})
}

func TestRoundsEndsAtAFailureAndLogsHowToRepeatIt(t *testing.T) {
	environment(t, "", "", "")
	const want = "TEST_SEED=1 go test ordering/shared/soak -run '^TestOfCarts$/^tab$'"
	for how, end := range map[string]func(r *recorder){"error": func(r *recorder) { r.Errorf("wrong") }, "panic": func(*recorder) { panic("wrong") }} {
		r, last := &recorder{}, uint64(0)
		func() {
			defer func() { _ = recover() }()
			for seed := range Rounds(r, 3, time.Hour) {
				if last = seed; seed == 1 {
					end(r)
				}
			}
		}()
		if last != 1 || !strings.Contains(strings.Join(r.log, "\n"), want) {
			t.Errorf("%s: got last seed %d, log %q, want it to contain %q", how, last, r.log, want)
		}
	}
}

// npm run test:long runs only the packages with tests that call this package: a test that reads the variable itself would never run.
func TestOnlyThisPackageReadsTestLong(t *testing.T) {
	for _, module := range []string{"functions", "infra", "locales", "shared"} {
		err := filepath.WalkDir(filepath.Join("..", "..", module), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") || filepath.Base(filepath.Dir(path)) == "soak" {
				return err
			}
			source, err := os.ReadFile(path)
			assert.Check(t, !strings.Contains(string(source), `Getenv("TEST_LONG")`), "%s reads TEST_LONG itself: use soak.Long", path)
			return err
		})
		assert.Check(t, err)
	}
}
