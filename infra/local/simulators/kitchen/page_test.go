package kitchen

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestPageIsSafeAndComplete(t *testing.T) {
	b := newTestKitchen(t)
	b.send("order.placed", "k5tq7mzx2vhr4wya3pdnc6jbes")
	w := b.serve(httptest.NewRequest("GET", Prefix, nil))
	html := w.Body.String()
	for _, want := range []string{"simulat", "&lt;b&gt;Dolores&lt;/b&gt;", "The Big Deal", "<span>No onion</span><span>Fountain drink</span><span class=\"inside-1\">Cola</span>", "7:45", "Brookside", "by itself in 20 s", "<span>Lunch deal (code LUNCH): −$2.00</span></li>", "<p class=\"note\">Lunch deal (code LUNCH): −$2.00</p>", "Delivery: $3.99", "a step every 20 s"} {
		assert.Check(t, is.Contains(html, want))
	}
	body := html[strings.Index(html, "<body"):]
	if strings.Contains(html, "<b>Dolores") || strings.Contains(body, "<script") || strings.Contains(html, "style=") || strings.Contains(html, " onclick") {
		t.Error("the page has inline markup, script or style")
	}
	if strings.Contains(strings.ReplaceAll(html, "N-k5tq7mzx2vhr4wya3pdnc6jbes", ""), "k5tq7mzx2vhr4wya3pdnc6jbes") {
		t.Error("the page shows the order's id")
	}
	policy := w.Header().Get("Content-Security-Policy")
	assert.Assert(t, !strings.Contains(policy, "unsafe"))
	assert.Assert(t, slices.Contains(strings.Split(policy, "; "), "default-src 'none'"))
	for _, file := range []string{"/style.css", "/rail.js"} {
		code := b.serve(httptest.NewRequest("GET", Prefix+file, nil)).Code
		assert.Check(t, code == http.StatusOK, "%s: %d", file, code)
	}
	// A cross-origin form changes nothing.
	r := httptest.NewRequest("POST", Prefix+"/switches", strings.NewReader("switch=open&state=off"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	code := b.serve(r).Code
	open, _ := b.look()
	assert.Assert(t, code == http.StatusForbidden && open.Open, "form of another site: got %d, want 403", code)
}

// Order numbers repeat each day: the rail shows the day for an order of another day than today at its location.
func TestOrdersForAnotherDayShowTheDay(t *testing.T) {
	b := newTestKitchen(t)
	b.press("/switches", "switch", "byItself", "state", "off")
	for order, promised := range map[string]string{"today": "2026-06-02T04:45:00Z", "ahead": "2026-06-02T05:15:00Z"} { // midnight in Chicago is between
		body := strings.NewReplacer("2026-06-01T12:45:00Z", promised, "N-"+order, "4801").Replace(message("order.placed", order))
		code := b.sendSigned(body, secrets.Sign([]byte(body), b.clock.Now()))
		assert.Check(t, code == http.StatusNoContent, "order: got %d, want 204", code)
	}
	for want, times := range map[string]int{
		`aria-label="Order 4801"`: 1, `aria-label="Order 4801 for Tuesday, June 2"`: 1, `aria-label="Accept order 4801 for Tuesday, June 2"`: 1,
		`aria-label="Refuse order 4801 for Tuesday, June 2"`: 1, "Tuesday, June 2, 12:15": 1,
	} {
		assert.Check(t, is.Equal(strings.Count(b.page(), want), times), want)
	}
	for _, seq := range []string{"1", "2"} {
		b.press("/tickets/"+seq, "to", notApproved)
	}
	for _, want := range []string{"<b>4801</b> <span>Refused</span>", "<b>4801</b> <span>for Tuesday, June 2: Refused</span>"} {
		assert.Check(t, is.Contains(b.page(), want))
	}
}
