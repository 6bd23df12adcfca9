package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// share tells the machine's part in a figure from the server's: how long the bare disk took meanwhile, and what the processors did.
type share struct {
	server   *server
	begun    time.Time
	spent    [2]time.Duration // of processor time when it began: by the server, by the guests
	stop     chan struct{}
	synced   chan []time.Duration
	unprobed error
}

// probeEvery is seldom enough to leave the disk to the server.
const probeEvery = 50 * time.Millisecond

// watch begins to look at the machine; report ends it.
func watch(s *server) *share {
	m := &share{server: s, begun: time.Now(), stop: make(chan struct{}), synced: make(chan []time.Duration, 1)}
	m.spent = m.processors()
	go func() {
		took, err := m.probe()
		m.unprobed = err
		m.synced <- took
	}()
	return m
}

// probe writes a page to a file beside the server's, again and again, and times how long the disk takes to have it.
func (m *share) probe() (took []time.Duration, err error) {
	f, err := os.Create(filepath.Join(m.server.dir, "probe"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	tick := time.NewTicker(probeEvery)
	defer tick.Stop()
	for page := make([]byte, 4096); ; {
		begun := time.Now()
		if _, err := f.WriteAt(page, 0); err != nil {
			return took, err
		}
		if err := f.Sync(); err != nil {
			return took, err
		}
		took = append(took, time.Since(begun))
		select {
		case <-m.stop:
			return took, nil
		case <-tick.C:
		}
	}
}

// report prints what the machine did since watch.
func (m *share) report() {
	long, spent := time.Since(m.begun), m.processors()
	close(m.stop)
	took := <-m.synced
	if m.unprobed != nil {
		row("the disk by itself", m.unprobed.Error(), "")
	} else {
		slices.Sort(took)
		row("the disk by itself, a write, p50, p99", ms(quantile(took, 0.5))+", "+ms(quantile(took, 0.99)), "")
	}
	part := func(i int) string { return fmt.Sprintf("%.2f", (spent[i]-m.spent[i]).Seconds()/long.Seconds()) }
	row("processors in use by the server, by the guests", part(0)+", "+part(1), "")
}

// processors is the processor time that the server and the guests have spent.
func (m *share) processors() (spent [2]time.Duration) {
	spent[0] = processorTime(m.server.process.Process.Pid)
	var own syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &own) == nil {
		spent[1] = time.Duration(own.Utime.Nano() + own.Stime.Nano())
	}
	return spent
}

// jiffy is the unit of proc(5)'s times, on every Linux of today.
const jiffy = time.Second / 100

// processorTime is what a process has spent (utime and stime of proc(5)); 0 where that is not told.
func processorTime(pid int) time.Duration {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, after, named := strings.Cut(string(raw), ") ") // the name may hold anything
	fields := strings.Fields(after)
	if err != nil || !named || len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * jiffy
}
