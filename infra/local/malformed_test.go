package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/functions"
)

// sender sends a request to the functions: through the local gateway, or as an API Gateway event.
type sender func(method, path string, body []byte, headers ...string) (status int, contentType string, answer []byte)

// senders returns both. Their answers must be the same.
func senders(t *testing.T) map[string]sender {
	m := startIn(t, newFolder(t))
	c := newCloud(t)
	return map[string]sender{
		"gateway": func(method, path string, body []byte, headers ...string) (int, string, []byte) {
			r, err := m.try(method, path, bytes.NewReader(body), append([]string{"Content-Type", "application/json"}, headers...)...)
			assert.NilError(t, err, "%s %s", method, path)
			return r.status, r.header.Get("Content-Type"), []byte(r.body)
		},
		"lambda": func(method, path string, body []byte, headers ...string) (int, string, []byte) {
			r := httptest.NewRequest(method, path, bytes.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			for i := 0; i+1 < len(headers); i += 2 {
				r.Header.Set(headers[i], headers[i+1])
			}
			w := httptest.NewRecorder()
			c.routes.ServeHTTP(w, r)
			return w.Code, w.Header().Get("Content-Type"), w.Body.Bytes()
		},
	}
}

// schema is the part of a JSON schema that this test needs.
type schema struct {
	Ref        string `json:"$ref"`
	Type       any
	Format     string
	Enum       []any
	Minimum    *float64
	Properties map[string]schema
	Required   []string
	Items      *schema
	// AdditionalProperties is true for an object with any names: the variables of a query.
	AdditionalProperties any
}

// description is the OpenAPI document.
type description struct {
	Paths map[string]map[string]struct {
		OperationID string
		Parameters  []struct {
			Name, In string
			Required bool
			Example  any
		}
		Security    []map[string]any // one if a customer is required
		Level       string           `json:"x-level"`
		RequestBody struct {
			Content map[string]struct {
				Schema   schema
				Examples map[string]struct {
					Ref string `json:"$ref"`
				}
			}
		}
	}
	Components struct {
		Schemas  map[string]schema
		Examples map[string]struct{ Value any }
	}
}

func openAPI(t *testing.T) (d description) {
	t.Helper()
	assert.NilError(t, json.Unmarshal(functions.OpenAPI, &d))
	return d
}

func (d description) resolve(s schema) schema {
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		return d.Components.Schemas[name]
	}
	return s
}

// sample returns a valid value with all required properties.
func (d description) sample(s schema, depth int) any {
	s = d.resolve(s)
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	kind := s.Type
	if list, ok := kind.([]any); ok {
		kind = list[0]
	}
	switch kind {
	case "object":
		o := map[string]any{}
		for name, p := range s.Properties {
			if depth < 3 || slices.Contains(s.Required, name) {
				o[name] = d.sample(p, depth+1)
			}
		}
		return o
	case "array":
		if depth >= 3 {
			return []any{}
		}
		return []any{d.sample(*s.Items, depth+1)}
	case "integer", "number":
		if s.Minimum != nil {
			return *s.Minimum
		}
		return 1
	case "boolean":
		return true
	}
	if s.Format == "date-time" {
		return "2026-11-20T19:00:00Z"
	}
	return "unknown"
}

// addInvalid adds every body that differs from a valid one in one place to out, by its fault.
func (d description) addInvalid(s schema, good any, way string, put func(any) []byte, out map[string][]byte) {
	s = d.resolve(s)
	wrong := []any{nil, true, 1.5, -1e30, "\u0000", []any{}, map[string]any{}, []any{[]any{[]any{1}}}}
	for n, w := range wrong {
		if fmt.Sprintf("%T", w) != fmt.Sprintf("%T", good) {
			out[fmt.Sprintf("%s is wrong %d", way, n)] = put(w)
		}
	}
	switch x := good.(type) {
	case map[string]any:
		for name, value := range x {
			with := func(key string, v any) []byte {
				o := maps.Clone(x)
				o[key] = v
				return put(o)
			}
			// The same name in other letter case, which encoding/json would accept.
			out[way+"/"+name+" has a duplicate in capitals"] = with(strings.ToUpper(name), value)
			d.addInvalid(s.Properties[name], value, way+"/"+name, func(v any) []byte { return with(name, v) }, out)
		}
		if s.AdditionalProperties == true {
			break
		}
		o := maps.Clone(x)
		o["ownerId"] = "me"
		out[way+" has an unknown member"] = put(o)
	case []any:
		for n, value := range x {
			d.addInvalid(*s.Items, value, fmt.Sprintf("%s/%d", way, n), func(v any) []byte {
				list := slices.Clone(x)
				list[n] = v
				return put(list)
			}, out)
		}
	}
}

// Faults 20 and 37: any input to any operation, through the gateway or as an event, is answered in the form of §8 without internal details.
// The operations come from the OpenAPI document, so that the test includes new ones.
func TestMalformedBodiesAreRefused(t *testing.T) {
	d := openAPI(t)
	raw := map[string][]byte{
		"nothing": {}, "null": []byte("null"), "truncated": []byte(`{"orderId":"`), "two documents": []byte("{}{}"), "a list": []byte("[]"), "not UTF-8": []byte("{\"orderId\":\"\xff\"}"),
		"deep lists":    []byte(strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)),
		"deep objects":  []byte(strings.Repeat(`{"choices":`, 5_000) + "1" + strings.Repeat("}", 5_000)),
		"six megabytes": bytes.Repeat([]byte("a"), 6<<20-64<<10),
	}
	for name, send := range senders(t) {
		calls := 0
		for path, methods := range d.Paths {
			for method, op := range methods {
				method := strings.ToUpper(method)
				if op.RequestBody.Content == nil {
					continue
				}
				path := unknown(path)
				body := op.RequestBody.Content["application/json"].Schema
				put := func(v any) []byte {
					b, err := json.Marshal(v)
					assert.NilError(t, err)
					return b
				}
				bodies, b := maps.Clone(raw), []byte(nil)
				d.addInvalid(body, d.sample(body, 0), "", put, bodies)
				for n, what := range slices.Sorted(maps.Keys(bodies)) {
					b = bodies[what]
					unknownName := strings.HasSuffix(what, "has a duplicate in capitals") || strings.HasSuffix(what, "has an unknown member")
					if n%sample(3) != 0 && !unknownName {
						continue
					}
					calls++
					status, kind, answer := send(method, path, b, "If-Match", "1", "Idempotency-Key", "key-of-an-attacker")
					checkError(t, name+" "+method+" "+path+": "+what, status, kind, answer)
					if unknownName && status != http.StatusUnprocessableEntity && status != http.StatusUnauthorized {
						t.Errorf("%s %s %s: %s is accepted: %d %s", name, method, path, what, status, answer)
					}
				}
			}
		}
		t.Logf("%s: %d bodies", name, calls)
	}
}

// Fault 37: the same for addresses and headers, with every method.
func TestMalformedAddressesAreRefused(t *testing.T) {
	d := openAPI(t)
	texts := []string{"", "-1", "1e999", "NaN", "99999999999999999999", "9999-12-31T23:59:59-12:00", "0000-00-00", "\x00", "\u202e", "'", "<script>", "..", "../..", `..\`, "%", "%2e", "a/b", "location.id[eq]", strings.Repeat("a", 5000)}
	for name, send := range senders(t) {
		for path, methods := range d.Paths {
			for method, op := range methods {
				for n, text := range texts {
					for i, p := range op.Parameters {
						if (n+i)%sample(3) != 0 {
							continue
						}
						address, headers := unknown(path), []string{"If-Match", "1", "Idempotency-Key", "key-of-an-attacker"}
						switch p.In {
						case "path":
							if text == "" {
								continue
							}
							address = unknown(strings.Replace(path, "{"+p.Name+"}", url.PathEscape(text), 1))
						case "query":
							address += "?" + p.Name + "=" + url.QueryEscape(text)
						default:
							if strings.ContainsAny(text, "\x00") {
								continue // the HTTP client refuses to send it
							}
							headers = append(headers, p.Name, text)
						}
						status, kind, answer := send(strings.ToUpper(method), address, []byte(`{}`), headers...)
						if status < 300 && !json.Valid(answer) { // 307 redirects to the address without dots
							t.Errorf("%s %s %.80s: %d with invalid JSON: %.200s", name, method, address, status, answer)
						}
						if status >= 400 {
							checkError(t, fmt.Sprintf("%s %s %.80s", name, method, address), status, kind, answer)
						}
					}
				}
			}
			for _, method := range []string{"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "FOO"} {
				if _, known := methods[strings.ToLower(method)]; known && method != "get" {
					continue
				}
				status, kind, answer := send(method, unknown(path), nil)
				if checkError(t, name+" "+method+" "+path, status, kind, answer); status != http.StatusMethodNotAllowed && !shared(d, path, method) {
					t.Errorf("%s %s: %d", method, path, status)
				}
			}
		}
	}
}

// shared reports whether another operation answers the method at this address: {orderId} matches any segment without a route of its own.
func shared(d description, path, method string) bool {
	head := path[:strings.LastIndex(path, "/")]
	for other, methods := range d.Paths {
		if _, ok := methods[strings.ToLower(method)]; ok && method == strings.ToUpper(method) && strings.HasPrefix(other, head+"/{") && strings.Count(other, "/") == strings.Count(path, "/") {
			return true
		}
	}
	return false
}

// unknown fills the parameters of a path with ids that do not exist, except for public ones.
func unknown(path string) string {
	path = strings.NewReplacer("{locationId}", tulsa, "{item}", "the-big-deal").Replace(path)
	for {
		before, rest, ok := strings.Cut(path, "{")
		if !ok {
			return path
		}
		_, after, _ := strings.Cut(rest, "}")
		path = before + "unknown" + after
	}
}

// checkError checks that an answer is a client error in the form of §8, without internal details and without the input.
func checkError(t *testing.T, what string, status int, kind string, answer []byte) {
	t.Helper()
	var body map[string]any
	switch err := json.Unmarshal(answer, &body); {
	case status < 400 || status > 499:
		t.Errorf("%s: %d %.300s", what, status, answer)
	case err != nil || kind != "application/problem+json":
		t.Errorf("%s: %s %.300s", what, kind, answer)
	case body["message"] == "" || body["code"] == "" || body["status"] != float64(status) || body["errors"] == nil || body["requestId"] == nil:
		t.Errorf("%s: got %.300s, want a problem body", what, answer)
	case len(answer) > 16<<10:
		t.Errorf("%s: got a response of %d bytes", what, len(answer))
	case bytes.Contains(answer, []byte("Go struct")) || bytes.Contains(answer, []byte("json:")) || bytes.Contains(answer, []byte("goroutine")) || bytes.Contains(answer, []byte("ordering/")):
		t.Errorf("%s: the response contains internal details: %.400s", what, answer)
	}
}
