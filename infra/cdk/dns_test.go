//go:build !race

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// Before a build, npm run deploy checks whether the zone already has records with the stack's names (verbs/dns.mjs). SES records are not
// checked: their names contain unique tokens.
func TestTheDNSCheckKnowsTheRecordsOfTheStack(t *testing.T) {
	stages := map[string]any{"prod": map[string]any{
		"account": "123456789012", "domain": "order.example", "zoneId": "Z1", "kitchenUrl": "https://kitchens.example/orders", "stripePublishableKey": "pk_test_1",
	}}
	for _, keeps := range []bool{false, true} {
		stages["prod"].(map[string]any)["keepDmarc"] = keeps
		system := synthesise(t, stages).templates["ordering-prod"]
		var made []string
		for _, id := range system.resources("Route53::RecordSet") {
			if name, literal := system.properties(id).at("Name").v.(string); literal {
				made = append(made, name+" "+system.properties(id).at("Type").text())
			}
		}
		raw, _ := json.Marshal(stages)
		run := exec.Command("node", "--input-type=module", "-e", `import { recordsOf } from '../verbs/dns.mjs'
import { stages } from '../verbs/stages.mjs'
Object.assign(stages, JSON.parse(process.argv[1]))
console.log(JSON.stringify(recordsOf('prod').flatMap(({ name, types }) => types.map((type) => name + ' ' + type))))`, string(raw))
		run.Stderr = os.Stderr
		out, err := run.Output()
		var known []string
		assert.NilError(t, err)
		assert.NilError(t, json.Unmarshal(out, &known))
		for _, record := range made {
			if !slices.Contains(known, record) {
				t.Errorf("keepDmarc %t: the stack creates %s, which is not among the checked records %v", keeps, record, known)
			}
		}
		assert.Check(t, is.Len(made, map[bool]int{false: 3, true: 2}[keeps]), "%t", keeps)
	}
}
