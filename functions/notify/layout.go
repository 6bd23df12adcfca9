package notify

import (
	"embed"
	"fmt"
	htmltemplate "html/template"
	"strings"
	texttemplate "text/template"
	"unicode/utf8"
)

//go:embed layout
var layoutFiles embed.FS

var (
	htmlLayout = htmltemplate.Must(htmltemplate.New("").Funcs(htmltemplate.FuncMap{"tel": tel}).ParseFS(layoutFiles, "layout/mail.html"))
	textLayout = texttemplate.Must(texttemplate.New("").Funcs(texttemplate.FuncMap{"row": row, "upper": strings.ToUpper}).ParseFS(layoutFiles, "layout/mail.txt"))
)

// render lays the letter out twice. What comes from a guest is escaped in the HTML, and stands on one line in the text.
func (l letter) render() (text, html string, err error) {
	var t, h strings.Builder
	if err := textLayout.ExecuteTemplate(&t, "mail.txt", l); err != nil {
		return "", "", fmt.Errorf("mail: lay out the text: %w", err)
	}
	if err := htmlLayout.ExecuteTemplate(&h, "mail.html", l); err != nil {
		return "", "", fmt.Errorf("mail: lay out the HTML: %w", err)
	}
	return t.String(), h.String(), nil
}

// tel lets the template make a telephone link, which it would otherwise take for a script's. Only our own digits get here.
func tel(s string) htmltemplate.URL { return htmltemplate.URL(s) } //nolint:gosec // see above

const textWidth = 60 // characters of a line of plain text

// row puts an amount at the right edge of a line of text.
func row(indent int, label, amount string) string {
	space := textWidth - indent - utf8.RuneCountInString(label) - utf8.RuneCountInString(amount)
	return strings.Repeat(" ", indent) + label + strings.Repeat(" ", max(space, 2)) + amount
}
