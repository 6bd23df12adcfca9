// Package runtimeapi is a Lambda Runtime API on this machine, for one process of a function at a time: the real bootstrap asks it for
// events and hands it answers, as it does on AWS.
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

// Answer is what the function made of an event.
type Answer struct {
	Body   []byte
	Failed bool // it is the error of a failed invocation
	At     time.Time
}

// API hands events out and takes answers. Make it with New.
type API struct {
	listener net.Listener
	server   *http.Server
	events   chan event
	answers  chan Answer
	next     int // only the one function asks
}

type event struct {
	body     []byte
	deadline time.Time
}

// New listens on a free port of this machine.
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

// Close ends it; a function that still runs ends with it.
func (a *API) Close() { a.server.Close() }

// Put leaves an event that must be answered until deadline.
func (a *API) Put(body []byte, deadline time.Time) { a.events <- event{body, deadline} }

// Answer waits for the next answer.
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
	case <-r.Context().Done(): // as on AWS, who asks waits
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

// Process is a function that runs.
type Process struct {
	cmd   *exec.Cmd
	log   log
	Begun time.Time
}

// Start starts a function's bootstrap with the environment that Lambda gives and more, as NAME=VALUE, and nothing of this machine's.
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

// Wait waits for the end of the process and gives its exit code, -1 when a signal ended it.
func (p *Process) Wait() int {
	_ = p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode()
}

// Log is what the process has written so far.
func (p *Process) Log() string {
	written, _ := p.log.read()
	return written
}

// Await waits until the process has written a text.
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

// log is what was written, with a channel that is closed when there is more.
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
