//go:build !race

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"ordering/functions"
	"ordering/infra/edge"
	"ordering/shared/brand"
)

// review checks a stage's templates and reports faults as sentences. It uses the manifest, the operations and the stage's settings, and not
// the code that builds the stack.
type review struct {
	system, front template
	replica       template // empty without one
	siteAlarms    template
	stage         stage
	name          string
	found         []string
}

// allFunctions and allOperations return those of the manifest, computed once.
var allFunctions, allOperations = sync.OnceValue(functions.All), sync.OnceValue(functions.Operations)

func (r *review) wrong(format string, args ...any) {
	r.found = append(r.found, fmt.Sprintf(format, args...))
}

func (r *review) want(ok bool, format string, args ...any) {
	if !ok {
		r.wrong(format, args...)
	}
}

// faults returns the faults of a stage's templates.
func faults(templates map[string]template, s stage) []string {
	name := "ordering-" + s.name
	again := func(name string) template { return index(templates[name].node) } // mutations may have changed the content
	r := &review{system: again(name), front: again(name + "-front"), replica: again(name + "-replica"), siteAlarms: again(name + "-site-alarms"), stage: s, name: name}
	for _, t := range []template{r.system, r.front, r.replica, r.siteAlarms} {
		r.want(holding(t.v, "Export") == nil && holding(t.v, "Fn::ImportValue") == nil, "a stack imports an export, which cannot change then")
	}
	r.routes()
	for _, f := range allFunctions() {
		r.function(f)
		r.policy(f)
		r.schedules(f)
	}
	r.table()
	r.key()
	r.buckets()
	r.site()
	r.firewall()
	r.alarms(r.system)
	r.alarms(r.siteAlarms)
	r.logs()
	r.originKeys()
	r.copied()
	return r.found
}

func refers(n node, id string) bool {
	return id != "" && (strings.Contains(n.text(), `"Ref":"`+id+`"`) || strings.Contains(n.text(), `"Fn::GetAtt":["`+id+`"`))
}

// function checks that a function's environment is encrypted with the stage's key, that it has its own log, and that it uses the stage's
// table.
func (r *review) function(f functions.Function) {
	p := r.system.properties(r.system.find("Lambda::Function", "FunctionName", r.name+"-"+f.Name))
	key := r.system.find("KMS::Key", "Description", "What "+r.name+" keeps of guests")
	r.want(refers(p.at("KmsKeyArn"), key), "%s: its environment is not encrypted with the stage's key", f.Name)
	log := r.system.find("Logs::LogGroup", "LogGroupName", "/"+r.name+"/"+f.Name)
	r.want(refers(p.at("LoggingConfig", "LogGroup"), log), "%s has no log of its own", f.Name)
	if f.Files || f.ErasesFiles {
		r.want(refers(p.at("Environment", "Variables", "FORM_FILES"), r.bucketNamed("FormFiles")), "%s has no bucket of files", f.Name)
	}
	r.want(f.Table.None() || r.isTable(p.at("Environment", "Variables", "TABLE")), "%s works with the table %s", f.Name, p.at("Environment", "Variables", "TABLE").text())
}

// live returns the alias of the function, which all callers must use.
func (r *review) live(f functions.Function) string {
	id := r.system.find("Lambda::Function", "FunctionName", r.name+"-"+f.Name)
	for _, alias := range r.system.resources("Lambda::Alias") {
		if refers(r.system.properties(alias).at("FunctionName"), id) {
			return alias
		}
	}
	return ""
}

// policy checks a function's policy against the manifest: each statement by its name, with exactly these actions, and a star only for the streams.
func (r *review) policy(f functions.Function) {
	role := r.system.properties(r.system.find("IAM::Role", "Description", "What the function "+f.Name+" may do"))
	takes := role.at("AssumeRolePolicyDocument", "Statement")
	r.want(same(takes, `[{"Action":"sts:AssumeRole","Effect":"Allow","Principal":{"Service":"lambda.amazonaws.com"}}]`), "%s: who takes its role: %s", f.Name, takes.text())
	r.want(len(role.at("ManagedPolicyArns").list()) == 0, "%s has a policy that somebody else writes", f.Name)
	want := map[string]string{
		"Log": "logs:CreateLogStream logs:PutLogEvents", "Environment": "kms:Decrypt",
	}
	if !f.Table.None() {
		want["ReadRows"] = "dynamodb:GetItem dynamodb:Query"
		want["TableKey"] = "kms:Decrypt kms:DescribeKey"
	}
	if len(f.Table.Index) > 0 {
		want["ReadIndex"] = "dynamodb:Query"
	}
	if len(f.Table.Writes) > 0 {
		want["WriteRows"] = "dynamodb:PutItem dynamodb:UpdateItem"
		want["TableKey"] = "kms:Decrypt kms:DescribeKey kms:Encrypt kms:GenerateDataKey kms:ReEncryptFrom kms:ReEncryptTo"
	}
	if len(f.Table.Deletes) > 0 {
		want["DeleteRows"] = "dynamodb:DeleteItem"
	}
	if f.Outbox || f.Steps {
		want["Stream"], want["Streams"] = "dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator", "dynamodb:ListStreams"
		want["SetAside"] = "sqs:SendMessage"
	}
	if len(f.Secrets) > 0 {
		want["Secrets"], want["SecretsKey"] = "ssm:GetParameters", "kms:Decrypt"
	}
	if f.Mail {
		want["Mail"] = "ses:SendEmail ses:SendRawEmail"
	}
	if f.Events {
		want["Events"] = "events:PutEvents"
	}
	if len(f.Invokes) > 0 {
		want["Invoke"] = "lambda:InvokeFunction"
	}
	if len(f.Assets) > 0 {
		want["Assets"], want["Missing"] = "s3:GetObject", "s3:ListBucket"
	}
	if f.Files {
		want["StoreFiles"], want["NewFiles"], want["MissingFiles"] = "s3:PutObject", "s3:GetObject", "s3:ListBucket"
		want["FilesKey"] = "kms:Decrypt kms:GenerateDataKey"
	}
	if f.ErasesFiles {
		want["EraseFiles"] = "s3:DeleteObject"
	}
	statements := role.at("Policies", 0, "PolicyDocument", "Statement").list()
	r.want(len(statements) == len(want) && len(role.at("Policies").list()) == 1, "%s has %d statements, want %d", f.Name, len(statements), len(want))
	for _, s := range statements {
		sid := s.at("Sid").text()
		r.want(strings.Join(s.at("Action").texts(), " ") == want[sid], "%s, %s: may %v, want %s", f.Name, sid, s.at("Action").texts(), want[sid])
		r.want(s.at("Effect").is("Allow"), "%s, %s allows nothing", f.Name, sid)
		star := slices.Contains(s.at("Resource").texts(), "*")
		r.want(star == (sid == "Streams"), "%s, %s is about %s", f.Name, sid, s.at("Resource").text())
		r.resource(f, sid, s)
	}
}

// resource returns the expected resource of a statement and its condition.
func (r *review) resource(f functions.Function, sid string, s node) {
	key := r.system.find("KMS::Key", "Description", "What "+r.name+" keeps of guests")
	on, when := s.at("Resource"), s.at("Condition")
	keys := when.at("ForAllValues:StringLike", "dynamodb:LeadingKeys").texts()
	rows := func(partitions []string) bool {
		slices.Sort(partitions)
		return slices.Equal(keys, partitions) && r.isTable(on)
	}
	through := func(service string) bool {
		return when.at("StringEquals", "kms:ViaService").is(service+"."+r.stage.Region+".amazonaws.com") && refers(on, key)
	}
	ok := true
	switch sid {
	case "Log":
		ok = refers(on, r.system.find("Logs::LogGroup", "LogGroupName", "/"+r.name+"/"+f.Name))
	case "Environment":
		self := when.at("StringLike", "kms:EncryptionContext:aws:lambda:FunctionArn").list()
		ends := func(n int, ending string) bool { return strings.HasSuffix(self[n].text(), ending) }
		ok = refers(on, key) && len(self) == 2 && ends(0, ":function:"+r.name+"-"+f.Name) && ends(1, ":function:"+r.name+"-"+f.Name+":*")
	case "ReadRows":
		ok = rows(slices.Concat(f.Table.Reads, f.Table.Writes))
	case "ReadIndex":
		ok = rows(slices.Clone(f.Table.Index)) && strings.Contains(on.text(), "/index/index"+map[bool]string{true: `"`}[r.stage.RestoredStream == ""])
	case "WriteRows":
		ok = rows(slices.Clone(f.Table.Writes))
	case "DeleteRows":
		ok = rows(slices.Clone(f.Table.Deletes))
	case "TableKey":
		ok = through("dynamodb")
	case "SecretsKey":
		ok = through("ssm")
	case "Stream":
		ok = r.isStream(on)
	case "SetAside":
		ok = refers(on, r.system.first("SQS::Queue"))
	case "Secrets":
		ok = len(on.list()) == len(f.Secrets)
		for _, name := range f.Secrets {
			ok = ok && slices.ContainsFunc(on.texts(), func(arn string) bool { return strings.HasSuffix(arn, ":parameter/"+r.name+"/"+string(name)) })
		}
	case "Mail":
		ok = when.at("StringEquals", "ses:FromAddress").text() != "null" && strings.Contains(on.text(), ":identity/") && strings.Contains(on.text(), ":configuration-set/"+r.name)
	case "Events":
		ok = refers(on, r.system.first("Events::EventBus"))
	case "Invoke":
		ok = len(on.list()) == len(f.Invokes)
		for _, name := range f.Invokes {
			ok = ok && slices.ContainsFunc(on.texts(), func(arn string) bool { return strings.HasSuffix(arn, ":function:"+r.name+"-"+name+":live") })
		}
	case "Assets":
		ok = len(on.list()) == len(f.Assets)
		for _, beginning := range f.Assets {
			ok = ok && slices.ContainsFunc(on.list(), func(file node) bool {
				return refers(file, r.bucketNamed("Assets")) && file.at("Fn::Join", 1, 1).is("/"+beginning+"*")
			})
		}
	case "Missing":
		ok = refers(on, r.bucketNamed("Assets")) && on.at("Fn::GetAtt").v != nil
	case "MissingFiles":
		ok = refers(on, r.bucketNamed("FormFiles")) && on.at("Fn::GetAtt").v != nil
	case "StoreFiles", "NewFiles", "EraseFiles":
		var prefixes []string
		for _, file := range on.list() {
			ok = ok && refers(file, r.bucketNamed("FormFiles"))
			prefixes = append(prefixes, file.at("Fn::Join", 1, 1).text())
		}
		below := map[string]string{"StoreFiles": "/new/* /kept/*", "NewFiles": "/new/*", "EraseFiles": "/new/* /kept/*"}
		ok = ok && strings.Join(prefixes, " ") == below[sid]
	case "FilesKey":
		ok = through("s3")
	}
	r.want(ok, "%s, %s: is about %s when %s", f.Name, sid, on.text(), when.text())
}

// alarms checks that each alarm has a heading in docs/runbook.md.
func (r *review) alarms(t template) {
	for _, id := range t.resources("CloudWatch::Alarm") {
		_, heading, _ := strings.Cut(t.properties(id).at("AlarmDescription").text(), "#")
		r.want(slices.Contains(runbook(), heading), "docs/runbook.md says nothing of %s", id)
	}
}

// runbook returns the headings of docs/runbook.md.
var runbook = sync.OnceValue(func() (headings []string) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "docs", "runbook.md"))
	if err != nil {
		panic(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^## (\S+)$`).FindAllSubmatch(raw, -1) {
		headings = append(headings, string(m[1]))
	}
	return headings
})

// one returns the only resource of a kind; "" unless there is exactly one.
func (r *review) one(kind string) string {
	ids := r.system.resources(kind)
	if len(ids) != 1 {
		r.wrong("%d of %s, want one", len(ids), kind)
		return ""
	}
	return ids[0]
}

// edgeCode checks the code of the CloudFront functions.
func (r *review) edgeCode() {
	host := "" // the canonical host, if the site has a domain
	if names := r.system.properties(r.one("CloudFront::Distribution")).at("DistributionConfig", "Aliases").texts(); len(names) > 0 {
		host = names[0]
	}
	for name, code := range map[string]string{"pages": edge.PagesOf(brand.Default(), host), "status": edge.Status, "image": edge.Image} {
		p := r.system.properties(r.system.find("CloudFront::Function", "Name", r.name+"-"+name))
		r.want(p.at("FunctionCode").is(code) && p.at("FunctionConfig", "Runtime").is("cloudfront-js-2.0") && p.at("AutoPublish").is(true), "the edge runs another %s", name)
	}
}

// same compares JSON and ignores the order of keys.
func same(n node, want string) bool {
	var v any
	if err := json.Unmarshal([]byte(want), &v); err != nil {
		panic(err)
	}
	return n.text() == node{v}.text()
}
