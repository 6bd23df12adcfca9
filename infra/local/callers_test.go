package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/order"
	"ordering/shared/person"
)

// Faults 6 and 9: every operation that requires a customer is called with the real values of one customer, but by others: without a token,
// by another customer, after all sessions were ended, and after the account was erased. None answers with that customer's data.
func TestOperationsOfACustomerRefuseOthers(t *testing.T) {
	d := openAPI(t)
	m := startIn(t, newFolder(t))
	kept, err := secretsOf(settingsIn(m.dir))
	assert.NilError(t, err)
	now, err := time.Parse(time.RFC3339, noon)
	assert.NilError(t, err)
	customers := m.customers(kept)
	// Bob calls what names no row, and may end his own sessions. Eve calls only with ids, so her lists stay empty.
	bob, eve := m.open(kept, "bob@example.com"), m.open(kept, "eve@example.com")
	carl, dora := m.open(kept, "carl@example.com"), m.open(kept, "dora@example.com")
	ended, err := m.try("DELETE", "/api/auth/sessions/all", nil, "Authorization", "Bearer "+carl.token)
	assert.NilError(t, err)
	assert.Equal(t, ended.status, http.StatusNoContent, ended.body)
	records := person.Records{Table: m.table(), Guests: kept.guests, Now: func() time.Time { return now }}
	erased, err := records.EraseEmail(t.Context(), dora.email, func(order.Erasure) {})
	assert.NilError(t, err)
	assert.Assert(t, erased.Account)

	calls := 0
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for method, op := range d.Paths[path] {
			if len(op.Security) != 1 {
				continue
			}
			calls++
			values, _ := customers(op.OperationID)
			address, query := path, url.Values{}
			for _, p := range op.Parameters {
				value, ok := values[p.Name]
				if !ok {
					value = p.Example
				}
				switch {
				case p.In == "path":
					address = strings.Replace(address, "{"+p.Name+"}", url.PathEscape(fmt.Sprint(value)), 1)
				case p.In == "query" && p.Required:
					query.Set(p.Name, fmt.Sprint(value))
				}
			}
			if len(query) > 0 {
				address += "?" + query.Encode()
			}
			body := map[string]any{}
			if content, ok := op.RequestBody.Content["application/json"]; ok {
				example := strings.TrimPrefix(content.Examples["example"].Ref, "#/components/examples/")
				maps.Copy(body, d.Components.Examples[example].Value.(map[string]any))
				for name := range body {
					if value, ok := values[name]; ok {
						body[name] = value
					}
				}
			}
			raw, err := json.Marshal(body)
			assert.NilError(t, err)
			if op.RequestBody.Content == nil {
				raw = nil
			}
			// An empty list has version 0.
			headers := []string{"Content-Type", "application/json", "If-Match", `"0"`, "Origin", m.address, "Sec-Fetch-Site", "same-origin"}
			call := func(who account) reply {
				own := headers
				if who.token != "" {
					own = append(slices.Clone(headers), "Authorization", "Bearer "+who.token)
				}
				r, err := m.try(strings.ToUpper(method), address, strings.NewReader(string(raw)), own...)
				assert.NilError(t, err)
				return r
			}
			name := op.OperationID + ", " + op.Level
			if r := call(account{}); r.status != http.StatusUnauthorized || r.code() != "sign-in-needed" {
				t.Errorf("%s without a token: %d %s", name, r.status, r.body)
			}
			if strings.Contains(path, "{id}") && op.OperationID != "end-session" || strings.Contains(path, "{email}") {
				if r := call(eve); r.status != http.StatusNotFound {
					t.Errorf("%s with the id of another customer: %d %s, want 404", name, r.status, r.body)
				}
			} else if r := call(bob); strings.Contains(r.body, "dolores1@") {
				t.Errorf("%s by another customer: %d %s", name, r.status, r.body)
			}
			if r := call(carl); op.Level != "signed-in" && r.code() != "session-ended" || strings.Contains(r.body, "dolores1@") {
				t.Errorf("%s after the sessions ended: %d %s", name, r.status, r.body)
			}
			if r := call(dora); r.code() != "session-ended" {
				t.Errorf("%s after the erasure: %d %s", name, r.status, r.body)
			}
		}
	}
	assert.Assert(t, calls >= 30, "got %d calls", calls)
}
