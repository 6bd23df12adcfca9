package desk

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/webhook"
)

var (
	noon    = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	secrets = webhook.Secrets{[]byte("a secret of the desk's and ours")}
)

func now() time.Time { return noon }

func send(d *Desk, body string, keys webhook.Secrets) int {
	r := httptest.NewRequest("POST", EventsPath, strings.NewReader(body))
	r.Header.Set(webhook.DeskHeader, keys.Sign([]byte(body), noon))
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w.Code
}

func shown(d *Desk) string {
	w := httptest.NewRecorder()
	d.ServeHTTP(w, httptest.NewRequest("GET", Prefix, nil))
	return w.Body.String()
}

func received(id, reference string) string {
	return fmt.Sprintf(`{"id":%q,"type":"form.received","at":"2026-06-01T12:00:00Z","case":{"reference":%q,"kind":"talk",
		"status":"open","entry":{"firstName":"<b>Dolores","message":"canary"}}}`, id, reference)
}

// An event is shown once, however often it arrives, and an erasure removes what came before about its case.
func TestEventsAreShownAndErased(t *testing.T) {
	d := New(t.TempDir(), secrets, now)
	assert.Check(t, is.Contains(shown(d), "No form yet"))
	for _, body := range []string{received("a1", "R7K2-M9QX"), received("a1", "R7K2-M9QX"), received("b2", "ZZZZ-2222")} {
		assert.Equal(t, send(d, body, secrets), http.StatusNoContent)
	}
	page := shown(d)
	assert.Equal(t, strings.Count(page, "<li>"), 2)
	assert.Check(t, is.Contains(page, "&lt;b&gt;Dolores"))
	erased := `{"id":"c3","type":"form.erased","at":"2026-06-01T12:01:00Z","case":{"reference":"%s"}}`
	for _, reference := range []string{"R7K2-M9QX", "ZZZZ-2222"} {
		assert.Equal(t, send(d, fmt.Sprintf(erased, reference), secrets), http.StatusNoContent)
	}
	page = shown(New(d.dir, secrets, now)) // another process
	assert.Check(t, !strings.Contains(page, "canary") && !strings.Contains(page, "Dolores"), page)
	assert.Check(t, is.Contains(page, "form.erased"))
}

func TestForgedAndUnknownMessagesAreRefused(t *testing.T) {
	d := New(t.TempDir(), secrets, now)
	assert.Equal(t, send(d, received("a1", "R"), webhook.Secrets{[]byte("a secret of another system")}), http.StatusUnauthorized)
	for _, body := range []string{"{", received("../x", "R"), received("a1", ""), strings.Replace(received("a1", "R"), "form.", "order.", 1)} {
		assert.Equal(t, send(d, body, secrets), http.StatusBadRequest, body)
	}
	assert.Check(t, is.Contains(shown(d), "No form yet"))
}
