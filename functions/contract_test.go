package functions

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"ordering/functions/api"
	"ordering/shared/aws/lambdahttp"
)

var update = flag.Bool("update", false, "write the golden document instead of comparing with it")

// The document is golden: a diff shows each change of the contract, and the site's client is generated from this file.
func TestOpenAPIDocumentIsGolden(t *testing.T) {
	raw, err := Document()
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
	if err := json.Unmarshal(OpenAPI, &d); err != nil {
		t.Fatal(err)
	}
	exemplified := func(where string, content map[string]media) {
		for kind, m := range content {
			if !strings.HasSuffix(kind, "json") {
				continue // pictures, and a calendar
			}
			if len(m.Examples) == 0 {
				t.Errorf("%s has no example", where)
			}
			for _, e := range m.Examples {
				if _, ok := d.Components.Examples[strings.TrimPrefix(e.Ref, "#/components/examples/")]; !ok {
					t.Errorf("%s: there is no %s", where, e.Ref)
				}
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
					if p.Description == "" {
						t.Errorf("%s: %s has no description", op.OperationID, p.Name)
					}
				}
				exemplified(op.OperationID, op.RequestBody.Content)
				for status, r := range op.Responses {
					if r.Description == "" {
						t.Errorf("%s, %s has no description", op.OperationID, status)
					}
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
		if !ok {
			t.Errorf("the link %s leads nowhere: %s %v", name, l.OperationID, l.Parameters)
		}
	}
	if len(d.Servers) == 0 || len(d.Webhooks) == 0 || len(d.Components.Links) == 0 {
		t.Error("servers, webhooks or links are missing")
	}
}

// Every operation must be registered in one mux: a pattern conflict would otherwise appear only at the first start.
func TestOperationsShareOneMux(t *testing.T) {
	seen := map[string]bool{}
	for _, op := range Operations() {
		if seen[op.OperationID] {
			t.Errorf("two operations are called %s", op.OperationID)
		}
		seen[op.OperationID] = true
	}
	api.Handler(Operations(), nil)
}

// A function must be in the manifest to be deployed, and must have a main.
func TestManifestMatchesTheFolders(t *testing.T) {
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

// A function that changes something or has jobs must have write access; other functions must not.
func TestOnlyFunctionsThatWriteHaveWriteAccess(t *testing.T) {
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

// EventBridge Scheduler must accept each schedule, and the names of jobs must be unique.
func TestSchedulesAreValid(t *testing.T) {
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
