package runtimeapi_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
)

// rejected are, by function with operations and for the gate, a call that schema validation rejects before anything is read.
var rejected = map[string]string{
	"locations": "/api/online-ordering/locations/menus/x?category=none",
	"cart":      "/api/online-ordering/timeslots/x?date=01234567890",
	"payment":   "/api/online-ordering/payment-management/payment-methods/" + strings.Repeat("x", 65),
	"orders":    "/api/online-ordering/orders/thank-you/" + strings.Repeat("x", 65),
	"auth":      `/api/auth/login/customer {}`,
	"profile":   "/api/my-profile", // without a token
	"privacy":   "/api/my-profile/export",
	"loyalty":   "/api/loyalty/points", // without a token
	"holiday":   "/api/online-ordering/holiday-settings/holiday-check?filter=none",
	"images":    "/image?url=none&w=640",
	"forms":     `/api/survey-management/feedback {}`,
	"geoip":     "/api/getGeoFromIp",
	"origin":    "/",
	"graph":     `/graphql {"query":"{ me { email } }"}`, // without a token
	"content":   `/content/graphql {"query":"{ brand { id } }"}`,
}

func TestColdStartOfEveryFunctionThatGuestsWaitForIsMeasured(t *testing.T) {
	for _, f := range functions.All() {
		waits := len(f.Operations) > 0 || f.Gate
		assert.Check(t, is.Equal(waits, rejected[f.Name] != ""), "%s %t", f.Name, !waits)
	}
}

// BenchmarkColdStart measures the time from a function's process start to its first answer, and its ratio to a minimal function. Runs of
// the two are interleaved, so that noise affects both alike.
func BenchmarkColdStart(b *testing.B) {
	dir, err := bootstraps()
	assert.NilError(b, err)
	build := exec.Command("go", "build", "-tags", "lambda.norpc", "-o", filepath.Join(dir, "hello"), "ordering/infra/bench/hello")
	build.Env = append(build.Environ(), "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, said)
	}
	for _, f := range functions.All() {
		line := rejected[f.Name]
		if line == "" {
			continue
		}
		b.Run(f.Name, func(b *testing.B) {
			once := func(f functions.Function, event string) float64 {
				r := begin(b, f)
				answer := r.ask(event, 10*time.Second)
				r.proc.Kill()
				return answer.At.Sub(r.proc.Begun).Seconds() * 1000
			}
			var base, took []float64
			for range b.N {
				base = append(base, once(functions.Function{Name: "hello"}, "{}"))
				took = append(took, once(f, callOf(line)))
			}
			slices.Sort(base)
			slices.Sort(took)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(took[b.N/2], "ms")
			b.ReportMetric(took[b.N/2]/base[b.N/2], "×")
		})
	}
}
