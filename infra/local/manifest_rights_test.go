package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/functions/payment"
	"ordering/infra/local/simulators/kitchen"
	"ordering/shared/order"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

// Every operation is called with real ids: with its required parameters alone, with each optional parameter or member of its body, and with
// all of them. The functions have the rights of the manifest, as in the cloud, so a right that only one parameter needs fails here when it
// is missing. Every call must succeed, except for the operations in expectedFailures.
func TestEveryParameterWorksWithTheManifestsRights(t *testing.T) {
	d := openAPI(t)
	m := startIn(t, newFolder(t))
	kept, err := secretsOf(settingsIn(m.dir))
	assert.NilError(t, err)
	now, err := time.Parse(time.RFC3339, noon)
	assert.NilError(t, err)
	signed := map[string]func(body []byte) []string{
		"post-kitchen-event": func(body []byte) []string { return []string{webhook.KitchenHeader, kept.kitchen.Sign(body, now)} },
		"post-stripe-event":  func(body []byte) []string { return []string{stripe.SignatureHeader, kept.payments.Sign(body, now)} },
	}
	customers := m.customers(kept)
	forms := m.forms(kept)
	maps.Copy(needs, needsOfForms())
	scene, calls := m.scenes(func(body []byte) string { return kept.kitchen.Sign(body, now) }), 0
	for path, methods := range d.Paths {
		for method, op := range methods {
			var required, optional []string
			example, in := map[string]any{}, map[string]string{}
			for _, p := range op.Parameters {
				example[p.Name], in[p.Name] = p.Example, p.In
				if p.Required {
					required = append(required, p.Name)
				} else {
					optional = append(optional, p.Name)
				}
			}
			if content, ok := op.RequestBody.Content["application/json"]; ok {
				whole := d.Components.Examples[strings.TrimPrefix(content.Examples["example"].Ref, "#/components/examples/")].Value.(map[string]any)
				body := d.resolve(content.Schema)
				for name, value := range whole {
					name := "body." + name
					if !takes(op.OperationID, name) {
						continue
					}
					example[name], in[name] = value, "body"
					if slices.Contains(body.Required, strings.TrimPrefix(name, "body.")) {
						required = append(required, name)
					} else {
						optional = append(optional, name)
					}
				}
			}
			required = append(required, needs[op.OperationID]...)
			variants := map[string][]string{"what is required": required, "all": slices.Concat(required, optional)}
			for _, name := range optional {
				variants[name] = append(slices.Concat(required, needs[op.OperationID+", "+name]), name)
			}
			for _, variant := range slices.Sorted(maps.Keys(variants)) {
				calls++
				s := scene(op.OperationID, method != "get")
				address, query, body := path, url.Values{}, map[string]any{}
				var headers []string
				if strings.HasPrefix(path, "/api/survey-management/") || strings.HasPrefix(path, "/api/labor-management/") {
					s = maps.Clone(s)
					maps.Copy(s, forms(op.OperationID))
				}
				if strings.HasPrefix(path, "/api/auth/") || len(op.Security) == 1 {
					var own map[string]any
					own, headers = customers(op.OperationID)
					s = maps.Clone(s)
					maps.Copy(s, own)
				}
				for _, name := range variants[variant] {
					value := example[name]
					if v, ok := s[strings.TrimPrefix(name, "body.")]; ok {
						value = v
					}
					if value == nil {
						continue
					}
					switch in[name] {
					case "path":
						address = strings.Replace(address, "{"+name+"}", url.PathEscape(fmt.Sprint(value)), 1)
					case "query":
						if list, ok := value.([]any); ok {
							value = list[0]
						}
						query.Set(name, fmt.Sprint(value))
					case "header":
						headers = append(headers, name, fmt.Sprint(value))
					case "body":
						body[strings.TrimPrefix(name, "body.")] = value
					}
				}
				var raw []byte
				mediaType := "application/json"
				if op.OperationID == "upload-file" {
					raw, mediaType = smallPhoto(t), "image/jpeg"
				} else if op.RequestBody.Content != nil {
					raw, err = json.Marshal(body)
					assert.NilError(t, err)
				}
				if sign := signed[op.OperationID]; sign != nil {
					headers = append(headers, sign(raw)...)
				}
				if len(query) > 0 {
					address += "?" + query.Encode()
				}
				r, err := m.try(strings.ToUpper(method), address, strings.NewReader(string(raw)), append(headers, "Content-Type", mediaType)...)
				assert.NilError(t, err)
				if want := expectedFailures[op.OperationID]; r.code() != want || want == "" && r.status >= http.StatusBadRequest {
					t.Errorf("%s with %s: %s %s: %d %.300s", op.OperationID, variant, method, address, r.status, r.body)
				}
			}
		}
	}
	assert.Assert(t, calls >= 120, "got %d calls, want at least 120", calls)
}

// address is what an address needs, if it is one.
var address = []string{"body.address", "body.city", "body.state", "body.zip"}

// needs are optional parameters that a call, or another parameter, needs to be valid. The schema cannot express that.
var needs = map[string][]string{
	"confirm-customer-email": {"body.code"}, "confirm-customer-email, body.link": {"body.password"}, "confirm": {"body.password"},
	"add-delivery-address": address, "change-delivery-address": address, "set-primary-address": address,
	"pay-nothing": {"body.contact"}, "pay-by-card": {"body.contact", "body.billing", "body.paymentMethod", "body.total"},
	"hold-timeslot": {"body.asap"}, "get-image": {"url", "w"}, "list-locations, city": {"state"}, "list-boss-locations, city": {"state"},
}

// expectedFailures are operations that fail with the test data, with the expected code.
var expectedFailures = map[string]string{
	"pay-nothing":           "payment-needed",    // the basket is not free
	"get-image":             "picture-not-found", // the site of this test has no pictures
	"begin-social":          "not-found",         // no provider is configured
	"finish-social":         "not-found",
	"finish-social-form":    "media-type",
	"login-customer-social": "social-refused",
	"begin-confirm-social":  "not-found",
	"confirm-social":        "social-refused",
	"begin-link-provider":   "not-found",
	"link-provider":         "social-refused",
	"unlink-provider":       "not-found",
	"get-delivery-radius":   "handoff-not-offered", // the restaurant does not deliver
	"open-mystery-reward":   "reward-not-found",
	"apply-reward":          "points-short",
}

// scenes returns the real values for a call of an operation, by parameter name: of a basket with a held time, or of an order. Each call
// that changes one gets a new one.
func (m *machine) scenes(sign func(body []byte) string) func(operation string, changes bool) map[string]any {
	basket := func() map[string]any {
		b := m.fillBasket(burger)
		return map[string]any{
			"orderId": b.OrderID, "basketToken": b.OrderID, "If-Match": strconv.Quote(fmt.Sprint(b.Version)), "Idempotency-Key": "key-of-the-" + b.OrderID, "total": b.Totals.Total, "from": b.OrderID,
			"paymentMethod": m.tokenize("4242424242424242", "123"),
		}
	}
	m.form(kitchen.Prefix+"/switches", "switch", "byItself", "state", "off")
	placed := func() payment.Placement {
		_, p := m.orderCurbside("4242424242424242")
		return p
	}
	order := func(p payment.Placement) map[string]any {
		o, err := order.Load(context.Background(), m.table(), p.OrderToken)
		assert.NilError(m, err)
		return map[string]any{"orderToken": p.OrderToken, "statusId": p.OrderToken, "order": o.ID}
	}
	still := basket()
	maps.Copy(still, order(placed()))
	still["Idempotency-Key"] = "key-of-every-other-call"
	return func(operation string, changes bool) map[string]any {
		switch {
		case !changes || kindOf[operation] != "" || strings.HasPrefix(operation, "post-") || slices.Contains([]string{"start-basket", "reorder", "confirm-authentication"}, operation):
			return still
		case operation == "cancel-order":
			return order(placed())
		case operation == "arrive":
			s := order(placed())
			event, _ := json.Marshal(map[string]any{"id": "event-of-" + s["orderToken"].(string), "order": s["order"], "status": "accepted", "at": noon})
			if r := m.call("POST", "/orders/kitchen-events", string(event), webhook.KitchenHeader, sign(event)); r.status != http.StatusNoContent {
				m.Fatalf("kitchen event: got %d %s", r.status, r.body)
			}
			return s
		}
		return basket()
	}
}
