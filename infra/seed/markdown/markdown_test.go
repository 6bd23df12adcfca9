package markdown

import (
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/content"
)

const head = "---\ntitle: Story\ndescription: Since 1941\nupdated: 2026-11-01\n---\n"

// opening is the beginning of a page without a body.
const opening = "---\ntitle: x\ndescription: x\nupdated: 2026-11-01\n"

func exists(string) bool { return true }

// formatFaults formats the faults as lines.
func formatFaults(faults []Fault) string {
	var all []string
	for _, f := range faults {
		all = append(all, f.Error())
	}
	return strings.Join(all, "\n")
}

func TestFront(t *testing.T) {
	page, faults := Page("company/our-story", []byte("\ufeff---\r\ntitle: \"Story: one\"\r\nkicker: 1941\r\ndescription: Since 1941\r\nkeywords: [fire, smoke]\r\npicture: story/first-stand\r\npictureAlt: The stand\r\n"+
		"updated: 2026-11-01\r\npreventIndexing: true\r\nshowOnCanadaSite: false\r\nshowOnInternationalSite: true\r\n---\r\n\r\nFire.\r\n"), exists)
	assert.Assert(t, is.Len(faults, 0), formatFaults(faults))
	want := content.Page{
		Head: content.Head{
			Slug: "company/our-story", Title: "Story: one", Description: "Since 1941", Keywords: []string{"fire", "smoke"}, Picture: &content.Picture{URL: "/pictures/story/first-stand", Alt: "The stand"},
			Updated: "2026-11-01", PreventIndexing: true, Shown: content.Shown{ShowOnInternationalSite: true},
		},
		Kicker: "1941", Blocks: []content.Block{{Kind: content.Paragraph, Text: content.Text{{Text: "Fire."}}}},
	}
	assert.Equal(t, asJSON(page), asJSON(want))
	const oak = "---\ntitle: Oak\ndescription: Wood\ndate: 2026-10-01\nauthor: June\nsummary: Because.\n---\nOak.\n"
	post, faults := Post("why-oak", []byte(oak), exists)
	if len(faults) > 0 || post.Date != "2026-10-01" || post.Updated != "2026-10-01" || !post.ShowOnCanadaSite || post.ShowOnInternationalSite {
		t.Errorf("%s %+v", formatFaults(faults), post)
	}
}

func asJSON(v any) string {
	data, _ := json.Marshal(v)
	return string(data)
}

func TestBlocks(t *testing.T) {
	for name, c := range map[string]struct{ markdown, want string }{
		"a heading":                   {"## L’été, dès 1941!", `[{"kind":"HEADING","level":2,"id":"l-ete-des-1941","text":[{"text":"L’été, dès 1941!"}]}]`},
		"the same heading":            {"## Oak\n\n### Oak", `[{"kind":"HEADING","level":2,"id":"oak","text":[{"text":"Oak"}]},{"kind":"HEADING","level":3,"id":"oak-2","text":[{"text":"Oak"}]}]`},
		"a heading like another's id": {"## Oak\n\n## Oak\n\n## Oak 2", `[{"kind":"HEADING","level":2,"id":"oak","text":[{"text":"Oak"}]},{"kind":"HEADING","level":2,"id":"oak-2","text":[{"text":"Oak"}]},{"kind":"HEADING","level":2,"id":"oak-2-2","text":[{"text":"Oak 2"}]}]`},
		"an id of the site":           {"## State\n\n## Main", `[{"kind":"HEADING","level":2,"id":"state-2","text":[{"text":"State"}]},{"kind":"HEADING","level":2,"id":"main-2","text":[{"text":"Main"}]}]`},
		"no Latin letter":             {"## 炭火", `[{"kind":"HEADING","level":2,"id":"section","text":[{"text":"炭火"}]}]`},
		"lines of a text":             {"Fire\nand  \nsmoke", `[{"kind":"PARAGRAPH","text":[{"text":"Fire and\nsmoke"}]}]`},
		"marks":                       {"A **very *hot*** fire", `[{"kind":"PARAGRAPH","text":[{"text":"A "},{"text":"very ","strong":true},{"text":"hot","strong":true,"emphasis":true},{"text":" fire"}]}]`},
		"a link":                      {"[**Find** us](/locations) or <https://example.com>", `[{"kind":"PARAGRAPH","text":[{"text":"Find","strong":true,"href":"/locations"},{"text":" us","href":"/locations"},{"text":" or "},{"text":"https://example.com","href":"https://example.com"}]}]`},
		"a link by reference":         {"[Write][m]\n\n[m]: mailto:us@example.com", `[{"kind":"PARAGRAPH","text":[{"text":"Write","href":"mailto:us@example.com"}]}]`},
		"escapes and entities":        {`1 \* 2 &amp; 3 &lt;b> "q"`, `[{"kind":"PARAGRAPH","text":[{"text":"1 * 2 & 3 <b> \"q\""}]}]`},
		"an escaped entity":           {`\&amp; &amp;lt; &#38;lt;`, `[{"kind":"PARAGRAPH","text":[{"text":"&amp; &lt; &lt;"}]}]`},
		"a list":                      {"- one\n- *two*", `[{"kind":"LIST","items":[[{"text":"one"}],[{"text":"two","emphasis":true}]]}]`},
		"an ordered list":             {"1. one\n2. two", `[{"kind":"LIST","ordered":true,"items":[[{"text":"one"}],[{"text":"two"}]]}]`},
		"a quotation":                 {"> Burn it.\n>\n> June", `[{"kind":"QUOTE","items":[[{"text":"Burn it."}],[{"text":"June"}]]}]`},
		"a table":                     {"| Wood | Hours |\n|---|---|\n| Oak | 14 |", `[{"kind":"TABLE","head":[[{"text":"Wood"}],[{"text":"Hours"}]],"rows":[[[{"text":"Oak"}],[{"text":"14"}]]]}]`},
		"a picture":                   {"![The pit](story/pit)", `[{"kind":"PICTURE","picture":{"url":"/pictures/story/pit","alt":"The pit"}}]`},
		"a photograph":                {"![June](team/June_2.jpg)", `[{"kind":"PICTURE","picture":{"url":"/pictures/team/June_2.jpg","alt":"June"}}]`},
		"people":                      {"```people\n- name: June\n  role: Cook\n  picture: team/june\n  pictureAlt: June\n```", `[{"kind":"PEOPLE","people":[{"name":"June","role":"Cook","picture":{"url":"/pictures/team/june","alt":"June"}}]}]`},
		"facts":                       {"```facts\n- number: \"44\"\n  label: states\n```", `[{"kind":"FACTS","facts":[{"number":"44","label":"states"}]}]`},
		"questions":                   {"```faq\n- q: Why?\n  a: \"See [here](/menu).\"\n```", `[{"kind":"FAQ","faq":[{"q":"Why?","a":[{"text":"See "},{"text":"here","href":"/menu"},{"text":"."}]}]}]`},
		"steps":                       {"```steps\n- title: Light\n  text: the fire\n```", `[{"kind":"STEPS","steps":[{"title":"Light","text":"the fire"}]}]`},
		"a cta":                       {"```cta\nlabel: Go\nurl: /locations\n```", `[{"kind":"CTA","cta":{"label":"Go","url":"/locations"}}]`},
		"work":                        {"```jobs\n- title: Cook\n  place: Tulsa\n  kind: full-time\n  text: Cook.\n  needs: [hunger]\n```", `[{"kind":"JOBS","jobs":[{"title":"Cook","place":"Tulsa","kind":"full-time","text":"Cook.","needs":["hunger"]}]}]`},
		"a form":                      {"```form\nkind: feedback\n```", `[{"kind":"FORM","form":"feedback"}]`},
	} {
		t.Run(name, func(t *testing.T) {
			page, faults := Page("x", []byte(head+c.markdown+"\n"), exists)
			got := asJSON(page.Blocks)
			assert.Assert(t, is.Len(faults, 0))
			assert.Equal(t, got, strings.NewReplacer("&", `\u0026`, "<", `\u003c`, ">", `\u003e`).Replace(c.want))
		})
	}
}

func TestFaultsNameTheirLine(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"no front":                       {"# Story\n", "line 1: the file must begin with"},
		"no end of the front":            {"---\ntitle: x\n", "line 1: the file must begin with"},
		"not text":                       {"\xff\xfe", "line 1: the file is not UTF-8 text"},
		"no title":                       {"---\ndescription: x\nupdated: 2026-11-01\n---\nx\n", "line 1: the title is missing"},
		"no such name":                   {opening + "colour: red\n---\nx\n", `line 5: unknown field "colour"`},
		"not a boolean":                  {opening + "preventIndexing: maybe\n---\nx\n", "line 5: "},
		"no YAML":                        {"---\ntitle: [x\n---\nx\n", "line 2: "},
		"a bare colon":                   {"---\ntitle: Oak: why\nupdated: 2026-11-01\n---\nx\n", "line 2: mapping value is not allowed"},
		"no date":                        {"---\ntitle: x\ndescription: x\nupdated: yesterday\n---\nx\n", `line 1: updated must be a date such as 2026-11-01, not "yesterday"`},
		"no such day":                    {"---\ntitle: x\ndescription: x\nupdated: 2026-02-30\n---\nx\n", "line 1: updated must be a date"},
		"a field of posts":               {opening + "author: June\n---\nx\n", "line 1: only posts have a date, an author"},
		"picture without alt":            {opening + "picture: a\n---\nx\n", "line 1: the picture a needs an alternative text"},
		"picture outside the folder":     {opening + "picture: ../a\npictureAlt: a\n---\nx\n", `line 1: "../a" is neither a path`},
		"nothing":                        {head, "line 1: there is nothing below"},
		"heading of level 1":             {head + "\n# Story", "line 7: headings have two to four #"},
		"HTML":                           {head + "x\n\n<script>alert(1)</script>\n", "line 8: HTML is not supported"},
		"HTML in a text":                 {head + "x\ny <b>z</b>\n", "HTML is not supported"},
		"code":                           {head + "x\ny `z`\n", "line 7: a codespan is not supported"},
		"a line":                         {head + "x\n\n---\n", "line 8: a thematicbreak is not supported"},
		"a script":                       {head + "[x](javascript:alert)\n", `line 6: a link must lead to`},
		"another protocol":               {head + "[x](//evil.example)\n", `line 6: a link must lead to`},
		"a backslash":                    {head + "[x](/\\\\evil.example)\n", `line 6: a link must lead to`},
		"plain http":                     {head + "[x](http://example.com)\n", `line 6: a link must lead to`},
		"picture with another extension": {head + "![y](story/a.svg)\n", `line 6: "story/a.svg" is neither a path`},
		"picture without a path":         {head + "![y]()\n", "line 6: a picture needs a path"},
		"picture within a paragraph":     {head + "x ![y](z)\n", "line 6: a picture must be a paragraph of its own"},
		"list in a list":                 {head + "- a\n  - b\n", "line 6: an item of a list is one text"},
		"no such block":                  {head + "x\n\n```code\nx\n```\n", `line 8: there is no block called "code"`},
		"an indented code block":         {head + "x\n\n    indented\n", "is not supported in content"},
		"no such field":                  {head + "x\n\n```facts\n- number: \"1\"\n  label: a\n  colour: red\n```\n", `line 11: unknown field "colour"`},
		"empty block":                    {head + "x\n\n```facts\n```\n", "line 8: the facts are empty"},
		"half a fact":                    {head + "x\n\n```facts\n- number: \"1\"\n```\n", "line 9: each of the facts needs a label"},
		"cta to a relative address":      {head + "x\n\n```cta\nlabel: x\nurl: menu\n```\n", `line 9: the cta links to "menu"`},
		"no such form":                   {head + "x\n\n```form\nkind: fedback\n```\n", `line 9: there is no form called "fedback"`},
		"long answer":                    {head + "x\n\n```faq\n- q: x\n  a: \"a\\n\\nb\"\n```\n", "line 9: an answer is one paragraph"},
	} {
		t.Run(name, func(t *testing.T) {
			_, faults := Page("x", []byte(c.data), exists)
			assert.Assert(t, is.Contains(formatFaults(faults), c.want))
		})
	}
	const want = "line 1: the author is missing\nline 1: the summary is missing\nline 1: date must be a date such as 2026-11-01, not \"\""
	_, faults := Post("x", []byte(head+"x\n"), exists)
	assert.Assert(t, formatFaults(faults) == want, "%s\nwant %s", formatFaults(faults), want)
	const early = "---\ntitle: x\ndescription: x\ndate: 2026-11-02\nupdated: 2026-11-01\nauthor: x\nsummary: x\n---\nx\n"
	_, faults = Post("x", []byte(early), exists)
	assert.Equal(t, formatFaults(faults), "line 1: updated (2026-11-01) is before date (2026-11-02)")
}

// For any file the result is text and addresses that a page may show, or a fault with a line of the file.
func FuzzPage(f *testing.F) {
	for _, seed := range []string{head + "x", head + "```people\n- name: x\n```", head + "| a |\n|---|\n| b |", "---\n---\n", head + "> - [x](/y \"z\")", head + "1. ![x](y)\n\n```faq\n- q: [\n```"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		page, faults := Page("x", data, exists)
		lines := strings.Count(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n") + 1
		for _, fault := range faults {
			assert.Check(t, fault.Line >= 1)
			assert.Check(t, fault.Line <= lines)
			assert.Check(t, fault.Message != "")
		}
		if len(faults) > 0 {
			return
		}
		walk := func(text content.Text) {
			for _, span := range text {
				assert.Check(t, span.Text != "" && (span.Href == "" || Address(span.Href)), "%+v", span)
			}
		}
		ids := map[string]bool{}
		for _, b := range page.Blocks {
			walk(b.Text)
			for _, item := range b.Items {
				walk(item)
			}
			for _, row := range b.Rows {
				assert.Check(t, is.Len(row, len(b.Head)))
			}
			assert.Check(t, b.Kind != content.Heading || (b.ID != "" && !ids[b.ID]), "%+v", b)
			ids[b.ID] = true
		}
	})
}
