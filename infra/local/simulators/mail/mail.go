// Package mail stores mails in a folder and shows them. It sends nothing.
package mail

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ordering/functions/notify"
	"ordering/infra/local/simulators/page"
	"ordering/shared/order"
)

// Prefix is the path of the page.
const Prefix = "/sandbox/mail"

//go:embed list.html message.html
var files embed.FS

// Box is a folder of messages in RFC 5322 form, with the pages that show them as an http.Handler. It is a notify.Mailer.
type Box struct {
	http.Handler
	dir string
}

// New returns a box that stores its messages in dir. It does no I/O.
func New(dir string) *Box {
	pages := page.New(Prefix, files, nil)
	b := &Box{pages, dir}
	pages.Show("", "list.html", func(*http.Request) (any, error) { return b.all() })
	pages.Show("/{id}", "message.html", func(r *http.Request) (any, error) { return b.read(r.PathValue("id")) })
	pages.HandleFunc("GET "+Prefix+"/{id}/html", b.html)
	return b
}

// Send stores the message. A message with the same id replaces the earlier one.
func (b *Box) Send(_ context.Context, m notify.Message) error {
	raw, err := m.Bytes()
	if err != nil {
		return err
	}
	if !plain.MatchString(m.ID) {
		return fmt.Errorf("mail: the id of a message must be letters and digits")
	}
	half := b.path(m.ID) + ".new"
	err = os.MkdirAll(b.dir, 0o700)
	if err == nil {
		err = os.WriteFile(half, raw, 0o600)
	}
	if err == nil {
		err = os.Rename(half, b.path(m.ID)) // a reader never sees half a message
	}
	if err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	return nil
}

// Holds names the guest data that the box has.
func (b *Box) Holds() string { return "the mails that were kept" }

// Forget removes the messages about an order, and temporary files of a crash. It is an order.Holder.
func (b *Box) Forget(_ context.Context, o order.Order) error {
	for _, id := range notify.MessageIDs(o) {
		for _, path := range []string{b.path(id), b.path(id) + ".new"} {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("mail: %w", err)
			}
		}
	}
	return nil
}

// ForgetAddress removes the messages to an address, and those that a desk would answer to it. Box is a person.Mailbox.
func (b *Box) ForgetAddress(_ context.Context, address string) error {
	all, err := b.all()
	if err != nil {
		return err
	}
	for _, l := range all {
		if strings.EqualFold(l.To, address) || strings.EqualFold(l.ReplyTo, address) {
			if err := os.Remove(b.path(l.ID)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("mail: %w", err)
			}
		}
	}
	return nil
}

// ForgetCase removes the message to the desk about a case. That of a real desk stays in its own mailbox.
func (b *Box) ForgetCase(_ context.Context, id string) error {
	if err := os.Remove(b.path(notify.DeskMessageID(id))); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("mail: %w", err)
	}
	return nil
}

const ending = ".eml"

func (b *Box) path(id string) string { return filepath.Join(b.dir, id+ending) }

// plain matches the ids of messages, which are file names.
var plain = regexp.MustCompile(`^[A-Za-z0-9]{1,64}$`)

// all reads the messages, newest first.
func (b *Box) all() ([]letter, error) {
	entries, err := os.ReadDir(b.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("mail: %w", err)
	}
	var found []letter
	for _, e := range entries {
		id, isMail := strings.CutSuffix(e.Name(), ending)
		if !isMail {
			continue
		}
		l, err := b.read(id)
		if err != nil {
			return nil, err
		}
		found = append(found, l)
	}
	slices.SortFunc(found, func(a, b letter) int { return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(a.ID, b.ID)) })
	return found, nil
}

// letterPolicy shows a mail as a careful mail client does: inline styles, no script, no remote content. Links open in a new window.
const letterPolicy = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

func (b *Box) html(w http.ResponseWriter, r *http.Request) {
	l, err := b.read(r.PathValue("id"))
	if err != nil {
		page.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Security-Policy", letterPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	// Without a target a link would replace the mail in the preview's frame.
	_, _ = w.Write([]byte(strings.Replace(l.HTML, "<head>", `<head><base target="_blank">`, 1)))
}
