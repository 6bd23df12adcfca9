package server

import (
	"cmp"
	"crypto/rand"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"ordering/functions"
	"ordering/functions/graph"
	"ordering/functions/images"
)

// logAccess writes a JSON line for each API call when it ends, rejected calls too: request id, route, status, bytes and milliseconds, as
// API Gateway does in the cloud (infra/cdk/api.go). It never logs the path, which may contain an order's secret, or guest data.
func logAccess(out io.Writer, next http.Handler) http.Handler {
	routes := http.NewServeMux()
	for _, f := range functions.All() {
		for _, op := range f.Operations {
			routes.Handle(op.Route(), http.NotFoundHandler())
		}
	}
	log := slog.New(slog.NewJSONHandler(out, nil))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := r.URL.Path
		if !strings.HasPrefix(at, "/api/") && !strings.HasPrefix(at, "/content/") && at != graph.Path && at != images.Path {
			next.ServeHTTP(w, r)
			return
		}
		// API Gateway sets a request id before any handler runs.
		id := cmp.Or(r.Header.Get("X-Request-Id"), rand.Text())
		r.Header.Set("X-Request-Id", id)
		c, begun := &Counted{ResponseWriter: w}, time.Now()
		defer func() {
			_, route := routes.Handler(r)
			log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("requestId", cmp.Or(w.Header().Get("X-Request-Id"), id)), slog.String("method", r.Method),
				slog.String("route", route), slog.Int("status", cmp.Or(c.Status, http.StatusOK)), slog.Int("bytes", c.Bytes), slog.Int64("ms", time.Since(begun).Milliseconds()))
		}()
		next.ServeHTTP(c, r)
	})
}

// Counted counts the bytes of an answer and records its status: 0 if the handler sets none.
type Counted struct {
	http.ResponseWriter
	Bytes, Status int
}

func (c *Counted) WriteHeader(status int) {
	c.Status = status
	c.ResponseWriter.WriteHeader(status)
}

func (c *Counted) Write(data []byte) (int, error) {
	n, err := c.ResponseWriter.Write(data)
	c.Bytes += n
	return n, err
}

// Unwrap returns the wrapped writer, for http.ResponseController.
func (c *Counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// rotating is a log file. A file that reaches maxLog bytes is renamed to .1 and replaces the previous .1.
type rotating struct {
	path string
	mu   sync.Mutex
	file *os.File
	size int64
}

const maxLog = 10 << 20

func openLog(path string) (*rotating, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return &rotating{path: path, file: file, size: info.Size()}, nil
}

func (l *rotating) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.size+int64(len(line)) > maxLog {
		if err := os.Rename(l.path, l.path+".1"); err != nil {
			return 0, err
		}
		next, err := openLog(l.path)
		if err != nil {
			return 0, err
		}
		_ = l.file.Close() // already written
		l.file, l.size = next.file, 0
	}
	n, err := l.file.Write(line)
	l.size += int64(n)
	return n, err
}

func (l *rotating) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file.Close()
}
