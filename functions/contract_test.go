package functions

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ordering/functions/api"
)

var update = flag.Bool("update", false, "write the golden document instead of comparing with it")

// The document is golden: a change of the contract shows in a diff, and the site's client is generated from this file.
func TestOpenAPIDocumentIsGolden(t *testing.T) {
	raw, err := api.Document(Operations())
	if err != nil {
		t.Fatal(err)
	}
	var now bytes.Buffer
	if err := json.Indent(&now, raw, "", "  "); err != nil {
		t.Fatal(err)
	}
	now.WriteByte('\n')
	if *update {
		if err := os.WriteFile("openapi.json", now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(now.Bytes(), OpenAPI) {
		t.Error("the operations and functions/openapi.json differ: run `npm run gen` and look at the difference")
	}
}

// Every operation must be reachable in one mux: a conflict of patterns would only show at the first start.
func TestOperationsShareOneMux(t *testing.T) {
	seen := map[string]bool{}
	for _, op := range Operations() {
		if seen[op.OperationID] {
			t.Errorf("two operations are called %s", op.OperationID)
		}
		seen[op.OperationID] = true
	}
	api.Handler(Operations())
}

// What is not in the manifest is not deployed, and what has no main cannot be.
func TestManifestIsTheFoldersWithALambda(t *testing.T) {
	mains, err := filepath.Glob("*/lambda/main.go")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, f := range All() {
		listed = append(listed, filepath.Join(f.Name, "lambda", "main.go"))
	}
	slices.Sort(listed)
	if !slices.Equal(mains, listed) {
		t.Errorf("the manifest and the folders differ:\n has  %v\n want %v", listed, mains)
	}
}

// A function whose calls change something, or that does jobs, must be able to write; one that answers nothing else gets no right to.
func TestFunctionsWriteWhoseCallsDo(t *testing.T) {
	for _, f := range All() {
		if len(f.Operations) == 0 {
			continue
		}
		may, writes := len(f.Table.Writes) > 0, len(f.Schedules) > 0 || slices.ContainsFunc(f.Operations, api.Operation.Changes)
		if may != writes {
			t.Errorf("%s: the manifest lets it write: %t; its calls do: %t", f.Name, may, writes)
		}
	}
}

func TestRights(t *testing.T) {
	type may struct{ read, write, remove bool }
	r := Rights{Reads: []string{"menu", "menu#*"}, Writes: []string{"basket#*", "slots#*"}, Deletes: []string{"slots#*"}}
	for partition, want := range map[string]may{
		"menu": {read: true}, "menu#7": {read: true}, "menus": {}, "basket#a": {true, true, false}, "slots#a": {true, true, true}, "basket": {}, "order#a": {}, "": {},
	} {
		if got := (may{r.May(Read, partition), r.May(Write, partition), r.May(Delete, partition)}); got != want {
			t.Errorf("%q: %+v, want %+v", partition, got, want)
		}
	}
	for _, f := range All() {
		for _, partition := range f.Table.Deletes {
			if !slices.Contains(f.Table.Writes, partition) {
				t.Errorf("%s takes away rows of %s that it does not write", f.Name, partition)
			}
		}
	}
}

// What a schedule says must be sayable to the cloud's scheduler, and a job is told from another by its name.
func TestSchedulesCanBeKept(t *testing.T) {
	for _, f := range All() {
		jobs := map[string]bool{}
		for _, s := range f.Schedules {
			if jobs[s.Job] || s.Job == "" {
				t.Errorf("%s: the job %q is no name of its own", f.Name, s.Job)
			}
			jobs[s.Job] = true
			if s.Every < time.Minute || s.Every%time.Minute != 0 || time.Hour%s.Every != 0 && (s.Every%time.Hour != 0 || 24*time.Hour%s.Every != 0) {
				t.Errorf("%s, %s: every %s divides neither an hour nor a day into whole minutes", f.Name, s.Job, s.Every)
			}
			if (s.From == Day{}) != (s.To == Day{}) {
				t.Errorf("%s, %s: a season has a first and a last day", f.Name, s.Job)
			}
			for _, zone := range s.Zones {
				if _, err := time.LoadLocation(zone); err != nil {
					t.Errorf("%s, %s: %v", f.Name, s.Job, err)
				}
			}
		}
	}
}
