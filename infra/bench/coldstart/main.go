// Command coldstart measures the time from a function's process start to its first answer, over a local Lambda Runtime API, and prints
// the ratio to a minimal function: lines of a name, a figure and its budget, separated by tabs. Runs are interleaved, so that noise
// affects all functions alike.
//
//	coldstart HELLO NAME BINARY EVENT ...
//
// NAME is a label, BINARY the bootstrap and EVENT the first API Gateway event.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"time"

	"ordering/infra/harness/runtimeapi"
)

const rounds = 41

type subject struct{ name, binary, event string }

func main() {
	if len(os.Args)%3 != 2 {
		log.Fatal("coldstart HELLO NAME BINARY EVENT ...")
	}
	subjects := []subject{{"hello", os.Args[1], "{}"}}
	for more := range slices.Chunk(os.Args[2:], 3) {
		subjects = append(subjects, subject{more[0], more[1], more[2]})
	}
	took := make([][]time.Duration, len(subjects))
	for round := range rounds + 2 {
		for i, s := range subjects {
			d, err := once(s)
			if err != nil {
				log.Fatalf("%s: %v", s.name, err)
			}
			if round >= 2 { // the first two only fill the page cache
				took[i] = append(took[i], d)
			}
		}
	}
	base := median(took[0])
	fmt.Printf("cold start, hello\t%.2f ms\n", base)
	for i, s := range subjects[1:] {
		budget := "≤ 2×"
		if s.name == "geoip" {
			budget = "≤ 1.6×"
		}
		fmt.Printf("cold start, %s\t%.2f ms  %.2f×\t%s\n", s.name, median(took[i+1]), median(took[i+1])/base, budget)
	}
}

// once starts the function and returns the time to its first answer.
func once(s subject) (time.Duration, error) {
	api, err := runtimeapi.New()
	if err != nil {
		return 0, err
	}
	defer api.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	api.Put([]byte(s.event), time.Now().Add(10*time.Second))
	process, err := api.Start(ctx, s.binary, environment...)
	if err != nil {
		return 0, err
	}
	defer process.Kill()
	answer, err := api.Answer(ctx)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", s.binary, err)
	}
	return answer.At.Sub(process.Begun), nil
}

// environment is the functions' environment. The measured requests use none of these values.
var environment = []string{
	"SERVICE=bench", "TABLE=bench", "SITE_URL=https://site.example", "KITCHEN_URL=https://kitchen.example",
	"STRIPE_PUBLISHABLE_KEY=pk_bench", "SECRETS_PATH=/bench/", "ASSETS=bench",
}

// median returns the median in milliseconds.
func median(d []time.Duration) float64 {
	slices.Sort(d)
	return d[len(d)/2].Seconds() * 1000
}
