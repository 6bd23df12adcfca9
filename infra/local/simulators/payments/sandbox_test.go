package payments

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// testSandbox is a sandbox behind a real server, with its own clock.
type testSandbox struct {
	*Sandbox
	t    *testing.T
	url  string
	file string
}

var noon = time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)

func open(t *testing.T) testSandbox {
	t.Helper()
	file := filepath.Join(t.TempDir(), "payments.db")
	s, err := Open(file, func() time.Time { return noon })
	assert.NilError(t, err)
	server := httptest.NewServer(s)
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	t.Cleanup(func() { server.Close(); s.Close() })
	return testSandbox{s, t, server.URL + Prefix, file}
}

// reply is an answer of the API; status 0 is a lost answer.
type reply struct {
	status int
	raw    string
	body   map[string]any
}

func (r reply) at(path ...string) any {
	var v any = r.body
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

// plain opens a connection for each request: on a reused one net/http itself retries a request with an idempotency key.
var plain = http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

func (b testSandbox) ask(method, path, key string, form url.Values) reply {
	b.t.Helper()
	request, _ := http.NewRequest(method, b.url+"/v1"+path, strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Authorization", "Bearer "+SecretKey)
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := plain.Do(request)
	if err != nil {
		return reply{}
	}
	defer response.Body.Close()
	var raw bytes.Buffer
	_, _ = raw.ReadFrom(response.Body)
	r := reply{status: response.StatusCode, raw: raw.String()}
	assert.NilError(b.t, json.Unmarshal(raw.Bytes(), &r.body), "%s %s: %q is not JSON", method, path, raw.String())
	return r
}

func (b testSandbox) method(number string) string {
	b.t.Helper()
	r := b.ask("POST", "/payment_methods", "", url.Values{"card[number]": {number}, "card[exp_month]": {"12"}, "card[exp_year]": {"30"}, "card[cvc]": {"123"}})
	id, ok := r.at("id").(string)
	assert.Assert(b.t, ok, "card %s: %d %s", number, r.status, r.raw)
	return id
}

func payment(method string, minor string) url.Values {
	return url.Values{
		"amount": {minor}, "currency": {"usd"}, "confirm": {"true"}, "capture_method": {"manual"}, "payment_method": {method},
		"metadata[order]": {"order-1"}, "expand[]": {"payment_method", "latest_charge"},
	}
}

func TestIdempotencyKeyBelongsToOneRequest(t *testing.T) {
	b := open(t)
	form := payment(b.method("4242 4242 4242 4242"), "900")
	replies := make([]reply, 20)
	var wg sync.WaitGroup
	for n := range replies {
		wg.Go(func() { replies[n] = b.ask("POST", "/payment_intents", "key-same", form) })
	}
	wg.Wait()
	for _, r := range replies {
		assert.Check(t, is.Equal(r.raw, replies[0].raw))
		assert.Check(t, r.status == http.StatusOK)
	}
	entries, _ := b.Intents(context.Background())
	assert.Assert(t, is.Len(entries, 1))
	form.Set("amount", "901")
	r := b.ask("POST", "/payment_intents", "key-same", form)
	assert.Assert(t, r.at("error", "type") == "idempotency_error", "another amount with the same key: got %s", r.raw)
	declined := payment(b.method("4000 0000 0000 0002"), "900")
	first, second := b.ask("POST", "/payment_intents", "key-no", declined), b.ask("POST", "/payment_intents", "key-no", declined)
	assert.Equal(t, first.raw, second.raw)
	assert.Assert(t, first.status == http.StatusPaymentRequired)
}

// Concurrent refunds of one payment refund at most the captured amount.
func TestConcurrentRefundsStayWithinTheCapture(t *testing.T) {
	b := open(t)
	id, _ := b.ask("POST", "/payment_intents", "", payment(b.method("4242 4242 4242 4242"), "900")).at("id").(string)
	b.ask("POST", "/payment_intents/"+id+"/capture", "", url.Values{})
	codes := make([]int, 10)
	var wg sync.WaitGroup
	for n := range codes {
		wg.Go(func() {
			codes[n] = b.ask("POST", "/refunds", fmt.Sprint("key-", n), url.Values{"payment_intent": {id}, "amount": {"300"}}).status
		})
	}
	wg.Wait()
	slices.Sort(codes)
	entries, err := b.Intents(t.Context())
	if err != nil || codes[2] != http.StatusOK || codes[3] != http.StatusBadRequest || entries[0].Refunded != entries[0].Captured {
		t.Errorf("got codes %v, ledger %+v (%v)", codes, entries, err)
	}
}

// The bank accepts one answer and redirects to the payment's return URL, as Stripe does. Other URLs are rejected: the keys are public, so
// the bank would be an open redirect.
func TestBankAcceptsOneAnswerAndRedirectsBack(t *testing.T) {
	b := open(t)
	asks := payment(b.method("4000 0027 6000 3184"), "900")
	noRedirect := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, c := range []struct{ back, answer, want string }{
		{"", "approve", "requires_capture"}, {"", "fail", "requires_payment_method"}, {"/pay/back.html", "approve", "requires_capture"},
	} {
		asks.Set("return_url", c.back)
		r := b.ask("POST", "/payment_intents", "", asks)
		path, _ := r.at("next_action", "redirect_to_url", "url").(string)
		address := strings.TrimSuffix(b.url, Prefix) + path
		response, err := noRedirect.Get(address)
		assert.NilError(t, err)
		assert.Assert(t, response.StatusCode == http.StatusOK, response)
		for _, answer := range []string{c.answer, "approve"} { // the second is too late
			response, err := noRedirect.PostForm(address, url.Values{"answer": {answer}})
			if err != nil || c.back == "" && response.StatusCode != http.StatusOK ||
				c.back != "" && !strings.HasPrefix(response.Header.Get("Location"), c.back+"?payment_intent=pi_") {
				t.Fatalf("%s: %v %v", answer, response, err)
			}
		}
		r = b.ask("GET", "/payment_intents/"+r.at("id").(string), "", nil)
		assert.Check(t, r.at("status") == c.want, "after %s: %s", c.answer, r.raw)
		guess := address[:len(address)-1] + "_" // not a valid secret
		if response, err := noRedirect.Get(guess); err != nil || response.StatusCode != http.StatusNotFound {
			t.Errorf("a guessed secret is accepted: %v", err)
		}
	}
	for _, elsewhere := range []string{
		"https://evil.example/", "//evil.example/pay/", "//evil.example/../pay/x", "/pay/../cart", `/\evil.example`,
	} {
		asks.Set("return_url", elsewhere)
		r := b.ask("POST", "/payment_intents", "", asks)
		assert.Check(t, r.status == http.StatusBadRequest, "return address %s: got %d, want 400", elsewhere, r.status)
	}
}

func TestFailures(t *testing.T) {
	b := open(t)
	form := payment(b.method("4000 0000 0000 4087"), "900")
	for _, state := range []string{"on", "off"} {
		want := map[string]int{"on": http.StatusServiceUnavailable, "off": http.StatusOK}[state]
		response, err := http.PostForm(b.url+"/switches", url.Values{"state": {state}})
		assert.NilError(t, err)
		response.Body.Close()
		assert.Equal(t, response.StatusCode, http.StatusOK)
		assert.Equal(t, b.ask("GET", "/payment_intents", "", nil).status, want, "down is %s", state)
	}
	r := b.ask("POST", "/payment_intents", "key-lost", form)
	assert.Equal(t, r.status, 0, "the first answer is not lost: %s", r.raw)
	r = b.ask("POST", "/payment_intents", "key-lost", form)
	assert.Equal(t, r.status, http.StatusOK)
	entries, err := b.Intents(t.Context())
	assert.NilError(t, err)
	assert.Assert(t, is.Len(entries, 1))
}

// A card number is only in its own request: not in the file, not in the log.
func TestNoCardNumberIsStored(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	defer slog.SetDefault(before)
	b := open(t)
	const number = "5105105105105100"
	form := url.Values{"card[number]": {number}, "card[exp_month]": {"12"}, "card[exp_year]": {"30"}, "card[cvc]": {"7319"}}
	r := b.ask("POST", "/payment_methods", "key-card", form)
	b.ask("POST", "/payment_intents", "", payment(r.at("id").(string), "900"))
	form.Set("card[number]", number[:15]+"1")
	r = b.ask("POST", "/payment_methods", "", form)
	assert.Assert(t, r.at("error", "code") == "incorrect_number")
	assert.Assert(t, !strings.Contains(r.raw, number[:15]))
	b.Close()
	kept := log.Bytes()
	for _, name := range []string{b.file, b.file + "-wal"} {
		raw, err := os.ReadFile(name)
		assert.Assert(t, err == nil || name != b.file, err)
		kept = append(kept, raw...)
	}
	assert.Assert(t, bytes.Contains(kept, []byte("5100")), "test setup: the last four digits are not stored")
	// The code's digits may occur within an id, a time or a checksum; as a separate word they are the code.
	for _, trace := range []string{number, number[:15], `\b7319\b`, "510510510510"} {
		assert.Check(t, !regexp.MustCompile(trace).Match(kept), "%s is stored", trace)
	}
}

func TestGuestDocumentsHaveAStrictPolicyAndBothLanguages(t *testing.T) {
	b := open(t)
	for path, want := range map[string]string{
		"":                               "Payments sandbox",
		"/field?locale=fr-ca&theme=dark": `data-theme="dark"`,
		"/field?locale=fr-ca":            "Numéro de carte",
		"/field?locale=en":               `<data value="number-incomplete">The card number is not complete`,
		"/field?locale=%22%3E%3Cscript":  "Card number",
	} {
		response, err := http.Get(b.url + path)
		assert.NilError(t, err)
		var body bytes.Buffer
		_, _ = body.ReadFrom(response.Body)
		response.Body.Close()
		policy := response.Header.Get("Content-Security-Policy")
		assert.Check(t, is.Contains(body.String(), want), path)
		if strings.Contains(policy, "unsafe") || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "frame-ancestors 'self'") != (path != "") {
			t.Errorf("%s: policy %q", path, policy)
		}
		assert.Check(t, is.Equal(strings.Contains(path, "field"), strings.Contains(policy, "sandbox allow-scripts")))
		if strings.Contains(body.String(), "<script>") || strings.Contains(body.String(), " style=") {
			t.Errorf("%s has inline script or style", path)
		}
	}
}
