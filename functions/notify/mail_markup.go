package notify

import (
	"html"
	"strings"

	"ordering/shared/brand"
)

// trusted is markup of ours. A constant becomes one by itself and a text that came from outside does not: the compiler keeps the two
// apart, as html/template would, which by its reflection costs a function 4 MB.
type trusted string

// markup is HTML that is being written.
type markup struct {
	strings.Builder
	paint *strings.Replacer // puts the brand's colours and fonts where they are named; nil leaves them so
}

// painter knows the brand's colours and fonts by the names that they have in markup.
func painter(c brand.Colours, f brand.Fonts) *strings.Replacer {
	return strings.NewReplacer("{primary}", c.Primary, "{edge}", c.Edge, "{stage}", c.Stage, "{shadow}", c.Shadow, "{other-shadow}", c.OtherShadow,
		"{poster}", f.Poster, "{text}", f.Text)
}

// add writes markup, with a text in each place that says [], escaped for where it may stand: in an element, or in an attribute
// in double quotes. An address stands in an attribute only by way of link.
func (m *markup) add(form trusted, texts ...string) {
	if m.paint != nil {
		form = trusted(m.paint.Replace(string(form)))
	}
	for _, text := range texts {
		before, after, ok := strings.Cut(string(form), "[]")
		if !ok {
			panic("notify: more texts than places: " + text)
		}
		m.WriteString(before)
		m.WriteString(html.EscapeString(text))
		form = trusted(after)
	}
	if strings.Contains(string(form), "[]") {
		panic("notify: a place without a text: " + string(form))
	}
	m.WriteString(string(form))
}

// link is an address that a reader may follow: a page or a telephone. Anything else, a script above all, leads nowhere.
func link(address string) string {
	for _, scheme := range []string{"https://", "http://", "tel:"} {
		if strings.HasPrefix(address, scheme) {
			return address
		}
	}
	return "#"
}
