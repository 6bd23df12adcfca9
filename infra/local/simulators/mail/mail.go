// Package mail stores guests' mails in a folder and shows them. It sends nothing.
package mail

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ordering/functions/notify"
	"ordering/infra/local/simulators/page"
	"ordering/shared/order"
)

// Prefix is the path of the page.
const Prefix = "/sandbox/mail"

//go:embed list.html message.html mail.css
var files embed.FS

// Box is a folder of messages in RFC 5322 form, and the page that shows them. It is a notify.Mailer.
type Box struct {
	dir         string
	mux         *http.ServeMux
	box, letter *template.Template
}

// New returns a box that stores its messages in dir. It does no I/O.
func New(dir string) *Box {
	b := &Box{dir: dir, mux: http.NewServeMux(), box: page.Parse(files, "list.html", nil), letter: page.Parse(files, "message.html", nil)}
	page.Mount(b.mux, Prefix, b.list, files, "mail.css")
	b.mux.HandleFunc("GET "+Prefix+"/{id}", b.message)
	b.mux.HandleFunc("GET "+Prefix+"/{id}/html", b.html)
	return b
}

// ServeHTTP serves the pages under Prefix.
func (b *Box) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.mux.ServeHTTP(w, r) }

// Send stores the message. A message with the same id replaces the earlier one.
func (b *Box) Send(_ context.Context, m notify.Message) error {
	raw, err := m.Bytes()
	if err != nil {
		return err
	}
	if !plain(m.ID) {
		return fmt.Errorf("mail: the id of a message must be letters and digits")
	}
	if err := os.MkdirAll(b.dir, 0o700); err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	// Write to a temporary file and rename: a reader never sees half a message.
	half := b.path(m.ID) + ".new"
	if err := os.WriteFile(half, raw, 0o600); err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	if err := os.Rename(half, b.path(m.ID)); err != nil {
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

const ending = ".eml"

func (b *Box) path(id string) string { return filepath.Join(b.dir, id+ending) }

func plain(id string) bool {
	return id != "" && len(id) <= 64 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

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

func (b *Box) list(w http.ResponseWriter, r *http.Request) {
	letters, err := b.all()
	if err != nil {
		page.Fail(w, r, err)
		return
	}
	page.Show(w, r, b.box, Prefix, letters)
}

func (b *Box) message(w http.ResponseWriter, r *http.Request) {
	if l, ok := b.asked(w, r); ok {
		page.Show(w, r, b.letter, Prefix, l)
	}
}

// letterPolicy shows a mail as a careful mail client does: inline styles, no script, no remote content. Links open in a new window.
const letterPolicy = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

func (b *Box) html(w http.ResponseWriter, r *http.Request) {
	l, ok := b.asked(w, r)
	if !ok {
		return
	}
	w.Header().Set("Content-Security-Policy", letterPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	// Without a target a link would replace the mail in the preview's frame.
	_, _ = w.Write([]byte(strings.Replace(l.HTML, "<head>", `<head><base target="_blank">`, 1)))
}

// asked returns the message that the address names, or answers 404.
func (b *Box) asked(w http.ResponseWriter, r *http.Request) (letter, bool) {
	id := r.PathValue("id")
	var l letter
	err := fs.ErrNotExist
	if plain(id) {
		l, err = b.read(id)
	}
	if errors.Is(err, fs.ErrNotExist) {
		http.NotFound(w, r)
		return letter{}, false
	}
	if err != nil {
		page.Fail(w, r, err)
		return letter{}, false
	}
	return l, true
}
