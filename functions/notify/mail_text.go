package notify

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// text lays the letter out for a reader of plain text. What comes from a guest stands on one line.
func (l letter) text() string {
	var b strings.Builder
	line := func(parts ...string) {
		for _, part := range parts {
			b.WriteString(part)
		}
		b.WriteByte('\n')
	}
	labelled := func(label, text string) string { return l.Say("labelled", "label", label, "text", text) }
	line(l.Title, " ", l.Big)
	line(l.Line)
	for _, note := range l.Notes {
		line()
		line(note)
	}
	line()
	for _, f := range l.Facts {
		line(labelled(f.Label, f.Text))
		for _, s := range f.Lines {
			line("  ", s)
		}
		if f.LinkText != "" {
			line("  ", labelled(f.LinkText, f.URL))
		}
	}
	if l.Ticket != nil {
		line()
		line(strings.ToUpper(l.Say("your-order")))
		for _, s := range l.Ticket.rows() {
			line(s)
		}
	}
	line()
	line(labelled(l.Button, l.ButtonURL))
	if l.CancelURL != "" {
		line()
		line(l.Say("change"))
		line(labelled(l.Say("cancel"), l.CancelURL))
	}
	if l.Ticket != nil {
		line()
		line(l.Ticket.Thanks)
	}
	line()
	line("--")
	line(l.Why)
	return b.String()
}

// rows are the lines of the ticket.
func (t *ticket) rows() (rows []string) {
	rows = append(rows, "")
	for _, l := range t.Lines {
		rows = append(rows, row(fmt.Sprintf("%s × %s", l.Quantity, l.Label), l.Price))
		for _, detail := range l.Details {
			rows = append(rows, "    "+detail.indented())
		}
	}
	rows = append(rows, t.Asked...)
	rows = append(rows, "")
	for _, s := range t.Sums {
		rows = append(rows, row(s.Label, s.Amount))
		if s.Note != "" {
			rows = append(rows, "    "+s.Note)
		}
	}
	return append(rows, row(t.TotalLabel, t.Total), t.Paid)
}

// indented sets what is inside of a choice apart from it.
func (d detail) indented() string {
	if d.Inside == 0 {
		return d.Text
	}
	return strings.Repeat("  ", d.Inside) + "– " + d.Text
}

const textWidth = 60 // characters of a line of plain text

// row puts an amount at the right edge of a line of text.
func row(label, amount string) string {
	space := textWidth - utf8.RuneCountInString(label) - utf8.RuneCountInString(amount)
	return label + strings.Repeat(" ", max(space, 2)) + amount
}
