package api

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"ordering/shared/brand"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/telemetry"
)

type contextKey int

const (
	requestIDKey contextKey = iota
	countryKey
	brandKey
	networkKey
)

// RequestID names the request in the log and in an error's body.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey).(string)
	return id
}

// Country is the country-alpha-2 header of the request, US when it is missing.
func Country(ctx context.Context) string {
	c, _ := ctx.Value(countryKey).(string)
	return c
}

// Brand is the brand that the request is answered for.
func Brand(ctx context.Context) brand.Brand {
	b, _ := ctx.Value(brandKey).(brand.Brand)
	return b
}

// brandOf is the brand that the headers name: brand-id, or brandId as calls of the graph say it (§7). Without one it is no brand yet, and
// known: it will be that of the deployment.
func brandOf(h http.Header) (b brand.Brand, known bool) {
	named := cmp.Or(h.Get("brand-id"), h.Get("brandId"))
	if named == "" {
		return brand.Brand{}, true
	}
	id, err := strconv.Atoi(named)
	if err != nil {
		return brand.Brand{}, false
	}
	return brand.Find(id)
}

// Network is where the request comes from, as far as one guest can be told from another by it: an IPv4 address, or the /64 that an IPv6
// address lies in, of which a single guest has all. Empty for the machine itself.
func Network(ctx context.Context) string {
	n, _ := ctx.Value(networkKey).(string)
	return n
}

// networkOf reads what the connection says; headers are anybody's to write. Only a server before this one on the same machine is
// believed about whom it speaks for: the last address that it names is the one that it saw.
func networkOf(r *http.Request) string {
	ip, err := addressOf(r.RemoteAddr)
	if err == nil && ip.Unmap().IsLoopback() {
		// Whoever adds to what a guest wrote may do so on a line of its own.
		named := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		ip, err = addressOf(named[len(named)-1])
	}
	if ip = ip.Unmap().WithZone(""); err != nil || ip.IsLoopback() {
		return ""
	}
	if ip.Is6() {
		return netip.PrefixFrom(ip, 64).Masked().String()
	}
	return ip.String()
}

// addressOf parses an address with or without a port. Some proxies write the port too, and IPv6 in brackets.
func addressOf(text string) (netip.Addr, error) {
	text = strings.TrimSpace(text)
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	return netip.ParseAddr(strings.Trim(text, "[]"))
}

// A request has its answer before whoever runs the function loses patience and answers in words of his own: a second before Lambda
// ends it, and where nobody does within what API Gateway would wait (30 s). What the store or the provider is slow at is given up
// then, and told as StoreUnavailable; a placing has bounds of its own (package order).
const (
	answerWithin = 24 * time.Second
	toAnswer     = time.Second
)

func inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	end := time.Now().Add(answerWithin)
	if theirs, ok := ctx.Deadline(); ok && theirs.Add(-toAnswer).Before(end) {
		end = theirs.Add(-toAnswer)
	}
	return context.WithDeadline(ctx, end)
}

// guard gives each request its id and its time, checks the headers that all calls share, and turns net/http's own plain-text answers
// and a handler's panic into the error form.
func guard(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("X-Request-Id")
		if !plain(id) {
			id = rand.Text()
		}
		ctx, cancel := inTime(r.Context())
		defer cancel()
		ctx = telemetry.With(context.WithValue(ctx, requestIDKey, id), slog.String("requestId", id))
		asked, known := brandOf(r.Header)
		ctx = context.WithValue(ctx, brandKey, asked)
		ctx = context.WithValue(ctx, countryKey, strings.ToUpper(cmp.Or(r.Header.Get("country-alpha-2"), r.Header.Get("countryalpha2"), "US")))
		ctx = context.WithValue(ctx, networkKey, networkOf(r))
		r = r.WithContext(ctx)
		w.Header().Set("X-Request-Id", id)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				slog.ErrorContext(ctx, "handler panicked", "method", r.Method, "panic", p, "stack", string(debug.Stack()))
				Refuse(w, r, problem.New(problem.Internal))
			}
		}()
		if _, pattern := mux.Handler(r); pattern == "" || !known || !utf8.ValidString(r.URL.Path) {
			refused := problem.New(problem.NotFound)
			if allowed := methods(mux, r); pattern == "" && len(allowed) > 0 {
				w.Header().Set("Allow", strings.Join(allowed, ", "))
				refused = problem.New(problem.MethodNotAllowed)
			} else if !known {
				refused = problem.New(problem.UnknownBrand)
			}
			Refuse(w, r, refused)
			return
		}
		if query, err := url.QueryUnescape(r.URL.RawQuery); err != nil || !utf8.ValidString(query) {
			// What is behind would read it as a parameter that was not sent: a filter that is not understood would let all through.
			Refuse(w, r, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query")))
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// methods lists the methods that the path of the request has an operation for.
func methods(mux *http.ServeMux, r *http.Request) (allowed []string) {
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		probe := r.Clone(r.Context())
		probe.Method = method
		if _, pattern := mux.Handler(probe); pattern != "" {
			allowed = append(allowed, method)
		}
	}
	return allowed
}

// plain says whether a request id of the caller may go into the log: short, and no control character.
func plain(id string) bool {
	return len(id) >= 8 && len(id) <= 64 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=:.") == ""
}

// Refuse answers with the problem that err is, outside of an operation.
func Refuse(w http.ResponseWriter, r *http.Request, err error) {
	p := problemOf(err)
	body := p.Body(RequestID(r.Context()))
	w.Header().Set("Content-Type", "application/problem+json")
	if wait := retryAfter(p); wait != "" {
		w.Header().Set("Retry-After", wait)
	}
	w.WriteHeader(body.Status)
	_ = json.NewEncoder(w).Encode(body)
}

// retryAfter is the value of Retry-After in seconds: the minutes in the message of a 429, 2 for a 503, else "".
func retryAfter(p *problem.Problem) string {
	switch p.Status() {
	case http.StatusTooManyRequests:
		minutes, _ := p.Params["minutes"].(int)
		return strconv.Itoa(60 * minutes)
	case http.StatusServiceUnavailable:
		return "2"
	}
	return ""
}

// Fail answers with the problem that err is, outside of an operation's schema, and logs what is a fault of ours.
func Fail(w http.ResponseWriter, r *http.Request, err error) {
	report(r.Context(), problemOf(err), err)
	Refuse(w, r, err)
}

// Problem is the body of every error answer.
type Problem struct{ problem.Body }

func (e *Problem) Error() string             { return e.Message }
func (e *Problem) GetStatus() int            { return e.Status }
func (e *Problem) ContentType(string) string { return "application/problem+json" }

// problemOf turns any error into a problem. What the table cannot do is worded here for all functions: a store that cannot be
// reached, or takes too long, has lost nothing, and an item too large for it was too large a request.
func problemOf(err error) *problem.Problem {
	var p *problem.Problem
	switch {
	case errors.As(err, &p):
		return p
	case errors.Is(err, table.ErrUnavailable), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return problem.New(problem.StoreUnavailable).Because(err)
	case errors.Is(err, table.ErrTooLarge):
		return problem.New(problem.TooLarge).Because(err)
	}
	return problem.From(err)
}

// report logs what is a fault of ours; that a guest has hung up is none.
func report(ctx context.Context, p *problem.Problem, err error) {
	if p.Status() >= http.StatusInternalServerError && !errors.Is(err, context.Canceled) {
		slog.ErrorContext(ctx, "request failed", "code", p.Code, "error", err)
	}
}

// refuse turns a handler's error into the answer, and logs what is a fault of ours. The log names no value of the guest's.
func refuse(ctx context.Context, err error) error {
	var told *Problem
	if errors.As(err, &told) {
		return told // an answer that was given before, repeated to the letter
	}
	p := problemOf(err)
	report(ctx, p, err)
	e := &Problem{p.Body(RequestID(ctx))}
	if wait := retryAfter(p); wait != "" {
		return huma.ErrorWithHeaders(e, http.Header{"Retry-After": {wait}})
	}
	return e
}

// refusal replaces huma's own error model: what it finds wrong in a request, in the form of §8. The guest's input is not echoed.
func refusal(requestID string, status int, errs []error) huma.StatusError {
	code := problem.Internal
	switch status {
	case http.StatusUnprocessableEntity:
		code = problem.Invalid
	case http.StatusBadRequest:
		code = problem.Malformed
	case http.StatusRequestEntityTooLarge:
		code = problem.TooLarge
	case http.StatusRequestTimeout:
		code = problem.Timeout
	case http.StatusNotFound:
		code = problem.NotFound
	}
	p := problem.New(code)
	for _, err := range errs {
		d, ok := err.(huma.ErrorDetailer)
		if !ok {
			continue
		}
		detail := d.ErrorDetail()
		p.Details = append(p.Details, problem.Detail{
			Code: problem.Invalid, Message: detail.Message,
			Pointer: pointer(detail.Location),
		})
	}
	return &Problem{p.Body(requestID)}
}

// pointer writes huma's "body.choices[0].modifier" as handlers do: /choices/0/modifier is in the body, /query/limit beside it.
func pointer(at string) string {
	at = "/" + strings.NewReplacer(".", "/", "[", "/", "]", "").Replace(at)
	if inBody, ok := strings.CutPrefix(at, "/body"); ok && (inBody == "" || inBody[0] == '/') {
		return inBody
	}
	return at
}

// Soon refuses a time that lies more than a year from now: nobody orders for then, and what is counted from the ends of the
// calendar cannot be written in an answer any more. The pointer leads to it in the request.
func Soon(at, now time.Time, pointer string) error {
	if at.Sub(now).Abs() > 366*24*time.Hour {
		return problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, pointer))
	}
	return nil
}

// Matches says whether If-None-Match names the tag. It compares weakly: a cache on the way may have marked the tag as weak.
func Matches(header, tag string) bool {
	for candidate := range strings.SplitSeq(header, ",") {
		candidate = strings.TrimPrefix(strings.TrimSpace(candidate), "W/")
		if candidate == tag || candidate == "*" {
			return true
		}
	}
	return false
}

// Version reads If-Match: the number of a version, quoted as an ETag is or not.
func Version(ifMatch string) (int64, error) {
	version, err := strconv.ParseInt(strings.Trim(ifMatch, `"`), 10, 64)
	if err != nil {
		return 0, problem.New(problem.VersionMissing)
	}
	return version, nil
}
