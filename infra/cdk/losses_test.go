//go:build !race

package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"ordering/shared/soak"
)

// createOnly lists kinds of resources with the properties whose change makes CloudFormation replace them (the resource types' schemas,
// createOnlyProperties). All but those in replaceable hold what a replacement would lose: data, keys, names that others point at.
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

	"CertificateManager::Certificate": {"DomainName", "SubjectAlternativeNames", "DomainValidationOptions", "KeyAlgorithm", "CertificateAuthorityArn", "CertificateExport"},
	"WAFv2::WebACL":                   {"Name", "Scope"},
}

// replaceable may be replaced or removed, unless another stack imports them.
var replaceable = []string{"CertificateManager::Certificate", "WAFv2::WebACL"}

// stateless are the other kinds that the stacks hold: a new one of them does what the old one did.
var stateless = []string{
	"ApiGatewayV2::Api", "ApiGatewayV2::Authorizer", "ApiGatewayV2::Integration", "ApiGatewayV2::Route", "ApiGatewayV2::Stage", "Budgets::Budget",
	"CloudFront::CachePolicy", "CloudFront::Function", "CloudFront::OriginAccessControl", "CloudFront::OriginRequestPolicy", "CloudFront::ResponseHeadersPolicy",
	"CloudWatch::Alarm", "CloudWatch::Dashboard", "IAM::Role", "Lambda::Alias", "Lambda::EventSourceMapping", "Lambda::Function", "Lambda::Permission", "Lambda::Version",
	"Route53::RecordSet", "S3::BucketPolicy", "SES::ConfigurationSet", "SNS::Subscription", "SNS::TopicPolicy", "SQS::QueuePolicy", "Scheduler::Schedule", "WAFv2::LoggingConfiguration",
}

// kept is what a deployment must not lose of one stack.
type kept struct {
	Resources map[string]resource `json:"resources"`         // by logical id
	Imports   map[string]resource `json:"imports,omitempty"` // exports that another stack imports, by name
}

// resource is a kind with the values of its create-only properties. Of an import, Value is the exported expression.
type resource struct {
	Kind  string         `json:"kind"`
	Only  map[string]any `json:"createOnly,omitempty"`
	Value any            `json:"value,omitempty"`
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

// keeps returns what each stack holds, by stack name.
func keeps(templates map[string]template) map[string]kept {
	all, imported := map[string]kept{}, map[string]bool{}
	for _, t := range templates {
		for _, n := range holding(t.v, "Fn::ImportValue") {
			imported[node{n}.text()] = true
		}
	}
	for stack, t := range templates {
		k := kept{map[string]resource{}, map[string]resource{}}
		for _, id := range t.at("Resources").keys() {
			r := t.resource(id)
			if _, known := createOnly[r.Kind]; known && !slices.Contains(replaceable, r.Kind) {
				k.Resources[id] = r
			}
		}
		for _, name := range t.at("Outputs").keys() {
			out := t.at("Outputs", name)
			export := out.at("Export", "Name")
			if export.v == nil || !imported[export.text()] {
				continue
			}
			exported := resource{Kind: "export"}
			for _, id := range t.at("Resources").keys() {
				if refers(out.at("Value"), id) {
					exported = t.resource(id)
				}
			}
			exported.Value = out.at("Value").v
			k.Imports[export.text()] = exported
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

// losses says what a deployment of after over before would remove, replace, or be refused for.
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
		for _, name := range slices.Sorted(maps.Keys(before[stack].Imports)) {
			was, is := before[stack].Imports[name], after[stack].Imports[name]
			if text(was.Value) != text(is.Value) || text(was.Only) != text(is.Only) {
				lost = append(lost, fmt.Sprintf("%s: the export %s is imported by another stack and would change: CloudFormation refuses", stack, name))
			}
		}
	}
	return lost
}

// What changes in the life of a stage loses nothing, and no stack holds another up.
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

var update = flag.Bool("update", false, "write the golden list of what the stages hold")

const golden = "testdata/stateful.json"

// The golden file is what the stages hold as last released. A removed or changed line is a decision about the data of live stages.
func TestReleaseLosesNothing(t *testing.T) {
	now := keeps(ofTheRepository(t).templates)
	maps.DeleteFunc(now, func(stack string, _ kept) bool { return strings.HasPrefix(stack, "ordering-dev") }) // like prod, with less
	for stack, k := range keeps(elsewhere(t).templates) {
		now["elsewhere/"+stack] = k
	}
	written, err := json.MarshalIndent(now, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	written = append(written, '\n')
	if *update {
		if err := os.WriteFile(golden, written, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	var released map[string]kept
	if err := json.Unmarshal(raw, &released); err != nil {
		t.Fatal(err)
	}
	for _, lost := range losses(released, now) {
		t.Error(lost)
	}
	for stack, template := range ofTheRepository(t).templates {
		for kind := range template.kinds {
			if _, known := createOnly[kind]; !known && !slices.Contains(stateless, kind) {
				t.Errorf("%s holds a new kind, %s: put it into createOnly if its replacement loses something, else into stateless", stack, kind)
			}
		}
	}
	if !t.Failed() && !bytes.Equal(raw, written) {
		t.Error("testdata/stateful.json does not list everything that the stacks hold: go test ./infra/cdk -run TestReleaseLosesNothing -update")
	}
}

// Each kind that holds data, keys, secrets, logs or users is noticed when it goes or gets another name.
func TestLossOfEachStateIsFound(t *testing.T) {
	for kind, property := range map[string]string{
		"DynamoDB::GlobalTable": "TableName", "DynamoDB::Table": "TableName", "S3::Bucket": "BucketName", "KMS::Key": "", "KMS::Alias": "AliasName", "Cognito::UserPool": "",
		"SecretsManager::Secret": "Name", "SSM::Parameter": "Name", "Logs::LogGroup": "LogGroupName", "SQS::Queue": "QueueName", "SNS::Topic": "TopicName",
		"Events::EventBus": "Name", "SES::EmailIdentity": "EmailIdentity", "Route53::HostedZone": "Name", "CloudFront::Distribution": "",
	} {
		stack := func(resources string) map[string]kept {
			return keeps(map[string]template{"stack": parse(t, `{"Resources":{`+resources+`}}`)})
		}
		named := func(id, name string) string {
			return fmt.Sprintf(`%q:{"Type":"AWS::%s","Properties":{%q:%q}}`, id, kind, property, name)
		}
		before := stack(named("It", "a"))
		for after, want := range map[string]string{"": "removed", named("Other", "a"): "removed", named("It", "b"): "replaced"} {
			lost := losses(before, stack(after))
			if unnamed := want == "replaced" && property == ""; unnamed != (len(lost) == 0) || !unnamed && !strings.Contains(lost[0], kind+" It would be "+want) {
				t.Errorf("%s becomes %s: %q, want that it is %s", kind, after, lost, want)
			}
		}
	}
}

// The comparison finds each kind of change.
func TestLossesAreFound(t *testing.T) {
	before := func() map[string]template {
		return map[string]template{"front": parse(t, `{
			"Resources":{"Cert":{"Type":"AWS::CertificateManager::Certificate","Properties":{"DomainName":"a.example"}},"Wall":{"Type":"AWS::WAFv2::WebACL","Properties":{"Name":"w"}}},
			"Outputs":{"C":{"Value":{"Ref":"Cert"},"Export":{"Name":"front:C"}},"W":{"Value":{"Fn::GetAtt":["Wall","Arn"]},"Export":{"Name":"front:W"}}}}`),
			"system": parse(t, `{"Resources":{
			"Table":{"Type":"AWS::DynamoDB::GlobalTable","Properties":{"TableName":"t","KeySchema":[{"AttributeName":"pk"}]}},
			"Files":{"Type":"AWS::S3::Bucket"},"Key":{"Type":"AWS::KMS::Key","Properties":{"EnableKeyRotation":true}},
			"Site":{"Type":"AWS::CloudFront::Distribution","Properties":{"Certificate":{"Fn::ImportValue":"front:C"}}}}}`)}
	}
	if lost := losses(keeps(before()), keeps(before())); lost != nil {
		t.Fatalf("without a change: %v", lost)
	}
	at := func(n node, path ...any) map[string]any { return n.at(path...).v.(map[string]any) }
	for want, change := range map[string]func(front, system node){
		"DynamoDB::GlobalTable Table would be replaced": func(_, system node) { at(system, "Resources", "Table", "Properties")["TableName"] = "u" },
		"GlobalTable Table would be replaced":           func(_, system node) { delete(at(system, "Resources", "Table", "Properties"), "KeySchema") },
		"GlobalTable Table would be removed": func(_, system node) {
			resources := at(system, "Resources")
			resources["Tables"] = resources["Table"]
			delete(resources, "Table")
		},
		"S3::Bucket Files would be removed":     func(_, system node) { delete(at(system, "Resources"), "Files") },
		"KMS::Key Key would be removed":         func(_, system node) { at(system, "Resources", "Key")["Type"] = "AWS::KMS::Alias" },
		"export front:C is imported":            func(front, _ node) { at(front, "Resources", "Cert", "Properties")["DomainName"] = "b.example" },
		"the export front:C is imported by":     func(front, _ node) { at(front, "Outputs", "C")["Value"] = "arn:other" },
		"export front:C is imported by another": func(front, _ node) { delete(at(front, "Outputs"), "C") },
		"": func(front, system node) { // what may change
			at(front, "Resources", "Wall", "Properties")["Name"] = "nobody imports it"
			at(system, "Resources", "Key", "Properties")["EnableKeyRotation"] = false
		},
	} {
		after := before()
		change(after["front"].node, after["system"].node)
		lost := losses(keeps(before()), keeps(map[string]template{"front": index(after["front"].node), "system": index(after["system"].node)}))
		if want == "" && lost != nil || want != "" && (len(lost) != 1 || !strings.Contains(lost[0], want)) {
			t.Errorf("%q, want %q", lost, want)
		}
	}
}

func parse(t *testing.T, text string) template {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return index(node{v})
}
