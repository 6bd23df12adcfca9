package main

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api"
	"ordering/infra/local/simulators/desk"
	"ordering/infra/local/simulators/mail"
	"ordering/shared/form"
	"ordering/shared/outbox"
)

// sendForm sends a form of Dolores and returns its receipt.
func (m *machine) sendForm(kept secrets, path, key string, more map[string]any) (receipt form.Receipt) {
	m.Helper()
	earlier := func() time.Time { return clockAt(noon)().Add(-time.Minute) }
	token, err := form.Tokens{Guests: kept.guests, Now: earlier}.New(m.Context())
	assert.NilError(m, err)
	body := map[string]any{"firstName": "Dolores", "lastName": "Canary", "email": "dolores@example.com", "token": token}
	maps.Copy(body, more)
	raw, err := json.Marshal(body)
	assert.NilError(m, err)
	r, err := m.try("POST", api.Main+path, strings.NewReader(string(raw)), "Content-Type", "application/json", "Idempotency-Key", key)
	assert.NilError(m, err)
	assert.Equal(m, r.status, http.StatusCreated, r.body)
	assert.NilError(m, json.Unmarshal([]byte(r.body), &receipt))
	return receipt
}

// A form reaches its desk by mail and by the real webhook, once, even if it is sent twice; the guest gets a copy. A privacy request
// reaches the desk when its code was entered.
func TestFormsReachTheDesk(t *testing.T) {
	log := captureLog(t)
	m := startIn(t, newFolder(t))
	kept, err := secretsOf(settingsIn(m.dir))
	assert.NilError(t, err)
	about := map[string]any{"subject": "compliment", "message": "Canary of a message"}
	talk := m.sendForm(kept, "/survey-management/talk", "key-of-the-talk-0001", about)
	assert.Equal(t, m.sendForm(kept, "/survey-management/talk", "key-of-the-talk-0001", about), talk)
	know := map[string]any{"request": "know", "country": "US", "region": "CA"}
	request := m.sendForm(kept, "/survey-management/ccpa", "key-of-the-request-01", know)
	code := regexp.MustCompile(`(\d{6}) is your code`)
	m.until("the code is mailed", func() bool { return code.MatchString(m.page(mail.Prefix)) })
	m.until("the desk has the message", func() bool { return strings.Contains(m.page(desk.Prefix), talk.Reference) })
	assert.Check(t, !strings.Contains(m.page(desk.Prefix), request.Reference), "the desk has a request that is not verified")

	body := `{"code":"` + code.FindStringSubmatch(m.page(mail.Prefix))[1] + `"}`
	path := api.Main + "/survey-management/ccpa/" + request.Case + "/verification"
	r, err := m.try("POST", path, strings.NewReader(body), "Content-Type", "application/json")
	assert.NilError(t, err)
	assert.Equal(t, r.status, http.StatusOK, r.body)
	m.until("all is delivered", func() bool {
		pending, err := outbox.Pending(t.Context(), m.table())
		return err == nil && len(pending) == 0
	})
	events, mails := m.page(desk.Prefix), m.page(mail.Prefix)
	for text, want := range map[string]int{
		"<h3>" + talk.Reference: 1, "<h3>" + request.Reference: 1, "<span>form.received": 1, "<span>form.verified": 1, "Canary of a message": 1,
	} {
		assert.Check(t, is.Equal(strings.Count(events, text), want), text)
	}
	for text, want := range map[string]int{
		talk.Reference + " Message": 1, "We have it: " + talk.Reference: 1, request.Reference + " Privacy request": 1,
		"We have your privacy request: " + request.Reference: 1, "<li>": 5,
	} {
		assert.Check(t, is.Equal(strings.Count(mails, text), want), text)
	}
	for _, canary := range []string{"Canary", "dolores@", "Dolores", code.FindStringSubmatch(mails)[1], request.Case} {
		assert.Check(t, !strings.Contains(log(), canary), "%s is in the log:\n%s", canary, log())
	}
}
