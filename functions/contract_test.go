package functions

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/danielgtaylor/huma/v2"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"ordering/functions/api"
	"ordering/shared/aws/lambdahttp"
)

// The document is golden: a diff shows each change of the contract, and the site's client is generated from this file.
func TestOpenAPIDocumentIsGolden(t *testing.T) {
	raw, err := Document()
	assert.NilError(t, err)
	var now bytes.Buffer
	assert.NilError(t, json.Indent(&now, raw, "", "  "))
	now.WriteByte('\n')
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile("openapi.json", now.Bytes(), 0o644))
		return
	}
	if !bytes.Equal(now.Bytes(), OpenAPI) {
		t.Error("functions/openapi.json does not match the operations: run `npm run gen` and review the diff")
	}
}

// The schema of a body allows its example, so that a developer can send it and a generated client can read it.
func TestExamplesFitTheirSchemas(t *testing.T) {
	var d struct {
		Components struct {
			Examples map[string]struct{ Value any }
		}
	}
	assert.NilError(t, json.Unmarshal(OpenAPI, &d))
	registry := api.Document(Operations()).Components.Schemas
	checked := 0
	for name, schema := range registry.Map() {
		example, ok := d.Components.Examples[name]
		if !ok {
			continue
		}
		checked++
		var found huma.ValidateResult
		huma.Validate(registry, schema, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, example.Value, &found)
		assert.Check(t, is.Len(found.Errors, 0), name)
	}
	assert.Check(t, checked > 50, "%d examples", checked)
}

// Every status has a description and examples, and every link refers to an operation that has its parameters.
func TestDocumentIsComplete(t *testing.T) {
	type media struct {
		Examples map[string]struct {
			Ref string `json:"$ref"`
		}
	}
	type operation struct {
		OperationID string
		Parameters  []struct{ Name, In, Description string }
		RequestBody struct{ Content map[string]media }
		Responses   map[string]struct {
			Description string
			Content     map[string]media
			Links       map[string]struct {
				Ref string `json:"$ref"`
			}
		}
	}
	var d struct {
		Servers         []any
		Paths, Webhooks map[string]map[string]operation
		Components      struct {
			Examples map[string]any
			Links    map[string]struct {
				OperationID string
				Parameters  map[string]any
			}
		}
	}
	assert.NilError(t, json.Unmarshal(OpenAPI, &d))
	exemplified := func(where string, content map[string]media) {
		for kind, m := range content {
			if !strings.HasSuffix(kind, "json") {
				continue // pictures, and a calendar
			}
			assert.Check(t, len(m.Examples) != 0, "%s has no example", where)
			for _, e := range m.Examples {
				_, ok := d.Components.Examples[strings.TrimPrefix(e.Ref, "#/components/examples/")]
				assert.Check(t, ok, "%s: unknown reference %s", where, e.Ref)
			}
		}
	}
	parameters := map[string][]string{}
	for _, paths := range []map[string]map[string]operation{d.Paths, d.Webhooks} {
		for _, methods := range paths {
			for _, op := range methods {
				parameters[op.OperationID] = []string{}
				for _, p := range op.Parameters {
					parameters[op.OperationID] = append(parameters[op.OperationID], p.In+"."+p.Name)
					assert.Check(t, p.Description != "", "%s: %s has no description", op.OperationID, p.Name)
				}
				exemplified(op.OperationID, op.RequestBody.Content)
				for status, r := range op.Responses {
					assert.Check(t, r.Description != "", "%s, %s has no description", op.OperationID, status)
					exemplified(op.OperationID+", "+status, r.Content)
				}
			}
		}
	}
	for name, l := range d.Components.Links {
		has, ok := parameters[l.OperationID]
		for p := range l.Parameters {
			ok = ok && slices.Contains(has, p)
		}
		assert.Check(t, ok, "link %s: unknown operation or parameter: %s %v", name, l.OperationID, l.Parameters)
	}
	assert.Assert(t, len(d.Servers) != 0)
	assert.Assert(t, len(d.Webhooks) != 0)
	assert.Assert(t, len(d.Components.Links) != 0)
}

// Every operation must be registered in one mux: a pattern conflict would otherwise appear only at the first start.
func TestOperationsShareOneMux(t *testing.T) {
	seen := map[string]bool{}
	for _, op := range Operations() {
		assert.Check(t, !seen[op.OperationID], "two operations have the id %s", op.OperationID)
		seen[op.OperationID] = true
	}
	api.Handler(Operations(), nil)
}

// A function must be in the manifest to be deployed, and must have a main.
func TestManifestMatchesTheFolders(t *testing.T) {
	mains, err := filepath.Glob("*/lambda/main.go")
	assert.NilError(t, err)
	var listed []string
	for _, f := range All() {
		listed = append(listed, filepath.Join(f.Name, "lambda", "main.go"))
	}
	slices.Sort(listed)
	assert.DeepEqual(t, mains, listed)
}

// A function that changes something or has jobs must have write access; other functions must not.
func TestOnlyFunctionsThatWriteHaveWriteAccess(t *testing.T) {
	for _, f := range All() {
		if len(f.Operations) == 0 {
			continue
		}
		may, writes := len(f.Table.Writes) > 0, len(f.Schedules) > 0 || slices.ContainsFunc(f.Operations, api.Operation.Changes)
		assert.Check(t, is.Equal(may, writes), f.Name)
	}
}

func TestRights(t *testing.T) {
	type may struct{ read, write, remove bool }
	r := Rights{Reads: []string{"menu", "menu#*"}, Writes: []string{"basket#*", "slots#*"}, Deletes: []string{"slots#*"}}
	for partition, want := range map[string]may{
		"menu": {read: true}, "menu#7": {read: true}, "menus": {}, "basket#a": {true, true, false}, "slots#a": {true, true, true}, "basket": {}, "order#a": {}, "": {},
	} {
		assert.Check(t, is.Equal(may{r.May(Read, partition), r.May(Write, partition), r.May(Delete, partition)}, want))
	}
	for _, f := range All() {
		for _, partition := range f.Table.Deletes {
			if !slices.Contains(slices.Concat(f.Table.Reads, f.Table.Writes), partition) {
				t.Errorf("%s deletes rows of %s, but does not read them", f.Name, partition)
			}
		}
	}
}

// Only auth may change how a customer signs in. The erasure deletes it.
func TestOnlyAuthWritesCredentials(t *testing.T) {
	for _, f := range All() {
		for _, partition := range []string{"credential#ann", "social#google#name", "session#ann"} {
			assert.Check(t, is.Equal(f.Table.May(Write, partition), f.Name == "auth"), "%s: %s", f.Name, partition)
			assert.Check(t, is.Equal(f.Table.May(Delete, partition), f.Name == "auth" || f.Name == "privacy"), "%s: %s", f.Name, partition)
		}
	}
}

// What guests send with forms is read where it is taken, mailed and erased. The function that takes forms reads nothing of customers, and
// only the erasure deletes kept files.
func TestFormsAreSeparated(t *testing.T) {
	for _, f := range All() {
		for _, partition := range []string{"case#1", "case-of#ann", "upload#1.jpg"} {
			reads := f.Table.May(Read, partition) || f.Table.May(QueryIndex, "cases#review")
			assert.Check(t, !reads || slices.Contains([]string{"forms", "notify", "privacy"}, f.Name), "%s reads %s", f.Name, partition)
		}
		assert.Check(t, is.Equal(f.Files, f.Name == "forms"), f.Name)
		assert.Check(t, !f.ErasesFiles || f.Name == "privacy", f.Name)
		if f.Name != "forms" {
			continue
		}
		for _, partition := range []string{"customer#ann", "credential#ann", "session#ann", "email#ann", "guest#ann", "basket#1", tokenKeys} {
			assert.Check(t, !f.Table.May(Read, partition), partition)
		}
		assert.Check(t, !f.Table.May(Write, "order#1") && !f.Table.May(Delete, "case#1") && len(f.Table.Index) == 0 && !f.Mail)
	}
}

// EventBridge Scheduler must accept each schedule, and the names of jobs must be unique.
func TestSchedulesAreValid(t *testing.T) {
	for _, f := range All() {
		jobs := map[string]bool{}
		for _, s := range f.Schedules {
			assert.Check(t, !jobs[s.Job] && s.Job != "", "%s: job name %q is empty or used twice", f.Name, s.Job)
			jobs[s.Job] = true
			if s.Every < time.Minute || s.Every%time.Minute != 0 || time.Hour%s.Every != 0 && (s.Every%time.Hour != 0 || 24*time.Hour%s.Every != 0) {
				t.Errorf("%s, %s: the interval %s must divide an hour or a day into whole minutes", f.Name, s.Job, s.Every)
			}
			assert.Check(t, is.Equal(s.From == Day{}, s.To == Day{}))
		}
	}
}

// RFC 9110: a method without an operation on a known path gets 405 with the methods in Allow.
func TestOtherMethodsAreRefusedWithAllow(t *testing.T) {
	for _, f := range All() {
		paths := map[string][]string{}
		for _, op := range f.Operations {
			paths[op.Path] = append(paths[op.Path], op.Method)
		}
		serve := lambdahttp.Handler(api.Handler(f.Operations, nil))
		for path, methods := range paths {
			if slices.Contains(methods, http.MethodGet) {
				methods = append(methods, http.MethodHead) // as net/http does
			}
			slices.Sort(methods)
			methods = slices.Compact(methods)
			for _, method := range []string{"OPTIONS", "GET", "PUT", "POST", "PATCH", "DELETE"} {
				if slices.Contains(methods, method) {
					continue
				}
				var e events.APIGatewayV2HTTPRequest
				e.Version, e.RawPath, e.RouteKey = "2.0", path, "ANY "+path
				e.RequestContext.HTTP.Method = method
				answer, err := serve(t.Context(), e)
				allow := strings.Split(answer.Headers["Allow"], ", ")
				slices.Sort(allow)
				if err != nil || answer.StatusCode != http.StatusMethodNotAllowed || !slices.Equal(allow, methods) || !strings.Contains(answer.Body, `"code":"method-not-allowed"`) {
					t.Errorf("%s %s: %d, Allow %q, %s, %v", method, path, answer.StatusCode, answer.Headers["Allow"], answer.Body, err)
				}
			}
		}
	}
}
