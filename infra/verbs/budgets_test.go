package verbs

import (
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"testing"
)

// budgets are the seconds that each step of .ci/run may take on two quiet cores with cold caches (budgets.json). Steps that run side by side
// each count whole.
type budgets struct {
	Limit int // seconds for all steps together; at most 2,700, which is what .ci/run may take
	Steps map[string]int
}

// wrong lists the steps without a budget, the budgets without a step, and whether the sum exceeds the limit.
func (b budgets) wrong(steps []string) (without, unused []string, over int) {
	sum := 0
	for _, name := range steps {
		if b.Steps[name] <= 0 {
			without = append(without, name)
		}
	}
	for name, seconds := range b.Steps {
		sum += seconds
		if !slices.Contains(steps, name) {
			unused = append(unused, name)
		}
	}
	return without, unused, max(0, sum-b.Limit)
}

func TestBudgetsOfStepsFitCI(t *testing.T) {
	raw, err := os.ReadFile("budgets.json")
	if err != nil {
		t.Fatal(err)
	}
	var b budgets
	if err := json.Unmarshal(raw, &b); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile("steps.mjs"); err != nil { // makes it an input of Go's test cache: node reads it, not this process
		t.Fatal(err)
	}
	printed, err := exec.Command("node", "test.mjs", "--steps").Output()
	if err != nil {
		t.Fatal(err)
	}
	var steps struct{ All, Long []string }
	if err := json.Unmarshal(printed, &steps); err != nil {
		t.Fatal(err)
	}
	without, unused, over := b.wrong(slices.Concat(steps.All, steps.Long))
	if len(without) > 0 || len(unused) > 0 {
		t.Errorf("steps without a budget: %q; budgets without a step: %q; edit budgets.json", without, unused)
	}
	if b.Limit > 2700 {
		t.Errorf("the limit is %d s: .ci/run may take 2,700", b.Limit)
	}
	if over > 0 {
		t.Errorf("the budgets are %d s over the limit of %d s: make a step faster. Raise the limit only when CI may take longer; a feature may bring two minutes", over, b.Limit)
	}
}

func TestBudgetsReportWhatIsWrong(t *testing.T) {
	b := budgets{Limit: 100, Steps: map[string]int{"lint": 60, "types": 70, "gone": 1}}
	without, unused, over := b.wrong([]string{"lint", "types", "new"})
	if !slices.Equal(without, []string{"new"}) || !slices.Equal(unused, []string{"gone"}) || over != 31 {
		t.Errorf("without %q, unused %q, over %d", without, unused, over)
	}
}
