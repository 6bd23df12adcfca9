package cart_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/problem"
)

// Fault 37: every invalid body is refused in the error form, and the basket stays the same.
func TestMalformedBodiesAreRefusedInTheErrorForm(t *testing.T) {
	s := open(t)
	b := s.ok(s.add(s.start("tulsa"), "burger")).basket
	calls := []struct{ method, path, good string }{
		{"POST", "/orders", `{"locationId":"tulsa","handoff":2,"category":"everyday"}`},
		{"POST", "/order-items", `{"orderId":"` + b.OrderID + `","itemId":"burger","quantity":1}`},
		{"PUT", "/order-items/1", `{"orderId":"` + b.OrderID + `","quantity":1}`},
		{"PUT", "/orders/" + b.OrderID, `{"cutlery":true}`},
		{"PUT", "/timeslots/" + b.OrderID, `{"asap":true}`},
	}
	bodies := map[string][]byte{
		"nothing":            {},
		"not JSON":           []byte("quantity=1"),
		"half a document":    []byte(`{"orderId":"`),
		"a list":             []byte(`[1,2]`),
		"null":               []byte(`null`),
		"a number":           []byte(`42`),
		"two documents":      []byte(`{}{}`),
		"wrong types":        []byte(`{"orderId":7,"itemId":{},"quantity":"two","locationId":[],"handoff":"pickup","category":1,"cutlery":"yes","asap":3}`),
		"a huge number":      []byte(`{"orderId":"x","itemId":"burger","quantity":1e400,"handoff":1e400,"cutlery":1e400,"asap":1e400}`),
		"bad UTF-8":          []byte("{\"orderId\":\"\xff\xfe\",\"itemId\":\"burger\",\"quantity\":1,\"instructions\":\"\xc3\x28\"}"),
		"deep lists":         []byte(strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)),
		"deep objects":       []byte(strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000)),
		"deep choices":       []byte(`{"orderId":"` + b.OrderID + `","itemId":"burger","quantity":1,"locationId":"tulsa","cutlery":true,"choices":` + strings.Repeat(`[{"group":"bun","modifier":"seeded","quantity":1,"choices":`, 1_000) + "[]" + strings.Repeat("}]", 1_000) + "}"),
		"six megabytes":      append(append([]byte(`{"orderId":"`), bytes.Repeat([]byte("a"), 6<<20)...), `"}`...),
		"six million spaces": bytes.Repeat([]byte(" "), 6<<20),
	}
	for _, c := range calls {
		for name, body := range bodies {
			a := s.call(c.method, c.path, body, "If-Match", fmt.Sprint(b.Version))
			demandRefusal(t, c.method+" "+c.path+": "+name, a)
		}
		for _, kind := range []string{"text/plain", "", "application/json5"} { // a page of another site can send these without a preflight
			a := s.call(c.method, c.path, c.good, "If-Match", fmt.Sprint(b.Version), "Content-Type", kind)
			s.refused(a, problem.MediaType)
		}
	}
	assert.Equal(t, s.read(b).Version, b.Version)
	for _, size := range []int{65 << 10, 6 << 20} {
		s.refused(s.call("POST", "/order-items", bytes.Repeat([]byte("1"), size), "If-Match", "1"), problem.TooLarge)
	}
}

// demandRefusal checks that an answer is a 4xx in the form of the specification's errors and RFC 9457.
func demandRefusal(t *testing.T, what string, a answer) {
	t.Helper()
	var body map[string]any
	switch err := json.Unmarshal(a.raw, &body); {
	case a.status < 400 || a.status > 499:
		t.Errorf("%s: status %d %.200s", what, a.status, a.raw)
	case err != nil:
		t.Errorf("%s: not JSON: %.200s", what, a.raw)
	case body["message"] == "" || body["code"] == "" || body["status"] != float64(a.status) || body["errors"] == nil || body["requestId"] == nil:
		t.Errorf("%s: got %.300s, want a problem body", what, a.raw)
	case len(a.raw) > 8<<10:
		t.Errorf("%s: the response of %d bytes echoes the request", what, len(a.raw))
	}
}

// Fault 30: a guest's text comes back unchanged and is never markup.
func TestInstructionsStayPlainText(t *testing.T) {
	s := open(t)
	b := s.start("tulsa")
	const text = `<script>alert("1")</script> {{7*7}} [item] %s & 'x' é 日本`
	a := s.ok(s.call("POST", "/order-items", map[string]any{"orderId": b.OrderID, "itemId": "burger", "quantity": 1, "instructions": text}, "If-Match", "1"))
	got := a.basket.Lines[0].Instructions
	assert.Assert(t, got == text, "got instructions %q", got)
	ct := a.header.Get("Content-Type")
	assert.Assert(t, strings.HasPrefix(ct, "application/json"))
	assert.Equal(t, a.header.Get("X-Content-Type-Options"), "nosniff")
	long := s.call("PUT", "/orders/"+b.OrderID, map[string]any{"instructions": strings.Repeat("é", 501)}, "If-Match", "2")
	s.refused(long, problem.InstructionsLong)
	assert.Assert(t, long.body.Params["max"] == float64(500), "got params %v", long.body.Params)
	s.ok(s.call("PUT", "/orders/"+b.OrderID, map[string]any{"instructions": strings.Repeat("é", 500)}, "If-Match", "2"))
	address := map[string]any{"locationId": "tulsa", "handoff": 2, "category": "everyday", "line": map[string]any{"itemId": "cola", "quantity": 1, "instructions": "evil.com/x"}}
	s.refused(s.call("POST", "/orders", address), problem.WebAddress)
	for path, body := range map[string]map[string]any{
		"POST /order-items":        {"orderId": b.OrderID, "itemId": "cola", "quantity": 1, "instructions": "evil.com/x"},
		"PUT /order-items/1":       {"orderId": b.OrderID, "quantity": 1, "instructions": "evil.com/x"},
		"PUT /orders/" + b.OrderID: {"instructions": "evil.com/x"},
	} {
		method, path, _ := strings.Cut(path, " ")
		s.refused(s.call(method, path, body, "If-Match", "3"), problem.WebAddress)
	}
}

// No body makes the function fail, and a refused body changes nothing.
func FuzzAddLine(f *testing.F) {
	for _, seed := range []string{
		`{"itemId":"burger","quantity":1}`,
		`{"itemId":"burger","quantity":2,"choices":[{"group":"bun","modifier":"brioche","quantity":1,"choices":[]}],"instructions":"x"}`,
		`{"itemId":"cola","quantity":-1}`, `{"quantity":1e9}`, `[]`, `{"itemId":"\ud800"}`, "\xff",
	} {
		f.Add([]byte(seed))
	}
	s := open(f)
	b := s.start("tulsa")
	f.Fuzz(func(t *testing.T, body []byte) {
		s.t = t
		// A valid token gets the body past the first checks.
		if bytes.HasPrefix(body, []byte("{")) {
			body = append([]byte(`{"orderId":"`+b.OrderID+`",`), body[1:]...)
		}
		before := s.read(b)
		a := s.call("POST", "/order-items", body, "If-Match", fmt.Sprint(before.Version))
		assert.Assert(t, a.status < http.StatusInternalServerError, "status %d: %s", a.status, a.raw)
		after := s.read(b)
		if a.status != http.StatusOK && after.Version != before.Version {
			t.Errorf("the request was rejected with %d, but the basket's version changed from %d to %d", a.status, before.Version, after.Version)
		}
		sum := after.Totals.Subtotal.Minor + after.Totals.Tip.Minor
		for _, x := range after.Totals.Taxes {
			sum += x.Amount.Minor
		}
		assert.Equal(t, sum, after.Totals.Total.Minor)
	})
}
