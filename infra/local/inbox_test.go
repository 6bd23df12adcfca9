package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api"
	"ordering/infra/local/simulators/mail"
	"ordering/shared/customer"
	"ordering/shared/secret"
)

// The operator reads forms in the data folder, and deletes a guest on a verified request: while the server runs, which then mails the
// guest, and without a server.
func TestInboxReadsAndFulfils(t *testing.T) {
	dir := newFolder(t)
	s := settingsIn(dir)
	m := startIn(t, dir)
	kept, err := secretsOf(s)
	assert.NilError(t, err)
	inbox := func(typed string, args ...string) string {
		t.Helper()
		var out strings.Builder
		err := runCommand(t.Context(), s, "inbox", args, strings.NewReader(typed), &out)
		assert.NilError(t, err, out.String())
		return out.String()
	}
	talk := m.sendForm(kept, "/survey-management/talk", "key-of-the-talk-0001", map[string]any{"subject": "other", "message": "=1+1"})
	job := m.sendForm(kept, "/labor-management/job-applications", "key-of-the-job-00001", map[string]any{
		"phone": "+19185550141", "locationId": tulsa, "subject": "Cook", "availability": []string{"mon-morning"}, "agreed": true,
		"resume": m.issueResume("Résumé of Dolores"),
	})
	request := m.sendForm(kept, "/survey-management/ccpa", "key-of-the-request-01", map[string]any{
		"request": "delete", "country": "US", "region": "CA",
	})
	code, err := customer.Codes(secret.Fixed(kept.codes)).Code(t.Context(), request.Case, 1)
	assert.NilError(t, err)
	path := api.Main + "/survey-management/ccpa/" + request.Case + "/verification"
	r, err := m.try("POST", path, strings.NewReader(`{"code":"`+code+`"}`), "Content-Type", "application/json")
	assert.NilError(t, err)
	assert.Equal(t, r.status, 200, r.body)

	assert.Check(t, is.Contains(inbox(""), "Open: 3"))
	shown := inbox("", "show", job.Reference)
	_, name, _ := strings.Cut(shown, "kept/")
	name, _, _ = strings.Cut("kept/"+name, "\n")
	file := filepath.Join(t.TempDir(), "resume.pdf")
	inbox("", "file", job.Reference, name, "--out", file)
	raw, err := os.ReadFile(file)
	assert.NilError(t, err)
	assert.Equal(t, string(raw), "Résumé of Dolores")
	assert.Check(t, is.Contains(inbox("", "export"), ",'=1+1,"))
	inbox("", "close", talk.Reference)

	held := m.announce()
	assert.Check(t, is.Contains(inbox(request.Reference+"\n", "fulfil", request.Reference), "Erased forms: 3"))
	assert.NilError(t, held.Close())
	m.stop()
	m = startIn(t, dir) // it delivers at once what another process wrote
	m.until("the guest has the mail", func() bool { return strings.Contains(m.page(mail.Prefix), "Done: "+request.Reference) })
	m.stop()
	assert.Check(t, is.Contains(inbox("", "--all"), request.Reference))
	assert.Check(t, !strings.Contains(inbox("", "show", job.Reference), "Dolores"))
}
