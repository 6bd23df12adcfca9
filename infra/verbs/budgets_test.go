package verbs

import (
	"encoding/json"
	"os"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// budgets.json has the time limits in seconds of the steps of .ci/run on two idle cores with cold caches. Parallel steps each count in
// full.
func TestBudgetsOfStepsFitCI(t *testing.T) {
	var budgets struct {
		Limit int // seconds for all steps together; at most 2,700, the limit of .ci/run
		Steps map[string]int
	}
	var steps []string
	raw, err := os.ReadFile("budgets.json")
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(raw, &budgets), string(raw))
	output, err := node(t, nil, `import { steps } from './steps.mjs'
console.log(JSON.stringify([...steps.all, ...steps.long].flatMap((step) => step.parallel ?? step).map(({ name }) => name)))`)
	assert.NilError(t, err, output)
	assert.Assert(t, json.Unmarshal([]byte(output), &steps) == nil && len(steps) != 0, output)
	sum := 0
	for _, name := range steps {
		sum += budgets.Steps[name]
		assert.Check(t, budgets.Steps[name] > 0, "budgets.json has no budget for %s", name)
		delete(budgets.Steps, name)
	}
	assert.Assert(t, is.Len(budgets.Steps, 0))
	assert.Assert(t, budgets.Limit <= 2700)
	assert.Assert(t, sum <= budgets.Limit)
}
