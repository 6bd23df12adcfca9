package manuscript

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"ordering/shared/content"
	"ordering/shared/translit"
)

// body reads CommonMark with tables into blocks. What has no block of ours is a fault: nothing of a manuscript is lost without a word.
type body struct {
	source []byte
	line   int // of the file, at which the source begins
	wrong  *faults
	ids    map[string]bool // that are taken
}

func bodyOf(source []byte, line int, wrong *faults) []content.Block {
	b := &body{source, line, wrong, map[string]bool{}}
	for _, id := range [...]string{"root", "main", "state", "mobile-menu", "on-this-page", "app-banner"} {
		b.ids[id] = true // the site's own: what looks for one of these must not find a heading
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

// at is the line of the file at which the node begins.
func (b *body) at(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if t, ok := n.(*ast.Text); ok {
			return b.lineOf(t.Segment.Start)
		}
		if n.Type() != ast.TypeInline && n.Lines() != nil && n.Lines().Len() > 0 {
			return b.lineOf(n.Lines().At(0).Start)
		}
		if c := n.FirstChild(); c != nil && c.Type() != ast.TypeInline && c.Lines() != nil && c.Lines().Len() > 0 {
			return b.lineOf(c.Lines().At(0).Start)
		}
	}
	return b.line
}

func (b *body) lineOf(offset int) int {
	return b.line + bytes.Count(b.source[:min(offset, len(b.source))], []byte("\n"))
}

func (b *body) refuse(n ast.Node, format string, args ...any) {
	b.wrong.add(b.at(n), format, args...)
}

// block is the node as one of our blocks; false when it is none, which is a fault then.
func (b *body) block(n ast.Node) (content.Block, bool) {
	switch n := n.(type) {
	case *ast.Heading:
		if n.Level < 2 || n.Level > 4 {
			b.refuse(n, "headings have two to four #: the title is the only one of the first rank")
		}
		words := b.text(n)
		return content.Block{Kind: content.Heading, Level: int32(n.Level), ID: b.id(words), Text: words}, true
	case *ast.Paragraph:
		if image, ok := n.FirstChild().(*ast.Image); ok && image.NextSibling() == nil {
			return content.Block{Kind: content.Figure, Picture: b.picture(image)}, true
		}
		return content.Block{Kind: content.Paragraph, Text: b.text(n)}, true
	case *ast.List:
		return content.Block{Kind: content.List, Ordered: n.IsOrdered(), Items: b.paragraphs(n, true)}, true
	case *ast.Blockquote:
		return content.Block{Kind: content.Quote, Items: b.paragraphs(n, false)}, true
	case *tables.Table:
		return b.table(n), true
	case *ast.FencedCodeBlock:
		return b.special(n)
	case *ast.HTMLBlock:
		b.refuse(n, "HTML is not taken: content is text")
	case *ast.TextBlock: // which the parser leaves, empty, of a link's definition
	default:
		b.refuse(n, "a %s is not taken in content", strings.ToLower(n.Kind().String()))
	}
	return content.Block{}, false
}

// paragraphs are the texts inside of a list, where each item is one, or of a quotation.
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
			b.refuse(inner, "a %s cannot stand inside of a list or a quotation", strings.ToLower(inner.Kind().String()))
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

func (b *body) picture(n *ast.Image) *content.Picture {
	return pictureOf(string(n.Destination), plain(b.text(n)), b.at(n), b.wrong)
}

// id names a heading by its words: "Our sauce, since 1941" is our-sauce-since-1941. Words without a Latin letter are counted.
func (b *body) id(words content.Text) string {
	id := strings.Join(strings.FieldsFunc(translit.Strip(strings.ToLower(plain(words))), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
	if id == "" {
		id = "section"
	}
	free := id
	for n := 2; b.ids[free]; n++ {
		free = fmt.Sprintf("%s-%d", id, n)
	}
	b.ids[free] = true
	return free
}

// plain is the text without what marks it.
func plain(words content.Text) string {
	var s strings.Builder
	for _, span := range words {
		s.WriteString(span.Text)
	}
	return s.String()
}
