// Package markdown reads pages and posts: Markdown with YAML before it. Every fault has the line of the file.
package markdown

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"ordering/shared/content"
)

// Fault is an error in a file.
type Fault struct {
	Line    int // from 1
	Message string
}

func (f Fault) Error() string { return fmt.Sprintf("line %d: %s", f.Line, f.Message) }

// faults collects the faults of one file.
type faults struct {
	all   []Fault
	shows func(picture string) bool // reports whether a picture exists
}

func (f *faults) add(line int, format string, args ...any) {
	f.all = append(f.all, Fault{line, fmt.Sprintf(format, args...)})
}

func (f *faults) needs(name, value string) {
	if strings.TrimSpace(value) == "" {
		f.add(1, "the %s is missing", name)
	}
}

func (f *faults) sorted() []Fault {
	slices.SortStableFunc(f.all, func(a, b Fault) int { return cmp.Compare(a.Line, b.Line) })
	return f.all
}

// front is the YAML front matter of a page or a post.
type front struct {
	Title, Kicker, Description, Picture, Updated string
	Keywords                                     []string
	PictureAlt                                   string `yaml:"pictureAlt"`
	PreventIndexing                              bool   `yaml:"preventIndexing"`
	ShowOnCanadaSite                             *bool  `yaml:"showOnCanadaSite"`        // true unless false is set
	ShowOnInternationalSite                      bool   `yaml:"showOnInternationalSite"` // false unless true is set
	Date, Author, Summary                        string // of posts
}

// Page reads the page with that slug. With faults the page must not be used. shows reports whether a picture exists.
func Page(slug string, data []byte, shows func(picture string) bool) (content.Page, []Fault) {
	wrong := &faults{shows: shows}
	f, blocks, ok := read(data, wrong)
	if !ok {
		return content.Page{}, wrong.sorted()
	}
	if f.Date+f.Author+f.Summary != "" {
		wrong.add(1, "only posts have a date, an author and a summary")
	}
	head := f.head(slug, f.Updated, wrong)
	return content.Page{Head: head, Kicker: f.Kicker, Blocks: blocks}, wrong.sorted()
}

// Post reads the post with that slug, as Page does.
func Post(slug string, data []byte, shows func(picture string) bool) (content.Post, []Fault) {
	wrong := &faults{shows: shows}
	f, blocks, ok := read(data, wrong)
	if !ok {
		return content.Post{}, wrong.sorted()
	}
	wrong.needs("author", f.Author)
	wrong.needs("summary", f.Summary)
	if f.Kicker != "" {
		wrong.add(1, "only pages have a kicker")
	}
	wrong.dated("date", f.Date)
	head := f.head(slug, cmp.Or(f.Updated, f.Date), wrong)
	if head.Updated < f.Date {
		wrong.add(1, "updated (%s) is before date (%s)", head.Updated, f.Date)
	}
	return content.Post{Head: head, Date: f.Date, Author: f.Author, Summary: f.Summary, Blocks: blocks}, wrong.sorted()
}

func (f front) head(slug, updated string, wrong *faults) content.Head {
	wrong.needs("title", f.Title)
	wrong.needs("description", f.Description)
	wrong.dated("updated", updated)
	if f.Picture == "" && f.PictureAlt != "" {
		wrong.add(1, "pictureAlt without a picture")
	}
	return content.Head{
		Slug: slug, Title: f.Title, Description: f.Description, Keywords: f.Keywords, Updated: updated,
		Picture: wrong.picture(f.Picture, f.PictureAlt, 1), PreventIndexing: f.PreventIndexing,
		Shown: content.Shown{
			ShowOnCanadaSite:        f.ShowOnCanadaSite == nil || *f.ShowOnCanadaSite,
			ShowOnInternationalSite: f.ShowOnInternationalSite,
		},
	}
}

func (f *faults) dated(name, value string) {
	if _, err := time.Parse(time.DateOnly, value); err != nil {
		f.add(1, "%s must be a date such as 2026-11-01, not %q", name, value)
	}
}

// picture returns the picture at a path in the brand's folder; nil for no path.
func (f *faults) picture(path, alt string, line int) *content.Picture {
	if path == "" {
		return nil
	}
	url := "/pictures/" + path
	if !FolderPath(path) {
		f.add(line, "%q is neither a path in the pictures' folder, such as story/smokehouse.jpg, "+
			"nor a drawing, such as dishes/full-rack", path)
	} else if !f.shows(path) {
		f.add(line, "there is no picture %q", url)
	}
	if strings.TrimSpace(alt) == "" {
		f.add(line, "the picture %s needs an alternative text", path)
	}
	return &content.Picture{URL: url, Alt: alt}
}

// folderPath matches plain names, with the file extension of a photograph (functions/images serves these).
var folderPath = regexp.MustCompile(`^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*(\.(jpg|jpeg|png|webp))?$`)

// FolderPath reports whether path consists of plain names below a folder: letters, digits and -_, and optionally the extension of a
// photograph.
func FolderPath(path string) bool { return folderPath.MatchString(path) }

const fence = "---"

// read splits and reads the front matter and the body. ok is false when the front matter is unreadable.
func read(data []byte, wrong *faults) (f front, blocks []content.Block, ok bool) {
	data = bytes.ReplaceAll(bytes.TrimPrefix(data, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	rest, begins := bytes.CutPrefix(data, []byte(fence+"\n"))
	head, body, ends := bytes.Cut(rest, []byte("\n"+fence+"\n"))
	switch {
	case !utf8.Valid(data):
		wrong.add(1, "the file is not UTF-8 text")
		return f, nil, false
	case !begins || !ends:
		wrong.add(1, "the file must begin with its title, description and the rest between two lines of %s", fence)
		return f, nil, false
	}
	ok = decode(head, 2, &f, wrong)
	blocks = bodyOf(body, 3+bytes.Count(head, []byte("\n"))+1, wrong)
	if len(blocks) == 0 && len(wrong.all) == 0 {
		wrong.add(1, "there is nothing below the second %s", fence)
	}
	return f, blocks, ok
}

// decode reads YAML that begins at that line of the file, and reports success. An unknown name is a fault.
func decode(data []byte, line int, v any, wrong *faults) (ok bool) {
	defer func() {
		if recover() != nil { // the library panics at a tag in odd places, as the fuzz test found
			wrong.add(line, "this cannot be read as YAML")
		}
	}()
	err := yaml.UnmarshalWithOptions(data, v, yaml.Strict())
	if err == nil {
		return true
	}
	var syntax yaml.Error
	if errors.As(err, &syntax) && syntax.GetToken() != nil && syntax.GetToken().Position != nil {
		wrong.add(line+syntax.GetToken().Position.Line-1, "%s", syntax.GetMessage())
		return false
	}
	message, _, _ := strings.Cut(err.Error(), "\n")
	wrong.add(line, "%s", message)
	return false
}
