package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"
	"time"
)

// garbage is the value of GOGC: the growth of the heap in percent of the live heap at which the collector starts. The live heap is some 7
// MB: with Go's default of 100, the collector would run ten times a second under load, and requests would wait for their part of its
// work.
const garbage = 200

// parallel is the least value of GOMAXPROCS, the number of goroutines that run at a time. A goroutine that waits for the disk counts until
// Go's scheduler notices, up to 10 ms later: on a machine with one processor all others would wait. There, four times the usual load is
// answered in 3 ms (median) instead of 300 to 2,200 ms (npm run bench -- tail).
const parallel = 4

// Serve answers on host and port until ctx ends; port 0 is any free one. lock is the data folder's. open makes the server for the address
// under which this machine reaches it, and ready is called before the first answer.
func Serve(ctx context.Context, lock *os.File, host, port string, open func(address string) (*Server, error), ready func(*Server) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(max(parallel, runtime.GOMAXPROCS(0)))
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("port %s is taken: stop what uses it, or choose another with PORT=8081", port)
	}
	if err != nil {
		return fmt.Errorf("PORT=%s cannot be listened on: %w", port, err)
	}
	defer listener.Close()
	at := listener.Addr().(*net.TCPAddr)
	name := "localhost"
	if !at.IP.IsUnspecified() && !at.IP.Equal(net.IPv4(127, 0, 0, 1)) && !at.IP.Equal(net.IPv6loopback) {
		name = at.IP.String()
	}
	address := "http://" + net.JoinHostPort(name, fmt.Sprint(at.Port))
	s, err := open(address)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := Announce(lock, address); err != nil {
		return fmt.Errorf("the data folder cannot be written: %w", err)
	}
	server := &http.Server{
		Handler: s.Handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		// A client that does not read its answer must not hold it in memory for long. The largest file has 2 MB.
		WriteTimeout: 2 * time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 10_240,
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		<-ctx.Done()
		// Finish requests in flight. No acknowledged order depends on them.
		end, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = server.Shutdown(end)
	}()
	if err := ready(s); err != nil {
		return err
	}
	var loops sync.WaitGroup
	loops.Go(func() { s.Run(ctx) })
	defer loops.Wait()
	defer cancel() // if the listener fails, the loops end too: the supervisor restarts the program
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-stopped
	return nil
}
