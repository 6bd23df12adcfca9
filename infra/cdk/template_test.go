//go:build !race

package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"gotest.tools/v3/assert"

	"ordering/functions"
)

// node is a place in a template.
type node struct{ v any }

func (n node) at(path ...any) node {
	for _, step := range path {
		switch s := step.(type) {
		case string:
			m, _ := n.v.(map[string]any)
			n = node{m[s]}
		case int:
			l, _ := n.v.([]any)
			if s >= len(l) {
				return node{}
			}
			n = node{l[s]}
		}
	}
	return n
}

// text returns a string, or any other value as JSON, so that it can be searched.
func (n node) text() string {
	if s, ok := n.v.(string); ok {
		return s
	}
	raw, _ := json.Marshal(n.v)
	return string(raw)
}

func (n node) is(want any) bool { return n.text() == node{want}.text() }

// list returns a list, or the single value that CDK writes in its place.
func (n node) list() []node {
	l, ok := n.v.([]any)
	if !ok {
		if n.v == nil {
			return nil
		}
		return []node{n}
	}
	var all []node
	for _, v := range l {
		all = append(all, node{v})
	}
	return all
}

func (n node) texts() []string {
	var all []string
	for _, one := range n.list() {
		all = append(all, one.text())
	}
	slices.Sort(all)
	return all
}

func (n node) keys() []string {
	m, _ := n.v.(map[string]any)
	return slices.Sorted(maps.Keys(m))
}

// template is a whole template. kinds has the ids of its resources in order, by kind such as Lambda::Function.
type template struct {
	node
	kinds map[string][]string
}

func index(n node) template {
	t := template{n, map[string][]string{}}
	for _, id := range n.at("Resources").keys() {
		kind := strings.TrimPrefix(n.at("Resources", id, "Type").text(), "AWS::")
		t.kinds[kind] = append(t.kinds[kind], id)
	}
	return t
}

func (t template) resources(kind string) []string { return t.kinds[kind] }

// first returns the first resource of a kind; "" without one.
func (t template) first(kind string) string {
	for _, id := range t.kinds[kind] {
		return id
	}
	return ""
}

func (n node) properties(id string) node { return n.at("Resources", id, "Properties") }

// find returns the resource of the kind with the property's value; "" without one.
func (t template) find(kind, property, value string) string {
	for _, id := range t.resources(kind) {
		if t.properties(id).at(property).text() == value {
			return id
		}
	}
	return ""
}

// synthesis is the app's output for some stages: the templates by their stacks' names, and the folder.
type synthesis struct {
	dir       string
	stages    []stage
	templates map[string]template
}

func TestMain(m *testing.M) {
	code := m.Run()
	jsii.Close()
	for _, dir := range folders {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// folders are removed after all tests, because several tests read them.
var folders []string

func temporary(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "infra")
	assert.NilError(t, err)
	folders = append(folders, dir)
	return dir
}

// synthesise runs the app for the stages, as if cdk.json listed them.
func synthesise(t *testing.T, stages map[string]any) synthesis {
	t.Helper()
	binaries, out := temporary(t), temporary(t)
	for _, f := range functions.All() {
		assert.NilError(t, os.MkdirAll(filepath.Join(binaries, f.Name), 0o755))
		assert.NilError(t, os.WriteFile(filepath.Join(binaries, f.Name, "bootstrap"), []byte(f.Name), 0o755))
	}
	app := awscdk.NewApp(&awscdk.AppProps{Outdir: &out, AnalyticsReporting: jsii.Bool(false), Context: &map[string]any{
		"aws:cdk:enable-path-metadata": false, "@aws-cdk/core:enablePartitionLiterals": true, "stages": stages,
	}})
	all, err := stagesOf(app)
	assert.NilError(t, err)
	for _, s := range all {
		build(app, s, functions.All(), binaries)
	}
	app.Synth(nil)
	got := synthesis{out, all, map[string]template{}}
	files, err := filepath.Glob(filepath.Join(out, "*.template.json"))
	assert.NilError(t, err)
	for _, path := range files {
		raw, err := os.ReadFile(path)
		assert.NilError(t, err)
		var v any
		assert.NilError(t, json.Unmarshal(raw, &v))
		got.templates[strings.TrimSuffix(filepath.Base(path), ".template.json")] = index(node{v})
	}
	return got
}

// ofTheRepository returns the stages of cdk.json, synthesised once for all tests.
func ofTheRepository(t *testing.T) synthesis {
	t.Helper()
	once.Do(func() {
		raw, err := os.ReadFile(filepath.Join("..", "..", "cdk.json"))
		assert.NilError(t, err)
		var file struct{ Context map[string]any }
		assert.NilError(t, json.Unmarshal(raw, &file))
		repository = synthesise(t, file.Context["stages"].(map[string]any))
	})
	return repository
}

var (
	once       sync.Once
	repository synthesis
	onceMore   sync.Once
	other      synthesis
)

// elsewhere returns stages with the features that the repository's stages do not use, in regions other than CloudFront's. dev has a replica
// in a third region, a restored table, an origin key rotation and DNS elsewhere; far takes its certificate from us-east-1.
func elsewhere(t *testing.T) synthesis {
	t.Helper()
	onceMore.Do(func() {
		stages := dev(map[string]any{
			"region": "ca-central-1", "replica": "us-west-2", "originKey": 3, "firewall": "block", "domain": "order.example", "certificate": "arn:aws:acm:us-east-1:123456789012:certificate/1",
			"restoredStream": "arn:aws:dynamodb:ca-central-1:123456789012:table/ordering-dev-restored/stream/2026-11-21T12:00:00.000",
		})
		stages["far"] = map[string]any{
			"account": "210987654321", "region": "eu-west-1", "domain": "far.example", "zoneId": "Z1", "kitchenUrl": "https://kitchens.example/orders", "stripePublishableKey": "pk_live_1",
			"alarmMail": "operations@far.example", "budget": 100, "closedDays": []string{"12-25"}, "concurrency": 500, "reserved": map[string]int{"images": 5, "notify": 0},
			"deskUrl": "https://desk.far.example/events",
			"social":  map[string]any{"facebook": map[string]any{"appId": "1941"}},
		}
		other = synthesise(t, stages)
	})
	return other
}
