//go:build !race

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ordering/functions"
	"ordering/functions/origin"
	"ordering/shared/form"
	"ordering/shared/problem"
	"ordering/shared/upload"
)

// routes checks that each operation has a route, and each path one for other methods. Each route uses the gate and the only integration of
// its function, which has one permission.
func (r *review) routes() {
	gate := r.one("ApiGatewayV2::Authorizer")
	p := r.system.properties(gate)
	r.want(p.at("IdentitySource", 0).is("$request.header."+origin.Header) && p.at("EnableSimpleResponses").is(true) && p.at("AuthorizerPayloadFormatVersion").is("2.0"), "the gate asks for something else: %s", p.text())
	served, routes := 0, 0
	for _, f := range allFunctions() {
		lambda := r.live(f)
		var permitted int
		for _, id := range r.system.resources("Lambda::Permission") {
			q := r.system.properties(id)
			if refers(q.at("FunctionName"), lambda) && q.at("Principal").is("apigateway.amazonaws.com") && q.at("Action").is("lambda:InvokeFunction") && q.at("SourceArn").v != nil {
				permitted++
			}
		}
		wants := 0
		if len(f.Operations) > 0 || f.Gate {
			wants = 1
		}
		r.want(permitted == wants, "%s has %d permissions, want %d", f.Name, permitted, wants)
		if f.Gate {
			r.want(refers(p.at("AuthorizerUri"), lambda), "the gate is not %s", f.Name)
			r.want(slices.Contains(r.system.at("Resources", r.one("CloudFront::Distribution"), "DependsOn").texts(), lambda), "CloudFront may show a key that the gate does not know yet")
		}
		if len(f.Operations) == 0 {
			continue
		}
		served++
		var integration string
		for _, id := range r.system.resources("ApiGatewayV2::Integration") {
			if q := r.system.properties(id); refers(q.at("IntegrationUri"), lambda) && q.at("PayloadFormatVersion").is("2.0") && q.at("IntegrationType").is("AWS_PROXY") {
				integration = id
			}
		}
		r.want(integration != "", "%s has no integration", f.Name)
		keys := map[string]bool{}
		for _, op := range f.Operations {
			keys["ANY "+op.Path] = true // the function answers 405 with Allow for other methods
		}
		for key := range keys {
			routes++
			q := r.system.properties(r.system.find("ApiGatewayV2::Route", "RouteKey", key))
			r.want(refers(q.at("Target"), integration), "%s does not lead to %s", key, f.Name)
			r.want(q.at("AuthorizationType").is("CUSTOM") && refers(q.at("AuthorizerId"), gate), "%s does not ask the gate", key)
		}
	}
	r.want(len(r.system.resources("ApiGatewayV2::Route")) == routes && routes <= 300, "%d routes, want %d, at most 300", len(r.system.resources("ApiGatewayV2::Route")), routes)
	r.want(len(r.system.resources("ApiGatewayV2::Integration")) == served, "more integrations than functions with routes")
	stage := r.system.properties(r.one("ApiGatewayV2::Stage"))
	for _, secret := range []string{"path", "sourceIp", "userAgent", "Path"} {
		r.want(!strings.Contains(stage.at("AccessLogSettings", "Format").text(), secret), "the API's log holds %s", secret)
	}
}

// schedules checks that schedules may only call their function and send failed calls to the queue.
func (r *review) schedules(f functions.Function) {
	if len(f.Schedules) == 0 {
		return
	}
	lambda := r.live(f)
	queue := r.system.first("SQS::Queue")
	p := r.system.properties(r.system.find("IAM::Role", "Description", "What the clock of the function "+f.Name+" may do"))
	takes := p.at("AssumeRolePolicyDocument", "Statement")
	r.want(len(takes.list()) == 1 && takes.at(0, "Action").is("sts:AssumeRole") && takes.at(0, "Principal", "Service").is("scheduler.amazonaws.com") &&
		takes.at(0, "Condition", "StringEquals", "aws:SourceAccount").v != nil, "who takes the role of the clock of %s: %s", f.Name, takes.text())
	statements := p.at("Policies", 0, "PolicyDocument", "Statement")
	r.want(len(statements.list()) == 2 && statements.at(0, "Action").is("lambda:InvokeFunction") && refers(statements.at(0, "Resource"), lambda) &&
		statements.at(1, "Action").is("sqs:SendMessage") && refers(statements.at(1, "Resource"), queue), "what the clock of %s may: %s", f.Name, statements.text())
}

func (r *review) table() {
	id := r.one("DynamoDB::GlobalTable")
	p := r.system.properties(id)
	r.want(same(p.at("TimeToLiveSpecification"), `{"AttributeName":"expires","Enabled":true}`), "the table keeps what has expired")
	r.want(same(p.at("SSESpecification"), `{"SSEEnabled":true,"SSEType":"KMS"}`), "the table is not encrypted with a key of ours")
	var regions []string
	for _, replica := range p.at("Replicas").list() {
		region := replica.at("Region").text()
		regions = append(regions, region)
		r.want(replica.at("DeletionProtectionEnabled").is(true), "the table in %s can be deleted", region)
		r.want(same(replica.at("PointInTimeRecoverySpecification"), `{"PointInTimeRecoveryEnabled":true,"RecoveryPeriodInDays":35}`), "the table in %s cannot be brought back", region)
		r.want(replica.at("SSESpecification", "KMSMasterKeyId").v != nil, "the table in %s has no key", region)
	}
	want := slices.DeleteFunc([]string{r.stage.Region, r.stage.Replica}, func(region string) bool { return region == "" })
	slices.Sort(regions)
	slices.Sort(want)
	r.want(slices.Equal(regions, want), "the table is in %v, want %v", regions, want)
	r.kept(id, "Retain") // a rollback cannot delete a table with deletion protection
	if r.stage.RestoredStream == "" {
		return
	}
	for _, other := range r.system.at("Resources").keys() {
		r.want(other == id || !refers(r.system.properties(other), id), "%s still works with the table of before", other)
	}
}

// isTable reports whether n refers to the table in use: its name, its ARN or an index.
func (r *review) isTable(n node) bool {
	if r.stage.RestoredStream == "" {
		return refers(n, r.system.first("DynamoDB::GlobalTable"))
	}
	arn, _, _ := strings.Cut(r.stage.RestoredStream, "/stream/")
	_, name, _ := strings.Cut(arn, ":table/")
	return slices.Contains([]string{name, arn, arn + "/index/index"}, n.text())
}

// isStream reports whether n refers to the stream of that table.
func (r *review) isStream(n node) bool {
	if r.stage.RestoredStream == "" {
		return same(n, fmt.Sprintf(`{"Fn::GetAtt":[%q,"StreamArn"]}`, r.system.first("DynamoDB::GlobalTable")))
	}
	return n.is(r.stage.RestoredStream)
}

// kept checks that the resource stays when the stack is destroyed.
func (r *review) kept(id, deletion string) {
	r.want(r.system.at("Resources", id, "DeletionPolicy").is(deletion) && r.system.at("Resources", id, "UpdateReplacePolicy").is("Retain"), "%s goes with the stack", id)
}

// keptOnceMade keeps a resource when the stack is destroyed, but not when its first deployment fails.
const keptOnceMade = "RetainExceptOnCreate"

func (r *review) key() {
	id := r.one("KMS::Key")
	r.kept(id, keptOnceMade)
	p := r.system.properties(id)
	r.want(p.at("EnableKeyRotation").is(true), "the key stays the same for ever")
	statements := p.at("KeyPolicy", "Statement").list()
	r.want(len(statements) == 3, "the key's policy has %d statements", len(statements))
	want := [][]string{{"kms:*"}, {"kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"}, {"kms:Decrypt", "kms:GenerateDataKey"}}
	who := []string{":root", "logs." + r.stage.Region + ".amazonaws.com", "cloudwatch.amazonaws.com"}
	for n, s := range statements {
		if n >= len(want) {
			break
		}
		r.want(slices.Equal(s.at("Action").texts(), want[n]) && strings.Contains(s.at("Principal").text(), who[n]), "the key lets %s do %v", s.at("Principal").text(), s.at("Action").texts())
		r.want(n == 0 || s.at("Condition").v != nil, "the key lets %s do that always", who[n])
	}
	alias := r.system.properties(r.one("KMS::Alias"))
	r.want(alias.at("AliasName").is("alias/"+r.name) && refers(alias.at("TargetKeyId"), id), "the key has another name")
}

// bucketNamed returns the bucket with the construct id.
func (r *review) bucketNamed(name string) string {
	for _, id := range r.system.resources("S3::Bucket") {
		if strings.TrimRight(id, "0123456789ABCDEF") == name {
			return id
		}
	}
	return ""
}

// policyOf returns the statements of a bucket's policy.
func (r *review) policyOf(bucket string) []node {
	for _, id := range r.system.resources("S3::BucketPolicy") {
		if refers(r.system.properties(id).at("Bucket"), bucket) {
			return r.system.properties(id).at("PolicyDocument", "Statement").list()
		}
	}
	return nil
}

func (r *review) buckets() {
	ids := r.system.resources("S3::Bucket")
	r.want(len(ids) == 2 && len(r.system.resources("S3::BucketPolicy")) == 2, "buckets: %v, want those of the site and of the files", ids)
	for _, id := range ids {
		r.kept(id, keptOnceMade)
		p := r.system.properties(id)
		const closed = `{"BlockPublicAcls":true,"BlockPublicPolicy":true,"IgnorePublicAcls":true,"RestrictPublicBuckets":true}`
		r.want(same(p.at("PublicAccessBlockConfiguration"), closed), "%s can be opened to all", id)
		r.want(p.at("OwnershipControls", "Rules", 0, "ObjectOwnership").is("BucketOwnerEnforced"), "files in %s can have another owner", id)
	}
	r.assets()
	r.formFiles()
}

// formFiles checks that guests' files are encrypted with the stage's key, that their bucket forgets deleted ones at once and each of the
// others when it expires, and that its policy grants nothing.
func (r *review) formFiles() {
	id := r.bucketNamed("FormFiles")
	p := r.system.properties(id)
	encryption := p.at("BucketEncryption", "ServerSideEncryptionConfiguration", 0)
	own := encryption.at("ServerSideEncryptionByDefault", "SSEAlgorithm").is("aws:kms") && refers(encryption, r.system.first("KMS::Key"))
	r.want(own, "files of guests are not encrypted with the stage's key")
	r.want(p.at("VersioningConfiguration").v == nil, "a deleted file of a guest stays as a version")
	expires, aborted := map[string]int{}, false
	for _, rule := range p.at("LifecycleConfiguration", "Rules").list() {
		r.want(rule.at("Status").is("Enabled"), "a lifecycle rule of guests' files is off: %s", rule.text())
		aborted = aborted || rule.at("AbortIncompleteMultipartUpload", "DaysAfterInitiation").is(1)
		if days, ok := rule.at("ExpirationInDays").v.(float64); ok {
			expires[rule.at("Prefix").text()] = int(days)
		}
	}
	want := map[string]int{"new/": upload.NewDays}
	for _, rules := range form.Kinds {
		want[fmt.Sprintf("kept/%d/", rules.Days)] = rules.Days
		want["kept/"] = max(want["kept/"], rules.Days)
	}
	r.want(aborted && maps.Equal(expires, want), "guests' files expire after %v, want %v", expires, want)
	policy := r.policyOf(id)
	r.want(len(policy) == 2, "the policy of guests' files has %d statements, want 2", len(policy))
	for _, s := range policy {
		when := s.at("Condition")
		tls := when.at("Bool", "aws:SecureTransport").is("false") || when.at("NumericLessThan", "s3:TlsVersion").is("1.2")
		all := s.at("Action").is("s3:*") && len(s.at("Resource").list()) == 2
		r.want(s.at("Effect").is("Deny") && all && tls, "the policy of guests' files: %s", s.text())
	}
}

func (r *review) assets() {
	id := r.bucketNamed("Assets")
	p := r.system.properties(id)
	r.want(p.at("BucketEncryption").v != nil && p.at("VersioningConfiguration", "Status").is("Enabled") && p.at("LifecycleConfiguration").v != nil, "the bucket is not encrypted, or forgets at once")
	policy := r.policyOf(id)
	r.want(len(policy) == 4, "the bucket's policy has %d statements, want 4", len(policy))
	site := r.one("CloudFront::Distribution")
	var plain, old, reads, hidden bool
	for _, s := range policy {
		switch {
		case s.at("Effect").is("Deny") && s.at("Principal", "Service").is("cloudfront.amazonaws.com"):
			hidden = s.at("Action").is("s3:GetObject") && strings.Contains(s.at("Resource").text(), `"/operator/*"`)
		case s.at("Effect").is("Deny") && s.at("Condition", "Bool", "aws:SecureTransport").is("false"):
			plain = s.at("Action").is("s3:*") && len(s.at("Resource").list()) == 2
		case s.at("Effect").is("Deny"):
			old = s.at("Condition", "NumericLessThan", "s3:TlsVersion").is("1.2") && s.at("Action").is("s3:*") && len(s.at("Resource").list()) == 2
		default:
			reads = s.at("Action").is("s3:GetObject") && s.at("Principal", "Service").is("cloudfront.amazonaws.com") &&
				refers(s.at("Condition", "StringEquals", "AWS:SourceArn"), site)
		}
	}
	r.want(plain && old && reads && hidden, "the bucket's policy: TLS only %t, 1.2 %t, CloudFront alone %t, and not the operator's files %t", plain, old, reads, hidden)
}

func (r *review) firewall() {
	ids := r.front.resources("WAFv2::WebACL")
	if len(ids) != 1 {
		r.wrong("%d firewalls", len(ids))
		return
	}
	p := r.front.properties(ids[0])
	var rules []string
	for _, rule := range p.at("Rules").list() {
		name := rule.at("Name").text()
		s := rule.at("Statement")
		if limit := s.at("RateBasedStatement"); limit.v != nil {
			r.want(limit.at("ScopeDownStatement").v != nil, "the limit %s is of everything", name)
			r.blocks(name, p, rule.at("Action"), problem.TooManyRequests, "300")
			rules = append(rules, fmt.Sprint(name, " ", limit.at("Limit").v))
			continue
		}
		group := s.at("ManagedRuleGroupStatement")
		switch {
		case group.v != nil:
			for _, o := range group.at("RuleActionOverrides").list() {
				r.want(same(o.at("ActionToUse"), `{"Count":{}}`), "%s does %s", o.at("Name").text(), o.at("ActionToUse").text())
			}
			rules = append(rules, fmt.Sprint(group.at("Name").text(), " ", len(group.at("RuleActionOverrides").list())))
		case r.stage.Firewall == "block":
			r.blocks(name, p, rule.at("Action"), problem.RequestRefused, "")
			fallthrough
		default:
			r.want(r.stage.Firewall == "block" || same(rule.at("Action"), `{"Count":{}}`), "%s does %s before anybody judged it", name, rule.at("Action").text())
			rules = append(rules, fmt.Sprint(name, " ", strings.Count(s.text(), `"LabelMatchStatement"`)))
		}
	}
	r.want(slices.Equal(rules, []string{"placings 60", "accounts 300", "forms 120", "requests 3000", "AWSManagedRulesAmazonIpReputationList 1", "reputation-refused 4", "AWSManagedRulesKnownBadInputsRuleSet 0", "known-bad-refused 1",
		"AWSManagedRulesCommonRuleSet 2", "common-refused 26"}), "the firewall's rules: %v", rules)
	r.want(p.at("Scope").is("CLOUDFRONT"), "the firewall is not CloudFront's")
	r.want(!strings.Contains(p.text(), `"SampledRequestsEnabled":true`), "the firewall keeps samples of guests' requests")
	for _, path := range []string{kitchenEvents, placings, forms, applications, uploads} {
		known := slices.ContainsFunc(allFunctions(), func(f functions.Function) bool {
			for _, op := range f.Operations {
				if op.Path == path || strings.HasSuffix(path, "/") && strings.HasPrefix(op.Path, path) {
					return true
				}
			}
			return false
		})
		r.want(known && strings.Contains(p.text(), path), "the firewall treats %s apart, where nothing is", path)
	}
	log := r.front.properties(r.front.first("WAFv2::LoggingConfiguration"))
	r.want(refers(log.at("ResourceArn"), ids[0]) && same(log.at("RedactedFields"), `[{"UriPath":{}},{"QueryString":{}},{"SingleHeader":{"Name":"authorization"}},{"SingleHeader":{"Name":"cookie"}},{"SingleHeader":{"Name":"referer"}}]`),
		"the firewall's log holds guests' secrets: %s", log.text())
	r.want(log.at("LoggingFilter", "DefaultBehavior").is("DROP") && len(log.at("LoggingFilter", "Filters", 0, "Conditions").list()) == 3, "the firewall logs every guest: %s", log.at("LoggingFilter").text())
	group := r.front.first("Logs::LogGroup")
	kept := r.front.properties(group)
	r.want(refers(log.at("LogDestinationConfigs"), group) && kept.at("LogGroupName").is("aws-waf-logs-"+r.name) && kept.at("RetentionInDays").is(30), "the firewall's log: %s", kept.text())
}

// blocks checks that a rule answers with the problem, never with 403, for which CloudFront shows the site's 404 page.
func (r *review) blocks(rule string, firewall, action node, code problem.Code, retry string) {
	response := action.at("Block", "CustomResponse")
	var body problem.Body
	content := firewall.at("CustomResponseBodies", response.at("CustomResponseBodyKey").text())
	err := json.Unmarshal([]byte(content.at("Content").text()), &body)
	want := problem.New(code, "minutes", 5).Body("")
	r.want(err == nil && body.Code == code && response.at("ResponseCode").is(want.Status) && body.Status == want.Status && (body.Message == want.Message) && body.Errors != nil &&
		content.at("ContentType").is("APPLICATION_JSON"), "%s answers %s with %s", rule, response.text(), content.text())
	headers := map[string]string{}
	for _, h := range response.at("ResponseHeaders").list() {
		headers[h.at("Name").text()] = h.at("Value").text()
	}
	r.want(headers["Retry-After"] == retry && headers["Cache-Control"] == "no-store", "%s answers with the headers %v", rule, headers)
}

// logs checks that each log is kept for 30 days, encrypted.
func (r *review) logs() {
	logs := r.system.resources("Logs::LogGroup")
	r.want(len(logs) == len(allFunctions())+1, "%d logs for %d functions and the API", len(logs), len(allFunctions()))
	for _, id := range logs {
		p := r.system.properties(id)
		r.want(p.at("RetentionInDays").is(30) && refers(p.at("KmsKeyId"), r.system.first("KMS::Key")), "the log %s is kept for ever, or open", p.at("LogGroupName").text())
	}
}

// originKeys checks the keys: the gate accepts the current one and, during a rotation, the previous one. CloudFront sends the current one.
func (r *review) originKeys() {
	gate := r.system.properties(r.system.find("Lambda::Function", "FunctionName", r.name+"-origin")).at("Environment", "Variables", "ORIGIN_KEYS")
	site := r.system.properties(r.one("CloudFront::Distribution")).at("DistributionConfig", "Origins")
	var want []string
	for n := r.stage.OriginKey; n >= max(1, r.stage.OriginKey-1); n-- {
		id := r.system.find("SecretsManager::Secret", "Name", fmt.Sprintf("/%s/ORIGIN_KEY_%d", r.name, n))
		secret := r.system.properties(id)
		r.want(secret.at("GenerateSecretString", "PasswordLength").is(48) && secret.at("SecretString").v == nil, "the key %d of the origin is no random one", n)
		r.want(refers(gate, id), "the gate does not know the key %d", n)
		r.want(refers(site, id) == (n == r.stage.OriginKey), "CloudFront shows %s, want the key %d", site.text(), r.stage.OriginKey)
		want = append(want, id)
	}
	r.want(len(r.system.resources("SecretsManager::Secret")) == len(want), "keys of the origin: %v, want %v", r.system.resources("SecretsManager::Secret"), want)
	r.want(len(want) < 2 || strings.Index(gate.text(), want[0]) < strings.Index(gate.text(), want[1]), "the gate knows the key before first: %s", gate.text())
}

// copied checks that the replica's region has a key of the same alias, which stays.
func (r *review) copied() {
	if r.stage.Replica == "" {
		r.want(r.replica.v == nil, "a copy that nobody asked for")
		return
	}
	id := r.replica.first("KMS::Key")
	r.want(r.replica.at("Resources", id, "DeletionPolicy").is(keptOnceMade) && r.replica.at("Resources", id, "UpdateReplacePolicy").is("Retain"), "the copy's key goes with its stack")
	r.want(r.replica.properties(id).at("EnableKeyRotation").is(true), "the copy's key stays the same for ever")
	statements := r.replica.properties(id).at("KeyPolicy", "Statement").list()
	r.want(len(statements) == 1 && statements[0].at("Action").is("kms:*") && strings.Contains(statements[0].at("Principal").text(), ":root"), "who may use the copy's key: %v", statements)
	alias := r.replica.properties(r.replica.first("KMS::Alias"))
	r.want(alias.at("AliasName").is("alias/"+r.name) && refers(alias.at("TargetKeyId"), id), "the copy's key has another name")
	for _, in := range r.system.properties(r.system.first("DynamoDB::GlobalTable")).at("Replicas").list() {
		own := strings.Contains(in.at("SSESpecification").text(), ":kms:"+r.stage.Replica+":") && strings.Contains(in.at("SSESpecification").text(), ":alias/"+r.name)
		r.want(own == in.at("Region").is(r.stage.Replica), "the table in %s has the key %s", in.at("Region").text(), in.at("SSESpecification").text())
	}
}
