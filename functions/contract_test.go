package functions

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

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

// A function that answers more than GET must be able to write; one that answers nothing else gets no right to.
func TestFunctionsWriteWhoseCallsDo(t *testing.T) {
	for _, f := range All() {
		writes := f.Outbox || slices.ContainsFunc(f.Operations, func(op api.Operation) bool { return op.Method != http.MethodGet })
		if f.Writes != writes {
			t.Errorf("%s: the manifest says that it writes: %t; its calls say %t", f.Name, f.Writes, writes)
		}
	}
}
