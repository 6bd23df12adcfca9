//go:build !race

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/soak"
)

// createOnly lists stateful kinds with the properties that make CloudFormation replace a resource when they change (the resource types'
// schemas, createOnlyProperties). A replacement would lose data, keys, or names that other systems use.
var createOnly = map[string][]string{
	"DynamoDB::GlobalTable":    {"TableName", "KeySchema", "LocalSecondaryIndexes", "GlobalTableSourceArn"},
	"DynamoDB::Table":          {"TableName", "KeySchema", "ImportSourceSpecification"},
	"S3::Bucket":               {"BucketName", "BucketNamePrefix", "BucketNamespace"},
	"KMS::Key":                 {},
	"KMS::Alias":               {"AliasName"},
	"SecretsManager::Secret":   {"Name"},
	"SQS::Queue":               {"QueueName", "FifoQueue"},
	"SNS::Topic":               {"TopicName", "FifoTopic"},
	"Events::EventBus":         {"Name"},
	"SES::EmailIdentity":       {"EmailIdentity"},
	"Route53::HostedZone":      {"Name", "DelegationSetId"},
	"Cognito::UserPool":        {},
	"CloudFront::Distribution": {},
	"Logs::LogGroup":           {"LogGroupName"},
	"SSM::Parameter":           {"Name"},
}

// stateless lists the other kinds in the stacks: replacing one loses nothing.
var stateless = []string{
	"ApiGatewayV2::Api", "ApiGatewayV2::Authorizer", "ApiGatewayV2::Integration", "ApiGatewayV2::Route", "ApiGatewayV2::Stage", "Budgets::Budget", "CertificateManager::Certificate",
	"CloudFront::CachePolicy", "CloudFront::Function", "CloudFront::OriginAccessControl", "CloudFront::OriginRequestPolicy", "CloudFront::ResponseHeadersPolicy",
	"CloudWatch::Alarm", "CloudWatch::Dashboard", "IAM::Role", "Lambda::Alias", "Lambda::EventSourceMapping", "Lambda::Function", "Lambda::Permission", "Lambda::Version",
	"Route53::RecordSet", "S3::BucketPolicy", "SES::ConfigurationSet", "SNS::Subscription", "SNS::TopicPolicy", "SQS::QueuePolicy", "Scheduler::Schedule", "WAFv2::LoggingConfiguration", "WAFv2::WebACL",
}

// kept is the stateful part of a stack. No stack imports from another (see faults).
type kept struct {
	Resources map[string]resource `json:"resources"` // by logical id
}

// resource is a kind with the values of its create-only properties.
type resource struct {
	Kind string         `json:"kind"`
	Only map[string]any `json:"createOnly,omitempty"`
}

func (t template) resource(id string) resource {
	r := resource{Kind: strings.TrimPrefix(t.at("Resources", id, "Type").text(), "AWS::")}
	for _, property := range createOnly[r.Kind] {
		if v := t.properties(id).at(property).v; v != nil {
			if r.Only == nil {
				r.Only = map[string]any{}
			}
			r.Only[property] = v
		}
	}
	return r
}

// keeps returns the stateful part of each stack, by stack name.
func keeps(templates map[string]template) map[string]kept {
	all := map[string]kept{}
	for stack, t := range templates {
		k := kept{map[string]resource{}}
		for _, id := range t.at("Resources").keys() {
			r := t.resource(id)
			if _, known := createOnly[r.Kind]; known {
				k.Resources[id] = r
			}
		}
		all[stack] = k
	}
	return all
}

// holding returns the values under a key, at any depth.
func holding(v any, key string) (found []any) {
	switch v := v.(type) {
	case map[string]any:
		for k, each := range v {
			if k == key {
				found = append(found, each)
			}
			found = append(found, holding(each, key)...)
		}
	case []any:
		for _, each := range v {
			found = append(found, holding(each, key)...)
		}
	}
	return found
}

// losses returns what a deployment of after over before would remove or replace.
func losses(before, after map[string]kept) (lost []string) {
	text := func(v any) string { return node{v}.text() }
	for _, stack := range slices.Sorted(maps.Keys(before)) {
		for _, id := range slices.Sorted(maps.Keys(before[stack].Resources)) {
			was := before[stack].Resources[id]
			is, there := after[stack].Resources[id]
			switch {
			case !there || was.Kind != is.Kind:
				lost = append(lost, fmt.Sprintf("%s: %s %s would be removed %s", stack, was.Kind, id, text(was.Only)))
			case text(was.Only) != text(is.Only):
				lost = append(lost, fmt.Sprintf("%s: %s %s would be replaced: %s becomes %s", stack, was.Kind, id, text(was.Only), text(is.Only)))
			}
		}
	}
	return lost
}

// The usual changes of a stage lose nothing, and no stack blocks another's deployment.
func TestStageChangesLoseNothing(t *testing.T) {
	before := keeps(ofTheRepository(t).templates)
	prod := map[string]any{
		"account": "123456789012", "domain": "order.bigdealburger.example", "zoneId": "Z00000000000000000001", "alarmMail": "others@bigdealburger.example",
		"kitchenUrl": "https://pos.bigdealburger.example/orders", "stripePublishableKey": "pk_live_another",
	}
	changes := map[string]map[string]any{"domain, zone, alarm address, kitchens, Stripe key": prod}
	if soak.Long() {
		external := maps.Clone(prod)
		delete(external, "zoneId")
		external["certificate"] = "arn:aws:acm:us-east-1:123456789012:certificate/2"
		changes["certificate kept elsewhere"] = external
	}
	for what, stage := range changes {
		after := keeps(synthesise(t, map[string]any{"prod": stage}).templates)
		for _, stack := range []string{"ordering-prod", "ordering-prod-front", "ordering-prod-site-alarms"} {
			for _, lost := range losses(map[string]kept{stack: before[stack]}, after) {
				t.Errorf("%s: %s", what, lost)
			}
		}
	}
}

// The golden file is the stages' stateful part as last released. A removed or changed line is a decision about the data of live stages.
func TestReleaseLosesNothing(t *testing.T) {
	now := keeps(ofTheRepository(t).templates)
	maps.DeleteFunc(now, func(stack string, _ kept) bool { return strings.HasPrefix(stack, "ordering-dev") }) // like prod, with less
	for stack, k := range keeps(elsewhere(t).templates) {
		now["elsewhere/"+stack] = k
	}
	written, err := json.MarshalIndent(now, "", " ")
	assert.NilError(t, err)
	written = append(written, '\n')
	raw := goldenFile(t, "stateful.json", written)
	var released map[string]kept
	assert.NilError(t, json.Unmarshal(raw, &released))
	for _, lost := range losses(released, now) {
		t.Error(lost)
	}
	for stack, template := range ofTheRepository(t).templates {
		for kind := range template.kinds {
			if _, known := createOnly[kind]; !known && !slices.Contains(stateless, kind) {
				t.Errorf("%s has a new resource type, %s: add it to createOnly if its replacement loses data, otherwise to stateless", stack, kind)
			}
		}
	}
	if !t.Failed() && !bytes.Equal(raw, written) {
		t.Error("testdata/stateful.json does not list everything that the stacks hold: go test ./infra/cdk -run TestReleaseLosesNothing -update")
	}
}
