package verbs

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/soak"
)

// job is a pages folder to compare with the previous publish, in a folder or in a bucket that may deny reads.
type job struct {
	Next, Before, Denies string
	Bucket, Fewer        bool
}

// listScript prints the obsolete files of each job, or its error.
const listScript = `import { bucketReader, folderReader, writeList } from './previousPublish.mjs'
import { errorText } from './build.mjs'
const results = JSON.parse(process.argv[1]).map(({ Next, Before, Denies, Bucket, Fewer }) => {
  Object.assign(process.env, { BUCKET: Before, DENIES: Denies })
  try {
    return 'removed ' + JSON.stringify(writeList(Bucket ? bucketReader('B') : folderReader(Before), Next, Fewer).removed)
  } catch (error) {
    return errorText(error)
  }
})
console.log(JSON.stringify(results))`

// Only a page, a PDF or a feed that the last publish wrote and this one does not is deleted. If the previous list cannot be read, nothing
// is deleted and the error is printed.
func TestOnlyPreviouslyPublishedPagesAreDeleted(t *testing.T) {
	const none = "not a valid file of a publish. Delete it and publish again. No obsolete file is then deleted."
	var jobs []job
	var wants []string
	for list, want := range map[string]string{
		`["index.html","menu.pdf","press/blog/feed.xml"]`: `removed ["menu.pdf","press/blog/feed.xml"]`,
		"-": "removed []", "[]": "removed []",
		// A truncated or foreign list: the operator must delete it, and no file is deleted then.
		"": none, `["index.html","me`: none, "null": none, `{"files":[]}`: none, "[1]": none, "<!doctype html>": none,
	} {
		before := folderWith(t)
		if list != "-" {
			write(t, before, "published.json", list)
		}
		for _, bucket := range []bool{false, true} {
			next := folderWith(t, "index.html", "index.html.br", "index.html.gz", "press/blog/index.html", "release")
			jobs, wants = append(jobs, job{Next: next, Before: before, Bucket: bucket}), append(wants, want)
		}
	}
	for n, output := range listed(t, jobs) {
		raw, err := os.ReadFile(filepath.Join(jobs[n].Next, "published.json"))
		if !strings.Contains(output, wants[n]) || strings.HasPrefix(output, "removed") && string(raw) != `["index.html","index.html.br","press/blog/index.html"]` {
			t.Errorf("%+v: got %s, next list %s %v, want %s", jobs[n], output, raw, err, wants[n])
		}
	}
}

// A file that S3 does not allow to read is not treated as a missing one, and the error names the missing permissions.
func TestDeniedReadIsNotAMissingFile(t *testing.T) {
	next, bucket := folderWith(t, "index.html"), folderWith(t, "index.html", "gone.html")
	write(t, bucket, "published.json", `["index.html","gone.html"]`)
	codes := []string{"", "AccessDenied", "403", "ExpiredToken", "NoSuchBucket"}
	var jobs []job
	for _, code := range codes {
		jobs = append(jobs, job{Next: next, Before: bucket, Bucket: true, Denies: code})
	}
	for n, output := range listed(t, jobs) {
		code := codes[n]
		denied := strings.Contains(output, "published.json in B cannot be read. aws s3api get-object failed: An error occurred ("+code+")")
		rights := strings.Contains(output, "s3:ListBucket on the bucket")
		if denied != (code != "") || rights != (code == "AccessDenied" || code == "403") || !denied && output != `removed ["gone.html"]` {
			t.Errorf("%s: %s", code, output)
		}
	}
}

// A store without locations, or the wrong one, also has pages: most of the previous pages are deleted only with fewer.
func TestDeletingMostPagesNeedsFewer(t *testing.T) {
	const a, b, c = "locations/texas/austin/a/index.html", "ca/fr-ca/locations/quebec/laval/b/index.html", "locations/texas/austin/c/index.html"
	rest := []string{"index.html", "locations/index.html", "locations/texas/index.html", "locations/texas/austin/index.html", "menu/index.html", "menu.pdf", "sitemap/index.html", "press/blog/index.html"}
	with := func(more ...string) []string { return append(slices.Clone(rest), more...) }
	all := with(a, b, c, a+".br", b+".br", c+".br")
	cases := []struct {
		situation    string
		before, next []string
		want         string
	}{
		{"nothing was published", nil, rest, "removed []"},
		{"no restaurant was published", rest, with(a), "removed []"},
		{"one of three is deleted", all, with(a, c), `removed ["` + b},
		{"two of three are deleted", all, with(a), "2 of the 3 published restaurant pages would be deleted"},
		{"there are no restaurants", all, rest, "3 of the 3 published restaurant pages would be deleted"},
		{"all restaurants are different ones", all, with("locations/texas/austin/x/index.html", "locations/ohio/dayton/y/index.html", "locations/ohio/dayton/z/index.html"), "3 of the 3 published restaurant pages would be deleted"},
		{"half of all pages are deleted", all, []string{a, b, c, "index.html", "locations/index.html"}, "removed ["},
		{"the content was not imported", all, []string{a, b, c, "index.html"}, "6 of the 10 published pages would be deleted"},
		{"the deleted files are not pages", with("a.xml", "b.xml", "c.xml", "d.xml", "e.xml", "f.xml", "g.xml", "h.xml"), rest, `removed ["a.xml"`},
	}
	var jobs []job
	for _, of := range cases {
		before := folderWith(t)
		if of.before != nil {
			write(t, before, "published.json", jsonOf(t, of.before))
		}
		for _, fewer := range []bool{false, true} {
			jobs = append(jobs, job{Next: folderWith(t, of.next...), Before: before, Fewer: fewer})
		}
	}
	output := listed(t, jobs)
	for n, of := range cases {
		output, withFewer := output[2*n], output[2*n+1]
		_, err := os.Stat(filepath.Join(jobs[2*n].Next, "published.json"))
		refused := strings.Contains(output, "--fewer")
		if !strings.Contains(output, of.want) || refused == strings.HasPrefix(output, "removed") || refused != os.IsNotExist(err) {
			t.Errorf("%s: %s %v, want %s", of.situation, output, err, of.want)
		}
		assert.Check(t, strings.HasPrefix(withFewer, "removed ["), "%s, with --fewer: %s", of.situation, withFewer)
	}
}

// uploadScript uploads a folder of pages, and a site if given, as the scripts do after rendering.
const uploadScript = `import { bucketReader, writeList } from './previousPublish.mjs'
import { upload } from './upload.mjs'
const [pages, site] = process.argv.slice(1)
await upload({ site, pages, removed: writeList(bucketReader('B'), pages, true).removed, bucket: 'B', distribution: 'D1' })`

// However often publishing to AWS is interrupted at any point, the list names all files in the bucket. After the next complete publish the
// bucket has only its files.
func TestInterruptedPublishLeavesNoOrphans(t *testing.T) {
	names := []string{"menu.pdf", "sitemap.xml", "sitemap.xml.br", "lastmod.json", "lastmod.json.br", "a/index.html", "a/index.html.br", "b/index.html", "ca/fr-ca/b/index.html", "press/blog/feed.xml", "c.xml", "d/e/index.html"}
	for seed := range soak.Rounds(t, 3, 10*time.Second) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 2026))
			bucket := folderWith(t, "assets/app-1.js", "sw.js", "release", "pictures/pit.json")
			site := filesIn(t, bucket)
			env := withFakeAWS(t, bucket, "LEFT="+filepath.Join(t.TempDir(), "left"))
			left := strings.TrimPrefix(env[len(env)-1], "LEFT=")
			broken := 1 + random.IntN(2)
			for n := range broken + 2 {
				next := []string{"index.html", "404.html", "404.html.br", "release"}
				for _, name := range names {
					if random.IntN(2) == 0 {
						next = append(next, name)
					}
				}
				pages := folderWith(t, next...)
				interrupted := n > 0 && n <= broken // the first is complete: its files become obsolete
				if interrupted {
					taken := slices.DeleteFunc(filesIn(t, bucket), func(name string) bool {
						return slices.Contains(next, name) || slices.Contains(site, name) || name == "published.json"
					})
					done := 1 + len(next) - 1 + len(taken) + 1 // a list, the pages, the deletions, the list
					write(t, filepath.Dir(left), "left", strconv.Itoa(random.IntN(done)))
				} else if err := os.RemoveAll(left); err != nil {
					t.Fatal(err)
				}
				run := script(t, uploadScript)
				run.Env, run.Args = env, append(run.Args, pages)
				out, err := run.CombinedOutput()
				ended := run.ProcessState.ExitCode() == -1
				assert.Assert(t, ended == interrupted && (err == nil || ended), "publish %d: got killed %t, %v\n%s", n, ended, err, out)
				want := append(slices.DeleteFunc(slices.Clone(next), func(name string) bool { return name == "release" }), site...)
				there := slices.DeleteFunc(filesIn(t, bucket), func(name string) bool { return name == "published.json" })
				var list []string
				raw, err := os.ReadFile(filepath.Join(bucket, "published.json"))
				assert.NilError(t, err)
				assert.NilError(t, json.Unmarshal(raw, &list))
				for _, name := range there {
					assert.Check(t, slices.Contains(list, name) || slices.Contains(site, name), "after publish %d the list lacks %s", n, name)
				}
				slices.Sort(want)
				assert.Check(t, interrupted || slices.Equal(there, want), "publish %d: got files %v, want %v", n, there, want)
				assert.Check(t, interrupted || len(list) == len(want)-len(site), "publish %d: got list %v", n, list)
			}
		})
	}
}

// listed runs listScript for the jobs.
func listed(t *testing.T, jobs []job) (output []string) {
	t.Helper()
	out, err := node(t, withFakeAWS(t, "B"), listScript, jsonOf(t, jobs))
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal([]byte(out), &output))
	assert.Assert(t, is.Len(output, len(jobs)), out)
	return output
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	assert.NilError(t, err)
	return string(raw)
}

// folderWith creates a folder with files that contain their names.
func folderWith(t *testing.T, names ...string) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range names {
		write(t, folder, name, name)
	}
	return folder
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, name)
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(path, []byte(text), 0o755))
}

// filesIn returns the files in a folder, sorted.
func filesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			name, _ := filepath.Rel(folder, path)
			names = append(names, name)
		}
		return err
	})
	assert.NilError(t, err)
	slices.Sort(names)
	return names
}
