package manuscript

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"ordering/shared/content"
)

// special reads a fenced block: YAML of a form that its name says.
func (b *body) special(n *ast.FencedCodeBlock) (content.Block, bool) {
	name, line := string(n.Language(b.source)), b.at(n)
	var raw strings.Builder
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		raw.Write(s.Value(b.source))
	}
	data := []byte(raw.String())
	needs := func(what, value string) {
		if strings.TrimSpace(value) == "" {
			b.wrong.add(line, "each of the %s needs a %s", name, what)
		}
	}
	var block content.Block
	switch name {
	case "people":
		block.Kind = content.People
		for _, p := range list[struct {
			Name, Role, Bio, Picture string
			PictureAlt               string `yaml:"pictureAlt"`
		}](b, name, data, line) {
			needs("name", p.Name)
			needs("role", p.Role)
			person := content.Person{Name: p.Name, Role: p.Role, Bio: p.Bio}
			if p.Picture != "" {
				person.Picture = pictureOf(p.Picture, p.PictureAlt, line, b.wrong)
			}
			block.People = append(block.People, person)
		}
	case "facts":
		block.Kind = content.Facts
		for _, f := range list[struct{ Number, Label string }](b, name, data, line) {
			needs("number", f.Number)
			needs("label", f.Label)
			block.Facts = append(block.Facts, content.Fact(f))
		}
	case "faq":
		block.Kind = content.Questions
		for _, q := range list[struct{ Q, A string }](b, name, data, line) {
			needs("q", q.Q)
			needs("a", q.A)
			block.FAQ = append(block.FAQ, content.Question{Q: q.Q, A: b.inline(q.A, line)})
		}
	case "steps":
		block.Kind = content.Steps
		for _, s := range list[struct{ Title, Text string }](b, name, data, line) {
			needs("title", s.Title)
			block.Steps = append(block.Steps, content.Step(s))
		}
	case "jobs":
		block.Kind = content.Openings
		for _, j := range list[struct {
			Title, Place, Kind, Text string
			Needs                    []string
		}](b, name, data, line) {
			needs("title", j.Title)
			needs("place", j.Place)
			block.Jobs = append(block.Jobs, content.Job(j))
		}
	case "cta":
		block.Kind = content.Action
		var cta struct{ Label, URL string }
		decode(data, line, &cta, b.wrong)
		needs("label", cta.Label)
		if !Address(cta.URL) {
			b.wrong.add(line, "the cta leads to %q, which is no address", cta.URL)
		}
		block.Cta = &content.Cta{Label: cta.Label, URL: cta.URL}
	default:
		b.wrong.add(line-1, "there is no block called %q: it may be people, facts, faq, steps, cta or jobs", name)
		return block, false
	}
	return block, true
}

// list reads a block that is a list; one without elements is a fault.
func list[T any](b *body, name string, data []byte, line int) []T {
	var all []T
	before := len(*b.wrong)
	decode(data, line, &all, b.wrong)
	if len(all) == 0 && len(*b.wrong) == before {
		b.wrong.add(line, "the %s are empty", name)
	}
	return all
}

// inline reads one text with its links and marks.
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
