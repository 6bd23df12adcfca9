package api_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api"
	"ordering/shared/problem"
	"ordering/shared/webhook"
)

// A wrong secret or clock refuses every webhook. The log shows it, without the signature and the body.
func TestRefusedSignatureIsLogged(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	ours, theirs, body := webhook.Secrets{[]byte("ours")}, webhook.Secrets{[]byte("theirs")}, []byte("the body")
	check := api.Signed(webhook.Kitchen("", ours), time.Now)
	header := http.Header{}
	header.Set(webhook.KitchenHeader, ours.Sign(body, time.Now()))
	assert.NilError(t, check(t.Context(), header, body))
	assert.Equal(t, log.String(), "")
	wrong := theirs.Sign(body, time.Now())
	header.Set(webhook.KitchenHeader, wrong)
	assert.Assert(t, problem.Is(check(t.Context(), header, body), problem.BadSignature))
	assert.Assert(t, is.Contains(log.String(), `level=WARN msg="webhook signature refused" system=kitchen`))
	assert.Assert(t, !strings.Contains(log.String(), wrong) && !strings.Contains(log.String(), string(body)), log.String())
}
