package verbs

import (
	"encoding/json"
	"encoding/xml"
	"slices"
	"strings"
	"testing"
	"time"
)

// atomFeed is what RFC 4287 has of a feed, as far as ours says it.
type atomFeed struct {
	XMLName xml.Name   `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string     `xml:"id"`
	Updated string     `xml:"updated"`
	Links   []atomLink `xml:"link"`
	Entries []struct {
		ID        string `xml:"id"`
		Published string `xml:"published"`
		Updated   string `xml:"updated"`
	} `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

// feedOf makes the feed of posts, which are JSON.
func feedOf(t *testing.T, posts string) atomFeed {
	t.Helper()
	run := script(t, `import { atom } from './feed.mjs'
const paths = { post: (slug) => '/press/blog/' + slug, page: () => '/press/blog', feed: '/press/blog/feed.xml' }
process.stdout.write(atom({ brand: { name: 'B', site: 'https://www.example.com/' }, market: { lang: 'en-US', locale: 'en' }, ogImageOf: () => null }, paths, JSON.parse(process.argv[1])))`)
	run.Args = append(run.Args, posts)
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	var feed atomFeed
	if err := xml.Unmarshal(out, &feed); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return feed
}

// Readers tell a post by its id and what is new by its dates: the id stays when the words change, and the dates are instants in order.
func TestAFeedsIDsAndDates(t *testing.T) {
	const before = `[
{"slug":"oak","title":"Oak","summary":"s","author":"a","date":"2026-10-29","updated":"2026-11-14"},
{"slug":"bun","title":"Bun","summary":"s","author":"a","date":"2026-09-03","updated":"2026-09-03"}]`
	was := feedOf(t, before)
	is := feedOf(t, strings.NewReplacer(`"Oak"`, `"Why oak"`, "2026-11-14", "2026-11-16").Replace(before))
	for _, feed := range []atomFeed{was, is} {
		newest := ""
		for _, e := range feed.Entries {
			published, err := time.Parse(time.RFC3339, e.Published)
			updated, err2 := time.Parse(time.RFC3339, e.Updated)
			if err != nil || err2 != nil || updated.Before(published) {
				t.Errorf("published %s, updated %s: %v %v", e.Published, e.Updated, err, err2)
			}
			newest = max(newest, e.Updated)
		}
		if len(feed.Entries) != 2 || feed.Updated != newest {
			t.Errorf("%d posts, the newest of %s in a feed of %s", len(feed.Entries), newest, feed.Updated)
		}
	}
	for i, e := range is.Entries {
		if e.ID != was.Entries[i].ID || e.ID == is.ID {
			t.Errorf("the id %s was %s", e.ID, was.Entries[i].ID)
		}
	}
	if was.Updated != "2026-11-14T00:00:00Z" || is.Updated != "2026-11-16T00:00:00Z" || is.ID != was.ID {
		t.Errorf("the feed %s of %s, then %s of %s", was.ID, was.Updated, is.ID, is.Updated)
	}
	if !slices.Contains(is.Links, atomLink{"self", "https://www.example.com/press/blog/feed.xml"}) {
		t.Errorf("it is at %v", is.Links)
	}
}

// A page's date is the day on which it last said something else; a market's sitemap is as new as its newest page, and is parted where it is too long.
func TestSitemapsDates(t *testing.T) {
	run := script(t, `import { sitemaps } from './sitemap.mjs'
const site = { markets: [{ prefix: '' }, { prefix: '/br/pt-br' }], canonical: (path) => 'https://www.example.com' + path }
const page = (path, market, said) => ({ path, market, said, alternates: [] })
const many = Array.from({ length: 50001 }, (_, n) => page('/br/pt-br/' + n, '/br/pt-br', 'x'))
const before = { '/same': { said: 'a', day: '2026-01-05' }, '/other': { said: 'a', day: '2026-01-05' } }
const files = sitemaps(site, [page('/same', '', 'a'), page('/other', '', 'b'), page('/new', '', 'c'), ...many], { before, today: '2026-11-20' })
const again = sitemaps(site, [page('/same', '', 'a')], { before: JSON.parse(files['lastmod.json']), today: '2027-02-01' })
process.stdout.write(JSON.stringify({ files, again }))`)
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	var told struct{ Files, Again map[string]string }
	if err := json.Unmarshal(out, &told); err != nil {
		t.Fatal(err)
	}
	type entry struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod"`
	}
	read := func(text string) (entries []entry) {
		var list struct {
			URLs  []entry `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 url"`
			Parts []entry `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemap"`
		}
		if err := xml.Unmarshal([]byte(text), &list); err != nil {
			t.Errorf("%v: %.200s", err, text)
		}
		return append(list.URLs, list.Parts...)
	}
	const at = "https://www.example.com"
	want := []entry{{at + "/same", "2026-01-05"}, {at + "/other", "2026-11-20"}, {at + "/new", "2026-11-20"}}
	if got := read(told.Files["sitemap-us.xml"]); !slices.Equal(got, want) {
		t.Errorf("the pages of the first site: %v", got)
	}
	index := []entry{{at + "/sitemap-us.xml", "2026-11-20"}, {at + "/sitemap-br-pt-br.xml", "2026-11-20"}, {at + "/sitemap-br-pt-br-2.xml", "2026-11-20"}}
	if got := read(told.Files["sitemap.xml"]); !slices.Equal(got, index) {
		t.Errorf("the index: %v", got)
	}
	if first, second := len(read(told.Files["sitemap-br-pt-br.xml"])), len(read(told.Files["sitemap-br-pt-br-2.xml"])); first != 50_000 || second != 1 {
		t.Errorf("%d pages and %d", first, second)
	}
	if got := read(told.Again["sitemap.xml"]); !slices.Equal(got, []entry{{at + "/sitemap-us.xml", "2026-01-05"}}) {
		t.Errorf("where nothing has changed: %v", got)
	}
}
