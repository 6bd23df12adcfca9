package gateway

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"time"

	"ordering/functions/api/guard"
	"ordering/shared/problem"
)

const (
	// workersAtOnce is more than one group commit of the table needs.
	workersAtOnce = 64
	// workerWithin is how long a call waits for a worker. A machine that falls behind refuses the calls that it cannot take in time, instead
	// of answering each later than the one before.
	workerWithin = 5 * time.Second
	// readAhead is more than the largest body that the API takes; bodyWithin is how long a client may take to send it.
	readAhead  = 64<<10 + 1
	bodyWithin = 5 * time.Second
)

// call is a call that waits for a worker. done gets the value with which its handler panicked, or nil.
type call struct {
	w    *recordedAnswer
	r    *http.Request
	done chan any
}

// pool runs calls on a few goroutines, which keep their stacks. A handler needs a deep stack. Without a pool each connection has one, also
// while it waits for the table or for its next call. When a machine falls behind, thousands of them reach the memory limit, and from then
// on the garbage collector takes half of the processor.
type pool struct {
	next   http.Handler
	calls  chan call
	places chan struct{} // one for each worker
	wait   time.Duration // for a worker
}

// pooled runs the calls of these routes on workersAtOnce workers, in the order of their arrival. A call that waits longer than workerWithin
// gets problem.StoreUnavailable. The handlers must call no other system, because a slow one would block them all. A slow client blocks
// none: its body is read before, and its answer is written after.
func pooled(routes []string, next http.Handler) http.Handler {
	mine := http.NewServeMux()
	for _, route := range routes {
		mine.Handle(route, http.NotFoundHandler())
	}
	p := &pool{next, make(chan call), make(chan struct{}, workersAtOnce), workerWithin}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, route := mine.Handler(r); route == "" {
			next.ServeHTTP(w, r)
			return
		}
		readBody(w, r)
		p.serve(w, r)
	})
}

func (p *pool) serve(w http.ResponseWriter, r *http.Request) {
	c := call{&recordedAnswer{head: w.Header(), status: http.StatusOK}, r, make(chan any, 1)}
	select {
	case p.calls <- c: // a worker is free
	default:
		select {
		case p.places <- struct{}{}:
			go p.work(c)
		default:
			select {
			case p.calls <- c:
			case <-r.Context().Done(): // the client has left
				return
			case <-time.After(p.wait):
				guard.Refuse(w, r, problem.New(problem.StoreUnavailable).Because(errors.New("no worker was free")))
				return
			}
		}
	}
	if panicked := <-c.done; panicked != nil {
		panic(panicked)
	}
	w.WriteHeader(c.w.status)
	if c.w.body.Len() > 0 {
		_, _ = w.Write(c.w.body.Bytes()) // the client may have left
	}
}

// work runs the first call and all that follow.
func (p *pool) work(first call) {
	for c := first; ; c = <-p.calls {
		func() {
			defer func() { c.done <- recover() }()
			p.next.ServeHTTP(c.w, c.r)
		}()
	}
}

// readBody reads the body into memory, at most readAhead bytes. The handler meets the rest and a read error when it reads the body.
func readBody(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength == 0 {
		return
	}
	deadline := http.NewResponseController(w)
	_ = deadline.SetReadDeadline(time.Now().Add(bodyWithin))
	defer func() { _ = deadline.SetReadDeadline(time.Time{}) }()
	raw, err := io.ReadAll(io.LimitReader(r.Body, readAhead))
	rest := io.Reader(r.Body)
	if err != nil {
		rest = failing{err}
	}
	r.Body = readAndClose{io.MultiReader(bytes.NewReader(raw), rest), r.Body}
}

type readAndClose struct {
	io.Reader
	io.Closer
}

// failing is a reader that has failed.
type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }
