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

// The dates of the previous pages are read from a folder and from a bucket. An invalid file and a file that S3 does not allow to read are
// not treated as missing ones, and the error says what to do.
func TestAnUnreadablePreviousPublishIsNotAMissingOne(t *testing.T) {
	const text = `{"/":{"said":"a","day":"2026-11-20"}}`
	const invalid = "lastmod.json is not a valid file of a publish. Delete it and publish again."
	for _, c := range []struct{ name, text, denies, want string }{
		{"none", "-", "", "{}"}, {"dates", text, "", text}, {"truncated", text[:9], "", invalid}, {"empty", "", "", invalid},
		{"denied", text, "AccessDenied", "s3:ListBucket on the bucket"}, {"denied as 403", text, "403", "s3:ListBucket on the bucket"},
		{"expired", text, "ExpiredToken", "lastmod.json in B cannot be read. aws s3api get-object failed: An error occurred (ExpiredToken)"},
	} {
		before := folderWith(t)
		if c.text != "-" {
			write(t, before, "lastmod.json", c.text)
		}
		for _, reader := range []string{"bucketReader('B')", "folderReader(process.env.BUCKET)"} {
			if c.denies != "" && reader != "bucketReader('B')" {
				continue
			}
			output, _ := node(t, withFakeAWS(t, before, "DENIES="+c.denies), `import { bucketReader, folderReader, readDates } from './previousPublish.mjs'
import { errorText } from './build.mjs'
try {
  console.log(JSON.stringify(readDates(`+reader+`)))
} catch (error) {
  console.log(errorText(error))
}`)
			assert.Check(t, is.Contains(output, c.want), "%s %s", c.name, reader)
		}
	}
}

// A store without locations, or the wrong one, also has pages: most of the previous pages are deleted only with fewer.
func TestDeletingMostPagesNeedsFewer(t *testing.T) {
	const a, b, c = "/locations/texas/austin/a", "/ca/fr-ca/locations/quebec/laval/b", "/locations/texas/austin/c"
	rest := []string{"/", "/locations", "/locations/texas", "/locations/texas/austin", "/menu", "/sitemap", "/press/blog"}
	with := func(more ...string) []string { return append(slices.Clone(rest), more...) }
	all := with(a, b, c)
	for _, of := range []struct {
		situation    string
		before, next []string
		want         string
	}{
		{"nothing was published", nil, rest, `{"added":["/",`},
		{"no restaurant was published", rest, with(a), `{"added":["` + a + `"],"removed":[]}`},
		{"one of three is deleted", all, with(a, c), `{"added":[],"removed":["` + b + `"]}`},
		{"two of three are deleted", all, with(a), "2 of the 3 published restaurant pages would be deleted"},
		{"there are no restaurants", all, rest, "3 of the 3 published restaurant pages would be deleted"},
		{"all restaurants are different ones", all, with("/locations/texas/austin/x", "/locations/ohio/dayton/y"), "3 of the 3 published restaurant pages would be deleted"},
		{"half of all pages are deleted", all, []string{a, b, c, "/", "/locations"}, `"removed":["/locations/texas"`},
		{"the content was not imported", all, []string{a, b, c, "/"}, "6 of the 10 published pages would be deleted"},
	} {
		for _, fewer := range []bool{false, true} {
			output, err := node(t, nil, `import { comparePages } from './previousPublish.mjs'
const [before, next] = process.argv.slice(1).map((paths) => Object.fromEntries((JSON.parse(paths) ?? []).map((path) => [path, {}])))
console.log(JSON.stringify(comparePages(before, next, `+fmt.Sprint(fewer)+`)))`, jsonOf(t, of.before), jsonOf(t, of.next))
			if fewer {
				assert.Check(t, err, "%s, with --fewer: %s", of.situation, output)
			} else {
				assert.Check(t, is.Contains(output, of.want), of.situation)
				assert.Check(t, is.Equal(err != nil, strings.Contains(output, "--fewer")), of.situation)
			}
		}
	}
}

// uploadScript uploads a folder of pages of a site, with the site if a third argument is given, as the scripts do after rendering.
const uploadScript = `import { upload } from './upload.mjs'
const [pages, site, whole] = process.argv.slice(1)
await upload({ site, pagesOnly: !whole, pages, bucket: 'B', distribution: 'D1' })`

// After a publish to AWS that is complete, the bucket has only its files, however often others were interrupted before.
func TestInterruptedPublishLeavesNoOrphans(t *testing.T) {
	names := []string{"menu.pdf", "sitemap.xml", "sitemap.xml.br", "lastmod.json", "lastmod.json.br", "a/index.html", "a/index.html.br", "b/index.html", "ca/fr-ca/b/index.html", "press/blog/feed.xml", "c.xml", "d/e/index.html"}
	kept := []string{"assets/app-1.js", "operator/releases.json", "pay/card.html", "pictures/pit.json", "release", "sw.js"}
	for seed := range soak.Rounds(t, 3, 10*time.Second) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 2026))
			bucket, site := folderWith(t, kept...), folderWith(t, "assets/app-1.js", "pay/card.html", "pictures/pit.jpg")
			left := filepath.Join(t.TempDir(), "left")
			env := withFakeAWS(t, bucket, "LEFT="+left)
			for n := range 4 {
				next := []string{"index.html", "404.html", "404.html.br"}
				for _, name := range names {
					if random.IntN(2) == 0 {
						next = append(next, name)
					}
				}
				pages := folderWith(t, next...)
				interrupted := n == 1 || n == 2
				if interrupted {
					write(t, filepath.Dir(left), "left", strconv.Itoa(random.IntN(len(next))))
				} else if err := os.RemoveAll(left); err != nil {
					t.Fatal(err)
				}
				output, err := node(t, env, uploadScript, pages, site)
				assert.Assert(t, is.Equal(err != nil, interrupted), output)
				want := append(next, kept...)
				slices.Sort(want)
				assert.Check(t, interrupted || slices.Equal(filesIn(t, bucket), want), "publish %d: got files %v, want %v", n, filesIn(t, bucket), want)
			}
		})
	}
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
