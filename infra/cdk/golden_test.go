//go:build !race

package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// goldenFile returns the content of testdata/name. With -update it first writes now there.
func goldenFile(t *testing.T, name string, now []byte) []byte {
	t.Helper()
	path := "testdata/" + name
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(path, now, 0o644))
	}
	raw, err := os.ReadFile(path)
	assert.NilError(t, err)
	return raw
}

// reviewed lists kinds that the golden file of settings omits: they follow from the manifest, or contain text of other packages. The review
// checks them completely.
var reviewed = []string{
	"IAM::Role", "ApiGatewayV2::Integration", "ApiGatewayV2::Route", "Lambda::Permission",
	"CloudFront::ResponseHeadersPolicy", "CloudFront::Function", "CloudWatch::Dashboard", "S3::BucketPolicy", "WAFv2::WebACL",
}

// hashes matches parts of names that change with a function's code or settings.
var hashes = regexp.MustCompile(`[0-9A-F]{0,8}[0-9a-f]{32,64}`)

// asFar gives a line about the stage dev the stage far's name, account and region.
var asFar = strings.NewReplacer("ordering-dev", "ordering-far", "123456789012", "210987654321", "ca-central-1", "eu-west-1")

// The golden file has the settings and outputs of the stage far, which uses most features: limits and environments of functions, caches,
// schedules, feeds, alarms, DNS, mail, budget. Of the stage dev it has what differs: a replica, a restored table, a rotated key. A changed
// line is a decision about production.
func TestSettingsAreGolden(t *testing.T) {
	var now bytes.Buffer
	templates := elsewhere(t).templates
	far := map[string]bool{}
	for _, stack := range slices.SortedFunc(maps.Keys(templates), func(a, b string) int { return strings.Compare(b, a) }) {
		for _, part := range []string{"Resources", "Outputs"} {
			for _, id := range templates[stack].at(part).keys() {
				r := templates[stack].at(part, id)
				if slices.Contains(reviewed, strings.TrimPrefix(r.at("Type").text(), "AWS::")) {
					continue
				}
				line := hashes.ReplaceAllString(fmt.Sprintf("%s %s %s\n", stack, id, r.text()), "")
				if far[line] = true; asFar.Replace(line) == line || !far[asFar.Replace(line)] {
					now.WriteString(line)
				}
			}
		}
	}
	was := strings.Split(string(goldenFile(t, "settings.txt", now.Bytes())), "\n")
	is := strings.Split(now.String(), "\n")
	for _, line := range was {
		assert.Check(t, slices.Contains(is, line), "missing from the template: %s", line)
	}
	for _, line := range is {
		assert.Check(t, slices.Contains(was, line), "new: %s", line)
	}
	assert.Assert(t, !t.Failed(), "if the changes are intended: go test ./infra/cdk -run Golden -update")
}
