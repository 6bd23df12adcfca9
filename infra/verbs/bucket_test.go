package verbs

import (
	"crypto/md5"
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
)

// This program stands in the place of AWS's command line where it is called by that name: its bucket is the folder BUCKET. It denies what
// it is asked to read where DENIES says so; and where the file LEFT has a number, it kills its caller and itself once so many files were
// put or taken away.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "aws" {
		if err := commandLine(os.Getenv("BUCKET"), os.Args[1:]); err != nil {
			fmt.Fprintf(os.Stderr, "\n%v\n", err)
			os.Exit(254)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// asCommandLine is the environment of a process for which this program is AWS's command line.
func asCommandLine(t *testing.T, bucket string, more ...string) []string {
	t.Helper()
	self, err := os.Executable()
	bin := t.TempDir()
	if err == nil {
		err = os.Symlink(self, filepath.Join(bin, "aws"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return append(append(os.Environ(), "BUCKET="+bucket, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH")), more...)
}

func commandLine(bucket string, args []string) error {
	switch strings.Join(args[:2], " ") {
	case "s3api get-object":
		key := args[slices.Index(args, "--key")+1]
		if denies := os.Getenv("DENIES"); denies != "" {
			return fmt.Errorf("An error occurred (%s) when calling the GetObject operation: User: arn:aws:iam::123456789012:user/ann is not authorized to perform: s3:GetObject", denies)
		}
		text, err := os.ReadFile(filepath.Join(bucket, key))
		fmt.Printf("{\"ETag\": \"%x\"}", md5.Sum(text))
		if os.IsNotExist(err) {
			return fmt.Errorf("An error occurred (NoSuchKey) when calling the GetObject operation: The specified key does not exist.")
		} else if err != nil {
			return err
		}
		return os.WriteFile(args[slices.Index(args, "--key")+2], text, 0o644)
	case "s3api put-object":
		return putIf(bucket, args)
	case "sts get-caller-identity":
		fmt.Println(`{"Account": "123456789012"}`)
	case "cloudformation describe-stacks":
		fmt.Println(`{"Stacks": [{"Outputs": [{"OutputKey": "TableName", "OutputValue": "T"}, {"OutputKey": "AssetsBucket", "OutputValue": "B"}]}]}`)
	case "s3 cp":
		if key, reads := strings.CutPrefix(args[2], "s3://B/"); reads {
			return put(filepath.Join(bucket, key), args[3])
		}
		from, to := args[2], filepath.Join(bucket, strings.TrimPrefix(args[3], "s3://B/"))
		if from == "-" {
			from = "/dev/stdin"
		}
		if !slices.Contains(args, "--recursive") {
			return put(from, to)
		}
		return each(from, args, func(name string) error { return put(filepath.Join(from, name), filepath.Join(to, name)) })
	case "s3 rm":
		if !slices.Contains(args, "--recursive") {
			return os.Remove(filepath.Join(bucket, strings.TrimPrefix(args[2], "s3://B/")))
		}
		return each(bucket, args, func(name string) error {
			counted()
			return os.Remove(filepath.Join(bucket, name))
		})
	case "cloudfront create-invalidation":
		fmt.Println("I2J3")
	}
	return nil
}

// putIf is a conditional write of S3: one process after the other.
func putIf(bucket string, args []string) error {
	value := func(option string) string {
		if n := slices.Index(args, option); n >= 0 {
			return args[n+1]
		}
		return ""
	}
	guard, err := os.OpenFile(bucket+".guard", os.O_CREATE, 0o600)
	if err == nil {
		defer guard.Close()
		err = syscall.Flock(int(guard.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		return err
	}
	path := filepath.Join(bucket, value("--key"))
	there, err := os.ReadFile(path)
	if value("--if-none-match") == "*" && err == nil || value("--if-match") != "" && value("--if-match") != fmt.Sprintf("%x", md5.Sum(there)) {
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

// each is every file of a folder that the filters leave, of which the last that matches decides, in no order to rely on.
func each(folder string, args []string, do func(name string) error) error {
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

func put(from, to string) error {
	text, err := os.ReadFile(from)
	if err == nil {
		counted()
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err == nil {
		err = os.WriteFile(to, text, 0o644)
	}
	return err
}

// counted ends everything where it was said that it ends here.
func counted() {
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
