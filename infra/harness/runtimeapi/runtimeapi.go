// Package runtimeapi is a local Lambda Runtime API for one function process at a time. The real bootstrap reads events from it and posts
// answers to it, as on AWS.
package runtimeapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Answer is the function's answer to an event.
type Answer struct {
	Body   []byte
	Failed bool // the body is an invocation error
	At     time.Time
}

// API passes events to the function and collects answers. Create it with New.
type API struct {
	listener net.Listener
	server   *http.Server
	events   chan event
	answers  chan Answer
	next     int // only one function reads it
}

type event struct {
	body     []byte
	deadline time.Time
}

// New listens on a free local port.
func New() (*API, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	a := &API{listener: listener, events: make(chan event, 16), answers: make(chan Answer, 16)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /2018-06-01/runtime/invocation/next", a.give)
	mux.HandleFunc("POST /2018-06-01/runtime/invocation/{id}/{what}", a.take)
	a.server = &http.Server{Handler: mux}
	go func() { _ = a.server.Serve(listener) }()
	return a, nil
}

// Close stops the API. A running function ends with it.
func (a *API) Close() { a.server.Close() }

// Put queues an event that must be answered before deadline.
func (a *API) Put(body []byte, deadline time.Time) { a.events <- event{body, deadline} }

// Answer returns the next answer.
func (a *API) Answer(ctx context.Context) (Answer, error) {
	select {
	case answer := <-a.answers:
		return answer, nil
	case <-ctx.Done():
		return Answer{}, errors.New("the function did not answer")
	}
}

func (a *API) give(w http.ResponseWriter, r *http.Request) {
	var e event
	select {
	case e = <-a.events:
	case <-r.Context().Done(): // as on AWS, the request waits for an event
		return
	}
	a.next++
	h := w.Header()
	h.Set("Lambda-Runtime-Aws-Request-Id", fmt.Sprintf("invocation-%d", a.next))
	h.Set("Lambda-Runtime-Deadline-Ms", fmt.Sprint(e.deadline.UnixMilli()))
	h.Set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:000000000000:function:here")
	_, _ = w.Write(e.body)
}

func (a *API) take(w http.ResponseWriter, r *http.Request) {
	at := time.Now()
	body, _ := io.ReadAll(r.Body)
	w.WriteHeader(http.StatusAccepted)
	a.answers <- Answer{Body: body, Failed: r.PathValue("what") == "error", At: at}
}

// Process is a running function.
type Process struct {
	cmd   *exec.Cmd
	log   log
	Begun time.Time
}

// Start starts a function's bootstrap with Lambda's environment and more, as NAME=VALUE, and nothing of this process's environment.
func (a *API) Start(ctx context.Context, bootstrap string, more ...string) (*Process, error) {
	p := &Process{cmd: exec.CommandContext(ctx, bootstrap)}
	p.cmd.Env = append([]string{
		"AWS_LAMBDA_RUNTIME_API=" + a.listener.Addr().String(), "AWS_REGION=us-east-1", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE=256", "GOMAXPROCS=1",
		"AWS_ACCESS_KEY_ID=here", "AWS_SECRET_ACCESS_KEY=here",
	}, more...)
	p.cmd.Stdout, p.cmd.Stderr = &p.log, &p.log
	p.Begun = time.Now()
	return p, p.cmd.Start()
}

// Signal sends the process a signal.
func (p *Process) Signal(s os.Signal) error { return p.cmd.Process.Signal(s) }

// Kill ends the process.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// Wait waits for the process to end and returns its exit code, -1 if a signal ended it.
func (p *Process) Wait() int {
	_ = p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode()
}

// Log returns what the process has written so far.
func (p *Process) Log() string {
	written, _ := p.log.read()
	return written
}

// Await waits until the process has written the text.
func (p *Process) Await(ctx context.Context, text string) error {
	for {
		written, more := p.log.read()
		if strings.Contains(written, text) {
			return nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return fmt.Errorf("the function did not write %q but %q", text, written)
		}
	}
}

// log buffers output. more is closed when output is added.
type log struct {
	mu   sync.Mutex
	b    bytes.Buffer
	more chan struct{}
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.more != nil {
		close(l.more)
		l.more = nil
	}
	return l.b.Write(p)
}

func (l *log) read() (string, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.more == nil {
		l.more = make(chan struct{})
	}
	return l.b.String(), l.more
}
