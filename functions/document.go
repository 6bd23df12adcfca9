package functions

import (
	"cmp"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/functions/notify"
	"ordering/shared/problem"
	"ordering/shared/webhook"
)

// Document returns the OpenAPI 3.1 document of all operations. It adds to api.Document the levels, the declared problems, examples,
// links from each answer to the calls that can follow it, the servers, and the webhooks that this system sends. Only `npm run gen` and
// tests call it, so it does not slow a cold start.
func Document() ([]byte, error) {
	ops := Operations()
	described := api.Document(ops)
	d := document{described, described.Components.Schemas}
	d.Info.Description = "One brand's restaurants, menus, baskets and orders. Every error has the form of the schema Problem; its code names what happened. " +
		"In the cloud the API may answer any call with 429 or 503 of its own, without that form: try again later."
	d.Servers = []*huma.Server{{URL: "/", Description: "Host of the site"}, {URL: "http://localhost:8080", Description: "npm start"}}
	d.Components.Examples, d.Components.Links = map[string]*huma.Example{}, map[string]*huma.Link{}
	d.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"customer": {
		Type: "http", Scheme: "bearer", BearerFormat: "JWT",
		Description: "The token of a signed-in customer. x-level names what an operation requires: guest (no token), " +
			"signed-in (a valid token), fresh (a session that has not ended), confirmed (and the customer proved in the last five minutes " +
			"who they are, see /api/auth/confirm) or system (a signature instead of a token). At guest level, a call that changes " +
			"nothing is answered as to a guest if the token has expired; the answer then has the header Token-Expired: true.",
	}}
	for _, op := range ops {
		if !op.Hidden {
			d.complete(op, api.Described(described, op.Path, op.Method))
		}
	}
	d.hooks()
	return d.MarshalJSON()
}

// document is an OpenAPI document under construction, with the schemas of its components.
type document struct {
	*huma.OpenAPI
	registry huma.Registry
}

// complete adds examples, links and problems to the description of an operation.
func (d document) complete(op api.Operation, described *huma.Operation) {
	for _, p := range described.Parameters {
		d.parameter(op, p)
	}
	if described.RequestBody != nil {
		for _, media := range described.RequestBody.Content {
			d.exemplify(media, op.OperationID+"-body")
		}
	}
	delete(described.Responses, "default")
	for status, r := range described.Responses {
		if r.Description == "" || r.Description == http.StatusText(http.StatusOK) {
			r.Description = described.Summary
		}
		for kind, media := range r.Content {
			if kind == "application/json" && media.Schema != nil {
				d.exemplify(media, op.OperationID)
			}
		}
		if status == "200" {
			r.Links = d.links(op.OperationID)
		}
	}
	d.refusals(op, described)
	d.level(op, described)
}

// level describes the level of an operation. A guest may send a token.
func (d document) level(op api.Operation, described *huma.Operation) {
	described.Extensions = map[string]any{"x-level": op.Level().String()}
	switch op.Level() {
	case api.System:
	case api.Guest:
		described.Security = []map[string][]string{{"customer": {}}, {}}
	default:
		described.Security = []map[string][]string{{"customer": {}}}
	}
}

// refusals describes the problems of an operation, by their status.
func (d document) refusals(op api.Operation, described *huma.Operation) {
	schema := d.registry.Schema(reflect.TypeFor[api.Problem](), true, "Problem")
	for _, code := range op.Problems() {
		body := exampleOf(code)
		status := strconv.Itoa(body.Status)
		r := described.Responses[status]
		if r == nil {
			r = &huma.Response{Content: map[string]*huma.MediaType{"application/problem+json": {Schema: schema, Examples: map[string]*huma.Example{}}}}
			if body.Status == http.StatusTooManyRequests || body.Status == http.StatusServiceUnavailable {
				r.Headers = map[string]*huma.Param{"Retry-After": {Description: "Seconds", Schema: &huma.Schema{Type: huma.TypeString}}}
			}
			described.Responses[status] = r
		}
		r.Description = strings.TrimPrefix(r.Description+"\n- `"+string(code)+"`: "+problem.New(code).Body("").Message, "\n")
		d.Components.Examples[string(code)] = &huma.Example{Summary: body.Title, Value: body}
		r.Content["application/problem+json"].Examples[string(code)] = &huma.Example{Ref: "#/components/examples/" + string(code)}
	}
}

// exampleOf returns the wire form of a problem, with example values in the placeholders of its message.
func exampleOf(code problem.Code) problem.Body {
	var params []any
	for _, name := range regexp.MustCompile(`\[(\w+)\]`).FindAllStringSubmatch(problem.New(code).Body("").Message, -1) {
		params = append(params, name[1], cmp.Or[any](values["["+name[1]+"]"], "1"))
	}
	return problem.New(code, params...).Body("3JQ7XPA5W2LTNHVDYKMB4RCEZ6")
}

// parameter completes the description of a parameter. A header is required if the operation refuses calls without it.
func (d document) parameter(op api.Operation, p *huma.Param) {
	refuses := func(code problem.Code) bool { return slices.Contains(op.Problems(), code) }
	switch {
	case p.Name == "If-Match" && refuses(problem.VersionMissing):
		p.Required, p.Schema.Pattern = true, `^"?[0-9]{1,18}"?$`
	case p.Name == "Idempotency-Key" && refuses(problem.IdempotencyKeyMissing):
		least := 16
		p.Required, p.Schema.Pattern, p.Schema.MinLength = true, `^[!-~]+$`, &least
	}
	if p.Required && p.In != "header" && p.Schema.MinLength == nil && p.Schema.Type == huma.TypeString {
		least := 1
		p.Schema.MinLength = &least
	}
	p.Description = cmp.Or(p.Description, p.Schema.Description, descriptions[p.Name])
	p.Example = d.example(p.Schema, op.OperationID+"."+p.Name, p.Name, 0)
}

// exemplify adds an example to a body, under the name of its schema if the schema has one.
func (d document) exemplify(media *huma.MediaType, name string) {
	if at, ok := strings.CutPrefix(media.Schema.Ref, "#/components/schemas/"); ok {
		name = at
	}
	value := d.example(media.Schema, name, "", 0)
	if whole, ok := values[name]; ok {
		value = whole
	}
	d.Components.Examples[name] = &huma.Example{Value: value}
	media.Examples = map[string]*huma.Example{"example": {Ref: "#/components/examples/" + name}}
}

// example returns a value that the schema allows: the entry of values for the full name (operation and parameter, or schema and member),
// else for the plain name, else one derived from the schema. It omits optional members at depth 4 and below.
func (d document) example(s *huma.Schema, full, name string, depth int) any {
	for _, known := range []string{full, name} {
		if v, ok := values[known]; ok && (s.Ref == "" || known == full) && d.allowed(s, v) {
			return v
		}
	}
	if s.Ref != "" {
		at := strings.TrimPrefix(s.Ref, "#/components/schemas/")
		return d.example(d.registry.SchemaFromRef(s.Ref), at, name, depth)
	}
	switch {
	case s.Default != nil:
		return s.Default
	case len(s.Enum) > 0:
		return s.Enum[0]
	}
	switch s.Type {
	case huma.TypeObject:
		o := map[string]any{}
		for _, member := range slices.Sorted(maps.Keys(s.Properties)) {
			if depth < 4 || slices.Contains(s.Required, member) {
				o[member] = d.example(s.Properties[member], full+"."+member, member, depth+1)
			}
		}
		return o
	case huma.TypeArray:
		if depth >= 5 {
			return []any{}
		}
		one := []any{d.example(s.Items, full, name, depth+1)}
		if s.MinItems != nil {
			return slices.Repeat(one, max(1, *s.MinItems))
		}
		return one
	case huma.TypeInteger, huma.TypeNumber:
		if s.Minimum != nil && *s.Minimum > 1 {
			return *s.Minimum
		}
		return 1
	case huma.TypeBoolean:
		return true
	}
	if s.Format == "date-time" {
		return "2026-11-20T19:00:00Z"
	}
	return "text"
}

// allowed reports whether the schema allows the value: one name may be a string in one schema and a number in another.
func (d document) allowed(s *huma.Schema, v any) bool {
	var found huma.ValidateResult
	huma.Validate(d.registry, s, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, v, &found)
	return len(found.Errors) == 0
}

// hooks describes the messages that this system sends to the kitchens, signed by package webhook.
func (d document) hooks() {
	schema := d.registry.Schema(reflect.TypeFor[notify.KitchenMessage](), true, "KitchenMessage")
	d.Webhooks = map[string]*huma.PathItem{}
	summaries := map[string]string{
		webhook.OrderPlaced:    "An order for the kitchen to make",
		webhook.OrderCancelled: "The guest canceled the order before the kitchen began; it has only id and number",
		webhook.OrderArrived:   "The guest of a curbside order has arrived; it has id, number and vehicle",
		webhook.OrderErased:    "Erase the guest's data from the order; it has only id and number",
	}
	for _, kind := range webhook.Kitchen("", nil).Sent {
		whole := d.example(schema, "", "", 0).(map[string]any)
		whole["type"] = kind
		if kind != webhook.OrderPlaced {
			order := map[string]any{}
			for _, kept := range []string{"id", "number", "vehicle"} {
				if kept != "vehicle" || kind == webhook.OrderArrived {
					order[kept] = whole["order"].(map[string]any)[kept]
				}
			}
			whole["order"] = order
		}
		d.Components.Examples[kind] = &huma.Example{Value: whole}
		d.Webhooks[kind] = &huma.PathItem{Post: &huma.Operation{
			OperationID: strings.ReplaceAll(kind, ".", "-"), Summary: summaries[kind], Tags: []string{"kitchen"},
			Description: "Sent until the answer is 2xx, with backoff; a repeated message has the same id. 401, 408, 429, 5xx and no answer are retried; any other status is a refusal.",
			Parameters: []*huma.Param{{
				Name: webhook.KitchenHeader, In: "header", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
				Example:     values[webhook.KitchenHeader],
				Description: "t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>; refuse a time more than " + webhook.Tolerance.String() + " from yours",
			}},
			RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
				"application/json": {Schema: schema, Examples: map[string]*huma.Example{"example": {Ref: "#/components/examples/" + kind}}},
			}},
			Responses: map[string]*huma.Response{
				"204": {Description: "The kitchen has stored it"},
				"401": {Description: "The signature is missing, stale or wrong; the message is sent again"},
				"404": {Description: "Unknown order"},
				"503": {Description: "Unavailable; the message is sent again"},
			},
		}}
	}
}
