//go:build !race

package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// With anything left out of the templates, or made wider than it is, the review must find fault: else it proves nothing. The changes
// are made one at a time, in place, and undone.
func TestWhateverIsMissingIsFound(t *testing.T) {
	got := ofTheRepository(t)
	system, front := got.templates["ordering-prod"], got.templates["ordering-prod-front"]
	if found := faults(system, front, "prod"); found != nil {
		t.Fatalf("there is fault in what is whole: %v", found)
	}
	var tried, missed int
	look := func(what string) {
		tried++
		if len(faults(system, front, "prod")) == 0 {
			missed++
			t.Errorf("nobody notices %s", what)
		}
	}
	set := func(what string, in map[string]any, member string, to any) {
		before, was := in[member]
		if in[member] = to; to == nil {
			delete(in, member)
		}
		look(what)
		if in[member] = before; !was {
			delete(in, member)
		}
	}
	for _, template := range []template{system, front} {
		resources := template.at("Resources").v.(map[string]any)
		for _, id := range template.at("Resources").keys() {
			set("that there is no "+id, resources, id, nil)
		}
	}
	for _, id := range system.at("Resources").keys() {
		for _, holder := range holders(system.properties(id).v, "Statement") {
			all := holder["Statement"].([]any)
			for n, each := range all {
				s := each.(map[string]any)
				what := fmt.Sprintf("in statement %d of %s (%s)", n, id, node{s["Action"]}.text())
				set("that there is no "+strings.TrimPrefix(what, "in "), holder, "Statement", slices.Concat(all[:n], all[n+1:]))
				if actions, ok := s["Action"].([]any); ok {
					for a := range actions {
						set(fmt.Sprintf("that there is no action %v %s", actions[a], what), s, "Action", slices.Concat(actions[:a], actions[a+1:]))
					}
				}
				if s["Effect"] == "Allow" {
					set("one action too many "+what, s, "Action", append(slices.Clone(node{s["Action"]}.values()), "dynamodb:*"))
				}
				if s["Resource"] != "*" && s["Principal"] == nil {
					set("that any resource is meant "+what, s, "Resource", "*")
				}
				if s["Condition"] != nil {
					set("that there is no condition "+what, s, "Condition", nil)
				}
			}
		}
	}
	for _, id := range slices.Concat(system.resources("CloudWatch::Alarm"), system.resources("ApiGatewayV2::Route"), system.resources("Lambda::Function"), system.resources("DynamoDB::GlobalTable"), system.resources("S3::Bucket"), system.resources("Scheduler::Schedule")) {
		p := system.properties(id).v.(map[string]any)
		for _, member := range []string{"AlarmActions", "OKActions", "AlarmDescription", "AuthorizerId", "Target", "KmsKeyArn", "TracingConfig", "Timeout", "MemorySize", "LoggingConfig",
			"StreamSpecification", "SSESpecification", "TimeToLiveSpecification", "BillingMode", "PublicAccessBlockConfiguration", "BucketEncryption", "VersioningConfiguration", "ScheduleExpression", "ScheduleExpressionTimezone"} {
			if p[member] != nil {
				set("that "+id+" has no "+member, p, member, nil)
			}
		}
	}
	if tried <= 800 {
		t.Errorf("only %d changes were tried, and README.md says more than 800", tried)
	}
	t.Logf("%d of %d caught", tried-missed, tried)
}

// CloudFront refuses a policy that names an eleventh header, and only when it is deployed.
func TestAnEleventhHeaderIsFound(t *testing.T) {
	got := ofTheRepository(t)
	system, front := got.templates["ordering-prod"], got.templates["ordering-prod-front"]
	tooMany := func() bool {
		return slices.ContainsFunc(faults(system, front, "prod"), func(fault string) bool { return strings.Contains(fault, "CloudFront takes 10") })
	}
	var policies int
	for _, id := range slices.Concat(system.resources("CloudFront::CachePolicy"), system.resources("CloudFront::OriginRequestPolicy")) {
		for _, holder := range holders(system.properties(id).v, "Headers") {
			whole := holder["Headers"].([]any)
			more := slices.Clone(whole)
			for len(more) < 10 {
				more = append(more, fmt.Sprint("x-", len(more)))
			}
			if holder["Headers"] = more; tooMany() {
				t.Errorf("%s may not name ten headers", id)
			}
			if holder["Headers"] = append(more, "x-more"); !tooMany() {
				t.Errorf("nobody notices that %s names eleven headers", id)
			}
			holder["Headers"] = whole
			policies++
		}
	}
	if policies < 4 {
		t.Errorf("only %d policies name headers", policies)
	}
}

// values are a list, or the one thing in its place.
func (n node) values() []any {
	var all []any
	for _, each := range n.list() {
		all = append(all, each.v)
	}
	return all
}

// holders finds the objects that have a list under the name, however deep.
func holders(v any, name string) (found []map[string]any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v[name].([]any); ok {
			found = append(found, v)
		}
		for _, each := range v {
			found = append(found, holders(each, name)...)
		}
	case []any:
		for _, each := range v {
			found = append(found, holders(each, name)...)
		}
	}
	return found
}
