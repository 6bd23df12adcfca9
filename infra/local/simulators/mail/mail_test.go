package mail

import (
	"net/http"
	"net/http/httptest"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/notify"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

func message(id, subject string, at time.Time) notify.Message {
	return notify.Message{
		ID: id, Date: at, Language: "fr-CA", Subject: subject,
		From: netmail.Address{Name: "Big Deal Burger", Address: "orders@example.com"}, To: netmail.Address{Address: "dolores@example.com"},
		Text: "C’est prêt.\n\n<script>alert(1)</script>\n" + strings.Repeat("long ", 40),
		HTML: "<html><head><title>x</title></head><body><p>C’est prêt</p></body></html>",
	}
}

func get(b *Box, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	b.ServeHTTP(w, httptest.NewRequest("GET", Prefix+path, nil))
	return w
}

func TestBoxStoresAndShowsMail(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mail")
	b := New(dir)
	w := get(b, "")
	assert.Check(t, w.Code == http.StatusOK && strings.Contains(w.Body.String(), "No mail yet"), "empty mailbox: got %d", w.Code)
	for _, m := range []notify.Message{message("a1", "Prête à 17 h 45", noon), message("b2", "Later", noon.Add(time.Minute)), message("a1", "Prête à 17 h 45", noon)} {
		assert.NilError(t, b.Send(t.Context(), m))
	}
	b = New(dir) // another process
	list := get(b, "").Body.String()
	assert.Equal(t, strings.Count(list, "<li>"), 2)
	assert.Assert(t, strings.Index(list, "Later") <= strings.Index(list, "Prête à 17 h 45"))
	assert.Assert(t, is.Contains(list, "dolores@example.com"))
	one := get(b, "/a1")
	if one.Code != http.StatusOK || !strings.Contains(one.Body.String(), "C’est prêt.") || !strings.Contains(one.Body.String(), "&lt;script&gt;") || !strings.Contains(one.Body.String(), `lang="fr-CA"`) {
		t.Errorf("message: %d\n%s", one.Code, one.Body)
	}
	html := get(b, "/a1/html")
	assert.Assert(t, is.Contains(html.Body.String(), "<p>C’est prêt</p>"))
	if p := html.Header().Get("Content-Security-Policy"); !strings.HasPrefix(p, "sandbox ") || strings.Contains(p, "allow-scripts") || strings.Contains(p, "script-src") {
		t.Errorf("mail: got policy %q", p)
	}
	if p := one.Header().Get("Content-Security-Policy"); strings.Contains(p, "unsafe") || !strings.Contains(p, "frame-src 'self'") {
		t.Errorf("page: got policy %q", p)
	}
}

// An erased guest's address is also that to which a desk would answer.
func TestBoxForgetsAnAddress(t *testing.T) {
	b := New(t.TempDir())
	toDesk, other := message("b2", "A note", noon), message("c3", "Kept", noon)
	toDesk.To.Address, toDesk.ReplyTo, other.To.Address = "guests@example.com", "Dolores@example.com", "dolores@elsewhere.example"
	for _, m := range []notify.Message{message("a1", "A receipt", noon), toDesk, other} {
		assert.NilError(t, b.Send(t.Context(), m))
	}
	assert.Check(t, is.Contains(get(b, "/b2").Body.String(), "Reply to</dt><dd>Dolores@example.com"))
	assert.NilError(t, b.ForgetAddress(t.Context(), "dolores@example.com"))
	all, err := b.all()
	assert.NilError(t, err)
	assert.Assert(t, is.Len(all, 1))
	assert.Equal(t, all[0].ID, "c3")
}

func TestBoxShowsNoOtherFile(t *testing.T) {
	dir := t.TempDir()
	err := os.WriteFile(filepath.Join(dir, "secret.eml"), []byte("From: a\r\nDate: Mon, 01 Jun 2026 12:00:00 +0000\r\n\r\n"), 0o600)
	assert.NilError(t, err)
	b := New(filepath.Join(dir, "mail"))
	for _, path := range []string{"/..%2fsecret", "/..%2fsecret/html", "/missing", "/%00", "/a.eml"} {
		w := get(b, path)
		assert.Check(t, w.Code == http.StatusNotFound, "%s: %d", path, w.Code)
	}
	assert.Assert(t, b.Send(t.Context(), message("../x", "s", noon)) != nil, "a message was written outside of its folder")
}

func TestDamagedMailIsReported(t *testing.T) {
	dir := t.TempDir()
	b := New(dir)
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "a1.eml"), []byte("torn"), 0o600))
	w := get(b, "/a1")
	assert.Assert(t, w.Code == http.StatusInternalServerError)
	assert.Assert(t, !strings.Contains(w.Body.String(), dir))
}
