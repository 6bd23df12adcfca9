package verbs

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/harness/pypi"
	"ordering/shared/soak"
)

// cloud is a fake AWS endpoint: it records the body of each operation, and its answers let the next command continue.
type cloud struct {
	mu    sync.Mutex
	calls map[string][]string // bodies by operation
}

const stream = "arn:aws:dynamodb:us-east-1:123456789012:table/ordering-prod/stream/2026-11-21T12:00:00.000"

// answers by operation; all others get {}.
var answers = map[string]string{
	"DescribeStacks": `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member><StackName>ordering-dev</StackName><CreationTime>2026-11-21T12:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus>
		<Outputs><member><OutputKey>TableName</OutputKey><OutputValue>ordering-table</OutputValue></member></Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
	"UpdateTerminationProtection": `<UpdateTerminationProtectionResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><UpdateTerminationProtectionResult/></UpdateTerminationProtectionResponse>`,
	"GetCallerIdentity":           `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
	"DescribeTable":               `{"Table":{"TableName":"ordering-prod-restored","TableStatus":"ACTIVE","LatestStreamArn":"` + stream + `"}}`,
	"Scan":                        `{"Items":[{"pk":{"S":"session#ann"},"sk":{"S":"1"}}]}`,
	"DescribeCertificate":         `{"Certificate":{"Status":"ISSUED","DomainValidationOptions":[{"ValidationStatus":"SUCCESS"}]}}`,
	"ReceiveMessage":              `{"Messages":[{"ReceiptHandle":"r","Body":"b"}]}`,
	"GetShardIterator":            `{"ShardIterator":"iterator"}`,
	"GetRecords":                  `{"Records":[{"eventName":"MODIFY","dynamodb":{"ApproximateCreationDateTime":1,"SequenceNumber":"100000000000000000000"}},{"eventName":"MODIFY","dynamodb":{"ApproximateCreationDateTime":2,"SequenceNumber":"100000000000000000001"}},{"eventName":"MODIFY","dynamodb":{"SequenceNumber":"100000000000000000002"}}]}`,
	"Invoke":                      `{"batchItemFailures":null}`,
}

func (c *cloud) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	_, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	switch {
	case operation != "":
	case strings.Contains(r.URL.Path, "/invocations"):
		operation = "Invoke"
	case r.URL.Path != "/":
		operation = r.Method + " " + r.URL.Path
	default:
		form, _ := url.ParseQuery(string(body))
		operation = form.Get("Action")
	}
	c.mu.Lock()
	c.calls[operation] = append(c.calls[operation], string(body))
	c.mu.Unlock()
	if operation == "GetQueueUrl" { // the queue is this server too
		_, _ = fmt.Fprintf(w, `{"QueueUrl":"http://%s/123456789012/ordering-prod-undelivered"}`, r.Host)
		return
	}
	if r.Method == http.MethodPut { // to a bucket, which answers with an empty body
		return
	}
	if answer, ok := answers[operation]; ok {
		_, _ = io.WriteString(w, answer)
		return
	}
	_, _ = io.WriteString(w, "{}")
}

// placeholders replaces three dots and names in capitals with values, as a reader would.
var placeholders = strings.NewReplacer(
	"STREAM=… SHARD=… START=… END=… RECEIPT=…", "STREAM="+stream+" SHARD=shardId-00000001234567890123-abcdefgh START=100000000000000000000 END=100000000000000000001 RECEIPT=r",
	"ID/payment", "1234abcd/payment", "../release TAG", "../release HEAD",
)

// sentencePlaceholders does the same for commands within a sentence.
var sentencePlaceholders = strings.NewReplacer(
	"secrets -- --stage STAGE NAME", "secrets -- --stage dev GUEST_SECRET", "new NAME", "new Copper Kettle", "COMMAND", "help", "FACTOR", "2",
	"STAGE", "dev", "FILE", "infra/seed/menu.json", "FOLDER", "infra/seed/content/big-deal-burger", "EMAIL", "guest@example.com", "NAME", "1234abcd/payment",
	"BUCKET", "ordering-dev-assets",
)

// documents are all documents with instructions. They are read only when a test needs them: this program is also the tests' fake AWS CLI.
var documents = sync.OnceValue(func() []string {
	return matching(
		"README.md", "CONTRIBUTING.md", "docs/*.md", "docs/decisions/*.md", "*/README.md", "functions/notify/templates/README.md", "infra/seed/README.md",
		"shared/picture/README.md", "spa/e2e/README.md",
	)
})

// matching returns the paths of the project's files that match the patterns.
func matching(patterns ...string) (found []string) {
	root := os.DirFS(filepath.Join("..", ".."))
	for _, pattern := range patterns {
		files, err := fs.Glob(root, pattern)
		if err != nil || len(files) == 0 {
			panic(fmt.Sprintf("verbs: no document matches %q: %v", pattern, err))
		}
		found = append(found, files...)
	}
	return found
}

// commands returns a document's shell blocks, and the commands within its sentences.
func commands(document string) (blocks, sentences []string) {
	for _, block := range regexp.MustCompile("(?ms)^ *```sh\n(.*?)^ *```$").FindAllStringSubmatch(document, -1) {
		blocks = append(blocks, placeholders.Replace(block[1]))
	}
	text := regexp.MustCompile("(?ms)^ *````?`?\\w*\n.*?^ *````?`?$").ReplaceAllString(document, "")
	for _, code := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text, -1) {
		command := strings.Join(strings.Fields(code[1]), " ")
		if regexp.MustCompile(`^([A-Z_]+=\S+ )*(npm|npx|cdk|aws|openssl|go|curl) `).MatchString(command) {
			sentences = append(sentences, sentencePlaceholders.Replace(command))
		}
	}
	return blocks, sentences
}

// aws wraps the AWS CLI and precedes it on the PATH. PyPI has only version 1, without two arguments of version 2 that the documents use.
const aws = `#!/bin/bash
if [ "$1 $2" = "configure export-credentials" ]; then echo "export AWS_ACCESS_KEY_ID=key AWS_SECRET_ACCESS_KEY=secret"; exit; fi
words=()
while [ $# -gt 0 ]; do
  if [ "$1" = --cli-binary-format ]; then shift 2; else words+=("$1"); shift; fi
done
exec "$AWS_PROGRAM" --endpoint-url "$AWS_ENDPOINT" "${words[@]}"
`

// withRealAWS returns the environment of a process that finds the real AWS CLI, which calls the address instead of AWS.
func withRealAWS(t *testing.T, bin, address string) []string {
	t.Helper()
	write(t, bin, "aws", aws)
	return append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "HOME="+bin, "AWS_PROGRAM="+pypi.Program(t, "awscli==1.44.0", "aws"), "AWS_ENDPOINT="+address,
		"AWS_ACCESS_KEY_ID=key", "AWS_SECRET_ACCESS_KEY=secret", "AWS_DEFAULT_REGION=us-east-1", "AWS_MAX_ATTEMPTS=1")
}

// curl wraps curl: it connects to the fake endpoint instead of CloudFront, without TLS.
const curl = `#!/bin/bash
words=("${@//443:d111111abcdef8.cloudfront.net:443/80:${AWS_ENDPOINT#http://}}")
exec "$CURL_PROGRAM" --silent --show-error --fail "${words[@]/#https:/http:}"
`

// Each npm script accepts the arguments that the documents give it, each imported file exists, and cdk knows each option.
func TestArgumentsOfDocumentsAreAccepted(t *testing.T) {
	root, scripts := copyVerbs(t)
	refused := regexp.MustCompile(`--help explains it|There is no|is not the name|whole number`)
	seen := map[string]bool{}
	for _, document := range documents() {
		raw, err := os.ReadFile(filepath.Join("..", "..", document))
		assert.NilError(t, err)
		blocks, sentences := commands(string(raw))
		text := strings.Join(append(blocks, sentences...), "\n")
		for _, found := range regexp.MustCompile(`npm run ([\w:]+) -- ([^#|&;\n]+)`).FindAllStringSubmatch(text, -1) {
			if seen[found[0]] || found[1] == "e2e" { // Playwright parses its own arguments
				continue
			}
			seen[found[0]] = true
			t.Run(strings.TrimSpace(found[0]), func(t *testing.T) {
				t.Parallel()
				output, _ := call(t, root, scripts[found[1]], found[2])
				assert.Check(t, !refused.MatchString(output), "%s: %s", document, output)
				if args := strings.Fields(found[2]); found[1] == "import" {
					file := slices.IndexFunc(args, func(arg string) bool { return strings.Contains(arg, "/") })
					assert.Assert(t, file >= 0)
					_, err := os.Stat(filepath.Join("..", "..", args[file]))
					assert.NilError(t, err)
				}
			})
		}
		for _, found := range regexp.MustCompile(`npx cdk (\w+) ([^#|&;\n]+)`).FindAllStringSubmatch(text, -1) {
			t.Run(found[0], func(t *testing.T) {
				t.Parallel()
				help, err := call(t, filepath.Join("..", ".."), "node node_modules/.bin/cdk", found[1]+" --help")
				assert.NilError(t, err, help)
				for _, option := range regexp.MustCompile(`--[\w-]+`).FindAllString(found[2], -1) {
					assert.Check(t, is.Regexp(option+`\b`, help))
				}
			})
		}
	}
	assert.Check(t, len(seen) > 20, "found only %v", seen)
}

// Runs each command of the documents in a shell, up to the AWS endpoint, with the real AWS CLI, which validates the arguments. npm, npx and
// go do nothing: TestArgumentsOfDocumentsAreAccepted checks their arguments.
func TestEachCommandOfTheDocumentsRuns(t *testing.T) {
	if !soak.Long() {
		t.Skip("it starts AWS's command line some thirty times; set TEST_LONG=1 to run it")
	}
	c := &cloud{calls: map[string][]string{}}
	server := httptest.NewServer(c)
	defer server.Close()
	dir := t.TempDir()
	const nothing = "#!/bin/sh\n[ -p /dev/stdin ] && cat > /dev/null\ntrue\n"
	for name, text := range map[string]string{
		"bin/npm": nothing, "bin/npx": nothing, "bin/go": nothing, "bin/curl": curl, "work/a-file": "", "work/burger.jpg": "",
	} {
		write(t, dir, name, text)
	}
	work := filepath.Join(dir, "work")
	git := "git init -q . && git add . && git -c user.name=a -c user.email=a@example.com commit -qm one && git -c user.name=a -c user.email=a@example.com commit -qm two --allow-empty"
	setUp := exec.Command("bash", "-c", git)
	setUp.Dir = work
	out, err := setUp.CombinedOutput()
	assert.NilError(t, err, string(out))
	env := withRealAWS(t, filepath.Join(dir, "bin"), server.URL)
	curlProgram, err := exec.LookPath("curl")
	assert.NilError(t, err)
	for _, document := range documents() {
		raw, err := os.ReadFile(filepath.Join("..", "..", document))
		assert.NilError(t, err)
		script := "set -euo pipefail\n"
		blocks, sentences := commands(string(raw))
		for _, block := range append(blocks, sentences...) {
			script += "cd '" + work + "'\n" + block + "\n"
		}
		run := exec.Command("bash", "-c", script)
		run.Env = append(env, "CURL_PROGRAM="+curlProgram, "NAME=ordering-table", "CERTIFICATE=arn:aws:acm:us-east-1:123456789012:certificate/1")
		out, err := run.CombinedOutput()
		assert.Check(t, err, "%s %s", document, out)
	}
	for operation, want := range map[string]string{
		"RestoreTableToPointInTime": `"KMSMasterKeyId": "alias/ordering-prod"`, "UpdateTable": `"DeletionProtectionEnabled": true`,
		"Scan": `"session#"`, "BatchWriteItem": `{"ordering-prod-restored": [{"DeleteRequest": {"Key": {"pk": {"S": "session#ann"}, "sk": {"S": "1"}}}}]}`,
		"UpdateTimeToLive": `"AttributeName": "expires"`, "UpdateContinuousBackups": `"PointInTimeRecoveryEnabled": true`, "StartQuery": "/ordering-prod/payment",
		"Invoke": "100000000000000000001", "DeleteMessage": "ordering-prod-undelivered", "RequestCertificate": "order.example",
		"UpdateTerminationProtection": "EnableTerminationProtection=false", "POST /v2/email/account/details": "TRANSACTIONAL", "GET /v2/email/account": "", "POST /v2/email/identities": "bigdealburger.example",
		"GetCallerIdentity": "", "": "", "PUT /ordering-dev-assets/pictures/burger.jpg": "",
	} {
		if !slices.ContainsFunc(c.calls[operation], func(body string) bool { return strings.Contains(body, want) }) {
			t.Errorf("%s: got arguments %q, want them to contain %q", operation, c.calls[operation], want)
		}
	}
	replayed := strings.Join(c.calls["Invoke"], "")
	assert.Assert(t, !strings.Contains(replayed, "ApproximateCreationDateTime"))
	assert.Assert(t, !strings.Contains(replayed, "100000000000000000002"))
}
