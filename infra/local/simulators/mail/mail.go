// Package mail stores mails in a folder and shows them. It sends nothing.
package mail

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"ordering/functions/notify"
	"ordering/infra/local/simulators/kept"
	"ordering/infra/local/simulators/page"
	"ordering/shared/order"
)

// Prefix is the path of the page.
const Prefix = "/sandbox/mail"

//go:embed list.html message.html
var files embed.FS

// Box stores messages in a folder, with the pages that show them as an http.Handler. It is a notify.Mailer.
type Box struct {
	http.Handler
	messages kept.Folder[notify.Message]
}

// New returns a box that stores its messages in dir. It does no I/O.
func New(dir string) *Box {
	pages := page.New(Prefix, files, nil)
	b := &Box{pages, kept.Folder[notify.Message](dir)}
	pages.Show("", "list.html", func(*http.Request) (any, error) { return b.all() })
	pages.Show("/{id}", "message.html", func(r *http.Request) (any, error) { return b.messages.Get(r.PathValue("id")) })
	pages.HandleFunc("GET "+Prefix+"/{id}/html", b.html)
	return b
}

// all returns the messages, newest first.
func (b *Box) all() ([]notify.Message, error) {
	return b.messages.Newest(func(m notify.Message) time.Time { return m.Date })
}

// Send stores the message, if it can be sent. A message with the same id replaces the earlier one.
func (b *Box) Send(_ context.Context, m notify.Message) error {
	if _, err := m.Bytes(); err != nil {
		return err
	}
	return named(b.messages.Put(m.ID, m))
}

func named(err error) error {
	if err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	return nil
}

// Holds names the guest data that the box has.
func (b *Box) Holds() string { return "the mails that were kept" }

// Forget removes the messages about an order. It is an order.Holder.
func (b *Box) Forget(_ context.Context, o order.Order) (err error) {
	for _, id := range notify.MessageIDs(o) {
		err = errors.Join(err, b.messages.Remove(id))
	}
	return named(err)
}

// ForgetAddress removes the messages to an address, and those that a desk would answer to it. Box is a person.Mailbox.
func (b *Box) ForgetAddress(_ context.Context, address string) error {
	all, err := b.all()
	for _, m := range all {
		if strings.EqualFold(m.To.Address, address) || strings.EqualFold(m.ReplyTo, address) {
			err = errors.Join(err, b.messages.Remove(m.ID))
		}
	}
	return named(err)
}

// ForgetCase removes the message to the desk about a case. That of a real desk stays in its own mailbox.
func (b *Box) ForgetCase(_ context.Context, id string) error {
	return named(b.messages.Remove(notify.DeskMessageID(id)))
}

// letterPolicy shows a mail as a careful mail client does: inline styles, no script, no remote content. Links open in a new window.
const letterPolicy = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

func (b *Box) html(w http.ResponseWriter, r *http.Request) {
	m, err := b.messages.Get(r.PathValue("id"))
	if err != nil {
		page.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Security-Policy", letterPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	// Without a target a link would replace the mail in the preview's frame.
	_, _ = w.Write([]byte(strings.Replace(m.HTML, "<head>", `<head><base target="_blank">`, 1)))
}
