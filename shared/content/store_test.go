package content_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/clocktest"
	"ordering/shared/content"
	"ordering/shared/locale"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/table/tabletest"
	"ordering/shared/table/versioned"
)

func titled(title string) *content.Edition {
	everywhere := content.Shown{ShowOnCanadaSite: true, ShowOnInternationalSite: true}
	return &content.Edition{Pages: []content.Page{{Head: content.Head{Slug: "story", Title: title, Shown: everywhere}}}}
}

// A site does not have the pages and posts of other sites; the next post is the next one on that site.
func TestSitesShowOnlyTheirPages(t *testing.T) {
	c := clocktest.At(time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC))
	engine := sqlitetest.Open(t, c.Now)
	head := func(slug string, canada, abroad bool) content.Head {
		return content.Head{Slug: slug, Shown: content.Shown{ShowOnCanadaSite: canada, ShowOnInternationalSite: abroad}}
	}
	edition := func() *content.Edition {
		return &content.Edition{
			Pages: []content.Page{{Head: head("here", false, false)}, {Head: head("north", true, false)}, {Head: head("abroad", false, true)}},
			Posts: []content.Post{{Head: head("new", true, true)}, {Head: head("law", false, false)}, {Head: head("old", true, true)}},
		}
	}
	_, err := content.Save(t.Context(), engine, 3, map[locale.Locale]*content.Edition{locale.En: edition(), locale.FrCA: edition(), locale.JaJP: edition()})
	assert.NilError(t, err)
	store := content.NewStore(engine, c.Now)
	for l, want := range map[locale.Locale]struct{ page, older string }{
		locale.En: {"here north abroad", "law"}, locale.EnCA: {"north", "old"}, locale.FrCA: {"north", "old"}, locale.JaJP: {"abroad", "old"},
	} {
		e, err := store.Get(t.Context(), 3, l)
		assert.NilError(t, err)
		var pages []string
		for _, p := range e.Pages {
			pages = append(pages, p.Slug)
		}
		assert.Check(t, is.Equal(strings.Join(pages, " "), want.page), l)
		if _, _, older, ok := e.Post("new"); !ok || older == nil || older.Slug != want.older {
			t.Errorf("%s: got previous post %+v, want %s", l, older, want.older)
		}
	}
}

func TestContentByBrandAndLanguage(t *testing.T) {
	c := clocktest.At(time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC))
	engine := sqlitetest.Open(t, c.Now)
	store := content.NewStore(engine, c.Now)
	title := func(brandID int, l locale.Locale) string {
		t.Helper()
		e, err := store.Get(t.Context(), brandID, l)
		assert.NilError(t, err)
		if page, ok := e.Page("story"); ok {
			return page.Title
		}
		return ""
	}
	save := func(brandID int, editions map[locale.Locale]*content.Edition) bool {
		t.Helper()
		changed, err := content.Save(t.Context(), engine, brandID, editions)
		assert.NilError(t, err)
		return changed
	}
	assert.Equal(t, title(3, locale.En), "")
	c.Pass(time.Minute)
	save(3, map[locale.Locale]*content.Edition{locale.En: titled("Story"), locale.FrCA: titled("Histoire")})
	save(1, map[locale.Locale]*content.Edition{locale.En: titled("Another story")})
	for _, want := range []struct {
		brandID int
		locale  locale.Locale
		title   string
	}{
		{3, locale.En, "Story"}, {3, locale.EnCA, "Story"}, {3, locale.FrCA, "Histoire"}, {3, "pt-br", ""}, {3, "xx", ""},
		{1, locale.En, "Another story"}, {1, locale.FrCA, ""}, {2, locale.En, ""},
	} {
		assert.Check(t, is.Equal(title(want.brandID, want.locale), want.title), "%d %s", want.brandID, want.locale)
	}
	if save(3, map[locale.Locale]*content.Edition{locale.En: titled("Story")}) {
		t.Error("saving the same content again was reported as a change")
	}
	save(3, map[locale.Locale]*content.Edition{locale.En: titled("New story")})
	assert.Equal(t, title(3, locale.En), "Story")
	c.Pass(2 * time.Second)
	got, french := title(3, locale.En), title(3, locale.FrCA)
	assert.Assert(t, got == "New story" && french == "Histoire", "after an import of English: got %q, %q", got, french)
}

// Content larger than one item of the table is stored unchanged, and of two concurrent imports one fails.
func TestLargeContentAndConcurrentImports(t *testing.T) {
	c := clocktest.At(time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC))
	engine := sqlitetest.Open(t, c.Now)
	large := titled(strings.Repeat("été & <smoke> ", table.MaxItem/8))
	if _, err := content.Save(t.Context(), engine, 3, map[locale.Locale]*content.Edition{locale.En: large}); err != nil {
		t.Fatal(err)
	}
	got, version, err := content.Current(t.Context(), engine, 3, locale.En)
	if err != nil || version == versioned.None || got.Pages[0].Title != large.Pages[0].Title {
		t.Fatalf("got error %v, version %q, %d bytes of %d", err, version, len(got.Pages[0].Title), len(large.Pages[0].Title))
	}
	between := tabletest.Meanwhile{Table: engine, Do: sync.OnceFunc(func() {
		if _, err := content.Save(t.Context(), engine, 3, map[locale.Locale]*content.Edition{locale.En: titled("faster")}); err != nil {
			t.Error(err)
		}
	})}
	_, err = content.Save(t.Context(), between, 3, map[locale.Locale]*content.Edition{locale.En: titled("slower"), locale.FrCA: titled("plus lent")})
	conflict := (*table.Conflict)(nil)
	assert.Check(t, errors.As(err, &conflict), "the later writer: got %v", err)
	if e, _, _ := content.Current(t.Context(), engine, 3, locale.En); e.Pages[0].Title != "faster" {
		t.Errorf("English: got title %q", e.Pages[0].Title)
	}
	if e, version, _ := content.Current(t.Context(), engine, 3, locale.FrCA); version != versioned.None {
		t.Errorf("the failed import was partly written: %q", e.Pages[0].Title)
	}
}
