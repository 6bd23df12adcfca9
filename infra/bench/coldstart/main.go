// Command coldstart measures from the start of a function's process to its first answer, over a Lambda Runtime API of its own, and
// prints the ratio to the least function there can be. Runs are interleaved, so that a noisy machine disturbs all alike.
//
//	coldstart HELLO NAME=BINARY=PATH ...
//
// NAME is what to print, BINARY the bootstrap and PATH the request that the first event carries.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"
)

const rounds = 41

type subject struct{ name, binary, path string }

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "coldstart HELLO NAME=BINARY=PATH ...")
		os.Exit(2)
	}
	subjects := []subject{{"hello", os.Args[1], "/"}}
	for _, arg := range os.Args[2:] {
		parts := strings.SplitN(arg, "=", 3)
		subjects = append(subjects, subject{parts[0], parts[1], parts[2]})
	}
	took := make([][]time.Duration, len(subjects))
	for round := range rounds + 2 {
		for i, s := range subjects {
			d, err := once(s)
			if err != nil {
				fmt.Fprintf(os.Stderr, "%s: %v\n", s.name, err)
				os.Exit(1)
			}
			if round >= 2 { // the first two fill the page cache
				took[i] = append(took[i], d)
			}
		}
	}
	base := median(took[0])
	fmt.Printf("%-28s %6.2f ms\n", "cold start, hello", ms(base))
	for i, s := range subjects[1:] {
		m := median(took[i+1])
		fmt.Printf("%-28s %6.2f ms   %.2f×\n", "cold start, "+s.name, ms(m), float64(m)/float64(base))
	}
}

// once starts the function and returns how long it took to its first answer.
func once(s subject) (time.Duration, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	path, query, _ := strings.Cut(s.path, "?")
	event := events.APIGatewayV2HTTPRequest{Version: "2.0", RawPath: path, RawQueryString: query, Headers: map[string]string{"accept": "application/json"}}
	event.RequestContext.HTTP.Method = "GET"
	body, err := json.Marshal(event)
	if err != nil {
		return 0, err
	}
	answered := make(chan time.Time, 1)
	asked := false
	mux := http.NewServeMux()
	mux.HandleFunc("GET /2018-06-01/runtime/invocation/next", func(w http.ResponseWriter, r *http.Request) {
		if asked { // the second ask waits, as Lambda lets it
			<-r.Context().Done()
			return
		}
		asked = true
		h := w.Header()
		h.Set("Lambda-Runtime-Aws-Request-Id", "1")
		h.Set("Lambda-Runtime-Deadline-Ms", fmt.Sprint(time.Now().Add(10*time.Second).UnixMilli()))
		h.Set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:000000000000:function:bench")
		_, _ = w.Write(body)
	})
	mux.HandleFunc("POST /2018-06-01/runtime/invocation/1/", func(w http.ResponseWriter, r *http.Request) {
		now := time.Now()
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusAccepted)
		select {
		case answered <- now:
		default:
		}
	})
	server := &http.Server{Handler: mux}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.binary)
	cmd.Env = []string{
		"AWS_LAMBDA_RUNTIME_API=" + listener.Addr().String(), "AWS_REGION=us-east-1", "TABLE=bench", "GOMAXPROCS=1",
		"AWS_ACCESS_KEY_ID=bench", "AWS_SECRET_ACCESS_KEY=bench", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE=256", "KITCHEN_SECRETS=only-of-this-measurement", "GUEST_SECRET=only-of-this-measurement",
	}
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	select {
	case at := <-answered:
		return at.Sub(begun), nil
	case <-ctx.Done():
		return 0, fmt.Errorf("%s did not answer within 10 s", s.binary)
	}
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
