package content

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api/apitest"
	"ordering/functions/api/graphql/graphqltest"
	"ordering/shared/brand"
	"ordering/shared/content"
	"ordering/shared/locale"
	"ordering/shared/table/sqlite/sqlitetest"
)

func now() time.Time { return time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC) }

// testEditions has one of everything in English and a title in French.
func testEditions() map[locale.Locale]*content.Edition {
	words := content.Text{{Text: "Fire ", Strong: true}, {Text: "& <b>smoke</b>", Emphasis: true, Href: "/menu"}}
	head := content.Head{
		Slug: "company/our-story", Title: "Our story", Description: "Since 1941", Keywords: []string{"story"}, Picture: &content.Picture{URL: "/pictures/stand", Alt: "The stand"},
		Updated: "2026-11-01", Shown: content.Shown{ShowOnCanadaSite: true},
	}
	e := &content.Edition{
		Pages: []content.Page{{Head: head, Kicker: "1941", Blocks: []content.Block{
			{Kind: content.Heading, Level: 2, ID: "fire", Text: words}, {Kind: content.Paragraph, Text: words}, {Kind: content.List, Ordered: true, Items: []content.Text{words}},
			{Kind: content.Quote, Items: []content.Text{words}}, {Kind: content.Table, Head: []content.Text{words}, Rows: [][]content.Text{{words}}},
			{Kind: content.Figure, Picture: head.Picture}, {Kind: content.People, People: []content.Person{{Name: "June", Role: "Cook"}}},
			{Kind: content.Facts, Facts: []content.Fact{{Number: "44", Label: "states"}}}, {Kind: content.Questions, FAQ: []content.Question{{Q: "Why?", A: words}}},
			{Kind: content.Steps, Steps: []content.Step{{Title: "Light", Text: "the fire"}}}, {Kind: content.Action, Cta: &content.Cta{Label: "Go", URL: "/locations"}},
			{Kind: content.Openings, Jobs: []content.Job{{Title: "Cook", Place: "Tulsa", Kind: "full-time", Text: "Cook.", Needs: []string{"hunger"}}}}, {Kind: content.Form, Form: "feedback"},
		}}},
		Navigation: []content.MenuItem{{ID: "menu", Title: "Menu", URL: "/menu", HasModal: true, CategoryID: 1, SubTitles: []content.MenuItem{{ID: "sub", Title: "Sub", URL: "/sub"}}}},
		Footer: content.Footer{
			Columns: []content.FooterColumn{{
				ID: "company", Title: "Company", Links: []content.FooterLink{{ID: "story", Title: "Our story", URL: "/company/our-story", PDF: "/story.pdf"}}, SocialTitle: "Follow us",
				SocialMedia: []content.SocialMedia{{URL: "https://example.com", SocialImage: content.Image{URL: "/x.svg", AlternativeText: "X", Width: 24, Height: 24}}},
				ContactInfo: []content.ContactInfo{{ID: "guests", Title: "Guests", Value: "+19185550100"}},
				FooterCta:   []content.FooterCta{{URL: "https://example.com/app", ExternalLink: true, FooterCtaImage: content.Image{URL: "/badge.svg", AlternativeText: "App", Width: 200, Height: 60}}},
			}},
			FooterCopyright: "© [year]",
		},
		Promos: []content.Promo{{ID: "sunday", Title: "Sundays", Text: "Children eat free", Cta: &content.Cta{Label: "Go", URL: "/menu"}}},
	}
	for day := range 8 {
		post := content.Post{Head: head, Date: fmt.Sprintf("2026-10-%02d", 20-day), Author: "June", Summary: "Short", Blocks: []content.Block{{Kind: content.Paragraph, Text: words}}}
		post.Slug = fmt.Sprintf("post-%d", 8-day)
		e.Posts = append(e.Posts, post)
	}
	return map[locale.Locale]*content.Edition{locale.En: e, locale.FrCA: {Pages: []content.Page{{Head: content.Head{Slug: "company/our-story", Title: "Notre histoire", Shown: head.Shown}}}}}
}

func newHandler(t testing.TB) http.Handler {
	t.Helper()
	store := sqlitetest.Open(t, now)
	_, err := content.Save(t.Context(), store, 3, testEditions())
	assert.NilError(t, err)
	return apitest.Handler(t, New(store, brand.Default(), now).Operations())
}

// ask posts the query with the variables like the site.
func ask(h http.Handler, query string, variables map[string]any, headers ...string) *httptest.ResponseRecorder {
	body, _ := json.Marshal(map[string]any{"query": query, "variables": variables, "operationName": nil})
	return apitest.Send(h, http.MethodPost, Path, string(body), headers...)
}

func TestQueriesAreAnswered(t *testing.T) {
	h := newHandler(t)
	for name, c := range map[string]struct {
		query     string
		variables map[string]any
		want      string // in the body
	}{
		"the brand":     {query: `{ brand { id folderPath metaTitle title shortTitle webUrl } }`, want: `{"brand":{"id":3,"folderPath":"big-deal-burger","metaTitle":"Big Deal Burger","title":"Big Deal Burger","shortTitle":"Big Deal","webUrl":"https://www.bigdealburger.example"}}`},
		"a menu item":   {query: `{ navigation(locale: "en") { id title url as external hasModal icon categoryId holidayOnly showOnCanadaSite subTitles { id } } }`, want: `{"navigation":[{"id":"menu","title":"Menu","url":"/menu","as":"","external":false,"hasModal":true,"icon":"","categoryId":1,"holidayOnly":false,"showOnCanadaSite":false,"subTitles":[{"id":"sub"}]}]}`},
		"the footer":    {query: `{ footer(locale: "en") { footerCopyright generalLinks { id } columns { id title links { id pdf } socialTitle socialMedia { url socialImage { url alternativeText width height } } contactInfo { id title value } footerCta { url externalLink footerCtaImage { height } } } } }`, want: `{"footer":{"footerCopyright":"© [year]","generalLinks":[],"columns":[{"id":"company","title":"Company","links":[{"id":"story","pdf":"/story.pdf"}],"socialTitle":"Follow us","socialMedia":[{"url":"https://example.com","socialImage":{"url":"/x.svg","alternativeText":"X","width":24,"height":24}}],"contactInfo":[{"id":"guests","title":"Guests","value":"+19185550100"}],"footerCta":[{"url":"https://example.com/app","externalLink":true,"footerCtaImage":{"height":60}}]}]}}`},
		"a text":        {query: `query Page($slug: String!) { page(locale: "en", slug: $slug) { title picture { url alt } blocks { kind level text { text strong emphasis href } } } }`, variables: map[string]any{"slug": "company/our-story"}, want: `{"kind":"HEADING","level":2,"text":[{"text":"Fire ","strong":true,"emphasis":false,"href":""},{"text":"\u0026 \u003cb\u003esmoke\u003c/b\u003e","strong":false,"emphasis":true,"href":"/menu"}]}`},
		"a table":       {query: `{ page(locale: "en", slug: "company/our-story") { blocks { head { text } rows { text } } } }`, want: `{"head":[[{"text":"Fire "},{"text":"\u0026 \u003cb\u003esmoke\u003c/b\u003e"}]],"rows":[[[{"text":"Fire "}`},
		"other blocks":  {query: `{ page(locale: "en", slug: "company/our-story") { blocks { people { name role bio picture { url } } facts { number label } faq { q a { text } } steps { title text } jobs { title place kind text needs } cta { label url } } } }`, want: `"jobs":[{"title":"Cook","place":"Tulsa","kind":"full-time","text":"Cook.","needs":["hunger"]}]`},
		"a form":        {query: `{ page(locale: "en", slug: "company/our-story") { blocks { kind form } } }`, want: `{"kind":"FORM","form":"feedback"}`},
		"Canada":        {query: `{ page(locale: "en-ca", slug: "company/our-story") { title } }`, want: `{"page":{"title":"Our story"}}`},
		"in French":     {query: `{ page(locale: "fr-ca", slug: "company/our-story") { title blocks { kind } } posts(locale: "fr-ca") { total pages items { slug } } }`, want: `{"page":{"title":"Notre histoire","blocks":[]},"posts":{"total":0,"pages":0,"items":[]}}`},
		"missing":       {query: `{ page(locale: "pt-br", slug: "company/our-story") { title } post(locale: "en", slug: "none") { title } }`, want: `{"page":null,"post":null}`},
		"all pages":     {query: `{ pages(locale: "en") { slug title updated preventIndexing showOnCanadaSite showOnInternationalSite } }`, want: `{"pages":[{"slug":"company/our-story","title":"Our story","updated":"2026-11-01","preventIndexing":false,"showOnCanadaSite":true,"showOnInternationalSite":false}]}`},
		"first posts":   {query: `{ posts(locale: "en") { page pages total items { slug } } }`, want: `{"posts":{"page":1,"pages":2,"total":8,"items":[{"slug":"post-8"},{"slug":"post-7"},{"slug":"post-6"},{"slug":"post-5"},{"slug":"post-4"},{"slug":"post-3"}]}}`},
		"last posts":    {query: `{ posts(locale: "en", page: 2) { page items { slug date author summary } } }`, want: `{"posts":{"page":2,"items":[{"slug":"post-2","date":"2026-10-14","author":"June","summary":"Short"},{"slug":"post-1"`},
		"a variable":    {query: `query($page: Int) { posts(locale: "en", page: $page) { page items { slug } } }`, variables: map[string]any{"page": 2}, want: `{"posts":{"page":2,"items":[{"slug":"post-2"},{"slug":"post-1"}]}}`},
		"no such page":  {query: `{ posts(locale: "en", page: 3) { page items { slug } } far: posts(locale: "en", page: -2147483648) { items { slug } } }`, want: `{"posts":{"page":3,"items":[]},"far":{"items":[]}}`},
		"newest post":   {query: `{ post(locale: "en", slug: "post-8") { date next { slug } previous { slug title } blocks { kind } } }`, want: `{"post":{"date":"2026-10-20","next":null,"previous":{"slug":"post-7","title":"Our story"},"blocks":[{"kind":"PARAGRAPH"}]}}`},
		"oldest post":   {query: `{ post(locale: "en", slug: "post-1") { next { slug } previous { slug } } }`, want: `{"post":{"next":{"slug":"post-2"},"previous":null}}`},
		"promotions":    {query: `{ promos(locale: "en") { id title text terms picture { url } cta { url } } }`, want: `{"promos":[{"id":"sunday","title":"Sundays","text":"Children eat free","terms":"","picture":null,"cta":{"url":"/menu"}}]}`},
		"countries":     {query: `{ countries { code label locales } }`, want: `{"code":"ca","label":"Canada","locales":["en-ca","fr-ca"]}`},
		"directives":    {query: `query($yes: Boolean!) { brand { id @skip(if: $yes) title @include(if: $yes) ... @skip(if: true) { webUrl } } }`, variables: map[string]any{"yes": true}, want: `{"data":{"brand":{"title":"Big Deal Burger"}}}`},
		"merged fields": {query: `{ brand { id } brand { title } ...More } fragment More on Query { brand { shortTitle ...Name } } fragment Name on Brand { id webUrl }`, want: `{"data":{"brand":{"id":3,"title":"Big Deal Burger","shortTitle":"Big Deal","webUrl":"https://www.bigdealburger.example"}}}`},
		"a typename":    {query: `{ __typename }`, want: `{"__typename":"Query"}`},
	} {
		t.Run(name, func(t *testing.T) {
			w := ask(h, c.query, c.variables)
			assert.Equal(t, w.Code, 200)
			assert.Assert(t, strings.HasPrefix(w.Body.String(), `{"data":{`))
			assert.Assert(t, is.Contains(w.Body.String(), c.want))
			assert.Equal(t, w.Header().Get("Content-Type"), "application/json")
			assert.Equal(t, w.Header().Get("Cache-Control"), "no-store")
		})
	}
}

func TestGoTypesHaveTheFieldsOfTheSchema(t *testing.T) {
	graphqltest.Check(t, Schema, resolversOf(nil, brand.Brand{}), map[string]any{
		"brand": brand.Brand{}, "countries": []brand.Country{}, "navigation": []content.MenuItem{}, "footer": content.Footer{},
		"page": &content.Page{}, "pages": []content.Page{}, "posts": postPage{}, "post": &post{}, "promos": []content.Promo{},
	})
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: Schema})
	var kinds []content.Kind
	for _, v := range schema.Types["BlockKind"].EnumValues {
		kinds = append(kinds, content.Kind(v.Name))
	}
	want := []content.Kind{
		content.Heading, content.Paragraph, content.List, content.Quote, content.Table, content.Figure, content.People, content.Facts,
		content.Questions, content.Steps, content.Action, content.Openings, content.Form,
	}
	assert.DeepEqual(t, kinds, want)
}

// The schema has the fields of the specification's records (§1, §3). Brand has no others; the other types also have the site's fields.
func TestSchemaHasTheFieldsOfTheRecords(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: Schema})
	for name, c := range map[string]struct{ fields, besides string }{
		"Brand":        {"id folderPath metaTitle title shortTitle webUrl", ""},
		"Country":      {"code label locales", ""},
		"MenuItem":     {"id title url as external hasModal icon categoryId subTitles", "holidayOnly showOnCanadaSite showOnInternationalSite"},
		"Footer":       {"columns", "footerCopyright generalLinks policies"},
		"FooterColumn": {"id title columnTitle links socialTitle socialMedia contactInfo footerCta footerCopyright", "showOnCanadaSite showOnInternationalSite"},
		"FooterLink":   {"id title url showOnCanadaSite showOnInternationalSite pdf", ""},
		"SocialMedia":  {"url socialImage", ""},
		"ContactInfo":  {"id title value", ""},
		"FooterCta":    {"url externalLink footerCtaImage", ""},
		"Image":        {"url alternativeText width height", ""},
	} {
		var has []string
		for _, f := range schema.Types[name].Fields {
			has = append(has, f.Name)
		}
		want := strings.Fields(c.fields + " " + c.besides)
		slices.Sort(has)
		assert.Check(t, is.DeepEqual(has, slices.Sorted(slices.Values(want))), "%s %v", name, want)
	}
}

// nested returns a query with a depth of n.
func nested(n int) string {
	return `{ navigation(locale: "en") ` + strings.Repeat("{ subTitles ", n-2) + "{ id }" + strings.Repeat("}", n-2) + "}"
}

// repeated selects a field n times under different names.
func repeated(n int, field string) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "a%d:%s ", i, field)
	}
	return s.String()
}

// The limits of package graphql.
const (
	maxBody   = 16 << 10
	maxQuery  = 4 << 10
	maxTokens = 600
	maxDepth  = 8
	maxCost   = 24
)

func TestInvalidAndExpensiveRequests(t *testing.T) {
	h := newHandler(t)
	const page = `page(locale: "en", slug: "company/our-story")`
	cycle := `{ navigation(locale: "en") { ...A } } fragment A on MenuItem { subTitles { ...B } } fragment B on MenuItem { subTitles { ...A } }`
	var doubled strings.Builder // 2^50 spreads within maxTokens
	doubled.WriteString(`{ navigation(locale: "en") { ...F0 } }`)
	for i := range 50 {
		fmt.Fprintf(&doubled, " fragment F%d on MenuItem { ...F%d ...F%d }", i, i+1, i+1)
	}
	doubled.WriteString(" fragment F50 on MenuItem { id }")
	body := func(query string) string { raw, _ := json.Marshal(map[string]any{"query": query}); return string(raw) }
	for name, c := range map[string]struct {
		body    string
		headers []string
		status  int
		want    string
	}{
		"no such field":      {body: body(`{ secrets { id } }`), status: 400, want: `"code":"query-invalid"`},
		"no query":           {body: `{"variables":{}}`, status: 400, want: `"code":"malformed"`},
		"half a query":       {body: body(`{ brand {`), status: 400, want: `"code":"query-invalid"`},
		"a mutation":         {body: body(`mutation { brand { id } }`), status: 400, want: `"code":"query-invalid"`},
		"the schema":         {body: body(`{ __schema { types { name } } }`), status: 400, want: `introspection is off`},
		"a type":             {body: body(`{ __type(name: "Page") { name } }`), status: 400, want: `introspection is off`},
		"too deep":           {body: body(nested(maxDepth + 1)), status: 400, want: `it is too deep`},
		"brackets only":      {body: body(strings.Repeat("{", 3000)), status: 400, want: `"code":"query-invalid"`},
		"a cycle":            {body: body(cycle), status: 400, want: `"code":"query-invalid"`},
		"doubling fragments": {body: body(doubled.String()), status: 200, want: `{"navigation":[{"id":"menu"}]}`},
		"many roots":         {body: body("{" + repeated(maxCost+1, `brand{id}`) + "}"), status: 400, want: `it requests too much at once`},
		"a long query":       {body: body(`{ brand { id } } #` + strings.Repeat("x", maxQuery)), status: 400, want: `"code":"query-invalid"`},
		"a long body":        {body: `{"query":"{ brand { id } }","variables":{"x":"` + strings.Repeat("x", maxBody) + `"}}`, status: 413, want: `"code":"too-large"`},
		"unknown locale":     {body: body(`{ pages(locale: "xx") { slug } }`), status: 422, want: `"pointer":"/variables/locale"`},
		"a wrong variable":   {body: `{"query":"query($p: Int) { posts(locale: \"en\", page: $p) { page } }","variables":{"p":"two"}}`, status: 400, want: `"code":"query-invalid"`},
		"null for a default": {body: `{"query":"query($l: String = \"en\") { pages(locale: $l) { slug } }","variables":{"l":null}}`, status: 400, want: `locale must not be null`},
		"a fraction":         {body: `{"query":"query($p: Int) { posts(locale: \"en\", page: $p) { page } }","variables":{"p":1.5}}`, status: 400, want: `"code":"query-invalid"`},
		"a string for Int":   {body: `{"query":"query($p: Int) { posts(locale: \"en\", page: $p) { page } }","variables":{"p":"2"}}`, status: 400, want: `"code":"query-invalid"`},
		"an Int for string":  {body: `{"query":"query($l: String!) { pages(locale: $l) { slug } }","variables":{"l":3}}`, status: 400, want: `3 is not a valid String`},
		"a huge number":      {body: `{"query":"query($p: Int) { posts(locale: \"en\", page: $p) { page } }","variables":{"p":1e300}}`, status: 400, want: `"code":"query-invalid"`},
		"many tokens":        {body: body(`{ brand { ` + strings.Repeat("id ", maxTokens) + `} }`), status: 400, want: `"code":"query-invalid"`},
		"variables a list":   {body: `{"query":"{ brand { id } }","variables":[]}`, status: 400, want: `"code":"malformed"`},
		"another case":       {body: `{"query":"{ brand { id } }","QUERY":"{ brand { title } }"}`, status: 422, want: `"code":"invalid"`},
		"a name twice":       {body: `{"query":"{ brand { id } }","variables":{"x":[{"y":1,"y":2}]}}`, status: 400, want: `"code":"malformed"`},
		"unknown name":       {body: `{"query":"{ brand { id } }","ownerId":"me"}`, status: 422, want: `"code":"invalid"`},
		"not JSON":           {body: `query { brand { id } }`, status: 400, want: `"code":"malformed"`},
		"not UTF-8":          {body: "{\"query\":\"{ brand { id } } #\xff\"}", status: 400, want: `"code":"malformed"`},
		"a form":             {body: body(`{ brand { id } }`), headers: []string{"Content-Type", "text/plain"}, status: 415, want: `"code":"media-type"`},
		"another brand":      {body: body(`{ brand { id } }`), headers: []string{"brandId", "1"}, status: 400, want: `"code":"unknown-brand"`},
		"another operation":  {body: `{"query":"query A { brand { id } }","operationName":"B"}`, status: 400, want: `"code":"query-invalid"`},
		"many aliases":       {body: body(`{ ` + page + ` { blocks { ` + repeated(90, `text { text }`) + ` } } }`), status: 200, want: `"data"`},
	} {
		t.Run(name, func(t *testing.T) {
			w := apitest.Send(h, http.MethodPost, Path, c.body, c.headers...)
			assert.Equal(t, w.Code, c.status)
			assert.Assert(t, is.Contains(w.Body.String(), c.want))
			var form struct {
				Message *string
				Errors  *[]string
			}
			err := json.Unmarshal(w.Body.Bytes(), &form)
			assert.Check(t, c.status == 200 || err == nil && form.Message != nil && form.Errors != nil, "got %s, want a problem body", w.Body)
		})
	}
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete} {
		w := apitest.Send(h, method, Path+"?query={brand{id}}", "")
		assert.Check(t, w.Code == http.StatusMethodNotAllowed, "%s: %d %s", method, w.Code, w.Body)
	}
}

func TestLargeAnswersAreRefused(t *testing.T) {
	store := sqlitetest.Open(t, now)
	block := content.Block{Kind: content.Paragraph, Text: content.Text{{Text: strings.Repeat("smoke ", 2000)}}}
	e := &content.Edition{Pages: []content.Page{{Head: content.Head{Slug: "long"}, Blocks: slices.Repeat([]content.Block{block}, 20)}}}
	_, err := content.Save(t.Context(), store, 3, map[locale.Locale]*content.Edition{locale.En: e})
	assert.NilError(t, err)
	w := ask(apitest.Handler(t, New(store, brand.Default(), now).Operations()), `{ page(locale: "en", slug: "long") { blocks { `+repeated(10, `text { text }`)+` } } }`, nil)
	assert.Equal(t, w.Code, 400)
	assert.Assert(t, w.Body.Len() <= 2000)
	assert.Assert(t, is.Contains(w.Body.String(), "too much at once"))
}

// Fields that @skip leaves out of many objects count too, and a problem names only some of the faults.
func TestExpensiveSmallQueriesAreRefused(t *testing.T) {
	h := newHandler(t)
	skipped := `{ ` + repeated(12, `page(locale: "en", slug: "company/our-story") { ...P }`) + ` } fragment P on Page { ` + repeated(14, `blocks { ...B }`) + ` }`
	skipped += ` fragment B on Block { ` + repeated(14, `text { ...T }`) + ` } fragment T on Span { ` + strings.Repeat(`text @skip(if: true) `, 20) + `}`
	w := ask(h, skipped, nil)
	assert.Equal(t, w.Code, 400)
	assert.Assert(t, is.Contains(w.Body.String(), "too much at once"))
	w = ask(h, `{ brand { `+strings.Repeat("nothing ", maxTokens/2)+`} }`, nil)
	assert.Assert(t, w.Code == 400 && w.Body.Len() <= 4096, "got %d with %d bytes, want 400 with at most 4096", w.Code, w.Body.Len())
}

// A slug or locale never reaches other keys of the table, such as those of another brand.
func TestArgumentsAreNotInterpreted(t *testing.T) {
	store := sqlitetest.Open(t, now)
	canary := &content.Edition{Pages: []content.Page{{Head: content.Head{Slug: "secret", Title: "canary of brand 1"}}}}
	editions := testEditions()
	_, err := content.Save(t.Context(), store, 3, editions)
	assert.NilError(t, err)
	_, err = content.Save(t.Context(), store, 1, map[locale.Locale]*content.Edition{locale.En: canary})
	assert.NilError(t, err)
	h := apitest.Handler(t, New(store, brand.Default(), now).Operations())
	for _, slug := range []string{"secret", "", "/", "company", "company/", "../1/en/secret", "company/our-story\x00", "%", "*", `" } secret { title } #`, "content#1#en", "COMPANY/OUR-STORY"} {
		w := ask(h, `query($s: String!) { page(locale: "en", slug: $s) { title } post(locale: "en", slug: $s) { title } }`, map[string]any{"s": slug}, "brandId", "3")
		assert.Check(t, w.Code == 200 && w.Body.String() == `{"data":{"page":null,"post":null}}`, "%q: %d %s", slug, w.Code, w.Body)
	}
	for _, l := range []string{"en#1", "3#en", "../en", "EN", " en", ""} {
		w := ask(h, `query($l: String!) { pages(locale: $l) { title } }`, map[string]any{"l": l})
		assert.Check(t, is.Equal(w.Code, 422), "%q %s", l, w.Body)
	}
}
