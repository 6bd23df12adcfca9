package importer_test

import (
	"context"
	"io/fs"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/seed/importer"
	"ordering/shared/content"
	"ordering/shared/locale"
	"ordering/shared/table"
)

// markdown returns a page, or with more lines of front matter a post.
func markdown(title, more string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte("---\ntitle: " + title + "\ndescription: x\nupdated: 2026-11-01\n" + more + "---\n\nx\n")}
}

func page(title string) *fstest.MapFile { return markdown(title, "") }

func postOf(title, date string) *fstest.MapFile {
	return markdown(title, "date: "+date+"\nauthor: June\nsummary: x\n")
}

// bringContent imports a folder and returns the printed report.
func bringContent(t table.Table, folder fs.FS, name string, dryRun bool) (*importer.Report, string, error) {
	in := importer.Input{Table: t, Now: noon, Name: name, Folder: folder, DryRun: dryRun}
	report, err := importer.Content(context.Background(), in)
	return report, printed(report), err
}

func titles(t *testing.T, store table.Table, l locale.Locale) string {
	t.Helper()
	e, _, err := content.Current(t.Context(), store, 3, l)
	assert.NilError(t, err)
	var all []string
	for _, p := range e.Pages {
		all = append(all, p.Slug+"="+p.Title)
	}
	for _, p := range e.Posts {
		all = append(all, p.Slug+"="+p.Title)
	}
	return strings.Join(all, " ")
}

func TestContentIsReplacedByLanguage(t *testing.T) {
	store := open(t)
	folder := fstest.MapFS{
		"en/pages/company/our-story.md": page("Story"), "en/pages/catering.md": page("Catering"), "en/.DS_Store": {Data: []byte{0}},
		"en/posts/old.md": postOf("Old", "2026-01-01"), "en/posts/new.md": postOf("New", "2026-02-01"), "en/posts/also-new.md": postOf("Also", "2026-02-01"),
		"en/navigation.json":      {Data: []byte(`[{"id":"menu","title":"Menu","url":"/menu","showOnCanadaSite":true,"showOnInternationalSite":false}]`)},
		"fr-ca/pages/catering.md": page("Traiteur"),
	}
	dry, _, err := bringContent(store, folder, "big-deal-burger", true)
	assert.NilError(t, err)
	assert.Assert(t, dry.Rows == 7 && dry.Added == 7 && titles(t, store, locale.En) == "", "%+v", dry)
	first, _, err := bringContent(store, folder, "big-deal-burger", false)
	const english = "catering=Catering company/our-story=Story also-new=Also new=New old=Old"
	if err != nil || first.Added != 7 || titles(t, store, locale.En) != english || titles(t, store, locale.FrCA) != "catering=Traiteur" {
		t.Fatalf("%+v %v: %q", first, err, titles(t, store, locale.En))
	}
	again, _, err := bringContent(store, folder, "big-deal-burger", false)
	assert.NilError(t, err)
	assert.Assert(t, again.Unchanged == 7 && again.Added+again.Changed == 0, "%+v", again)
	// An import of English alone: French does not change, and English pages that are missing are deleted.
	english2 := maps.Clone(folder)
	maps.DeleteFunc(english2, func(name string, _ *fstest.MapFile) bool { return !strings.HasPrefix(name, "en/pages") })
	english2["en/pages/catering.md"] = page("We cater")
	less, said, err := bringContent(store, english2, "big-deal-burger", false)
	if err != nil || less.Changed != 1 || less.Unchanged != 1 || !strings.Contains(said, "post old in en is no longer there") || !strings.Contains(said, "navigation in en is no longer there") {
		t.Errorf("%+v %v\n%s", less, err, said)
	}
	assert.Equal(t, titles(t, store, locale.En), "catering=We cater company/our-story=Story")
	assert.Equal(t, titles(t, store, locale.FrCA), "catering=Traiteur")
}

// The specification (§3) has two names for a column's title, and the copyright line in a column: the import accepts either, the graph has
// both.
func TestAFooterColumnHasBothNamesOfItsTitle(t *testing.T) {
	store := open(t)
	const shown = `"showOnCanadaSite":true,"showOnInternationalSite":true`
	footer := `{"columns":[{"id":"a","title":"Company",` + shown + `},{"id":"b","columnTitle":"Promos","footerCopyright":"© [year]",` + shown + `}]}`
	_, said, err := bringContent(store, fstest.MapFS{"en/footer.json": {Data: []byte(footer)}}, "big-deal-burger", false)
	assert.NilError(t, err, said)
	e, _, err := content.Current(t.Context(), store, 3, locale.En)
	assert.NilError(t, err)
	var got []string
	for _, c := range e.Footer.Columns {
		got = append(got, c.Title, c.ColumnTitle)
	}
	want := []string{"Company", "Company", "Promos", "Promos"}
	assert.DeepEqual(t, got, want)
	assert.Equal(t, e.Footer.FooterCopyright, "© [year]")
}

func TestInvalidContentIsRefused(t *testing.T) {
	store := open(t)
	good := fstest.MapFS{"en/pages/catering.md": page("Catering"), "fr-ca/pages/catering.md": page("Traiteur")}
	_, _, err := bringContent(store, good, "big-deal-burger", false)
	assert.NilError(t, err)
	for name, c := range map[string]struct {
		file, data, brand, want string
	}{
		"a page":                      {file: "en/pages/x.md", data: "---\ntitle: x\n---\n<p>x</p>\n", want: "en/pages/x.md, line 4: HTML is not supported"},
		"a post":                      {file: "fr-ca/posts/x.md", data: "x", want: "fr-ca/posts/x.md, line 1: the file must begin"},
		"a list":                      {file: "en/footer.json", data: "{\n\"colums\": []}", want: "en/footer.json, line 2, /colums: unknown name"},
		"half a list":                 {file: "en/promos.json", data: "[{", want: "en/promos.json: line 1: the file ends in the middle"},
		"a wrong link":                {file: "en/navigation.json", data: `[{"id":"a","title":"A","url":"javascript:x","showOnCanadaSite":true,"showOnInternationalSite":true}]`, want: `a links to "javascript:x", which is not an allowed address`},
		"a link as another":           {file: "en/navigation.json", data: `[{"id":"a","title":"A","url":"/a","as":"//evil.example","showOnCanadaSite":true,"showOnInternationalSite":true}]`, want: `a links to "//evil.example", which is not an allowed address`},
		"a name twice":                {file: "en/navigation.json", data: `[{"id":"a","title":"A","url":"/a","showOnCanadaSite":true,"showOnInternationalSite":true},{"id":"a","title":"B","url":"/b","showOnCanadaSite":true,"showOnInternationalSite":true}]`, want: `the id "a" is not only small letters, digits and hyphens, or occurs twice`},
		"a name of two words":         {file: "en/promos.json", data: `[{"id":"a b","title":"A","text":"A","showOnCanadaSite":true,"showOnInternationalSite":true}]`, want: `the id "a b" is not`},
		"an icon of another site":     {file: "en/footer.json", data: `{"columns":[{"id":"c","title":"C","socialMedia":[{"url":"https://x.example","socialImage":{"url":"https://x.example/x.svg","alternativeText":"X","width":24,"height":24}}],"showOnCanadaSite":true,"showOnInternationalSite":true}]}`, want: `c shows "https://x.example/x.svg", which is not a file of the site`},
		"a picture of another site":   {file: "en/promos.json", data: `[{"id":"a","title":"A","text":"A","picture":{"url":"https://x.example/a.jpg","alt":"A"},"showOnCanadaSite":true,"showOnInternationalSite":true}]`, want: `a shows "https://x.example/a.jpg", which is not a picture`},
		"a column without a title":    {file: "en/footer.json", data: `{"columns":[{"id":"c","showOnCanadaSite":true,"showOnInternationalSite":true}]}`, want: `c has neither a title nor a columnTitle`},
		"a link of a policy":          {file: "en/footer.json", data: `{"policies":[{"id":"p","title":"P","url":"//evil.example","showOnCanadaSite":true,"showOnInternationalSite":true}]}`, want: `p links to "//evil.example"`},
		"a path with ..":              {file: "en/footer.json", data: `{"policies":[{"id":"p","title":"P","url":"/p","pdf":"/../../p.pdf","showOnCanadaSite":true,"showOnInternationalSite":true}]}`, want: `p links to "/../../p.pdf"`},
		"a pdf that is a page":        {file: "en/footer.json", data: `{"policies":[{"id":"p","title":"P","url":"/p","pdf":"/index.html","showOnCanadaSite":true,"showOnInternationalSite":true}]}`, want: `must end with .pdf`},
		"other sites than in English": {file: "fr-ca/pages/catering.md", data: string(markdown("Traiteur", "showOnCanadaSite: false\n").Data), want: "fr-ca/pages/catering.md: showOnCanadaSite and showOnInternationalSite differ from those of another language"},
		"a name in capital":           {file: "en/pages/Our Story.md", data: "", want: "only pages/….md"},
		"a stray file":                {file: "en/notes.txt", data: "", want: "en/notes.txt: only pages/"},
		"post in a folder":            {file: "en/posts/2026/x.md", data: "", want: "are allowed here"},
		"no language":                 {file: "en-ca/pages/x.md", data: "", want: "en-ca: only folders of languages are allowed here"},
		"file beside them":            {file: "notes.txt", data: "", want: "notes.txt: only folders of languages are allowed here"},
		"another brand":               {file: "en/pages/x.md", brand: "burger-prince", want: `there is no brand "burger-prince"`},
	} {
		t.Run(name, func(t *testing.T) {
			folder := maps.Clone(good)
			folder["en/pages/catering.md"] = page("Changed")
			folder[c.file] = &fstest.MapFile{Data: []byte(c.data)}
			brand := "big-deal-burger"
			if c.brand != "" {
				brand = c.brand
			}
			_, said, err := bringContent(store, folder, brand, false)
			assert.Assert(t, err != nil)
			assert.Assert(t, is.Contains(said+err.Error(), c.want))
			assert.Equal(t, titles(t, store, locale.En), "catering=Catering", "the rejected file was imported")
		})
	}
	for what, in := range map[string]importer.Input{
		"a file": {Table: store, Name: "big-deal-burger", Data: []byte("x")}, "an empty folder": {Table: store, Name: "big-deal-burger", Folder: fstest.MapFS{}},
	} {
		_, err := importer.Content(t.Context(), in)
		assert.Check(t, err != nil, "%s: got no error", what)
	}
}

// An import that fails at any write leaves every language unchanged.
func TestFailedContentImportChangesNothing(t *testing.T) {
	folder := func(title string) fstest.MapFS {
		return fstest.MapFS{"en/pages/a.md": page(title), "fr-ca/pages/a.md": page(title)}
	}
	for after := range 3 { // two chunks, and both heads in one write
		store := open(t)
		_, _, err := bringContent(store, folder("old"), "big-deal-burger", false)
		assert.NilError(t, err)
		_, _, err = bringContent(&failing{store, after}, folder("new"), "big-deal-burger", false)
		assert.Check(t, err != nil, "got no error after %d writes", after)
		en, fr := titles(t, store, locale.En), titles(t, store, locale.FrCA)
		assert.Check(t, en == "a=old" && fr == "a=old", "interrupted after %d writes: got %q, %q", after, en, fr)
		_, _, err = bringContent(store, folder("new"), "big-deal-burger", false)
		assert.Check(t, err == nil && titles(t, store, locale.FrCA) == "a=new", "second import: %v", err)
	}
}

func TestContentWithAPictureThatDoesNotExistIsRefused(t *testing.T) {
	page := "---\ntitle: Cod\ndescription: Cod\nupdated: 2026-11-01\npicture: team/june.jpg\npictureAlt: June\n---\n\nCod.\n\n![May](team/may.jpg)\n"
	in := importer.Input{
		Table: open(t), Now: noon, Name: "big-deal-burger", Folder: fstest.MapFS{"en/pages/about.md": {Data: []byte(page)}},
		Picture: func(path string) bool { return path == "team/june.jpg" },
	}
	report, err := importer.Content(t.Context(), in)
	if err == nil || len(report.Findings) != 1 || !strings.Contains(report.Findings[0].String(), `en/pages/about.md, line 11: there is no picture "/pictures/team/may.jpg"`) {
		t.Errorf("%v %+v", err, report)
	}
}
