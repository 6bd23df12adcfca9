// Package desk simulates the system in which the brand's desks read forms, such as a helpdesk. It receives the events of forms by signed
// webhooks, stores them in a folder, and shows them. It shares no other data with the ordering system.
package desk

import (
	"embed"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"ordering/functions/notify"
	"ordering/infra/local/simulators/kept"
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
	events kept.Folder[event]
	system webhook.System
	now    func() time.Time
}

// New returns a desk that stores its events in dir. It does no I/O.
func New(dir string, secrets webhook.Secrets, now func() time.Time) *Desk {
	pages := page.New(Prefix, files, nil)
	d := &Desk{pages, kept.Folder[event](dir), webhook.Desk("", secrets), now}
	pages.Show("", "events.html", func(*http.Request) (any, error) { return d.all() })
	pages.HandleFunc("POST "+EventsPath, d.receive)
	return d
}

// event is a received message.
type event notify.DeskMessage

// Body returns the message as the page shows it.
func (e event) Body() (string, error) {
	text, err := json.MarshalIndent(e, "", "  ")
	return string(text), err
}

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
	var m event
	if json.Unmarshal(body, &m) != nil || !kept.Named(m.ID) || m.Case.Reference == "" || !slices.Contains(d.system.Sent, m.Type) {
		http.Error(w, "not a message about a form", http.StatusBadRequest)
		return
	}
	if m.Type == webhook.FormErased {
		err = d.forget(m.Case.Reference)
	}
	if err == nil {
		err = d.events.Put(m.ID, m)
	}
	if err != nil {
		slog.Warn("desk: event not stored", "error", err)
		http.Error(w, "the desk could not store the message", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// all returns the messages, newest first.
func (d *Desk) all() ([]event, error) {
	return d.events.Newest(func(e event) time.Time { return e.At })
}

// forget removes the messages about a case.
func (d *Desk) forget(reference string) error {
	all, err := d.all()
	for _, e := range all {
		if e.Case.Reference == reference {
			err = errors.Join(err, d.events.Remove(e.ID))
		}
	}
	return err
}
