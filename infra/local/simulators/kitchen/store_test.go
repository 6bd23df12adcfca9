package kitchen

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"ordering/functions/notify"
)

// Whatever happens on the rail, the file tells the same after every change, stays small, and a line that a crash left half written
// changes nothing.
func TestFileTellsWhatTheRailTells(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 41))
	dir := t.TempDir()
	j := journalIn(dir)
	s := state{Open: true, ByItself: true}
	reread := func() state {
		t.Helper()
		var kept state
		again := journalIn(dir)
		if err := again.read(&kept); err != nil {
			t.Fatal(err)
		}
		return kept
	}
	told := func(s state) string {
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	same := func(a, b state) bool { return told(a) == told(b) }
	largest := int64(0)
	for n := range 600 {
		after, now := s.clone(), noon.Add(time.Duration(n)*time.Second)
		switch kind := random.IntN(6); {
		case kind == 0 || len(after.Tickets) == 0:
			after.take(notify.KitchenOrder{ID: fmt.Sprint(n), Instructions: strings.Repeat("x", 2000)}, now)
		case kind == 1:
			after.callOff(notify.KitchenOrder{ID: fmt.Sprint(n)}, now)
		case kind == 2 && len(after.Events) > 0:
			i := random.IntN(len(after.Events))
			after.Events = append(after.Events[:i:i], after.Events[i+1:]...)
		case kind == 3 && len(after.Events) > 0:
			after.Events[random.IntN(len(after.Events))].Tries++
		case kind == 4:
			after.ByItself = !after.ByItself
		default:
			ticket := &after.Tickets[random.IntN(len(after.Tickets))]
			if to, ok := next[ticket.Status]; ok {
				after.advance(ticket, to, "", now)
			}
		}
		if err := j.keep(s, after); err != nil {
			t.Fatal(err)
		}
		s = after
		if info, err := os.Stat(j.path); err != nil || info.Size() != j.size {
			t.Fatalf("the file is %v bytes long, not %d (%v)", info, j.size, err)
		}
		largest = max(largest, j.size-2*j.first)
		if n%50 == 0 && !same(reread(), s) {
			t.Fatalf("after %d changes the file tells something else", n)
		}
	}
	if !same(reread(), s) || largest > 1<<19 {
		t.Errorf("in the end the file tells something else, or had %d bytes too many", largest)
	}
	raw, err := os.ReadFile(j.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(j.path, append(raw, `{"open":false,"tick`...), 0o600); err != nil {
		t.Fatal(err)
	}
	if !same(reread(), s) {
		t.Error("half a line changed the rail")
	}
	if j.size == j.first {
		t.Error("no change was ever added to the first line: nothing was proved")
	}
}
