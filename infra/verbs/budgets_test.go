package verbs

import (
	"encoding/json"
	"os"
	"testing"
)

// budgets.json has the time limits in seconds of the steps of .ci/run on two idle cores with cold caches. Parallel steps each count in full.
func TestBudgetsOfStepsFitCI(t *testing.T) {
	var budgets struct {
		Limit int // seconds for all steps together; at most 2,700, the limit of .ci/run
		Steps map[string]int
	}
	var steps []string
	raw, err := os.ReadFile("budgets.json")
	if err != nil || json.Unmarshal(raw, &budgets) != nil {
		t.Fatalf("%v %s", err, raw)
	}
	output, err := node(t, nil, `import { steps } from './steps.mjs'
console.log(JSON.stringify([...steps.all, ...steps.long].flatMap((step) => step.parallel ?? step).map(({ name }) => name)))`)
	if err != nil || json.Unmarshal([]byte(output), &steps) != nil || len(steps) == 0 {
		t.Fatalf("%v %s", err, output)
	}
	sum := 0
	for _, name := range steps {
		if sum += budgets.Steps[name]; budgets.Steps[name] <= 0 {
			t.Errorf("budgets.json has no budget of %s", name)
		}
		delete(budgets.Steps, name)
	}
	if len(budgets.Steps) > 0 {
		t.Errorf("budgets without a step: %v", budgets.Steps)
	}
	if budgets.Limit > 2700 || sum > budgets.Limit {
		t.Errorf("the limit is %d s, of 2,700 that .ci/run may take, and the budgets are %d s: make a step faster", budgets.Limit, sum)
	}
}
