package notify

import (
	"context"
	"embed"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"net/mail"
	"strings"
	"sync"
	texttemplate "text/template"
	"unicode/utf8"

	"ordering/shared/order"
	"ordering/shared/outbox"
)

// mail writes to the guest of an order, unless the order's state has changed so that the mail is no longer true.
func (n *Notify) mail(ctx context.Context, d outbox.Delivery) error {
	var row outbox.MailRow
	if err := d.Into(&row); err != nil {
		return err
	}
	o, err := order.Load(ctx, n.table, row.Order)
	if err != nil {
		return fmt.Errorf("mail %s: %w", row.Mail, err)
	}
	if !current(row.Mail, o.Status) || !o.Erased.IsZero() {
		return nil
	}
	m, err := n.message(row.Mail, o)
	if err != nil {
		return err
	}
	m.ID, m.Date = messageID(d.ID), d.Since
	return n.mailer.Send(ctx, m)
}

// current reports whether a mail is still true: no receipt after a cancellation, no "ready" after the pickup.
func current(m outbox.Mail, s order.Status) bool {
	switch m {
	case outbox.MailConfirmed:
		return s.Placed() && s != order.Cancelled && s != order.NotApproved
	case outbox.MailReady:
		return s == order.Ready
	case outbox.MailCancelled:
		return s == order.Cancelled
	case outbox.MailNotApproved:
		return s == order.NotApproved
	}
	return true // an unknown kind has no sentences: its row is set aside
}

//go:embed templates/*.html templates/*.txt templates/drawing.json
var files embed.FS

var templateFuncs = map[string]any{
	"upper": strings.ToUpper,
	"times": func(a, b int) int { return a * b },
	// column aligns an amount at the right edge of a line of plain text.
	"column": func(label, amount string) string {
		space := 60 - utf8.RuneCountInString(label) - utf8.RuneCountInString(amount)
		return label + strings.Repeat(" ", max(space, 2)) + amount
	},
}

var templates = sync.OnceValues(func() (*htmltemplate.Template, *texttemplate.Template) {
	return htmltemplate.Must(htmltemplate.New("").Funcs(templateFuncs).ParseFS(files, "templates/*.html")),
		texttemplate.Must(texttemplate.New("").Funcs(templateFuncs).ParseFS(files, "templates/*.txt"))
})

// message returns the mail about an order, without ID and Date.
func (n *Notify) message(m outbox.Mail, o order.Order) (Message, error) {
	v, err := n.viewOf(m, o)
	if err != nil {
		return Message{}, err
	}
	message, err := n.render(v, mail.Address{Address: o.Contact.Email})
	if err != nil {
		return Message{}, fmt.Errorf("mail %s: %w", m, err)
	}
	return message, nil
}

// render returns the message of a view, without ID and Date.
func (n *Notify) render(v view, to mail.Address) (Message, error) {
	var html, text strings.Builder
	page, plain := templates()
	if err := errors.Join(page.ExecuteTemplate(&html, "mail.html", v), plain.ExecuteTemplate(&text, "mail.txt", v)); err != nil {
		return Message{}, err
	}
	return Message{
		From: mail.Address{Name: n.brand.Title, Address: n.brand.MailFrom}, To: to,
		Language: v.Lang, Subject: v.Subject, Text: text.String(), HTML: html.String(),
	}, nil
}
