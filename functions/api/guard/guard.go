// Package guard identifies, checks and routes requests, and answers those that no operation may serve. Package api builds on it. A function
// that imports only guard does not link huma: huma's init takes a fifth of a small function's cold start.
package guard

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"ordering/shared/brand"
	"ordering/shared/problem"
	"ordering/shared/telemetry"
)

// Operation is one call of the API as the guard sees it.
type Operation struct {
	ID, Method, Path string
	Answer           func() http.Handler // called once, on the operation's first call
	Level            Level               // what callers need
	// LiveSession means that a token is accepted only while its session has not ended, although guests may call the operation.
	LiveSession bool
	// Admit authenticates the caller of a System operation before the body is validated. Its error is the answer.
	Admit    func(ctx context.Context, header http.Header, body []byte) error
	ReadOnly bool  // it changes nothing, although its method allows changes
	Form     bool  // its body is a form of a page
	MaxBody  int64 // in bytes; 0 is maxBody
	// FileTypes are the media types of the file that is its body. The operation reads the file itself; it is not in memory before.
	FileTypes []string
	Own       brand.Brand // the brand of this deployment
	Others    bool        // it serves other brands too
}

// Route is the pattern of the operation as net/http and API Gateway write it: "GET /api/x/{id}".
func (o Operation) Route() string { return o.Method + " " + o.Path }

// Changes reports whether a call may change something.
func (o Operation) Changes() bool {
	return o.Method != http.MethodGet && o.Method != http.MethodHead && !o.ReadOnly
}

// ReadsSession reports whether the session of the caller is read.
func (o Operation) ReadsSession() bool {
	return o.LiveSession || o.Level == Fresh || o.Level == Confirmed
}

// serves reports whether the operation serves the brand of a request. A request without a brand means the deployment's own.
func (o Operation) serves(asked brand.Brand) bool {
	return asked.ID == 0 || o.Others || asked.ID == o.Own.ID
}

// Problems lists the problems with which the guard may answer a call of the operation.
func (o Operation) Problems() []problem.Code {
	always := []problem.Code{problem.UnknownBrand, problem.Invalid, problem.Internal, problem.StoreUnavailable}
	all := append(always, o.Level.problems(o.Changes())...)
	if o.LiveSession {
		all = append(all, problem.SessionEnded)
	}
	if strings.Contains(o.Path, "{") {
		all = append(all, problem.NotFound) // a path that is not UTF-8
	}
	if hasContent(o.Method) {
		all = append(all, problem.Malformed, problem.MediaType, problem.TooLarge, problem.Timeout)
	}
	return all
}

type guard struct {
	routes     *http.ServeMux
	operations map[string]Operation // by route
	identity   Identity
}

// Handler serves the operations. Identity verifies tokens; with nil the header Authorization is ignored.
func Handler(ops []Operation, identity Identity) http.Handler {
	g := guard{http.NewServeMux(), map[string]Operation{}, identity}
	for _, op := range ops {
		answer := sync.OnceValue(op.Answer)
		g.routes.HandleFunc(op.Route(), func(w http.ResponseWriter, r *http.Request) { answer().ServeHTTP(w, r) })
		g.operations[op.Route()] = op
	}
	return g
}

func (g guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, route := g.routes.Handler(r)
	op, found := g.operations[route]
	asked, known := brandOf(r.Header)
	within := answerWithin
	if op.FileTypes != nil {
		within += fileWithin
	}
	ctx, cancel := inTime(identified(w, r), within)
	defer cancel()
	if found {
		ctx = telemetry.With(ctx, slog.String("operation", op.ID))
	}
	r = r.WithContext(ctx)
	defer answerPanic(w, r)
	if op.FileTypes != nil {
		op.openFile(w, r)
		defer func() { discardFile(w, r) }()
	}

	var err error
	switch allowed := g.methods(r, found); {
	case len(allowed) > 0:
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		err = problem.New(problem.MethodNotAllowed)
	case !known || found && !op.serves(asked):
		err = problem.New(problem.UnknownBrand)
	case !found || !utf8.ValidString(r.URL.Path):
		err = problem.New(problem.NotFound)
	case !readable(r.URL.RawQuery):
		err = problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query"))
	default:
		r, err = g.accept(w, r, op)
	}
	if err != nil {
		LogAndWriteProblem(w, r, err)
		return
	}
	g.routes.ServeHTTP(w, r)
}

// Refuse answers a call that reaches no operation with the problem of err.
func Refuse(w http.ResponseWriter, r *http.Request, err error) {
	LogAndWriteProblem(w, r.WithContext(identified(w, r)), err)
}

// identified sets the headers of every answer. It returns the context of r with the caller, and with the request's id on each line of the
// log.
func identified(w http.ResponseWriter, r *http.Request) context.Context {
	who := identify(r)
	w.Header().Set("X-Request-Id", who.requestID)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	return telemetry.With(context.WithValue(r.Context(), callerKey{}, who), slog.String("requestId", who.requestID))
}

// accept authenticates the caller before it reads the body, so that callers without the operation's level learn nothing about it.
func (g guard) accept(w http.ResponseWriter, r *http.Request, op Operation) (*http.Request, error) {
	signed, err := g.authenticate(w, r, op)
	if err != nil {
		if problemOf(err).Status() == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", "Bearer")
		}
		return r, err
	}
	return signed, op.receive(w, signed)
}

// Respond before the Lambda or API Gateway timeout (30 s), so that clients get our error body. A slow table or provider then gives
// StoreUnavailable. Placing an order has its own timeouts (package order).
const (
	answerWithin = 24 * time.Second
	toAnswer     = time.Second
)

func inTime(ctx context.Context, within time.Duration) (context.Context, context.CancelFunc) {
	end := time.Now().Add(within)
	if theirs, ok := ctx.Deadline(); ok && theirs.Add(-toAnswer).Before(end) {
		end = theirs.Add(-toAnswer)
	}
	return context.WithDeadline(ctx, end)
}

// answerPanic answers a panic of a handler with problem.Internal. It repeats http.ErrAbortHandler, which aborts the connection.
func answerPanic(w http.ResponseWriter, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler {
		panic(p)
	}
	slog.ErrorContext(r.Context(), "handler panicked", "method", r.Method, "panic", p, "stack", string(debug.Stack()))
	writeProblem(w, r, problem.New(problem.Internal))
}

// methods lists the methods that have an operation for the request's path. It returns nil if the request itself was found.
func (g guard) methods(r *http.Request, found bool) (allowed []string) {
	if found {
		return nil
	}
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		probe := r.Clone(r.Context())
		probe.Method = method
		if _, route := g.routes.Handler(probe); route != "" {
			allowed = append(allowed, method)
		}
	}
	return allowed
}

// readable reports whether a query can be decoded. Handlers would take an invalid query for a missing parameter, and a missing filter lets
// all rows through.
func readable(query string) bool {
	decoded, err := url.QueryUnescape(query)
	return err == nil && utf8.ValidString(decoded)
}
