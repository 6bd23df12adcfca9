//go:build !race

// The runtime of jsii, which CDK stands on, has a data race of its own: this test runs without the race detector.

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
)

type template struct {
	Resources map[string]struct {
		Type       string
		Properties map[string]any
	}
}

func synthesise(t *testing.T, all []functions.Function) template {
	t.Helper()
	binaries := t.TempDir()
	for _, f := range all {
		if err := os.MkdirAll(filepath.Join(binaries, f.Name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(binaries, f.Name, "bootstrap"), []byte(f.Name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	out := t.TempDir()
	app := awscdk.NewApp(&awscdk.AppProps{Outdir: &out, AnalyticsReporting: jsii.Bool(false)})
	newOrderingStack(app, "Ordering", all, binaries)
	app.Synth(nil)
	raw, err := os.ReadFile(filepath.Join(out, "Ordering.template.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got template
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func (t template) properties(kind, name string) []string {
	var values []string
	for _, r := range t.Resources {
		if r.Type == kind {
			text, _ := r.Properties[name].(string)
			values = append(values, text)
		}
	}
	slices.Sort(values)
	return values
}

// ofStream are the rights of a function that is fed by the table's stream.
var ofStream = []string{"dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams"}

// tableRights are the actions that the function's policy allows with the table itself.
func (t template) tableRights(f functions.Function) []string {
	var rights []string
	for name, r := range t.Resources {
		if r.Type != "AWS::IAM::Policy" || !strings.HasPrefix(name, construct(f.Name)+"ServiceRole") {
			continue
		}
		for _, statement := range r.Properties["PolicyDocument"].(map[string]any)["Statement"].([]any) {
			actions, _ := statement.(map[string]any)["Action"].([]any)
			for _, a := range actions {
				if action := a.(string); !slices.Contains(ofStream, action) {
					rights = append(rights, action)
				}
			}
		}
	}
	slices.Sort(rights)
	return rights
}

func TestStackIsTheManifest(t *testing.T) {
	defer jsii.Close()
	got := synthesise(t, functions.All())
	var routes []string
	for _, op := range functions.Operations() {
		routes = append(routes, op.Route())
	}
	slices.Sort(routes)
	if have := got.properties("AWS::ApiGatewayV2::Route", "RouteKey"); !slices.Equal(have, routes) {
		t.Errorf("the API's routes differ from the operations:\n have %v\n want %v", have, routes)
	}
	served := 0
	for _, f := range functions.All() {
		if len(f.Operations) > 0 {
			served++
		}
	}
	for _, kind := range []string{"AWS::ApiGatewayV2::Integration", "AWS::Lambda::Permission"} {
		if n := len(got.properties(kind, "")); n != served {
			t.Errorf("%d of %s for %d functions that have routes", n, kind, served)
		}
	}
	for _, f := range functions.All() {
		want := []string{"dynamodb:GetItem", "dynamodb:Query"}
		if len(f.Table.Writes) > 0 {
			want = []string{"dynamodb:ConditionCheckItem", "dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem"}
		}
		if have := got.tableRights(f); !slices.Equal(have, want) {
			t.Errorf("%s may do %v with the table, want %v", f.Name, have, want)
		}
	}
	for name, r := range got.Resources {
		if r.Type == "AWS::Lambda::Function" && (r.Properties["Runtime"] != "provided.al2023" || r.Properties["Architectures"].([]any)[0] != "arm64") {
			t.Errorf("%s is no arm64 binary on provided.al2023", name)
		}
	}
	if n := len(got.properties("AWS::Lambda::Function", "")); n != len(functions.All()) {
		t.Errorf("%d Lambda functions for %d of the manifest", n, len(functions.All()))
	}
}
