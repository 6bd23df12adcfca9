package verbs

import (
	"crypto/md5"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
)

// TestMain acts as a fake AWS CLI if this program is called by the name aws. It appends each call to the file CALLS. It answers a call
// with the file of that name in the folder ANSWERS, such as "sts get-caller-identity" or "lambda list-aliases --function-name NAME"; an
// answer that begins with "An error" fails the call. Without such a file the folder BUCKET is its bucket; without BUCKET no stack and no
// file exists. It denies reads with the error code in DENIES. If the file LEFT has a number, it kills its caller and itself after that
// many changes.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != "aws" {
		os.Exit(m.Run())
	}
	if err := fakeAWS(os.Getenv("BUCKET"), os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "\n%v\n", err)
		os.Exit(254)
	}
}

// withFakeAWS returns the environment of a process that finds this program as the AWS CLI.
func withFakeAWS(t *testing.T, bucket string, more ...string) []string {
	t.Helper()
	self, err := os.Executable()
	bin := t.TempDir()
	assert.NilError(t, err)
	assert.NilError(t, os.Symlink(self, filepath.Join(bin, "aws")))
	return append(append(os.Environ(), "BUCKET="+bucket, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH")), more...)
}

// fakeAnswers returns the ANSWERS variable for a folder of answers. Later answers replace earlier ones.
func fakeAnswers(t *testing.T, answers ...map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for _, more := range answers {
		for call, answer := range more {
			write(t, folder, call, answer)
		}
	}
	return "ANSWERS=" + folder
}

var outputs = `{"Stacks": [{"Outputs": [` + stackOutput("TableName", "ordering-table") + "," + stackOutput("AssetsBucket", "BUCKET") + "," + stackOutput("DistributionID", "DISTRIBUTION") + "," +
	stackOutput("DistributionDomain", "d1.cloudfront.example") + "," + stackOutput("SiteURL", "https://order.example") + `]}]}`

func stackOutput(key, value string) string {
	return fmt.Sprintf(`{"OutputKey": %q, "OutputValue": %q}`, key, value)
}

func fakeAWS(bucket string, args []string) error {
	recordCall("aws " + strings.Join(args, " "))
	if answers := os.Getenv("ANSWERS"); answers != "" {
		for _, words := range []int{4, 2} {
			answer, err := os.ReadFile(filepath.Join(answers, strings.Join(args[:min(words, len(args))], " ")))
			if err == nil && strings.HasPrefix(string(answer), "An error") {
				return errors.New(string(answer))
			} else if err == nil {
				fmt.Println(string(answer))
				return nil
			}
		}
	}
	value := func(option string) string {
		if n := slices.Index(args, option); n >= 0 {
			return args[n+1]
		}
		return ""
	}
	call := strings.Join(args[:2], " ")
	if call == "ssm put-parameter" {
		return put("/dev/stdin", filepath.Join(os.Getenv("ANSWERS"), "put"))
	}
	if bucket == "" {
		return errors.New("An error occurred (ValidationError): Stack with id ordering-dev does not exist")
	}
	key := func(address string) string { return regexp.MustCompile("^s3://[^/]+/").ReplaceAllString(address, "") }
	switch call {
	case "s3api get-object":
		if denies := os.Getenv("DENIES"); denies != "" {
			return fmt.Errorf("An error occurred (%s) when calling the GetObject operation: User: arn:aws:iam::123456789012:user/ann is not authorized to perform: s3:GetObject", denies)
		}
		text, err := os.ReadFile(filepath.Join(bucket, value("--key")))
		fmt.Printf("{\"ETag\": \"%x\"}", md5.Sum(text))
		if os.IsNotExist(err) {
			return errors.New("An error occurred (NoSuchKey) when calling the GetObject operation: The specified key does not exist.")
		} else if err != nil {
			return err
		}
		return os.WriteFile(args[slices.Index(args, "--key")+2], text, 0o644)
	case "s3api put-object":
		return putIf(bucket, value)
	case "sts get-caller-identity":
		fmt.Println(`{"Account": "123456789012"}`)
	case "cloudformation describe-stacks":
		fmt.Println(outputs)
	case "lambda list-versions-by-function", "lambda list-aliases":
		fmt.Println(`{"Versions": [{"Version": "$LATEST"}, {"Version": "1"}], "Aliases": []}`)
	case "s3 cp":
		if strings.HasPrefix(args[2], "s3:") {
			return put(filepath.Join(bucket, key(args[2])), args[3])
		}
		from, to := args[2], filepath.Join(bucket, key(args[3]))
		if from == "-" {
			from = "/dev/stdin"
		}
		if !slices.Contains(args, "--recursive") {
			return put(from, to)
		}
		return eachIncluded(from, args, func(name string) error { return put(filepath.Join(from, name), filepath.Join(to, name)) })
	case "s3 rm":
		if !slices.Contains(args, "--recursive") {
			return os.Remove(filepath.Join(bucket, key(args[2])))
		}
		return eachIncluded(bucket, args, func(name string) error {
			countChange()
			return os.Remove(filepath.Join(bucket, name))
		})
	case "cloudfront create-invalidation":
		fmt.Println("INVALIDATION")
	}
	return nil
}

// putIf is a conditional write of S3, serialised by a file lock.
func putIf(bucket string, value func(option string) string) error {
	guard, err := os.OpenFile(bucket+".guard", os.O_CREATE, 0o600)
	if err == nil {
		defer guard.Close()
		err = syscall.Flock(int(guard.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		return err
	}
	path := filepath.Join(bucket, value("--key"))
	current, err := os.ReadFile(path)
	match := value("--if-match")
	if value("--if-none-match") == "*" && err == nil || match != "" && match != fmt.Sprintf("%x", md5.Sum(current)) {
		return fmt.Errorf("An error occurred (PreconditionFailed) when calling the PutObject operation: At least one of the pre-conditions you specified did not hold")
	}
	text, err := os.ReadFile(value("--body"))
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err == nil {
		err = os.WriteFile(path, text, 0o644)
	}
	fmt.Printf("{\"ETag\": \"%x\"}", md5.Sum(text))
	return err
}

// eachIncluded calls do for each file of a folder that the filters include. The last matching filter decides. The order is not defined.
func eachIncluded(folder string, args []string, do func(name string) error) error {
	var chosen []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		taken := true
		for n, arg := range args[:len(args)-1] {
			if arg == "--include" || arg == "--exclude" {
				pattern := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(args[n+1]))
				if regexp.MustCompile("^" + pattern + "$").MatchString(name) {
					taken = arg == "--include"
				}
			}
		}
		if taken {
			chosen = append(chosen, name)
		}
		return err
	})
	rand.Shuffle(len(chosen), func(a, b int) { chosen[a], chosen[b] = chosen[b], chosen[a] })
	for _, name := range chosen {
		if err == nil {
			err = do(name)
		}
	}
	return err
}

// recordCall appends a line to the file CALLS.
func recordCall(line string) {
	if calls, err := os.OpenFile(os.Getenv("CALLS"), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600); err == nil {
		fmt.Fprintln(calls, line)
		calls.Close()
	}
}

// put copies a file and records it with the headers of the command line.
func put(from, to string) error {
	text, err := os.ReadFile(from)
	var headers []string
	for n, arg := range os.Args {
		if slices.Contains([]string{"--content-type", "--cache-control", "--content-encoding", "--metadata"}, arg) {
			headers = append(headers, os.Args[n+1])
		}
	}
	if name, err := filepath.Rel(os.Getenv("BUCKET"), to); err == nil {
		recordCall("put " + name + "\t" + strings.Join(headers, " "))
	}
	if err == nil {
		countChange()
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err == nil {
		err = os.WriteFile(to, text, 0o644)
	}
	return err
}

// countChange decrements LEFT and kills the processes at 0.
func countChange() {
	raw, err := os.ReadFile(os.Getenv("LEFT"))
	if err != nil {
		return
	}
	left, _ := strconv.Atoi(string(raw))
	if left == 0 {
		_ = syscall.Kill(os.Getppid(), syscall.SIGKILL)
		os.Exit(9)
	}
	_ = os.WriteFile(os.Getenv("LEFT"), []byte(strconv.Itoa(left-1)), 0o644)
}
