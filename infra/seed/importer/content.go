package importer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"ordering/infra/seed/markdown"
	"ordering/shared/brand"
	"ordering/shared/content"
	"ordering/shared/locale"
)

// Content imports a brand's content from a folder that is named after the brand's folderPath and has a folder of pages for each language
// (infra/seed/README.md). A language's folder replaces that language's content; a language without a folder does not change. The import is
// all or nothing, and a guest sees the old content or the new.
func Content(ctx context.Context, in Input) (*Report, error) {
	report := &Report{DryRun: in.DryRun}
	if in.Folder == nil {
		return nil, fmt.Errorf("%s is a file: content is a folder with a folder for each language", in.Name)
	}
	b, ok := brand.InFolder(in.Name)
	if !ok {
		return nil, fmt.Errorf("there is no brand %q: the folder must have the name of a brand's folder, such as big-deal-burger", in.Name)
	}
	folders, err := fs.ReadDir(in.Folder, ".")
	if err != nil {
		return nil, fmt.Errorf("the folder cannot be read: %w", err)
	}
	c := contentFolder{in, report, map[string]content.Shown{}}
	editions := map[locale.Locale]*content.Edition{}
	for _, folder := range folders {
		l := locale.Locale(folder.Name())
		switch {
		case strings.HasPrefix(folder.Name(), "."):
		case !folder.IsDir() || !slices.Contains(content.Locales, l):
			report.wrong(folder.Name(), 0, "", "only folders of languages are allowed here: %s", content.Locales)
		default:
			if editions[l], err = c.edition(folder.Name()); err != nil {
				return nil, err
			}
		}
	}
	if len(editions) == 0 && len(report.Findings) == 0 {
		return nil, errors.New("it contains no folder of a language")
	}
	if err := report.refuse(); err != nil {
		return report, err
	}
	for l, now := range editions {
		old, _, err := content.Current(ctx, in.Table, b.ID, l)
		if err != nil {
			return nil, fmt.Errorf("read the content of the table: %w", err)
		}
		where := " in " + string(l)
		for _, name := range report.compare(elements(old, where), elements(now, where)) {
			report.Note(0, "", "%s is no longer there", name)
		}
	}
	return in.finish(report, "imported content", func() error {
		_, err := content.Save(ctx, in.Table, b.ID, editions)
		return err
	})
}

// contentFolder is the folder that is read.
type contentFolder struct {
	Input
	report *Report
	// sites are those that show a page or a post, by its path in the first language that has it.
	sites map[string]content.Shown
}

// edition reads a language's folder, and reports faults. It returns an error for an unreadable file.
func (c contentFolder) edition(folder string) (*content.Edition, error) {
	e := new(content.Edition)
	lists := map[string]any{"navigation.json": &e.Navigation, "footer.json": &e.Footer, "promos.json": &e.Promos}
	err := fs.WalkDir(c.Folder, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		data, err := fs.ReadFile(c.Folder, name)
		if err != nil {
			return err
		}
		c.report.Rows++
		within := strings.TrimPrefix(name, folder+"/")
		kind, rest, _ := strings.Cut(within, "/")
		slug, markdownFile := strings.CutSuffix(rest, ".md")
		switch {
		case kind == "pages" && markdownFile && plainPath(slug):
			page, faults := markdown.Page(slug, data, c.shows)
			e.Pages = append(e.Pages, page)
			c.text(name, within, page.Shown, faults)
		case kind == "posts" && markdownFile && plainPath(slug) && !strings.Contains(slug, "/"):
			post, faults := markdown.Post(slug, data, c.shows)
			e.Posts = append(e.Posts, post)
			c.text(name, within, post.Shown, faults)
		case lists[within] != nil:
			c.list(name, data, lists[within])
		default:
			c.report.wrong(name, 0, "", "only pages/….md, posts/….md and %s are allowed here, with names of small letters, digits and hyphens",
				slices.Sorted(maps.Keys(lists)))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("the folder cannot be read: %w", err)
	}
	e.Footer.Complete()
	for _, column := range e.Footer.Columns {
		if column.Title == "" {
			c.report.wrong(folder+"/footer.json", 0, "", "%s has neither a title nor a columnTitle", column.ID)
		}
	}
	slices.SortFunc(e.Pages, func(a, b content.Page) int { return strings.Compare(a.Slug, b.Slug) })
	slices.SortFunc(e.Posts, func(a, b content.Post) int { // the newest first
		if a.Date != b.Date {
			return strings.Compare(b.Date, a.Date)
		}
		return strings.Compare(a.Slug, b.Slug)
	})
	return e, nil
}

// text reports the faults of a page or a post. It must have the same sites in every language, because the languages link to each other
// (hreflang) by them.
func (c contentFolder) text(file, within string, shown content.Shown, faults []markdown.Fault) {
	for _, f := range faults {
		c.report.wrong(file, f.Line, "", "%s", f.Message)
	}
	first, known := c.sites[within]
	if !known {
		c.sites[within] = shown
	} else if first != shown {
		c.report.wrong(file, 0, "", "showOnCanadaSite and showOnInternationalSite differ from those of another language")
	}
}

// plainPath reports whether every part of a slug consists of small letters, digits and hyphens, because people type addresses and read them
// aloud.
func plainPath(slug string) bool {
	return slug != "" && path.Clean(slug) == slug && strings.Trim(slug, "abcdefghijklmnopqrstuvwxyz0123456789-/") == ""
}

// list strictly decodes a JSON file into v, and checks its entries.
func (c contentFolder) list(file string, data []byte, v any) {
	inner := new(Report)
	if _, err := decode(data, v, inner); err != nil {
		c.report.wrong(file, 0, "", "%s", err)
		return
	}
	for _, f := range inner.Findings {
		c.report.wrong(file, f.Row, f.Column, "%s", f.Message)
	}
	var entries any
	if len(inner.Findings) == 0 && json.Unmarshal(data, &entries) == nil {
		c.entries(file, entries, "")
	}
}

// entries checks links and pictures, and that each entry of a list has a unique id, by which the page finds it. id is of the entry around.
func (c contentFolder) entries(file string, v any, id string) {
	switch v := v.(type) {
	case []any:
		taken := map[any]bool{}
		for _, entry := range v {
			object, _ := entry.(map[string]any)
			if own, ok := object["id"].(string); ok && (!plainPath(own) || taken[own]) {
				c.report.wrong(file, 0, "", "the id %q is not only small letters, digits and hyphens, or occurs twice", own)
			}
			taken[object["id"]] = true
			c.entries(file, entry, id)
		}
	case map[string]any:
		if own, ok := v["id"].(string); ok {
			id = own
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			text, _ := v[name].(string)
			object, _ := v[name].(map[string]any)
			url, _ := object["url"].(string)
			switch name {
			case "url", "as", "pdf":
				if text != "" && !markdown.Address(text) {
					c.report.wrong(file, 0, "", "%s links to %q, which is not an allowed address: "+
						"a path of the site such as /locations, or https:, mailto: or tel:", id, text)
				}
				if name == "pdf" && strings.HasPrefix(text, "/") && path.Ext(text) != ".pdf" { // rendered when publishing: infra/verbs/pdf
					c.report.wrong(file, 0, "", "%s has the document %q: its name must end with .pdf", id, text)
				}
			case "socialImage", "footerCtaImage":
				if !strings.HasPrefix(url, "/") || !markdown.Address(url) {
					c.report.wrong(file, 0, "", "%s shows %q, which is not a file of the site", id, url)
				}
			case "picture":
				path, ours := strings.CutPrefix(url, "/pictures/")
				if object != nil && (!ours || !markdown.FolderPath(path)) {
					c.report.wrong(file, 0, "", "%s shows %q, which is not a picture such as /pictures/story/smokehouse.jpg", id, url)
				} else if object != nil && !c.shows(path) {
					c.report.wrong(file, 0, "", "there is no picture %q", url)
				}
			default:
				c.entries(file, v[name], id)
			}
		}
	}
}
