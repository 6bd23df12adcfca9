package sqlite

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/soak"
	"ordering/shared/table"
)

// The test binary is also the victim: if victimFile is set, it writes until it is killed.
const (
	victimFile         = "TABLE_VICTIM_FILE"
	victimReportsEarly = "TABLE_VICTIM_REPORTS_EARLY" // the seeded bug: it reports before it writes
	writers            = 200
)

func TestMain(m *testing.M) {
	if path := os.Getenv(victimFile); path != "" {
		victim(path, os.Getenv(victimReportsEarly) != "")
	}
	os.Exit(m.Run())
}

// killSet returns set n of a writer: two documents and a counter in three partitions.
func killSet(w, n int) []table.Op {
	return []table.Op{
		table.Create(table.Item{Key: table.Key{PK: fmt.Sprint("document ", w), SK: fmt.Sprintf("%06d", n)}, Data: make([]byte, 500)}),
		table.Create(table.Item{Key: table.Key{PK: fmt.Sprint("copy ", w), SK: fmt.Sprintf("%06d", n)}}),
		table.Add(counter(w), 1, 0, 1<<40),
	}
}

func counter(w int) table.Key { return table.Key{PK: "counter", SK: fmt.Sprint(w)} }

// victim writes with all writers and prints each acknowledged set as a line "writer number". One write to a pipe is atomic.
func victim(path string, reportsEarly bool) {
	s, err := Open(path, time.Now)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			done, err := s.Get(ctx, counter(w)) // resume after an earlier victim
			if err != nil {
				done.Count = 0
			}
			for n := int(done.Count); ; n++ {
				if reportsEarly {
					fmt.Fprintf(os.Stdout, "%d %d\n", w, n)
				}
				if err := s.Write(ctx, killSet(w, n)...); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				if !reportsEarly {
					fmt.Fprintf(os.Stdout, "%d %d\n", w, n)
				}
			}
		})
	}
	all.Wait()
}

// killAfter runs a victim and sends SIGKILL after it has reported this many sets. It returns the number of reported
// sets per writer, including the lines still in the pipe.
func killAfter(t *testing.T, path string, reports int, env ...string) (acknowledged [writers]int) {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^$")
	c.Env = append(append(os.Environ(), victimFile+"="+path), env...)
	var trouble strings.Builder
	c.Stderr = &trouble
	out, err := c.StdoutPipe()
	assert.NilError(t, err)
	assert.NilError(t, c.Start())
	read := 0
	for lines := bufio.NewScanner(out); lines.Scan(); read++ {
		var w, n int
		_, err := fmt.Sscanf(lines.Text(), "%d %d", &w, &n)
		assert.NilError(t, err)
		acknowledged[w] = n + 1
		if read == reports {
			assert.NilError(t, c.Process.Kill())
		}
	}
	c.Wait() // "killed"
	assert.Assert(t, read > reports, "the victim ended by itself after %d sets: %s", read, &trouble)
	return acknowledged
}

// losses opens the file of a killed victim and returns what is wrong with it.
func losses(t *testing.T, path string, acknowledged [writers]int) (wrong []string) {
	t.Helper()
	s, err := Open(path, time.Now)
	assert.NilError(t, err)
	defer s.Close()
	count := func(pk string) (n int) {
		for q := (table.Query{PK: pk}); ; {
			page, err := s.Query(ctx, q)
			assert.NilError(t, err)
			for _, i := range page.Items {
				if i.SK != fmt.Sprintf("%06d", n) {
					wrong = append(wrong, fmt.Sprintf("%s has %s at position %d", pk, i.SK, n))
				}
				n++
			}
			if q.Cursor = page.Cursor; q.Cursor == "" {
				return n
			}
		}
	}
	for w := range writers {
		documents, copies := count(fmt.Sprint("document ", w)), count(fmt.Sprint("copy ", w))
		i, err := s.Get(ctx, counter(w))
		if err != nil && documents+copies > 0 {
			wrong = append(wrong, fmt.Sprintf("writer %d: counter: %v", w, err))
		}
		if documents != copies || int64(documents) != i.Count {
			wrong = append(wrong, fmt.Sprintf("writer %d: a set is stored partially: %d documents, %d copies, count %d", w, documents, copies, i.Count))
		}
		if documents < acknowledged[w] { // more may be there: a set is written before it is reported
			wrong = append(wrong, fmt.Sprintf("writer %d: %d sets acknowledged, %d stored", w, acknowledged[w], documents))
		}
	}
	return wrong
}

func TestKilledProcessLosesNothingAcknowledged(t *testing.T) {
	for seed := range soak.Rounds(t, 2, 8*time.Second) {
		random := rand.New(rand.NewPCG(seed, 36))
		path := newFile(t)
		var acknowledged [writers]int
		for range 2 { // the second victim continues with the file of the first
			reports := 1 + random.IntN(3000) // from the first group to well past a checkpoint of the log
			for w, n := range killAfter(t, path, reports) {
				acknowledged[w] = max(acknowledged[w], n)
			}
			for _, loss := range losses(t, path, acknowledged) {
				t.Errorf("seed %d, killed after %d sets: %s", seed, reports, loss)
			}
		}
	}
}

// Proves that the test above detects a store that acknowledges too early.
func TestEarlyAcknowledgementIsDetected(t *testing.T) {
	path := newFile(t)
	if losses(t, path, killAfter(t, path, 2000, victimReportsEarly+"=1")) == nil {
		t.Error("a store that acknowledges before it writes passes")
	}
}
