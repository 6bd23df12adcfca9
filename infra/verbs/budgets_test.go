package verbs

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// budgets are the time limits in seconds of the steps of .ci/run on two idle cores with cold caches (budgets.json). Parallel steps each
// count in full.
type budgets struct {
	Limit int // seconds for all steps together; at most 2,700, the limit of .ci/run
	Steps map[string]int
}

// wrong lists the steps without a budget, the budgets without a step, and by how much the sum exceeds the limit.
func (b budgets) wrong(steps []string) (without, unused []string, over int) {
	for _, name := range steps {
		if b.Steps[name] <= 0 {
			without = append(without, name)
		}
	}
	for name, seconds := range b.Steps {
		over += seconds
		if !slices.Contains(steps, name) {
			unused = append(unused, name)
		}
	}
	return without, unused, max(0, over-b.Limit)
}

func TestBudgetsOfStepsFitCI(t *testing.T) {
	b := budgets{Limit: 100, Steps: map[string]int{"lint": 60, "types": 70, "gone": 1}}
	if without, unused, over := b.wrong([]string{"lint", "types", "new"}); !slices.Equal(without, []string{"new"}) || !slices.Equal(unused, []string{"gone"}) || over != 31 {
		t.Errorf("what is wrong is reported as %q, %q, %d", without, unused, over)
	}
	raw, err := os.ReadFile("budgets.json")
	if err != nil {
		t.Fatal(err)
	}
	b = budgets{}
	if err := json.Unmarshal(raw, &b); err != nil {
		t.Fatal(err)
	}
	var steps []string
	said, err := node(t, nil, `import { steps } from './steps.mjs'
console.log(JSON.stringify([...steps.all, ...steps.long].flatMap((step) => step.beside ?? step).map(({ name }) => name)))`)
	if err != nil || json.Unmarshal([]byte(said), &steps) != nil {
		t.Fatalf("%v %s", err, said)
	}
	without, unused, over := b.wrong(steps)
	if len(without) > 0 || len(unused) > 0 {
		t.Errorf("steps without a budget: %q; budgets without a step: %q; edit budgets.json", without, unused)
	}
	if b.Limit > 2700 || over > 0 {
		t.Errorf("the limit is %d s, of 2,700 that .ci/run may take, and the budgets are %d s over it: make a step faster", b.Limit, over)
	}
}
