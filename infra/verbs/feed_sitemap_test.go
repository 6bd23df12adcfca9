package verbs

import (
	"encoding/json"
	"encoding/xml"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// atomFeed has the elements of RFC 4287 that our feed uses.
type atomFeed struct {
	XMLName xml.Name   `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string     `xml:"id"`
	Updated string     `xml:"updated"`
	Links   []atomLink `xml:"link"`
	Entries []struct {
		ID        string    `xml:"id"`
		Title     string    `xml:"title"`
		Summary   string    `xml:"summary"`
		Author    string    `xml:"author>name"`
		Published time.Time `xml:"published"`
		Updated   time.Time `xml:"updated"`
	} `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

// feedOf returns the feed of two posts. The first post has this text in every field.
func feedOf(t *testing.T, text, updated string) (feed atomFeed) {
	t.Helper()
	out, err := node(t, nil, `import { atom } from './feed.mjs'
const [text, updated] = process.argv.slice(1)
const said = text + '\u000b\uffff\u0000' // which XML cannot hold
const paths = { post: (slug) => '/press/blog/' + slug, page: () => '/press/blog', feed: '/press/blog/feed.xml' }
const market = { lang: 'en-US', locale: 'en' }
process.stdout.write(atom({ brand: { name: said, site: 'https://www.example.com/' }, market, ogImageOf: () => null }, paths, [
  { slug: 'oak', title: said, summary: said, author: said, date: '2026-10-29', updated },
  { slug: 'bun', title: 'Bun', summary: 's', author: 'a', date: '2026-09-03', updated: '2026-09-03' },
]))`, text, updated)
	assert.NilError(t, err)
	assert.NilError(t, xml.Unmarshal([]byte(out), &feed))
	assert.Assert(t, is.Len(feed.Entries, 2), out)
	return feed
}

// Readers identify a post by its id and find changes by its dates: the id stays when the text changes. Any text is kept.
func TestAFeedKeepsIDsDatesAndText(t *testing.T) {
	const title = `</title><script>alert(1)</script> ]]> & "$&" <!--`
	was, is := feedOf(t, "Oak", "2026-11-14"), feedOf(t, title, "2026-11-16")
	assert.Equal(t, was.Updated, "2026-11-14T00:00:00Z")
	assert.Equal(t, is.Updated, "2026-11-16T00:00:00Z")
	assert.Equal(t, is.ID, was.ID)
	for i, e := range is.Entries {
		if e.ID != was.Entries[i].ID || e.ID == is.ID || e.Updated.Before(e.Published) || e.Published.IsZero() {
			t.Errorf("%+v was %+v", e, was.Entries[i])
		}
	}
	e := is.Entries[0]
	assert.Assert(t, strings.TrimSpace(e.Title) == title && e.Title == e.Summary && e.Title == e.Author, "%q", e)
	assert.Check(t, slices.Contains(is.Links, atomLink{"self", "https://www.example.com/press/blog/feed.xml"}), "got links %v", is.Links)
}

// A page's date is the day of its last change. A market's sitemap has the date of its newest page, and is split if it is too long.
func TestSitemapDateIsTheDayOfTheLastChange(t *testing.T) {
	out, err := node(t, nil, `import { sitemaps } from './sitemap.mjs'
const site = { markets: [{ prefix: '' }, { prefix: '/br/pt-br' }], canonical: (path) => 'https://www.example.com' + path }
const page = (path, market, said) => ({ path, market, said, alternates: [] })
const many = Array.from({ length: 50001 }, (_, n) => page('/br/pt-br/' + n, '/br/pt-br', 'x'))
const before = { '/same': { said: 'a', day: '2026-01-05' }, '/other': { said: 'a', day: '2026-01-05' } }
const files = sitemaps(site, [page('/same', '', 'a'), page('/other', '', 'b'), page('/new', '', 'c'), ...many], { before, today: '2026-11-20' })
const again = sitemaps(site, [page('/same', '', 'a')], { before: JSON.parse(files['lastmod.json']), today: '2027-02-01' })
process.stdout.write(JSON.stringify({ files, again }))`)
	var got struct{ Files, Again map[string]string }
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal([]byte(out), &got))
	type entry struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod"`
	}
	read := func(text string) (entries []entry) {
		var list struct {
			URLs  []entry `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 url"`
			Parts []entry `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemap"`
		}
		assert.Check(t, xml.Unmarshal([]byte(text), &list), "%.200s", text)
		return append(list.URLs, list.Parts...)
	}
	const at = "https://www.example.com"
	want := []entry{{at + "/same", "2026-01-05"}, {at + "/other", "2026-11-20"}, {at + "/new", "2026-11-20"}}
	assert.DeepEqual(t, read(got.Files["sitemap-us.xml"]), want)
	index := []entry{{at + "/sitemap-us.xml", "2026-11-20"}, {at + "/sitemap-br-pt-br.xml", "2026-11-20"}, {at + "/sitemap-br-pt-br-2.xml", "2026-11-20"}}
	assert.DeepEqual(t, read(got.Files["sitemap.xml"]), index)
	first, second := len(read(got.Files["sitemap-br-pt-br.xml"])), len(read(got.Files["sitemap-br-pt-br-2.xml"]))
	assert.Assert(t, first == 50_000 && second == 1, "got %d and %d pages, want 50000 and 1", first, second)
	assert.DeepEqual(t, read(got.Again["sitemap.xml"]), []entry{{at + "/sitemap-us.xml", "2026-01-05"}})
}
