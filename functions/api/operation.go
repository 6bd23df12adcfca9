// Package api describes operations as typed Go values beside their handlers. The routes, the validation, the OpenAPI document and the
// site's client derive from them.
package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"ordering/functions/api/guard"
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
	guarded  guard.Operation // without what huma.Operation has
	register func(huma.API)
	problems []problem.Code
}

// Handler serves the operations. Each is registered with huma on its first call: building all schemas would double a cold start, and a cold
// start needs one. Identity verifies tokens; with nil the header Authorization is ignored.
func Handler(ops []Operation, identity Identity) http.Handler {
	guarded := make([]guard.Operation, len(ops))
	for i, op := range ops {
		guarded[i] = op.guard()
	}
	return guard.Handler(guarded, identity)
}

// guard returns the operation for package guard.
func (o Operation) guard() guard.Operation {
	g := o.guarded
	g.ID, g.Method, g.Path, g.MaxBody = o.OperationID, o.Method, o.Path, o.MaxBodyBytes
	if g.Answer == nil {
		g.Answer = o.answer
	}
	return g
}

// For binds the operations to a brand. A table has one brand's restaurants, menu and orders, so calls for another brand get UnknownBrand.
func For(own brand.Brand, operations ...Operation) []Operation {
	for i := range operations {
		operations[i].guarded.Own = own
	}
	return operations
}

// Plain joins a description with an HTTP handler, for answers that are not JSON of our schemas. The handler writes errors with
// LogAndWriteProblem.
func Plain(op huma.Operation, serve http.Handler) Operation {
	return Guarded(guard.Operation{ID: op.OperationID, Method: op.Method, Path: op.Path, Answer: func() http.Handler { return serve }}, op)
}

// Guarded joins an operation of a function that does not link huma with its description. The description takes its id, method and path.
func Guarded(g guard.Operation, op huma.Operation) Operation {
	op.OperationID, op.Method, op.Path = g.ID, g.Method, g.Path
	return Operation{Operation: op, guarded: g, register: func(a huma.API) { a.OpenAPI().AddOperation(&op) }}
}

// WithProblems declares the problems that the operation may answer with, besides those of every operation (see Problems). The OpenAPI
// document lists them, and package apitest fails a test in which the operation answers with another problem.
func (o Operation) WithProblems(lists ...[]problem.Code) Operation {
	o.problems = slices.Concat(lists...)
	return o
}

// Problems lists the problems that the operation may answer with.
func (o Operation) Problems() []problem.Code {
	all := slices.Concat(o.problems, o.guard().Problems())
	slices.Sort(all)
	return slices.Compact(all)
}

// ReadOnly marks an operation that changes nothing, although its method allows changes.
func (o Operation) ReadOnly() Operation {
	o.guarded.ReadOnly = true
	return o
}

// Changes reports whether a call may change something.
func (o Operation) Changes() bool {
	return o.guard().Changes()
}

// TakesForm marks an operation that takes an HTML form (application/x-www-form-urlencoded) instead of JSON. A page of another site can
// send it without a preflight, so the handler must not trust the browser's cookies alone.
func (o Operation) TakesForm() Operation {
	o.guarded.Form = true
	return o
}

// TakesFile marks an operation that takes a file of one of the media types, of at most that many bytes, instead of JSON. The handler reads it from the
// BodyReader of huma, not from an input. On one machine the sender gets a minute more than for other bodies.
func (o Operation) TakesFile(limit int64, types ...string) Operation {
	o.guarded.FileTypes, o.MaxBodyBytes = types, limit
	return o
}

// RequireLevel sets the level that callers need. Without it every guest may call the operation.
func (o Operation) RequireLevel(level Level) Operation {
	o.guarded.Level = level
	return o
}

// RequireLiveSession refuses a token with problem.SessionEnded if its session has ended. Guests may still call the operation.
func (o Operation) RequireLiveSession() Operation {
	o.guarded.LiveSession = true
	return o
}

// ReadsSession reports whether the session of the caller is read.
func (o Operation) ReadsSession() bool { return o.guarded.ReadsSession() }

// Level returns the level that callers need.
func (o Operation) Level() Level { return o.guarded.Level }

// AuthenticatedBy sets the level System: admit authenticates the caller before the body is validated, so that unauthorised callers
// learn nothing about it. The error of admit is the answer.
func (o Operation) AuthenticatedBy(admit func(ctx context.Context, header http.Header, body []byte) error) Operation {
	o.guarded.Admit, o.guarded.Level = admit, System
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
func (o Operation) Route() string { return o.guard().Route() }

// answer returns the operation's handler of huma.
func (o Operation) answer() http.Handler {
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
