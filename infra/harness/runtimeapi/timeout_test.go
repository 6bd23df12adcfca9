package runtimeapi_test

import (
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
)

// waits reports whether the function calls anything that may not answer.
func waits(f functions.Function) bool { return !f.Table.None() || len(f.Assets) > 0 }

// Time limits of the events. A second is reserved for the answer; a sweep of the outbox reserves five more to record its work.
const (
	shortly = 1300 * time.Millisecond
	sweeps  = shortly + 5*time.Second
)

// A dependency does not answer. The function must give up before Lambda's timeout: a guest gets an answer in the form of §8, the stream
// gets the record to resume at, a job fails, and the log names the request or the job. Packages api and lambdastart test the time limits.
func TestAFunctionAnswersWhenADependencyDoesNot(t *testing.T) {
	for _, f := range functions.All() {
		for _, a := range eventsOf(t, f) {
			within, failed, want, logged := shortly, false, []string{`"statusCode":503`, "store-unavailable", "request-of-a-test"}, []string{`"requestId":"request-of-a-test","operation":"`, `"code":"store-unavailable"`, `"Errors":1`}
			switch job, isJob := strings.CutPrefix(a.what, "the job "); {
			case !waits(f):
				// Without a dependency there is nothing to give up: it answers however late the event is.
				within, want, logged = -time.Second, []string{a.want}, nil
			case job == "outbox":
				// The next sweep continues the work: no failure.
				within, want, logged = sweeps, []string{"null"}, nil
			case isJob:
				failed, want, logged = true, []string{"errorMessage"}, []string{`"job":"` + job + `"`, `"JobsFailed":1`, "event failed"}
			case f.Outbox || f.Steps:
				want, logged = []string{`"itemIdentifier":"7"`}, []string{"delivery deferred", `"invocation":"invocation-1"`}
			}
			t.Run(f.Name+", "+a.what, func(t *testing.T) {
				t.Parallel()
				r := begin(t, f)
				r.aws.stuck.Store(true)
				answer := r.ask(a.event, within)
				for _, part := range want {
					if answer.Failed != failed || !strings.Contains(string(answer.Body), part) {
						t.Errorf("got failed %t, %s, want it to contain %s", answer.Failed, answer.Body, part)
					}
				}
				r.stop()
				for _, part := range logged {
					assert.Check(t, is.Contains(r.proc.Log(), part))
				}
			})
		}
	}
}

// A function that is asked to stop during an event answers it first, and then ends by itself.
func TestASignalledFunctionFinishesItsEvent(t *testing.T) {
	for _, f := range functions.All() {
		for _, a := range eventsOf(t, f) {
			if !waits(f) {
				continue // it is too quick to be stopped during an event; a stop between events is tested for all
			}
			t.Run(f.Name+", "+a.what, func(t *testing.T) {
				t.Parallel()
				r := begin(t, f)
				r.aws.stuck.Store(true)
				r.api.Put([]byte(a.event), time.Now().Add(time.Minute))
				select {
				case <-r.aws.reached:
				case <-r.ctx.Done():
					t.Fatalf("the function made no call\n%s", r.proc.Log())
				}
				r.signal()
				assert.NilError(t, r.proc.Await(r.ctx, "stopping after the current event"))
				close(r.aws.free)
				answer, err := r.api.Answer(r.ctx)
				assert.NilError(t, err)
				assert.Assert(t, !answer.Failed && strings.Contains(string(answer.Body), a.want), string(answer.Body))
				assert.Equal(t, r.proc.Wait(), 0, r.proc.Log())
			})
		}
	}
}
