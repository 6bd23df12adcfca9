package order

import (
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// Every move by every actor: moves that are not in this table must be refused. A row lists, in the order of Statuses, the actors that may
// make the move: g the guest, k the kitchen, s the system, . none.
func TestAllowedStatusChanges(t *testing.T) {
	table := map[Status]string{
		//              pe au sc ac in re co ca na np
		Pending:        ".  s  s  .  .  .  .  .  .  s",
		Authentication: ".  .  s  .  .  .  .  .  .  s",
		Scheduled:      ".  .  .  k  k  k  k  gs k  .",
		Accepted:       ".  .  .  .  k  k  k  gs k  .",
		InPreparation:  ".  .  .  .  .  k  k  .  k  .",
		Ready:          ".  .  .  .  .  .  k  .  k  .",
		Completed:      ".  .  .  .  .  .  .  .  .  .",
		Cancelled:      ".  .  .  .  .  .  .  .  .  .",
		NotApproved:    ".  .  .  .  .  .  .  .  .  .",
		NotPaid:        ".  .  .  .  .  .  .  .  .  .",
	}
	assert.Assert(t, is.Len(table, len(Statuses)))
	actors := map[byte]Actor{'g': Guest, 'k': Kitchen, 's': System}
	for _, from := range Statuses {
		cells := strings.Fields(table[from])
		for n, to := range Statuses {
			for letter, actor := range actors {
				want := strings.IndexByte(cells[n], letter) >= 0
				assert.Check(t, is.Equal(Allowed(from, to, actor), want), "%s %s %c", from, to, letter)
			}
		}
	}
}

// In whatever order a kitchen's statuses arrive, the steps are in the order of Statuses, each with its first time.
func TestStepsAreKeptInOrder(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	received := []Status{Ready, Scheduled, Completed, Accepted, Ready, InPreparation}
	var o Progress
	for n, s := range received {
		o.reach(s, noon.Add(time.Duration(n)*time.Minute))
	}
	want := []Step{
		{Scheduled, noon.Add(time.Minute)}, {Accepted, noon.Add(3 * time.Minute)}, {InPreparation, noon.Add(5 * time.Minute)},
		{Ready, noon}, {Completed, noon.Add(2 * time.Minute)},
	}
	assert.Assert(t, is.Len(o.Steps, len(want)))
	for n := range want {
		assert.Check(t, is.Equal(o.Steps[n], want[n]), n)
	}
}
