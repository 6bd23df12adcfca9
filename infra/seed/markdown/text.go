package markdown

import (
	"bufio"
	"bytes"
	"html"
	"net/url"
	"strings"

	"github.com/yuin/goldmark/ast"
	renderer "github.com/yuin/goldmark/renderer/html"

	"ordering/shared/content"
)

// text returns the inline content of a node.
func (b *body) text(n ast.Node) content.Text {
	var words content.Text
	b.spans(n, content.Span{}, &words)
	return words
}

// spans adds the content of n with the marks in as.
func (b *body) spans(n ast.Node, as content.Span, words *content.Text) {
	add := func(text string, span content.Span) {
		if text == "" {
			return
		}
		if last := len(*words) - 1; last >= 0 {
			before := (*words)[last]
			if before.Text = ""; before == span {
				(*words)[last].Text += text
				return
			}
		}
		span.Text = text
		*words = append(*words, span)
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		inner := as
		switch c := c.(type) {
		case *ast.Text:
			add(resolved(c.Segment.Value(b.source)), as)
			if c.HardLineBreak() {
				add("\n", as)
			} else if c.SoftLineBreak() {
				add(" ", as)
			}
		case *ast.String:
			add(string(c.Value), as)
		case *ast.Emphasis:
			inner.Strong, inner.Emphasis = as.Strong || c.Level == 2, as.Emphasis || c.Level == 1
			b.spans(c, inner, words)
		case *ast.Link:
			inner.Href = b.href(c, string(c.Destination))
			b.spans(c, inner, words)
		case *ast.AutoLink:
			inner.Href = b.href(c, string(c.URL(b.source)))
			add(string(c.Label(b.source)), inner)
		case *ast.Image:
			if _, alone := n.(*ast.Paragraph); alone {
				b.refuse(c, "a picture must be a paragraph of its own")
			}
		case *ast.RawHTML:
			b.refuse(c, "HTML is not supported: content is text")
		default:
			b.refuse(c, "a %s is not supported in a text", strings.ToLower(c.Kind().String()))
		}
	}
}

// resolved returns text with its escapes and entities resolved, each once.
func resolved(source []byte) string {
	var written bytes.Buffer
	w := bufio.NewWriter(&written)
	renderer.DefaultWriter.Write(w, source)
	_ = w.Flush() // into memory
	return html.UnescapeString(written.String())
}

// href returns the target of a link, which must be an address of the site, of the web, of mail or of a phone.
func (b *body) href(n ast.Node, to string) string {
	if !Address(to) {
		b.refuse(n, "a link must lead to an address of the site such as /locations, or to https:, mailto: or tel:, not to %q", to)
	}
	return to
}

// Address reports whether content may link there: to a path of this site, or to https:, mailto: or tel:.
func Address(to string) bool {
	if strings.ContainsAny(to, "\\\"<> \t\r\n") {
		return false
	}
	u, err := url.Parse(to)
	if err != nil || u.User != nil {
		return false
	}
	switch u.Scheme {
	case "":
		if strings.Contains(u.Path+"/", "/../") { // publishing writes files under some of these paths
			return false
		}
		return strings.HasPrefix(to, "/") && u.Host == "" && !strings.HasPrefix(to, "//") || strings.HasPrefix(to, "#") && len(to) > 1
	case "https":
		return u.Host != ""
	case "mailto", "tel":
		return u.Opaque != ""
	}
	return false
}
