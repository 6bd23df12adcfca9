package runtimeapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
	"ordering/infra/seed"
	"ordering/shared/form"
	"ordering/shared/guest"
)

// A job application over the deployed functions: its résumé is kept in the bucket, its desk and the guest get mails and the helpdesk an
// event. The test needs no wait, because it signs an older token.
func TestAFormOverTheBootstraps(t *testing.T) {
	d := deploy(t, seed.Files)
	minuteAgo := func() time.Time { return time.Now().Add(-time.Minute) }
	token, err := form.Tokens{Guests: guest.Secret(secrets[functions.GuestSecret]), Now: minuteAgo}.New(d.ctx)
	assert.NilError(t, err)
	call := func(path, kind, body string, out any) {
		t.Helper()
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Form-Token", token)
		r.Header.Set("Idempotency-Key", "key-of-this-application")
		w := httptest.NewRecorder()
		d.guest.API.ServeHTTP(w, r)
		assert.Equal(t, w.Code, http.StatusCreated, w.Body.String())
		assert.NilError(t, json.Unmarshal(w.Body.Bytes(), out))
	}
	const resume = "%PDF-1.4\nDolores cooks\n%%EOF"
	var file struct{ Name string }
	call("/api/survey-management/uploads?kind=job-application", "application/pdf", resume, &file)
	assert.Equal(t, d.objects["/files/new/"+file.Name], resume)
	sent, err := json.Marshal(map[string]any{
		"firstName": "Dolores", "lastName": "Whitaker", "email": "dolores@example.com", "phone": "9185550141", "locationId": "bdb-1001",
		"subject": "cook", "availability": []string{"mon-morning"}, "agreed": true, "resume": file.Name, "token": token,
	})
	assert.NilError(t, err)
	var receipt, again form.Receipt
	call("/api/labor-management/job-applications", "application/json", string(sent), &receipt)
	call("/api/labor-management/job-applications", "application/json", string(sent), &again)
	assert.Equal(t, again, receipt)
	assert.Equal(t, d.objects["/files/kept/180/"+file.Name], resume)
	d.feed()
	assert.Assert(t, is.Len(d.mails, 2)) // of the desk and the guest
	assert.Assert(t, is.Len(d.desk, 1))
	assert.Equal(t, d.desk[0].Case.Reference, receipt.Reference)
	for _, name := range []string{"forms", "notify"} {
		log := d.functions[name].proc.Log()
		for _, canary := range []string{"Dolores", "Whitaker", "dolores@example.com", "9185550141", token, file.Name} {
			assert.Check(t, !strings.Contains(log, canary), "the log of %s contains %q:\n%s", name, canary, log)
		}
	}
}
