package markdown

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"ordering/shared/content"
	"ordering/shared/form"
	"ordering/shared/translit"
)

// body converts CommonMark with tables into blocks. Unsupported Markdown is a fault: no part of a file is ignored silently.
type body struct {
	source []byte
	line   int // line of the file where the source begins
	wrong  *faults
	ids    map[string]bool // ids in use
}

func bodyOf(source []byte, line int, wrong *faults) []content.Block {
	b := &body{source, line, wrong, map[string]bool{}}
	for _, id := range [...]string{"root", "main", "state", "mobile-menu", "on-this-page", "app-banner"} {
		b.ids[id] = true // the site's own ids: a heading must not have one
	}
	var blocks []content.Block
	for n := b.parse().FirstChild(); n != nil; n = n.NextSibling() {
		if block, ok := b.block(n); ok {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

func (b *body) parse() ast.Node {
	return goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(text.NewReader(b.source))
}

// at returns the line of the node in the file.
func (b *body) at(n ast.Node) int {
	for n.Pos() < 0 && n.Parent() != nil {
		n = n.Parent()
	}
	return b.line + bytes.Count(b.source[:max(0, min(n.Pos(), len(b.source)))], []byte("\n"))
}

func (b *body) refuse(n ast.Node, format string, args ...any) {
	b.wrong.add(b.at(n), format, args...)
}

// block converts the node to a block; false with a fault if it is unsupported.
func (b *body) block(n ast.Node) (content.Block, bool) {
	switch n := n.(type) {
	case *ast.Heading:
		if n.Level < 2 || n.Level > 4 {
			b.refuse(n, "headings have two to four #: the title is the only heading of level 1")
		}
		words := b.text(n)
		return content.Block{Kind: content.Heading, Level: int32(n.Level), ID: b.id(words), Text: words}, true
	case *ast.Paragraph:
		if image, ok := n.FirstChild().(*ast.Image); ok && image.NextSibling() == nil {
			if len(image.Destination) == 0 {
				b.refuse(image, "a picture needs a path such as story/smokehouse.jpg")
			}
			shown := b.wrong.picture(string(image.Destination), plain(b.text(image)), b.at(image))
			return content.Block{Kind: content.Figure, Picture: shown}, true
		}
		return content.Block{Kind: content.Paragraph, Text: b.text(n)}, true
	case *ast.List:
		return content.Block{Kind: content.List, Ordered: n.IsOrdered(), Items: b.paragraphs(n, true)}, true
	case *ast.Blockquote:
		return content.Block{Kind: content.Quote, Items: b.paragraphs(n, false)}, true
	case *tables.Table:
		return b.table(n), true
	case *ast.FencedCodeBlock:
		return b.fenced(n)
	case *ast.HTMLBlock:
		b.refuse(n, "HTML is not supported: content is text")
	case *ast.LinkReferenceDefinition, *ast.TextBlock: // and the empty rest of one
	default:
		b.refuse(n, "a %s is not supported in content", strings.ToLower(n.Kind().String()))
	}
	return content.Block{}, false
}

// paragraphs returns the texts of a list, one for each item, or of a quotation.
func (b *body) paragraphs(n ast.Node, list bool) []content.Text {
	var all []content.Text
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		inner := c
		if list {
			if inner = c.FirstChild(); inner == nil || inner.NextSibling() != nil {
				b.refuse(c, "an item of a list is one text, without paragraphs or lists inside")
				continue
			}
		}
		switch inner.(type) {
		case *ast.Paragraph, *ast.TextBlock:
			all = append(all, b.text(inner))
		default:
			b.refuse(inner, "a %s is not allowed in a list or a quotation", strings.ToLower(inner.Kind().String()))
		}
	}
	return all
}

func (b *body) table(n *tables.Table) content.Block {
	block := content.Block{Kind: content.Table}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []content.Text
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, b.text(cell))
		}
		if _, head := row.(*tables.TableHeader); head {
			block.Head = cells
		} else {
			block.Rows = append(block.Rows, cells)
		}
	}
	return block
}

// forms lists the fenced blocks by name, each with the required fields of an element.
var forms = map[string]struct {
	kind   content.Kind
	needed []string
}{
	"people": {content.People, []string{"name", "role"}}, "facts": {content.Facts, []string{"number", "label"}},
	"faq": {content.Questions, []string{"q", "a"}}, "steps": {content.Steps, []string{"title"}},
	"jobs": {content.Openings, []string{"title", "place"}}, "cta": {content.Action, []string{"label"}},
	"form": {content.Form, nil},
}

// fenced reads a fenced block: YAML in the form of its name.
func (b *body) fenced(n *ast.FencedCodeBlock) (content.Block, bool) {
	name, data := string(n.Language(b.source)), n.Lines().Value(b.source)
	line := b.at(n) + min(1, n.Lines().Len()) // below the fence
	fence, ok := forms[name]
	if !ok {
		b.refuse(n, "there is no block called %q: it may be people, facts, faq, steps, cta, jobs or form", name)
	}
	block := content.Block{Kind: fence.kind}
	switch name {
	case "people":
		for _, p := range elements[struct {
			Name, Role, Bio, Picture string
			PictureAlt               string `yaml:"pictureAlt"`
		}](b, name, data, line) {
			shown := b.wrong.picture(p.Picture, p.PictureAlt, line)
			block.People = append(block.People, content.Person{Name: p.Name, Role: p.Role, Bio: p.Bio, Picture: shown})
		}
	case "facts":
		block.Facts = elements[content.Fact](b, name, data, line)
	case "faq":
		for _, q := range elements[struct{ Q, A string }](b, name, data, line) {
			block.FAQ = append(block.FAQ, content.Question{Q: q.Q, A: b.inline(q.A, line)})
		}
	case "steps":
		block.Steps = elements[content.Step](b, name, data, line)
	case "jobs":
		block.Jobs = elements[content.Job](b, name, data, line)
	case "cta":
		block.Cta = new(content.Cta)
		decode(data, line, block.Cta, b.wrong)
		b.needs(name, *block.Cta, line)
		if !Address(block.Cta.URL) {
			b.wrong.add(line, "the cta links to %q, which is not an allowed address", block.Cta.URL)
		}
	case "form":
		var shown struct{ Kind form.Kind }
		decode(data, line, &shown, b.wrong)
		block.Form = string(shown.Kind)
		if _, ok := form.Kinds[shown.Kind]; !ok {
			b.wrong.add(line, "there is no form called %q: it may be one of %v", shown.Kind, slices.Sorted(maps.Keys(form.Kinds)))
		}
	}
	return block, ok
}

// elements reads a block that is a list; an empty list is a fault.
func elements[T any](b *body, name string, data []byte, line int) []T {
	var all []T
	if ok := decode(data, line, &all, b.wrong); ok && len(all) == 0 {
		b.wrong.add(line, "the %s are empty", name)
	}
	for _, element := range all {
		b.needs(name, element, line)
	}
	return all
}

// needs reports required fields that the element lacks.
func (b *body) needs(name string, element any, line int) {
	for _, field := range forms[name].needed {
		said := reflect.ValueOf(element).FieldByNameFunc(func(f string) bool { return strings.EqualFold(f, field) })
		if strings.TrimSpace(said.String()) == "" {
			b.wrong.add(line, "each of the %s needs a %s", name, field)
		}
	}
}

// inline reads one text with its links and emphasis.
func (b *body) inline(markdown string, line int) content.Text {
	inner := &body{[]byte(markdown), line, b.wrong, nil}
	n := inner.parse().FirstChild()
	if n == nil {
		return nil
	}
	if _, ok := n.(*ast.Paragraph); !ok || n.NextSibling() != nil {
		b.wrong.add(line, "an answer is one paragraph")
		return nil
	}
	return inner.text(n)
}

var separators = regexp.MustCompile(`[^a-z0-9]+`)

// id derives a heading's id from its words: "Our sauce, since 1941" is our-sauce-since-1941. Headings without a Latin letter are numbered.
func (b *body) id(words content.Text) string {
	latin := translit.Strip(strings.ToLower(plain(words)))
	id := cmp.Or(strings.Trim(separators.ReplaceAllString(latin, "-"), "-"), "section")
	free := id
	for n := 2; b.ids[free]; n++ {
		free = fmt.Sprintf("%s-%d", id, n)
	}
	b.ids[free] = true
	return free
}

// plain returns the text without its markup.
func plain(words content.Text) string {
	var s strings.Builder
	for _, span := range words {
		s.WriteString(span.Text)
	}
	return s.String()
}
