package gateway

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

const pooledRoute = "POST /add"

func serve(t *testing.T, h http.HandlerFunc) *httptest.Server {
	s := httptest.NewServer(pooled([]string{pooledRoute}, h))
	t.Cleanup(s.Close)
	return s
}

func TestPoolAnswersAllCallsAFewAtATime(t *testing.T) {
	var running, most atomic.Int64
	gate := make(chan struct{})
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if now := running.Add(1); now > most.Load() {
			most.Store(now)
		}
		<-gate
		running.Add(-1)
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Size", fmt.Sprint(len(body)))
		w.WriteHeader(http.StatusConflict)
		_, _ = w.Write(body)
	})
	var all sync.WaitGroup
	for n := range 3 * workersAtOnce {
		all.Go(func() {
			text := strings.Repeat("x", n)
			answer, err := http.Post(s.URL+"/add", "text/plain", strings.NewReader(text))
			if !assert.Check(t, err) {
				return
			}
			defer answer.Body.Close()
			body, err := io.ReadAll(answer.Body)
			assert.Check(t, err)
			assert.Check(t, is.Equal(string(body), text))
			assert.Check(t, is.Equal(answer.StatusCode, http.StatusConflict))
			assert.Check(t, is.Equal(answer.Header.Get("X-Size"), fmt.Sprint(n)))
		})
	}
	close(gate)
	all.Wait()
	assert.Assert(t, most.Load() <= workersAtOnce, most.Load())
}

// A machine that falls behind answers within a few seconds, and takes the call when it is repeated.
func TestPoolRefusesACallThatNoWorkerTakesInTime(t *testing.T) {
	gate, running := make(chan struct{}), make(chan struct{})
	p := &pool{http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		running <- struct{}{}
		<-gate
	}), make(chan call), make(chan struct{}, 1), time.Millisecond}
	ask := func() *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		p.serve(w, httptest.NewRequest("POST", "/add", nil))
		return w
	}
	first := make(chan int)
	go func() { first <- ask().Code }()
	<-running
	refused := ask()
	assert.Equal(t, refused.Code, http.StatusServiceUnavailable)
	assert.Equal(t, refused.Header().Get("Retry-After"), "2")
	assert.Assert(t, is.Contains(refused.Body.String(), `"code":"store-unavailable"`))
	assert.Assert(t, is.Contains(refused.Body.String(), refused.Header().Get("X-Request-Id")))
	close(gate)
	assert.Equal(t, <-first, http.StatusOK)
	go func() { <-running }()
	p.wait = time.Hour
	assert.Equal(t, ask().Code, http.StatusOK)
}

// Clients that send their bodies slowly occupy no worker; neither do calls of other routes.
func TestSlowClientsOccupyNoWorker(t *testing.T) {
	hanging, end := make(chan struct{}), make(chan struct{})
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/other" {
			hanging <- struct{}{}
			<-end
		}
	})
	defer close(end)
	for range workersAtOnce {
		c, err := net.Dial("tcp", s.Listener.Addr().String())
		assert.NilError(t, err)
		defer c.Close()
		_, err = fmt.Fprint(c, "POST /add HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf")
		assert.NilError(t, err)
		go func() {
			if answer, err := http.Get(s.URL + "/other"); err == nil {
				answer.Body.Close()
			}
		}()
		<-hanging
	}
	answer, err := http.Post(s.URL+"/add", "text/plain", strings.NewReader("whole"))
	assert.NilError(t, err)
	assert.NilError(t, answer.Body.Close())
	assert.Equal(t, answer.StatusCode, http.StatusOK)
}

// A body that ends early or is too long reaches the handler as it would without a pool.
func TestPoolPassesBrokenBodies(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		_, _ = fmt.Fprint(w, n, err)
	})
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	assert.NilError(t, err)
	defer c.Close()
	_, err = fmt.Fprint(c, "POST /add HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf")
	assert.NilError(t, err)
	assert.NilError(t, c.(*net.TCPConn).CloseWrite())
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	assert.NilError(t, err)
	body, err := io.ReadAll(answer.Body)
	assert.NilError(t, err)
	assert.Equal(t, string(body), "4 unexpected EOF")
	long, err := http.Post(s.URL+"/add", "text/plain", strings.NewReader(strings.Repeat("x", 2*readAhead)))
	assert.NilError(t, err)
	defer long.Body.Close()
	body, err = io.ReadAll(long.Body)
	assert.NilError(t, err)
	assert.Equal(t, string(body), fmt.Sprint(2*readAhead, " <nil>"))
}

func TestPoolPassesAPanicToTheConnection(t *testing.T) {
	s := serve(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	for range 2 * workersAtOnce {
		answer, err := http.Post(s.URL+"/add", "text/plain", nil)
		if err == nil {
			answer.Body.Close()
			t.Fatal("got an answer")
		}
	}
}
