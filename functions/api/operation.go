// Package api describes operations as typed Go values beside their handlers. The routes, the validation, the OpenAPI document and the
// site's client derive from them.
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

// The two prefixes of the specification (§7): the main API, and the ordering API, which clients call with /online-ordering.
const (
	Main     = "/api"
	Ordering = "/api/online-ordering"
)

// Operation is one call of the API: its description and its handler.
type Operation struct {
	huma.Operation
	register func(huma.API)
	plain    http.Handler // answers in place of huma
	admit    func(ctx context.Context, header http.Header, body []byte) error
	problems []problem.Code
	asks     bool
	level    Level
	own      brand.Brand // the brand of this deployment
	others   bool        // it serves other brands too
}

// For binds the operations to a brand. A table has one brand's restaurants, menu and orders, so calls for another brand get UnknownBrand.
func For(own brand.Brand, operations ...Operation) []Operation {
	for i := range operations {
		operations[i].own = own
	}
	return operations
}

// OfEveryBrand marks an operation that serves every brand.
func (o Operation) OfEveryBrand() Operation {
	o.others = true
	return o
}

// serves reports whether the operation serves the brand of a request. A request without a brand means the deployment's own.
func (o Operation) serves(asked brand.Brand) bool {
	return asked.ID == 0 || o.others || asked.ID == o.own.ID
}

// Plain joins a description with an HTTP handler, for answers that are not JSON of our schemas. The handler writes errors with
// LogAndWriteProblem.
func Plain(op huma.Operation, serve http.Handler) Operation {
	return Operation{Operation: op, plain: serve, register: func(a huma.API) { a.OpenAPI().AddOperation(&op) }}
}

// WithProblems declares the problems that the operation may answer with, besides those of every operation (see Problems). The OpenAPI
// document lists them, and package apitest fails a test in which the operation answers with another problem.
func (o Operation) WithProblems(lists ...[]problem.Code) Operation {
	o.problems = slices.Concat(lists...)
	return o
}

// Problems lists the problems that the operation may answer with.
func (o Operation) Problems() []problem.Code {
	always := []problem.Code{problem.UnknownBrand, problem.Invalid, problem.Internal, problem.StoreUnavailable}
	all := slices.Concat(o.problems, always, o.level.problems(o.Changes()))
	if strings.Contains(o.Path, "{") {
		all = append(all, problem.NotFound) // a path that is not UTF-8
	}
	if hasContent(o.Method) {
		all = append(all, problem.Malformed, problem.MediaType, problem.TooLarge, problem.Timeout)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// ReadOnly marks an operation that changes nothing, although its method allows changes.
func (o Operation) ReadOnly() Operation {
	o.asks = true
	return o
}

// Changes reports whether a call may change something.
func (o Operation) Changes() bool {
	return o.Method != http.MethodGet && o.Method != http.MethodHead && !o.asks
}

// RequireLevel sets the level that callers need. Without it every guest may call the operation.
func (o Operation) RequireLevel(level Level) Operation {
	o.level = level
	return o
}

// Level returns the level that callers need.
func (o Operation) Level() Level { return o.level }

// AuthenticatedBy sets the level System: admit authenticates the caller before the body is validated, so that unauthorised callers
// learn nothing about it. The error of admit is the answer.
func (o Operation) AuthenticatedBy(admit func(ctx context.Context, header http.Header, body []byte) error) Operation {
	o.admit, o.level = admit, System
	return o
}

// Describe joins a description with its handler. I is the request and O the response, as structs that huma reads. Callers get an error of
// the handler in the form of package problem.
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

// answer returns the handler of the operation: huma, or its plain handler.
func (o Operation) answer() http.Handler {
	if o.plain != nil {
		return o.plain
	}
	mux := http.NewServeMux()
	o.register(humago.New(mux, config()))
	return mux
}

// Document returns the OpenAPI 3.1 description that huma derives from the types of the operations.
func Document(ops []Operation) *huma.OpenAPI {
	a := humago.New(http.NewServeMux(), config())
	for _, op := range ops {
		op.register(a)
	}
	return a.OpenAPI()
}

// Described returns the description of the operation at a path, or nil.
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
	describeCategories(c.Components.Schemas)
	c.RejectUnknownQueryParameters = true
	c.Formats = map[string]huma.Format{"application/json": strictJSON, "json": strictJSON}
	return c
}

// strictJSON replaces the errors of encoding/json, which contain Go types, by sentences for clients.
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
	// encoding/json accepts "QUANTITY" for quantity, but huma validates only the exact name.
	huma.ValidateStrictCasing = true
	huma.NewError = func(status int, _ string, errs ...error) huma.StatusError { return invalidRequest("", status, errs) }
	huma.NewErrorWithContext = func(ctx huma.Context, status int, _ string, errs ...error) huma.StatusError {
		return invalidRequest(RequestID(ctx.Context()), status, errs)
	}
}
