// Package page is the frame of the pages that stand in for other systems on one machine: the mail that a guest would get, the
// kitchen's own screen. Each says on top what it stands in for.
package page

import (
	"bytes"
	_ "embed"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"time"
)

// Policy lets a page load its own style, scripts and frames, and nothing else. Nothing is inline.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

//go:embed frame.html
var frame string

//go:embed base.css
var base []byte

//go:embed style.css
var style []byte

// Parse reads the templates of a page. Each content file defines "title", "stands" (what the page stands in for) and "main";
// it is shown within the frame.
func Parse(files fs.FS, contents ...string) map[string]*template.Template {
	pages := map[string]*template.Template{}
	for _, name := range contents {
		t := template.Must(template.New("frame").Parse(frame))
		pages[name] = template.Must(t.ParseFS(files, name))
	}
	return pages
}

// Show answers with a page. data goes to its templates; prefix is where its own files are found.
func Show(w http.ResponseWriter, r *http.Request, status int, t *template.Template, prefix string, data any) {
	var b bytes.Buffer
	if err := t.Execute(&b, map[string]any{"Prefix": prefix, "Data": data}); err != nil {
		Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", Policy)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// Fail answers a fault of ours.
func Fail(w http.ResponseWriter, r *http.Request, err error) {
	slog.ErrorContext(r.Context(), "page failed", "page", r.Pattern, "error", err)
	http.Error(w, "This page could not be made. The log says why.", http.StatusInternalServerError)
}

// Base answers the style sheet that the documents of the payments sandbox share with these pages.
func Base(w http.ResponseWriter, r *http.Request) { File("base.css", base)(w, r) }

// Style answers the style sheet that all of these pages share.
func Style(w http.ResponseWriter, r *http.Request) {
	File("style.css", slices.Concat(base, style))(w, r)
}

// File answers one embedded file.
func File(name string, content []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
	}
}
