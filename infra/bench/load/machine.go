package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// share measures the machine's part in the latencies: the time of a write to the disk without the server, and the CPU time.
type share struct {
	server *server
	begun  time.Time
	spent  [2]time.Duration // CPU time before: server, guests
	stop   chan struct{}
	synced chan probed
}

type probed struct {
	took []time.Duration
	err  error
}

// probeEvery is rare enough to leave the disk to the server.
const probeEvery = 50 * time.Millisecond

// watch starts the measurement; report ends it.
func watch(s *server) *share {
	m := &share{server: s, begun: time.Now(), spent: s.processors(), stop: make(chan struct{}), synced: make(chan probed, 1)}
	go m.probe()
	return m
}

// probe repeatedly writes a page to a file on the server's disk and measures the sync time.
func (m *share) probe() {
	var p probed
	defer func() { m.synced <- p }()
	f, err := os.Create(filepath.Join(m.server.dir, "probe"))
	if p.err = err; err != nil {
		return
	}
	defer f.Close()
	for page := make([]byte, 4096); ; {
		begun := time.Now()
		if _, p.err = f.WriteAt(page, 0); p.err == nil {
			p.err = f.Sync()
		}
		if p.err != nil {
			return
		}
		p.took = append(p.took, time.Since(begun))
		select {
		case <-m.stop:
			return
		case <-time.After(probeEvery):
		}
	}
}

// report prints the measurement since watch.
func (m *share) report() {
	long, spent := time.Since(m.begun), m.server.processors()
	close(m.stop)
	if p := <-m.synced; p.err != nil {
		row("the disk by itself", p.err.Error(), "")
	} else {
		slices.Sort(p.took)
		row("the disk by itself, a write, p50, p99", ms(quantile(p.took, 0.5))+", "+ms(quantile(p.took, 0.99)), "")
	}
	part := func(i int) string { return fmt.Sprintf("%.2f", (spent[i]-m.spent[i]).Seconds()/long.Seconds()) }
	row("processors in use by the server, by the guests", part(0)+", "+part(1), "")
}

// processors returns the CPU time of the server and of the guests.
func (s *server) processors() (spent [2]time.Duration) {
	// utime and stime of proc(5), in hundredths of a second. The process name before them may contain any characters.
	raw, _ := os.ReadFile("/proc/" + s.pid + "/stat")
	_, after, _ := strings.Cut(string(raw), ") ")
	if fields := strings.Fields(after); len(fields) > 12 {
		var user, system time.Duration
		_, _ = fmt.Sscan(fields[11]+" "+fields[12], &user, &system)
		spent[0] = (user + system) * time.Second / 100
	}
	var own syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &own) // fails only for an unknown argument
	spent[1] = time.Duration(own.Utime.Nano() + own.Stime.Nano())
	return spent
}
