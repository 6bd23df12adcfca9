package functions

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
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
