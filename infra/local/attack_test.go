package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
	"ordering/infra/local/simulators/kitchen"
	"ordering/infra/local/simulators/mail"
	"ordering/infra/local/simulators/payments"
	"ordering/infra/server/gateway"
	"ordering/shared/brand"
)

// Fault 6: on every route that takes a token, a token of another kind, in other letter case, or shaped like a table key finds nothing. The
// routes come from the manifest, so that the test includes new ones.
func TestForeignTokensFindNothingOnAnyRoute(t *testing.T) {
	m := startIn(t, newFolder(t))
	b := m.fillBasket(burger)
	order := m.placeOrder(b, dolores).OrderToken
	own := m.fillBasket(burger)
	contact := `{"contact":{"firstName":"A","lastName":"B","email":"a@example.com","phone":"9185550141"}`
	bodies := map[string]string{
		"update-basket": `{"cutlery":true}`, "hold-timeslot": `{"asap":true}`, "pay-nothing": contact + `}`, "arrive": `{}`,
		"pay-by-card": contact + `,"billing":{"cardholder":"A","address":"1","city":"T","state":"OK","zip":"74105"},"paymentMethod":"pm_1","total":{"minor":1,"currency":"usd"}}`,
	}
	inBody := map[string]string{ // operations with the token in the body
		"add-line": `{"orderId":%,"itemId":"pit-fries","quantity":1}`, "change-line": `{"orderId":%,"quantity":1}`,
		"apply-coupon": `{"orderId":%,"code":"BIGDEAL"}`, "remove-coupon": `{"orderId":%,"code":"BIGDEAL"}`,
		"remove-reward": `{"orderId":%,"reward":"free-shake"}`,
		"start-basket":  `{"locationId":"bdb-1010","handoff":2,"category":"everyday","from":%}`,
	}
	attacked := 0
	for _, op := range functions.Operations() {
		ofOrder := strings.Contains(op.Path, "{orderToken}") || strings.Contains(op.Path, "{statusId}")
		wrong := map[string]string{
			"unknown": "aaaaaaaaaaaaaaaaaaaaaaaaaa", "the table's key": "basket#" + own.OrderID, "upper case": strings.ToUpper(own.OrderID), "longer": own.OrderID + "a",
			"with a zero byte": own.OrderID + "\x00", "with a line break": own.OrderID + "\n", "with a space": " " + own.OrderID, "with a parent folder": "../orders/" + own.OrderID,
			"an order's": order, "SQL": "' OR '1'='1", "a pattern": "%",
		}
		if ofOrder {
			wrong["an order's"], wrong["upper case"] = own.OrderID, strings.ToUpper(order)
		}
		for what, token := range wrong {
			path, body := op.Path, bodies[op.OperationID]
			for _, name := range []string{"{orderId}", "{orderToken}", "{statusId}"} {
				path = strings.Replace(path, name, url.PathEscape(token), 1)
			}
			switch form := inBody[op.OperationID]; {
			case form != "":
				raw, err := json.Marshal(token)
				assert.NilError(t, err)
				body = strings.Replace(form, "%", string(raw), 1)
				path = strings.Replace(path, "{lineId}", "1", 1)
			case op.OperationID == "remove-line":
				path = strings.Replace(path, "{lineId}", "1", 1) + "?orderId=" + url.QueryEscape(token)
			case path == op.Path:
				continue // the route takes no token
			}
			attacked++
			r, err := m.try(op.Method, path, strings.NewReader(body), "Content-Type", "application/json", "If-Match", fmt.Sprint(own.Version), "Idempotency-Key", "key-of-an-attacker")
			assert.NilError(t, err)
			assert.Check(t, r.status == http.StatusNotFound, "%s with a token that is %s: got %d %.200s", op.OperationID, what, r.status, r.body)
		}
	}
	assert.Assert(t, attacked >= 100, "got %d attacks, want at least 100", attacked)
	var after struct{ Version int64 }
	m.call("GET", "/orders/"+own.OrderID, nil).into(t, &after)
	assert.Equal(t, after.Version, own.Version)
}

// Fault 30: texts of guests and cooks are shown as plain text on the kitchen's rail, in the mails and on the payments page. They never
// become a mail header or a script.
func TestGuestsTextsAreNeverMarkup(t *testing.T) {
	m := startIn(t, newFolder(t))
	const markup = `"><img src=x onerror=alert(1)>{{7}}[number]</td></table><script>alert(2)</script>`
	m.form(kitchen.Prefix+"/switches", "switch", "byItself", "state", "off")
	b := m.fillBasket(map[string]any{"itemId": "the-big-deal", "quantity": 1, "instructions": "line " + markup})
	m.call("PUT", "/orders/"+b.OrderID, map[string]any{"instructions": "order " + markup + "\r\nBcc: x@localhost"}, "If-Match", fmt.Sprint(b.Version)).into(t, &b)
	name := `<b>"Ada</b>` + "\r\nBcc: x@localhost"
	p := m.placeOrder(b, map[string]any{"firstName": name, "lastName": markup[:60], "email": "ada@example.com", "phone": "9185550142"})
	m.until("the kitchen has the ticket", func() bool { return strings.Contains(m.page(kitchen.Prefix), "Order "+p.Number) })
	m.until("the receipt is in the mailbox", func() bool { return strings.Contains(m.page(mail.Prefix), "ada@example.com") })
	rail := m.page(kitchen.Prefix)
	m.form(fmt.Sprintf("%s/tickets/%d", kitchen.Prefix, lastTicket(t, m)), "to", "not-approved", "reason", "reason "+markup)
	m.waitForStatus(p.OrderToken, "not-approved")
	m.until("both mails are in the mailbox", func() bool { return strings.Count(m.page(mail.Prefix), "ada@example.com") >= 2 })
	box := m.page(mail.Prefix)
	pages := map[string]string{"rail": rail, "finished": m.page(kitchen.Prefix), "box": box, "payments": m.page(payments.Prefix)}
	for _, part := range strings.Split(box, `href="`+mail.Prefix+"/")[1:] {
		id, _, _ := strings.Cut(part, `"`)
		if strings.Contains(id, ".") {
			continue // a style sheet
		}
		pages["mail "+id] = m.page(mail.Prefix + "/" + id)
		pages["letter "+id] = m.page(mail.Prefix + "/" + id + "/html")
		raw, err := os.ReadFile(filepath.Join(m.dir, "mail", id+".eml"))
		assert.NilError(t, err)
		head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
		assert.Check(t, !strings.Contains(head, "\nBcc"), "guest text injected a mail header:\n%s", head)
	}
	shown := 0
	for name, page := range pages {
		for _, markup := range []string{"<img src=x", "<script>alert", `<b>"Ada`, "</td></table><script>"} {
			assert.Check(t, !strings.Contains(page, markup), "%s contains %s as unescaped markup", name, markup)
		}
		if strings.Contains(page, "&lt;img src=x") {
			shown++
		}
	}
	assert.Assert(t, shown >= 3, "test setup: only %d pages show the guest's text", shown)
	assert.Assert(t, is.Contains(rail, "[number]&lt;/td&gt;"))
	assert.Assert(t, is.Contains(rail, "{{7}}"))
}

// Fault 37: crafted addresses lead to no file outside of the site, to no other host, and to no private file.
func TestCraftedPathsReachNoOtherFileOrHost(t *testing.T) {
	dir := t.TempDir()
	site := filepath.Join(dir, "site")
	for name, content := range map[string]string{"site/shell.html": "the shell", "site/assets/app-1.js": "the script", "secrets.json": "the secret", "site-of-another/x": "the secret"} {
		assert.NilError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	assert.NilError(t, os.Symlink(filepath.Join(dir, "secrets.json"), filepath.Join(site, "assets", "link.js")))
	h, err := gateway.New(gateway.Parts{Site: site, Data: t.TempDir(), Brand: brand.Default(), Now: time.Now})
	assert.NilError(t, err)
	for _, path := range []string{
		"/../secrets.json", "/%2e%2e/secrets.json", "/..%2fsecrets.json", "/assets/..%2f..%2fsecrets.json", "/assets/%2e%2e/%2e%2e/secrets.json", `/assets/..\..\secrets.json`,
		"/assets/..%5c..%5csecrets.json", "/assets/link.js", "/assets/%00", "/assets/app-1.js%00.html", "/assets/", "/assets", "/.", "//secrets.json", "/%2f%2fexample.com", "//example.com",
		"//example.com/..", "///example.com/%2e%2e", `/\example.com`, "/%5cexample.com/..", "/ca/fr-ca//example.com", "/../site-of-another/x", "/%2e%2e%2fsite-of-another%2fx", "/index.html",
		"/%0d%0aSet-Cookie:%20a=b", "/orders/%3Cscript%3E", "/sandbox/mail/..%2f..%2fsecrets.json", "/api/..%2findex.html",
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "DELETE", "TRACE"} {
			r := httptest.NewRequest(method, "/", nil)
			r.URL.Path, r.URL.RawPath = unescaped(t, path), path
			r.RequestURI = path
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			assert.Check(t, !strings.Contains(w.Body.String(), "the secret") && w.Code < 500, "%s %s: %d %s", method, path, w.Code, w.Body)
			if to := w.Header().Get("Location"); to != "" && (!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.HasPrefix(to, `/\`)) {
				t.Errorf("%s %s: redirect to %s", method, path, to)
			}
			assert.Check(t, is.Len(w.Header().Values("Set-Cookie"), 0), "%s %s sets a cookie", method, path)
			assert.Check(t, method == "GET" || method == "HEAD" || w.Code >= 300, "%s %s: %d", method, path, w.Code)
		}
	}
}

func unescaped(t *testing.T, path string) string {
	t.Helper()
	p, err := url.PathUnescape(path)
	assert.NilError(t, err)
	return p
}
