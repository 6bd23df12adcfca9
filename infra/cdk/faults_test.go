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
	"ordering/shared/telemetry"
)

// review looks at a stage's templates and says in sentences what is wrong with them. It knows the manifest, the operations and what the
// stage's settings ask for, and nothing of how the stack is built.
type review struct {
	system, front template
	replica       template // empty without one
	siteAlarms    template
	stage         stage
	name          string
	found         []string
}

func (r *review) wrong(format string, args ...any) {
	r.found = append(r.found, fmt.Sprintf(format, args...))
}

func (r *review) want(ok bool, format string, args ...any) {
	if !ok {
		r.wrong(format, args...)
	}
}

// faults of the stage, among the templates of all.
func faults(templates map[string]template, s stage) []string {
	name := "ordering-" + s.name
	again := func(name string) template { return index(templates[name].node) } // what is in it may have changed
	r := &review{system: again(name), front: again(name + "-front"), replica: again(name + "-replica"), siteAlarms: again(name + "-site-alarms"), stage: s, name: name}
	for _, t := range []template{r.system, r.front, r.replica, r.siteAlarms} {
		r.references(t)
		r.want(holding(t.v, "Export") == nil && holding(t.v, "Fn::ImportValue") == nil, "a stack imports an export, which cannot change then")
	}
	r.routes()
	for _, f := range functions.All() {
		r.function(f)
		r.policy(f)
		r.schedules(f)
	}
	r.table()
	r.key()
	r.feed()
	r.bucket()
	r.site()
	r.firewall()
	r.alarms()
	r.alarmsOfSite()
	r.rest()
	r.crossing()
	r.copied()
	return r.found
}

// references must lead somewhere.
func (r *review) references(t template) {
	var look func(v any)
	missing := func(id string) {
		if !strings.HasPrefix(id, "AWS::") && t.at("Resources", id).v == nil && t.at("Parameters", id).v == nil {
			r.wrong("%s is referred to and is not there", id)
		}
	}
	look = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if id, ok := v["Ref"].(string); ok {
				missing(id)
			}
			if l, ok := v["Fn::GetAtt"].([]any); ok {
				missing(l[0].(string))
			}
			for _, each := range v {
				look(each)
			}
		case []any:
			for _, each := range v {
				look(each)
			}
		}
	}
	look(t.v)
}

func refers(n node, id string) bool {
	return id != "" && (strings.Contains(n.text(), `"Ref":"`+id+`"`) || strings.Contains(n.text(), `"Fn::GetAtt":["`+id+`"`))
}

func (r *review) function(f functions.Function) {
	id := r.system.find("Lambda::Function", "FunctionName", r.name+"-"+f.Name)
	p := r.system.properties(id)
	r.want(p.at("Runtime").is("provided.al2023") && p.at("Architectures", 0).is("arm64") && p.at("Handler").is("bootstrap"), "%s is no arm64 binary on provided.al2023", f.Name)
	r.want(p.at("MemorySize").is(f.Memory) && p.at("Timeout").is(f.Timeout), "%s has other limits than the manifest says", f.Name)
	reserved := node{nil}
	if n := r.stage.reserved(f); n > 0 {
		reserved = node{n}
	}
	r.want(p.at("ReservedConcurrentExecutions").is(reserved.v), "%s: %v run at once at most, want %v", f.Name, p.at("ReservedConcurrentExecutions").v, reserved.v)
	live := r.system.properties(r.live(f))
	version := r.system.first("Lambda::Version")
	for _, v := range r.system.resources("Lambda::Version") {
		if refers(r.system.properties(v).at("FunctionName"), id) {
			version = v
		}
	}
	r.want(live.at("Name").is("live") && refers(r.system.properties(version).at("FunctionName"), id) && refers(live.at("FunctionVersion"), version), "%s has no alias that leads to its version: %s", f.Name, live.text())
	r.kept(version, "Retain")
	r.want(p.at("TracingConfig", "Mode").is(map[bool]string{true: "Active", false: "PassThrough"}[f.Traced]), "%s is traced %s", f.Name, p.at("TracingConfig").text())
	key := r.system.find("KMS::Key", "Description", "What "+r.name+" keeps of guests")
	r.want(refers(p.at("KmsKeyArn"), key), "%s: its environment is not encrypted with the stage's key", f.Name)
	log := r.system.find("Logs::LogGroup", "LogGroupName", "/"+r.name+"/"+f.Name)
	r.want(refers(p.at("LoggingConfig", "LogGroup"), log), "%s has no log of its own", f.Name)
	env := []string{"BRAND", "FUNCTION", "SERVICE"}
	add := func(when bool, name string) {
		if when {
			env = append(env, name)
		}
	}
	add(!f.Table.None(), "TABLE")
	add(len(f.Secrets) > 0, "SECRETS_PATH")
	add(f.Events, "EVENT_BUS")
	add(len(f.Assets) > 0, "ASSETS")
	add(f.Gate, "ORIGIN_KEYS")
	for _, s := range f.Settings {
		add(true, string(s))
	}
	slices.Sort(env)
	r.want(slices.Equal(p.at("Environment", "Variables").keys(), env), "%s has the environment %v, want %v", f.Name, p.at("Environment", "Variables").keys(), env)
	r.want(p.at("Environment", "Variables", "BRAND").is("3"), "%s is of another brand", f.Name)
	r.want(f.Table.None() || r.isTable(p.at("Environment", "Variables", "TABLE")), "%s works with the table %s", f.Name, p.at("Environment", "Variables", "TABLE").text())
	for _, name := range env {
		r.want(p.at("Environment", "Variables", name).v != "", "%s: %s is empty", f.Name, name)
	}
	r.want(r.system.find("Lambda::Function", "FunctionName", r.name+"-"+f.Name) != "", "%s is not there", f.Name)
}

// live is the alias of the function, by which everything has to call it.
func (r *review) live(f functions.Function) string {
	id := r.system.find("Lambda::Function", "FunctionName", r.name+"-"+f.Name)
	for _, alias := range r.system.resources("Lambda::Alias") {
		if refers(r.system.properties(alias).at("FunctionName"), id) {
			return alias
		}
	}
	return ""
}

// policy must allow what the manifest says: each statement by its name, with these actions, nothing more, and stars in two only.
func (r *review) policy(f functions.Function) {
	role := r.system.properties(r.system.find("IAM::Role", "Description", "What the function "+f.Name+" may do"))
	takes := role.at("AssumeRolePolicyDocument", "Statement")
	r.want(same(takes, `[{"Action":"sts:AssumeRole","Effect":"Allow","Principal":{"Service":"lambda.amazonaws.com"}}]`), "%s: who takes its role: %s", f.Name, takes.text())
	r.want(len(role.at("ManagedPolicyArns").list()) == 0, "%s has a policy that somebody else writes", f.Name)
	want := map[string]string{
		"Log": "logs:CreateLogStream logs:PutLogEvents", "Environment": "kms:Decrypt",
	}
	if f.Traced {
		want["Trace"] = "xray:PutTelemetryRecords xray:PutTraceSegments"
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
	if len(f.Assets) > 0 {
		want["Assets"], want["Missing"] = "s3:GetObject", "s3:ListBucket"
	}
	statements := role.at("Policies", 0, "PolicyDocument", "Statement").list()
	r.want(len(statements) == len(want) && len(role.at("Policies").list()) == 1, "%s has %d statements, want %d", f.Name, len(statements), len(want))
	for _, s := range statements {
		sid := s.at("Sid").text()
		r.want(strings.Join(s.at("Action").texts(), " ") == want[sid], "%s, %s: may %v, want %s", f.Name, sid, s.at("Action").texts(), want[sid])
		r.want(s.at("Effect").is("Allow"), "%s, %s allows nothing", f.Name, sid)
		star := slices.Contains(s.at("Resource").texts(), "*")
		r.want(star == (sid == "Trace" || sid == "Streams"), "%s, %s is about %s", f.Name, sid, s.at("Resource").text())
		r.resource(f, sid, s)
	}
}

// resource of a statement, and the condition under which it holds.
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
	case "Assets":
		ok = len(on.list()) == len(f.Assets)
		for _, beginning := range f.Assets {
			ok = ok && slices.ContainsFunc(on.list(), func(file node) bool {
				return refers(file, r.system.first("S3::Bucket")) && file.at("Fn::Join", 1, 1).is("/"+beginning+"*")
			})
		}
	case "Missing":
		ok = refers(on, r.system.first("S3::Bucket")) && on.at("Fn::GetAtt").v != nil
	}
	r.want(ok, "%s, %s: is about %s when %s", f.Name, sid, on.text(), when.text())
}

// alarms must be those of the list in docs/runbook.md, each heard by somebody.
func (r *review) alarms() {
	want := []string{"payments-declined", "payments-failed", "payments-uncollected", "payments-unreturned", "payments-unmatched", "orders-put-off", "messages-set-aside", "messages-put-off", "jobs-failed", "undelivered", "api-errors", "api-slow", "concurrency", "mail-bounces", "mail-complaints"}
	if strings.HasPrefix(r.stage.StripePublishableKey, "pk_live_") {
		want = append(want, "no-orders")
	}
	for _, operation := range []string{"GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems"} {
		want = append(want, "table-throttles-"+operation)
	}
	for _, f := range functions.All() {
		want = append(want, "function-errors-"+f.Name, "function-throttles-"+f.Name)
		if f.Outbox || f.Steps {
			want = append(want, "messages-late-"+f.Name)
		}
		if allYear(f) {
			want = append(want, "clock-silent-"+f.Name)
		}
	}
	r.heard(r.system, r.name+"-alarms", want)
	counted := map[string]bool{}
	for _, name := range want {
		p := r.system.properties(r.system.find("CloudWatch::Alarm", "AlarmName", r.name+"-"+name))
		if strings.HasPrefix(name, "table-throttles-") {
			dimension := p.at("Dimensions", 1)
			r.want(dimension.at("Name").is("TableName") && r.isTable(dimension.at("Value")), "%s is of another table: %s", name, p.at("Dimensions").text())
		}
		if p.at("Namespace").is(telemetry.Namespace) {
			counted[p.at("MetricName").text()] = p.at("Dimensions", 0, "Value").is(r.name)
		}
	}
	declines := r.system.properties(r.system.find("CloudWatch::Alarm", "AlarmName", r.name+"-payments-declined")).at("Metrics")
	for _, m := range []telemetry.Metric{telemetry.PaymentsDeclined, telemetry.OrdersPlaced} {
		r.want(slices.ContainsFunc(declines.list(), func(q node) bool {
			metric := q.at("MetricStat", "Metric")
			return metric.at("MetricName").is(string(m)) && metric.at("Namespace").is(telemetry.Namespace) && metric.at("Dimensions", 0, "Value").is(r.name)
		}), "payments-declined does not look at %s of this stage", m)
	}
	r.budget()
	r.lunch()
	for _, m := range []telemetry.Metric{telemetry.PaymentsFailed, telemetry.PaymentsUncollected, telemetry.PaymentsUnreturned, telemetry.PaymentsUnmatched, telemetry.OrdersPutOff, telemetry.RowsSetAside, telemetry.RowsPutOff, telemetry.JobsFailed} {
		r.want(counted[string(m)], "no alarm on %s of this stage", m)
	}
	dashboard := r.system.properties(r.one("CloudWatch::Dashboard")).text()
	for _, m := range telemetry.Metrics() {
		r.want(strings.Contains(dashboard, `\"`+string(m)+`\"`), "the dashboard does not show %s", m)
	}
}

// alarmsOfSite are those on metrics of CloudFront and its firewall, of this stage's distribution.
func (r *review) alarmsOfSite() {
	r.heard(r.siteAlarms, r.name+"-site-alarms", []string{"requests-blocked", "site-errors"})
	for name, metric := range map[string]string{"requests-blocked": "AWS/WAFV2 BlockedRequests", "site-errors": "AWS/CloudFront 5xxErrorRate"} {
		p := r.siteAlarms.properties(r.siteAlarms.find("CloudWatch::Alarm", "AlarmName", r.name+"-"+name))
		r.want(metric == p.at("Namespace").text()+" "+p.at("MetricName").text(), "%s looks at %s", name, p.text())
		for _, dimension := range p.at("Dimensions").list() {
			value := dimension.at("Value")
			switch dimension.at("Name").text() {
			case "WebACL":
				r.want(value.is(r.name), "%s is of another firewall: %s", name, value.text())
			case "DistributionId":
				from := value.at("Fn::GetStackOutput")
				r.want(from.at("StackName").is(r.name) && refers(r.system.at("Outputs", from.at("OutputName").text(), "Value"), r.one("CloudFront::Distribution")), "%s is of another site: %s", name, value.text())
			}
		}
	}
}

// heard checks that a template has these alarms and no other, and that somebody hears of each.
func (r *review) heard(t template, topicName string, names []string) {
	topic := t.find("SNS::Topic", "TopicName", topicName)
	for _, name := range names {
		p := t.properties(t.find("CloudWatch::Alarm", "AlarmName", r.name+"-"+name))
		r.want(refers(p.at("AlarmActions"), topic) && refers(p.at("OKActions"), topic), "nobody hears of %s", name)
		_, heading, _ := strings.Cut(p.at("AlarmDescription").text(), "#")
		r.want(slices.Contains(runbook(), heading), "docs/runbook.md says nothing of %s", name)
	}
	r.want(len(t.resources("CloudWatch::Alarm")) == len(names), "%d alarms, want %d", len(t.resources("CloudWatch::Alarm")), len(names))
	speaks := t.properties(t.first("SNS::TopicPolicy")).at("PolicyDocument", "Statement")
	r.want(len(speaks.list()) == 2 && speaks.at(0, "Effect").is("Deny") && speaks.at(0, "Action").is("sns:Publish") && speaks.at(0, "Condition", "Bool", "aws:SecureTransport").is("false") &&
		speaks.at(1, "Action").is("sns:Publish") && speaks.at(1, "Principal", "Service").is("cloudwatch.amazonaws.com") && speaks.at(1, "Condition", "StringEquals", "aws:SourceAccount").v != nil,
		"the topic %s is open or deaf: %s", topicName, speaks.text())
	mail := t.properties(t.first("SNS::Subscription"))
	r.want(r.stage.AlarmMail == "" && mail.v == nil || mail.at("Endpoint").is(r.stage.AlarmMail) && refers(mail.at("TopicArn"), topic), "who gets a mail of %s: %s", topicName, mail.text())
}

// lunch checks the alarm on hours of lunch without an order: the hours are those of Chicago, 11:00 to 14:00 in both halves of the year.
func (r *review) lunch() {
	p := r.system.properties(r.system.find("CloudWatch::Alarm", "AlarmName", r.name+"-no-orders"))
	if p.v == nil {
		return
	}
	metrics := p.at("Metrics").text()
	closed := ""
	if r.stage.ClosedDays != nil {
		closed = " && !(MONTH(clock) == 12 && DATE(clock) == 25)"
	}
	expression, _ := json.Marshal("IF((HOUR(clock) == 17 || HOUR(clock) == 18)" + closed + ", FILL(placed, 0), 1)")
	for _, said := range []string{strings.Trim(string(expression), `"`), `"MetricName":"OrdersPlaced"`, `"Period":3600`, r.system.find("Lambda::Function", "FunctionName", r.name+"-reconcile")} {
		r.want(strings.Contains(metrics, said), "no-orders does not look at %s: %s", said, metrics)
	}
	r.want(p.at("ComparisonOperator").is("LessThanOrEqualToThreshold") && p.at("Threshold").is(0) && p.at("TreatMissingData").is("breaching"), "no-orders does not sound: %s", p.text())
}

// budget checks that somebody hears before the month costs more than the stage says.
func (r *review) budget() {
	if r.stage.Budget == 0 {
		r.want(len(r.system.resources("Budgets::Budget")) == 0, "a budget that nobody asked for")
		return
	}
	p := r.system.properties(r.one("Budgets::Budget"))
	r.want(p.at("Budget", "BudgetLimit", "Amount").is(r.stage.Budget) && p.at("Budget", "TimeUnit").is("MONTHLY") && p.at("Budget", "BudgetName").v == nil, "the budget: %s", p.text())
	for n, kind := range []string{"ACTUAL", "FORECASTED"} {
		warning := p.at("NotificationsWithSubscribers", n)
		r.want(warning.at("Notification", "NotificationType").is(kind) && warning.at("Subscribers", 0, "Address").is(r.stage.AlarmMail), "nobody hears of the budget: %s", warning.text())
	}
	r.want(slices.Contains(runbook(), "budget"), "docs/runbook.md says nothing of the budget")
}

// runbook lists the alarms that it says something of.
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

// one is the only resource of a kind, "" where there is none or several.
func (r *review) one(kind string) string {
	ids := r.system.resources(kind)
	if len(ids) != 1 {
		r.wrong("%d of %s, want one", len(ids), kind)
		return ""
	}
	return ids[0]
}

// edgeCode is what the stack hands to CloudFront.
func (r *review) edgeCode() {
	host := "" // the one name that guests are to see, where the site has one
	if names := r.system.properties(r.one("CloudFront::Distribution")).at("DistributionConfig", "Aliases").texts(); len(names) > 0 {
		host = names[0]
	}
	for name, code := range map[string]string{"pages": edge.PagesOf(brand.Default(), host), "status": edge.Status, "image": edge.Image} {
		p := r.system.properties(r.system.find("CloudFront::Function", "Name", r.name+"-"+name))
		r.want(p.at("FunctionCode").is(code) && p.at("FunctionConfig", "Runtime").is("cloudfront-js-2.0") && p.at("AutoPublish").is(true), "the edge runs another %s", name)
	}
}

// same compares JSON, whatever the order of its keys.
func same(n node, want string) bool {
	var v any
	if err := json.Unmarshal([]byte(want), &v); err != nil {
		panic(err)
	}
	return n.text() == node{v}.text()
}
