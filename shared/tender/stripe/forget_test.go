package stripe

import (
	"context"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/tender"
)

func TestForgetRunsARedactionJobWhenItIsReady(t *testing.T) {
	paid := tender.Reference{Intent: "pi_1", Order: "w2xq"}
	job := func(status string) string { return `{"id":"prj_1","status":"` + status + `"}` }
	made, looked, run := "POST /v1/privacy/redaction_jobs w2xq-redact", "GET /v1/privacy/redaction_jobs/prj_1 ", "POST /v1/privacy/redaction_jobs/prj_1/run w2xq-redact-run"
	for name, c := range map[string]struct {
		status string
		asked  []string
		done   bool
	}{
		"ready":             {"ready", []string{made, looked, run}, true},
		"validating":        {"validating", []string{made, looked}, false},
		"failed":            {"failed", []string{made, looked}, false},
		"redacting":         {"redacting", []string{made, looked}, true},
		"succeeded earlier": {"succeeded", []string{made, looked}, true},
	} {
		s, client := open(t, says(200, job("validating")), says(200, job(c.status)), says(200, job("redacting")))
		err := client.Forget(context.Background(), paid)
		asked, _ := s.requests()
		assert.Check(t, slices.Equal(asked, c.asked) && (err == nil) == c.done, "%s: asked %q, %v", name, asked, err)
	}
	s, client := open(t, says(404, `{"error":{"type":"invalid_request_error","code":"resource_missing"}}`))
	assert.NilError(t, client.Forget(context.Background(), paid))
	asked, _ := s.requests()
	assert.Assert(t, is.Len(asked, 1))
	_, client = open(t, hangsUp)
	assert.ErrorIs(t, client.Forget(context.Background(), paid), tender.ErrUnavailable)
}
