package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"
)

func serve(ctx context.Context, s settings) error {
	f, err := lock(s.dataDir)
	if errors.Is(err, errRunning) {
		return fmt.Errorf("a server is already running on %s: stop it first, or give this one another DATA_DIR", s.dataDir)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", s.port))
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("port %s is taken: stop what uses it, or choose another with PORT=8081 npm start", s.port)
	}
	if err != nil {
		return fmt.Errorf("PORT=%s cannot be listened on: %w", s.port, err)
	}
	address := "http://localhost:" + fmt.Sprint(listener.Addr().(*net.TCPAddr).Port)
	s.siteURL = cmp.Or(s.siteURL, address)
	stack, err := newStack(ctx, s, address)
	if err != nil {
		listener.Close()
		return err
	}
	defer stack.close()
	if err := announce(f, address); err != nil {
		listener.Close()
		return fmt.Errorf("the data folder cannot be written: %w", err)
	}
	server := &http.Server{Handler: stack.handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 10_240}
	go func() {
		<-ctx.Done()
		// Finish requests in flight. No acknowledged order depends on them.
		end, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = server.Shutdown(end)
	}()
	var loops sync.WaitGroup
	loops.Go(func() { stack.run(ctx) })
	defer loops.Wait()
	fmt.Print(greeting(s.brand, stack.near, s.siteURL, s.dataDir))
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
