// Package api is the one way to describe an operation: a typed Go value beside its handler, from which the routes, the
// validation, the OpenAPI document and the site's client come.
package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"ordering/shared/brand"
	"ordering/shared/problem"
	"ordering/shared/telemetry"
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

// addressed gives the request the brand that it is answered for; false when that is none of the operation's.
func (o Operation) addressed(r *http.Request) (*http.Request, bool) {
	asked := Brand(r.Context())
	if asked.ID == 0 {
		return r.WithContext(context.WithValue(r.Context(), brandKey, o.own)), true
	}
	return r, o.others || asked.ID == o.own.ID
}

// Plain joins a description with a handler that reads the request and writes the answer by itself, for what is no JSON by a schema of
// ours. It refuses by Fail.
func Plain(op huma.Operation, serve http.Handler) Operation {
	return Operation{Operation: op, plain: serve, register: func(a huma.API) { a.OpenAPI().AddOperation(&op) }}
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

// admitted lets a request through that the operation is not kept from, with its body as it came.
func (o Operation) admitted(w http.ResponseWriter, r *http.Request) bool {
	if o.admit == nil {
		return true
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, o.MaxBodyBytes))
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		err = problem.New(problem.TooLarge)
	case err != nil:
		err = problem.New(problem.Timeout)
	default:
		err = o.admit(r.Context(), r.Header, body)
	}
	if err != nil {
		Fail(w, r, err)
		return false
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return true
}

// Describe joins a description with its handler. I is the request and O the response, as structs that huma reads. An
// error of the handler reaches the caller in the form of package problem.
func Describe[I, O any](op huma.Operation, handle func(context.Context, *I) (*O, error)) Operation {
	if op.MaxBodyBytes == 0 {
		op.MaxBodyBytes = 64 << 10 // the largest body of ours is a basket line with its choices, a few KB
	}
	o := Operation{Operation: op}
	o.register = func(a huma.API) {
		huma.Register(a, op, func(ctx context.Context, in *I) (*O, error) {
			out, err := handle(ctx, in)
			if err != nil {
				return nil, refuse(ctx, err)
			}
			return out, nil
		})
	}
	return o
}

// Route is the pattern of the operation as net/http and API Gateway write it: "GET /api/x/{id}".
func (o Operation) Route() string { return o.Method + " " + o.Path }

// Handler serves the operations. Each is registered with huma on its first call: building the schemas of all of them
// would double a cold start, and a cold start serves one.
func Handler(ops []Operation) http.Handler {
	mux := http.NewServeMux()
	for _, op := range ops {
		serve := sync.OnceValue(func() http.Handler {
			if op.plain != nil {
				return op.plain
			}
			inner := http.NewServeMux()
			op.register(humago.New(inner, config()))
			return inner
		})
		mux.HandleFunc(op.Route(), func(w http.ResponseWriter, r *http.Request) {
			r, ours := op.addressed(r)
			if !ours {
				Refuse(w, r, problem.New(problem.UnknownBrand))
				return
			}
			r = r.WithContext(telemetry.With(r.Context(), slog.String("operation", op.OperationID)))
			switch {
			case !op.admitted(w, r):
			case op.plain == nil && untyped(r):
				Refuse(w, r, problem.New(problem.Malformed))
			default:
				serve().ServeHTTP(w, r)
			}
		})
	}
	return guard(mux)
}

// untyped says whether a request has a body that is not said to be of any kind: huma would read it as JSON, and a page of another site can
// have a browser send it so without asking first.
func untyped(r *http.Request) bool {
	return r.ContentLength != 0 && r.Header.Get("Content-Type") == ""
}

// Document is the OpenAPI 3.1 document of the operations.
func Document(ops []Operation) ([]byte, error) {
	a := humago.New(http.NewServeMux(), config())
	for _, op := range ops {
		op.register(a)
	}
	return a.OpenAPI().MarshalJSON()
}

func config() huma.Config {
	c := huma.DefaultConfig("Restaurant ordering", "1.0.0")
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", ""
	c.CreateHooks = nil
	c.RejectUnknownQueryParameters = true
	c.Formats = map[string]huma.Format{"application/json": strictJSON, "json": strictJSON}
	return c
}

// strictJSON refuses text that is not UTF-8, where encoding/json would put replacement characters without a word. Its errors reach
// the caller: they say what is wrong, not how we keep it.
var strictJSON = huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: func(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errors.New("the body is not UTF-8")
	}
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
	huma.NewError = func(status int, _ string, errs ...error) huma.StatusError { return refusal("", status, errs) }
	huma.NewErrorWithContext = func(ctx huma.Context, status int, _ string, errs ...error) huma.StatusError {
		return refusal(RequestID(ctx.Context()), status, errs)
	}
}

// Guest is what every request of the site says of who asks; embed it in an input. Headers are those of the specification (§7).
type Guest struct {
	Language string `header:"Accept-Language" maxLength:"200" doc:"Language of labels in the answer: en, en-ca or fr-ca; the brand's own menus speak pt-br, ja-jp and es-mx too"`
}
