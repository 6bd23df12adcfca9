// Package desk simulates the system in which the brand's desks read forms, such as a helpdesk. It receives the events of forms by signed
// webhooks, stores them in a folder, and shows them. It shares no other data with the ordering system.
package desk

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"ordering/functions/notify"
	"ordering/infra/local/simulators/page"
	"ordering/shared/table"
	"ordering/shared/webhook"
)

// Prefix is the path of the page.
const Prefix = "/sandbox/desk"

// EventsPath receives the webhooks of the ordering system.
const EventsPath = Prefix + "/events"

//go:embed events.html
var files embed.FS

// Desk is the simulator, with its page as an http.Handler.
type Desk struct {
	http.Handler
	dir    string
	system webhook.System
	now    func() time.Time
}

// New returns a desk that stores its events in dir. It does no I/O.
func New(dir string, secrets webhook.Secrets, now func() time.Time) *Desk {
	pages := page.New(Prefix, files, nil)
	d := &Desk{pages, dir, webhook.Desk("", secrets), now}
	pages.Show("", "events.html", func(*http.Request) (any, error) { return d.all() })
	pages.HandleFunc("POST "+EventsPath, d.receive)
	return d
}

// event is a stored message, with its body for the page.
type event struct {
	notify.DeskMessage
	Body string
}

// named matches the ids of messages, which are file names.
var named = regexp.MustCompile(`^[A-Za-z0-9]{1,64}$`)

// receive handles a webhook of the ordering system.
func (d *Desk) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, table.MaxItem))
	if err != nil {
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		return
	}
	if d.system.Verify(r.Context(), r.Header.Get(d.system.Header), body, d.now()) != nil {
		http.Error(w, "the signature is missing, stale or wrong", http.StatusUnauthorized)
		return
	}
	var m notify.DeskMessage
	if json.Unmarshal(body, &m) != nil || !named.MatchString(m.ID) || m.Case.Reference == "" || !slices.Contains(d.system.Sent, m.Type) {
		http.Error(w, "not a message about a form", http.StatusBadRequest)
		return
	}
	if m.Type == webhook.FormErased {
		err = d.Forget(m.Case.Reference)
	}
	if err == nil {
		err = d.write(m.ID, body)
	}
	if err != nil {
		slog.Warn("desk: event not stored", "error", err)
		http.Error(w, "the desk could not store the message", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// write stores a message. A repetition replaces it.
func (d *Desk) write(id string, body []byte) error {
	half := d.path(id) + ".new"
	err := os.MkdirAll(d.dir, 0o700)
	if err == nil {
		err = os.WriteFile(half, body, 0o600)
	}
	if err == nil {
		err = os.Rename(half, d.path(id)) // a reader never sees half a message
	}
	return err
}

// Forget removes the messages about a case.
func (d *Desk) Forget(reference string) error {
	all, err := d.all()
	if err != nil {
		return err
	}
	for _, e := range all {
		if e.Case.Reference != reference {
			continue
		}
		if err := os.Remove(d.path(e.ID)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("desk: %w", err)
		}
	}
	return nil
}

func (d *Desk) path(id string) string { return filepath.Join(d.dir, id+".json") }

// all reads the messages, newest first.
func (d *Desk) all() (all []event, err error) {
	paths, err := filepath.Glob(d.path("*"))
	if err != nil {
		return nil, fmt.Errorf("desk: %w", err)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // erased meanwhile
		}
		var e event
		var body bytes.Buffer
		if err := errors.Join(err, json.Unmarshal(raw, &e.DeskMessage), json.Indent(&body, raw, "", "  ")); err != nil {
			return nil, fmt.Errorf("desk: %w", err)
		}
		e.Body = body.String()
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b event) int { return b.At.Compare(a.At) })
	return all, nil
}
