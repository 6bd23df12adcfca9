// Package soak gives random tests their seeds and limits how long they run.
//
//	TEST_LONG=1     each random test runs new seeds for its own budget of seconds
//	TEST_SOAK=20    the same, for twenty times that budget
//	TEST_SEED=1234  one round with this seed
//
// Without these a test runs a fixed set of seeds: its result is the same every time, and go test can cache it.
package soak

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Long reports whether TEST_LONG or TEST_SOAK is set.
func Long() bool { return os.Getenv("TEST_LONG") != "" || os.Getenv("TEST_SOAK") != "" }

// Factor returns TEST_SOAK, the factor of all budgets, or 1 if it is not set.
func Factor() int {
	factor, err := strconv.Atoi(os.Getenv("TEST_SOAK"))
	if err != nil || factor < 1 {
		return 1
	}
	return factor
}

// Rounds yields the seeds of a random test: 0 to quick-1, or those from a random one on for the budget if tests are Long. It logs the
// seeds it used. It ends after the first round in which the test fails, and logs the command that repeats that round.
func Rounds(t testing.TB, quick int, budget time.Duration) iter.Seq[uint64] {
	t.Helper()
	one, fixed := os.LookupEnv("TEST_SEED")
	seed, err := strconv.ParseUint(one, 10, 64)
	if fixed && err != nil {
		t.Fatalf("soak: TEST_SEED=%q is not a whole number", one)
	}
	if !fixed && Long() {
		seed = uint64(rand.Uint32())
	}
	first := seed
	begun, limit := time.Now(), budget*time.Duration(Factor())
	return func(yield func(uint64) bool) {
		rounds, ended := 0, false
		defer func() { // also when the body of the loop calls t.Fatal
			if t.Failed() || !ended {
				t.Logf("repeat the last round: %s", command(t.Name(), seed))
			}
			t.Logf("%d rounds in %.1f s, seeds %d to %d", rounds, time.Since(begun).Seconds(), first, seed)
		}()
		for more := true; more; {
			seed = first + uint64(rounds)
			rounds++
			switch {
			case fixed:
				more = false
			case Long():
				more = time.Since(begun) < limit
			default:
				more = rounds < quick
			}
			if !yield(seed) || t.Failed() {
				break
			}
		}
		ended = true
	}
}

// command repeats one round of a test.
func command(test string, seed uint64) string {
	environment := fmt.Sprintf("TEST_SEED=%d", seed)
	if Long() {
		environment += " TEST_LONG=1"
	}
	path := "."
	if info, ok := debug.ReadBuildInfo(); ok {
		path = strings.TrimSuffix(info.Path, ".test")
	}
	parts := strings.Split(test, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return fmt.Sprintf("%s go test %s -run '%s'", environment, path, strings.Join(parts, "/"))
}
