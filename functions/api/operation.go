// Package api is the one way to describe an operation: a typed Go value beside its handler, from which the routes, the
// validation, the OpenAPI document and the site's client come.
package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"ordering/shared/brand"
	"ordering/shared/problem"
)

// The two prefixes of the specification (§7): the main API, and the ordering API whose paths a client names with /online-ordering.
const (
	Main     = "/api"
	Ordering = "/api/online-ordering"
)

// Operation is one call of the API: its description and how to serve it.
type Operation struct {
	huma.Operation
	register func(huma.API)
	plain    http.Handler // answers in place of huma
	admit    func(ctx context.Context, header http.Header, body []byte) error
	refusals []problem.Code
	asks     bool
	own      brand.Brand // whose deployment this is
	others   bool        // it answers for other brands too
}

// For are the operations as a deployment of the brand answers them. The restaurants, the menu and the orders of a table are one brand's:
// who calls for another one is told that it is not known here.
func For(own brand.Brand, operations ...Operation) []Operation {
	for i := range operations {
		operations[i].own = own
	}
	return operations
}

// OfEveryBrand marks an operation that answers for whichever brand the call names.
func (o Operation) OfEveryBrand() Operation {
	o.others = true
	return o
}

// serves reports whether the operation answers for the brand that a request names; a request without one means the deployment's own.
func (o Operation) serves(asked brand.Brand) bool {
	return asked.ID == 0 || o.others || asked.ID == o.own.ID
}

// Plain joins a description with a handler that reads the request and writes the answer by itself, for what is no JSON by a schema of
// ours. It refuses by LogAndWriteProblem.
func Plain(op huma.Operation, serve http.Handler) Operation {
	return Operation{Operation: op, plain: serve, register: func(a huma.API) { a.OpenAPI().AddOperation(&op) }}
}

// Refusing declares the problems that the operation may answer with, besides those of every operation: see Refusals. The OpenAPI document
// lists them, and package apitest fails a test in which the operation answers with another one.
func (o Operation) Refusing(lists ...[]problem.Code) Operation {
	o.refusals = slices.Concat(lists...)
	return o
}

// Refusals lists the problems that the operation may answer with.
func (o Operation) Refusals() []problem.Code {
	all := slices.Concat(o.refusals, []problem.Code{problem.UnknownBrand, problem.Invalid, problem.Internal, problem.StoreUnavailable})
	if strings.Contains(o.Path, "{") {
		all = append(all, problem.NotFound) // a path that is not UTF-8
	}
	if hasContent(o.Method) {
		all = append(all, problem.Malformed, problem.MediaType, problem.TooLarge, problem.Timeout)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Asking marks an operation that changes nothing though its method may.
func (o Operation) Asking() Operation {
	o.asks = true
	return o
}

// Changes reports whether a call may change something.
func (o Operation) Changes() bool {
	return o.Method != http.MethodGet && o.Method != http.MethodHead && !o.asks
}

// Behind has admit judge who calls before anything of the request is looked at: whoever may not call learns nothing of what a call
// needs. Its error is the answer.
func (o Operation) Behind(admit func(ctx context.Context, header http.Header, body []byte) error) Operation {
	o.admit = admit
	return o
}

// Describe joins a description with its handler. I is the request and O the response, as structs that huma reads. An
// error of the handler reaches the caller in the form of package problem.
func Describe[I, O any](op huma.Operation, handle func(context.Context, *I) (*O, error)) Operation {
	o := Operation{Operation: op}
	o.register = func(a huma.API) {
		huma.Register(a, op, func(ctx context.Context, in *I) (*O, error) {
			out, err := handle(ctx, in)
			if err != nil {
				return nil, answerOf(ctx, err)
			}
			return out, nil
		})
	}
	return o
}

// Route is the pattern of the operation as net/http and API Gateway write it: "GET /api/x/{id}".
func (o Operation) Route() string { return o.Method + " " + o.Path }

// answer returns what serves the operation: huma, or its plain handler.
func (o Operation) answer() http.Handler {
	if o.plain != nil {
		return o.plain
	}
	mux := http.NewServeMux()
	o.register(humago.New(mux, config()))
	return mux
}

// Document is the OpenAPI 3.1 description of the operations that huma derives from their types.
func Document(ops []Operation) *huma.OpenAPI {
	a := humago.New(http.NewServeMux(), config())
	for _, op := range ops {
		op.register(a)
	}
	return a.OpenAPI()
}

// Described returns the description of the operation at a path; nil if there is none.
func Described(d *huma.OpenAPI, path, method string) *huma.Operation {
	at := d.Paths[path]
	return map[string]*huma.Operation{
		http.MethodGet: at.Get, http.MethodPost: at.Post, http.MethodPut: at.Put, http.MethodPatch: at.Patch, http.MethodDelete: at.Delete,
	}[method]
}

func config() huma.Config {
	c := huma.DefaultConfig("Restaurant ordering", "1.0.0")
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", ""
	c.CreateHooks = nil
	c.RejectUnknownQueryParameters = true
	c.Formats = map[string]huma.Format{"application/json": strictJSON, "json": strictJSON}
	return c
}

// strictJSON replaces the errors of encoding/json, which name Go types, by sentences for the caller.
var strictJSON = huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: func(data []byte, v any) error {
	err := huma.DefaultJSONFormat.Unmarshal(data, v)
	if errors.As(err, new(*json.UnmarshalTypeError)) {
		return errors.New("a number is not whole or is out of range")
	}
	if err != nil {
		return errors.New("the body is not JSON")
	}
	return nil
}}

func init() {
	huma.DefaultArrayNullable = false
	// encoding/json takes "QUANTITY" for quantity, after huma has checked only the one that is spelled right.
	huma.ValidateStrictCasing = true
	huma.NewError = func(status int, _ string, errs ...error) huma.StatusError { return invalidRequest("", status, errs) }
	huma.NewErrorWithContext = func(ctx huma.Context, status int, _ string, errs ...error) huma.StatusError {
		return invalidRequest(RequestID(ctx.Context()), status, errs)
	}
}
