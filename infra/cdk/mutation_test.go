//go:build !race

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// guarded lists the kinds of resources that affect rights, secrets, guests' data or exposure. The golden files show changes of the others.
var guarded = []string{
	"ApiGatewayV2::Authorizer", "ApiGatewayV2::Integration", "ApiGatewayV2::Route", "CloudFront::Distribution", "CloudFront::Function", "CloudFront::OriginAccessControl", "CloudFront::ResponseHeadersPolicy", "DynamoDB::GlobalTable",
	"IAM::Role", "KMS::Alias", "KMS::Key", "Lambda::Function", "Lambda::Permission", "Logs::LogGroup", "S3::Bucket",
	"S3::BucketPolicy", "SecretsManager::Secret", "WAFv2::LoggingConfiguration", "WAFv2::WebACL",
}

// The review must find a fault when a guarded resource is removed from the templates or widened. In the stage elsewhere only the resources
// that differ are changed, and the roles of two functions, which have each kind of right.
func TestReviewFindsSeededFaults(t *testing.T) {
	usual, other := ofTheRepository(t), elsewhere(t)
	prod := slices.IndexFunc(usual.stages, func(s stage) bool { return s.name == "prod" })
	everything := func(string, string) bool { return true }
	all := mutations{t: t, templates: usual.templates, stage: usual.stages[prod], of: everything}
	all.run()
	different := mutations{t: t, templates: other.templates, stage: other.stages[0], of: func(stack, id string) bool {
		one := !strings.Contains(id, "Role") || strings.HasPrefix(id, "Reconcile") || strings.HasPrefix(id, "Notify")
		return one && !other.templates[stack].at("Resources", id).is(usual.templates[stack].at("Resources", id).v)
	}}
	different.run()
	assert.Check(t, all.tried+different.tried > 1000, "got %d mutations, but README.md says more than 1,000", all.tried+different.tried)
}

// mutations changes the named resources one at a time, in place, and undoes each change.
type mutations struct {
	t             *testing.T
	templates     map[string]template
	stage         stage
	of            func(stack, id string) bool
	tried, missed int
}

func (m *mutations) run() {
	assert.Assert(m.t, is.Nil(faults(m.templates, m.stage)))
	for _, stack := range slices.Sorted(maps.Keys(m.templates)) {
		if stack != m.stage.system() && !strings.HasPrefix(stack, m.stage.system()+"-") {
			continue
		}
		resources := m.templates[stack].at("Resources")
		for _, id := range resources.keys() {
			kind := strings.TrimPrefix(resources.at(id, "Type").text(), "AWS::")
			if m.of(stack, id) && slices.Contains(guarded, kind) {
				m.set("that there is no "+id, resources.v.(map[string]any), id, nil)
				m.statements(resources.at(id, "Properties"), id)
				m.members(resources.at(id), id)
			}
		}
	}
	m.t.Logf("%d of %d caught", m.tried-m.missed, m.tried)
}

// set changes or removes a member, and checks that the review finds a fault.
func (m *mutations) set(what string, in map[string]any, member string, to any) {
	before, was := in[member]
	if in[member] = to; to == nil {
		delete(in, member)
	}
	m.tried++
	if len(faults(m.templates, m.stage)) == 0 {
		m.missed++
		m.t.Errorf("no fault reported for %s", what)
	}
	if in[member] = before; !was {
		delete(in, member)
	}
}

// statements removes an action, a condition or a whole statement of each policy, or widens it.
func (m *mutations) statements(properties node, id string) {
	for _, holder := range holders(properties.v, "Statement") {
		all := holder["Statement"].([]any)
		for n, each := range all {
			s := each.(map[string]any)
			what := fmt.Sprintf("in statement %d of %s (%s)", n, id, node{s["Action"]}.text())
			m.set("that there is no "+strings.TrimPrefix(what, "in "), holder, "Statement", slices.Concat(all[:n], all[n+1:]))
			if actions, ok := s["Action"].([]any); ok {
				for a := range actions {
					m.set(fmt.Sprintf("that there is no action %v %s", actions[a], what), s, "Action", slices.Concat(actions[:a], actions[a+1:]))
				}
			}
			if s["Effect"] == "Allow" {
				m.set("one action too many "+what, s, "Action", append(slices.Clone(node{s["Action"]}.values()), "dynamodb:*"))
			}
			if s["Resource"] != "*" && s["Principal"] == nil {
				m.set("that any resource is meant "+what, s, "Resource", "*")
			}
			if s["Condition"] != nil {
				m.set("that there is no condition "+what, s, "Condition", nil)
			}
		}
	}
}

// members removes the members that matter for the resource's kind.
func (m *mutations) members(resource node, id string) {
	members := map[string][]string{
		"AWS::ApiGatewayV2::Route":   {"AuthorizerId", "Target"},
		"AWS::Lambda::Function":      {"KmsKeyArn", "LoggingConfig"},
		"AWS::DynamoDB::GlobalTable": {"SSESpecification", "TimeToLiveSpecification", "Replicas"},
		"AWS::S3::Bucket": {
			"PublicAccessBlockConfiguration", "BucketEncryption", "VersioningConfiguration", "LifecycleConfiguration", "OwnershipControls",
		},
		"AWS::WAFv2::WebACL":               {"Rules", "CustomResponseBodies", "Scope"},
		"AWS::WAFv2::LoggingConfiguration": {"RedactedFields", "LoggingFilter", "ResourceArn", "LogDestinationConfigs"},
		"AWS::KMS::Key":                    {"EnableKeyRotation"},
		"AWS::KMS::Alias":                  {"AliasName", "TargetKeyId"},
	}[resource.at("Type").text()]
	for _, member := range members {
		if p := resource.at("Properties").v.(map[string]any); p[member] != nil {
			m.set("that "+id+" has no "+member, p, member, nil)
		}
	}
	for _, copy := range holders(resource.at("Properties").v, "Replicas") {
		all := copy["Replicas"].([]any)
		for n := range all {
			m.set(fmt.Sprintf("that %s has no copy %d", id, n), copy, "Replicas", slices.Concat(all[:n], all[n+1:]))
			for _, member := range []string{"DeletionProtectionEnabled", "PointInTimeRecoverySpecification", "SSESpecification"} {
				m.set(fmt.Sprintf("that copy %d of %s has no %s", n, id, member), all[n].(map[string]any), member, nil)
			}
		}
	}
	if strings.HasPrefix(resource.at("DeletionPolicy").text(), "Retain") {
		m.set("that "+id+" goes with the stack", resource.v.(map[string]any), "DeletionPolicy", nil)
	}
}

// values returns the values of a list, or a single value as a list.
func (n node) values() []any {
	var all []any
	for _, each := range n.list() {
		all = append(all, each.v)
	}
	return all
}

// holders finds the objects that have a list under the name, at any depth.
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
