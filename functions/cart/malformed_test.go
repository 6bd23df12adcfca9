package cart_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/problem"
)

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
