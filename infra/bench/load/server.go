package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ordering/infra/local/simulators/payments"
	"ordering/shared/location"
	"ordering/shared/order/audit"
	"ordering/shared/outbox"
	"ordering/shared/table/sqlite"
)

// friday is when the server's clock starts: noon in Chicago, everybody is open.
var friday = time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)

// server is the real one, in a process and with a data folder of its own.
type server struct {
	process *exec.Cmd
	dir     string
	address string
	begun   time.Time
}

// start starts the program on an empty folder and waits until it listens.
func start(program string, env ...string) (*server, error) {
	dir, err := os.MkdirTemp("", "load-")
	if err != nil {
		return nil, err
	}
	s := &server{process: exec.Command(program, "serve"), dir: dir, begun: time.Now()}
	s.process.Env = append(os.Environ(), append(env, "PORT=0", "DATA_DIR="+dir, "CLOCK="+friday.Format(time.RFC3339))...)
	log, err := os.Create(filepath.Join(dir, "server.log"))
	if err != nil {
		return nil, err
	}
	s.process.Stderr = log
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for s.address == "" {
		if !lines.Scan() {
			return nil, errors.New("the server does not start")
		}
		if _, after, ok := strings.Cut(lines.Text(), "http://"); ok { // the first is the site's
			s.address = "http://" + strings.TrimSuffix(after, "/")
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return s, nil
}

// stop ends the server as Ctrl+C does.
func (s *server) stop() error {
	if err := s.process.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return s.process.Wait()
}

// holding is the memory of a process that is in use, in bytes.
type holding struct {
	all  float64
	file float64 // part of all: what is read of the program's own file
}

// held is the memory that the server holds (VmRSS and RssFile of proc(5)).
func (s *server) held() (holding, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return holding{}, err
	}
	of := func(name string) (bytes float64) {
		_, after, _ := strings.Cut(string(raw), name+":")
		kb, bad := strconv.ParseFloat(strings.Fields(after + " none")[0], 64)
		err = errors.Join(err, bad)
		return kb * 1024
	}
	return holding{of("VmRSS"), of("RssFile")}, err
}

// settle waits until kitchens and mails have heard of everything.
func (s *server) settle(ctx context.Context) error {
	store, err := sqlite.Open(filepath.Join(s.dir, "table.db"), s.now)
	if err != nil {
		return err
	}
	defer store.Close()
	for {
		rows, err := outbox.Pending(ctx, store)
		if err != nil || len(rows) == 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%d messages are left in the outbox", len(rows))
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// now is the time on the server's clock.
func (s *server) now() time.Time { return friday.Add(time.Since(s.begun)) }

// audit holds what the guests were told against what the stopped server kept and what the provider's ledger says.
func (s *server) audit(ctx context.Context, g *guests) error {
	store, err := sqlite.Open(filepath.Join(s.dir, "table.db"), s.now)
	if err != nil {
		return err
	}
	defer store.Close()
	ledger, err := payments.Open(filepath.Join(s.dir, "payments.db"), s.now)
	if err != nil {
		return err
	}
	defer ledger.Close()
	paid, err := ledger.Intents(ctx)
	if err != nil {
		return err
	}
	listing, err := location.NewDirectory(store, s.now).Read(ctx)
	if err != nil {
		return err
	}
	if len(paid) != len(g.acknowledged) {
		err = fmt.Errorf("%d guests were told of an order, the provider knows %d payments", len(g.acknowledged), len(paid))
	}
	seen := map[string]bool{}
	for _, token := range g.acknowledged {
		if seen[token] {
			err = errors.Join(err, fmt.Errorf("order %s was given to two guests", token))
		}
		seen[token] = true
	}
	return errors.Join(err, audit.Orders(ctx, store, audit.Evidence{
		Acknowledged: g.acknowledged, Baskets: g.submitted, Ledger: paid, Locations: listing.All(), Now: s.now(),
	}))
}
