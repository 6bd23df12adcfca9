// Package dynamotest runs Amazon's DynamoDB Local for tests and downloads it if necessary.
package dynamotest

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"gotest.tools/v3/assert"

	"ordering/shared/table/dynamo"
)

// Start runs DynamoDB Local in memory until the test ends and returns a client for it. DYNAMODB_LOCAL_DIR names a
// folder with its jars; without it they are downloaded from Maven once, into the user's cache. If it cannot be
// installed, the test is skipped with the reason, or fails if CI=true.
func Start(t testing.TB) *dynamodb.Client {
	t.Helper()
	java, dir, err := find()
	if err != nil {
		reason := fmt.Sprintf("DynamoDB Local is not available: %v", err)
		assert.Assert(t, os.Getenv("CI") != "true", reason)
		t.Skip(reason)
	}
	endpoint := run(t, java, dir)
	client := dynamo.NewClient(func(name string) string {
		return map[string]string{
			"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local",
			"AWS_ENDPOINT_URL_DYNAMODB": endpoint,
		}[name]
	})
	// The engine's client times out after three seconds and retries, and if both requests are applied the item has one
	// version more. A busy machine can be slower than that.
	patient := &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 256}}
	return dynamodb.New(client.Options(), func(o *dynamodb.Options) { o.HTTPClient = patient })
}

// CreateTable creates a table with the keys and the index of infra/cdk/table.go.
func CreateTable(t testing.TB, client *dynamodb.Client, name string) {
	t.Helper()
	str := func(attribute string) types.AttributeDefinition {
		return types.AttributeDefinition{AttributeName: &attribute, AttributeType: types.ScalarAttributeTypeS}
	}
	keys := func(hash, sort string) []types.KeySchemaElement {
		return []types.KeySchemaElement{{AttributeName: &hash, KeyType: types.KeyTypeHash}, {AttributeName: &sort, KeyType: types.KeyTypeRange}}
	}
	_, err := client.CreateTable(t.Context(), &dynamodb.CreateTableInput{
		TableName:            &name,
		BillingMode:          types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{str("pk"), str("sk"), str("ipk"), str("isk")},
		KeySchema:            keys("pk", "sk"),
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
			IndexName: aws.String("index"), KeySchema: keys("ipk", "isk"),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
		}},
	})
	if err == nil {
		err = dynamodb.NewTableExistsWaiter(client).Wait(t.Context(), &dynamodb.DescribeTableInput{TableName: &name}, time.Minute)
	}
	assert.NilError(t, err)
}

// find returns the java command and the folder of jars.
func find() (java, dir string, err error) {
	dir = os.Getenv("DYNAMODB_LOCAL_DIR")
	needs := []string{"java"}
	if dir == "" {
		needs = append(needs, "mvn")
	}
	if err := install(needs); err != nil {
		return "", "", err
	}
	if dir == "" {
		if dir, err = fetch(); err != nil {
			return "", "", err
		}
	}
	return "java", dir, nil
}

// install installs missing commands from Debian packages. It needs root.
func install(needs []string) error {
	missing := unusable(needs)
	if missing == "" {
		return nil
	}
	if _, err := exec.LookPath("apt-get"); err != nil || os.Geteuid() != 0 {
		return fmt.Errorf("%s, and this user cannot install it", missing)
	}
	unlock, err := lock("apt")
	if err != nil {
		return err
	}
	defer unlock()
	if unusable(needs) == "" { // another test installed them
		return nil
	}
	for _, args := range [][]string{
		{"update"}, {"install", "-y", "--no-install-recommends", "openjdk-17-jre-headless", "maven"},
	} {
		c := exec.Command("apt-get", args...)
		c.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s, and apt-get %s fails: %w: %s", missing, args[0], err, last(out))
		}
	}
	if missing := unusable(needs); missing != "" {
		return fmt.Errorf("%s, although the packages are installed", missing)
	}
	return nil
}

var javaVersion = regexp.MustCompile(`version "(\d+)`)

// unusable returns why one of the commands cannot be used, or "" if all can.
func unusable(needs []string) string {
	for _, name := range needs {
		if _, err := exec.LookPath(name); err != nil {
			return name + " is not installed"
		}
	}
	out, err := exec.Command("java", "-version").CombinedOutput()
	if err != nil {
		return fmt.Sprintf("java does not run (%v)", err)
	}
	found := javaVersion.FindSubmatch(out)
	if found == nil {
		return "java prints no version"
	}
	if version, _ := strconv.Atoi(string(found[1])); version < 17 {
		return fmt.Sprintf("java is %d, 17 is needed", version)
	}
	return ""
}

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>ordering</groupId>
  <artifactId>dynamodb-local</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>com.amazonaws</groupId>
      <artifactId>DynamoDBLocal</artifactId>
      <version>2.6.1</version>
    </dependency>
  </dependencies>
</project>
`

// fetch downloads the jars into the user's cache and returns their folder. The folder is renamed into place when
// complete, so an existing one is whole.
func fetch() (string, error) {
	cache, err := cacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "dynamodb-local-2.6.1")
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	unlock, err := lock("fetch")
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(dir); err == nil { // another test downloaded it
		return dir, nil
	}
	work, err := os.MkdirTemp(cache, "fetch-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	if err := os.WriteFile(filepath.Join(work, "pom.xml"), []byte(pom), 0o644); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	jars := filepath.Join(work, "jars")
	c := exec.CommandContext(ctx, "mvn", "--batch-mode", "--quiet", "dependency:copy-dependencies",
		"-DoutputDirectory="+jars, "-DincludeScope=runtime")
	c.Dir = work
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("mvn dependency:copy-dependencies fails: %w: %s", err, last(out))
	}
	return dir, os.Rename(jars, dir)
}

func cacheDir() (string, error) {
	user, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(user, "ordering")
	return dir, os.MkdirAll(dir, 0o755)
}

// last returns the end of a command's output, which has the reason.
func last(out []byte) string {
	s := strings.TrimSpace(string(out))
	return s[max(0, len(s)-500):]
}

// run starts the server on a free port and waits until it answers.
func run(t testing.TB, java, dir string) (endpoint string) {
	t.Helper()
	port := freePort(t)
	c := exec.Command(java, "-Djava.library.path="+dir, "-cp", filepath.Join(dir, "*"),
		"com.amazonaws.services.dynamodbv2.local.main.ServerRunner", "-inMemory", "-disableTelemetry", "-port", strconv.Itoa(port))
	c.Dir = t.TempDir()
	c.SysProcAttr = diesWithParent()
	var output bytes.Buffer
	c.Stdout, c.Stderr = &output, &output
	assert.NilError(t, c.Start(), "start DynamoDB Local")
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	t.Cleanup(func() {
		c.Process.Kill()
		<-ended
	})
	endpoint = "http://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for range 1200 { // a minute
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("DynamoDB Local ended: %v: %s", err, last(output.Bytes()))
		case <-tick.C:
		}
		// The port opens a moment before the server works.
		if answer, err := (&http.Client{Timeout: 5 * time.Second}).Get(endpoint); err == nil {
			answer.Body.Close()
			return endpoint
		}
	}
	t.Fatalf("DynamoDB Local does not answer at %s", endpoint)
	return ""
}

func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
