// Package page is the frame of the simulators' pages, such as the mail preview and the kitchen screen. The header of each page names
// what it simulates.
package page

import (
	"bytes"
	"embed"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"slices"
	"time"
)

// Policy lets a page load its own styles, scripts and frames. Inline code is not allowed.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

//go:embed frame.html
var frame string

//go:embed base.css
var base []byte

//go:embed style.css
var style []byte

// Parse parses a page's template within the frame. The file defines "title", "stands" (what the page simulates) and "main".
func Parse(files fs.FS, name string, funcs template.FuncMap) *template.Template {
	t := template.Must(template.New("frame").Funcs(funcs).Parse(frame))
	return template.Must(t.ParseFS(files, name))
}

// Mount serves a page at prefix, with the shared style sheet and the named files below it.
func Mount(mux *http.ServeMux, prefix string, show http.HandlerFunc, files embed.FS, names ...string) {
	mux.HandleFunc("GET "+prefix, show)
	mux.HandleFunc("GET "+prefix+"/{$}", show)
	mux.HandleFunc("GET "+prefix+"/style.css", file("style.css", slices.Concat(base, style)))
	for _, name := range names {
		content, err := files.ReadFile(name)
		if err != nil {
			panic(err) // embedded
		}
		mux.HandleFunc("GET "+prefix+"/"+path.Base(name), file(name, content))
	}
}

// Own rejects cross-origin requests to f.
func Own(f http.HandlerFunc) http.Handler { return http.NewCrossOriginProtection().Handler(f) }

// Back answers a form with a redirect to the page at prefix, or with the error.
func Back(w http.ResponseWriter, r *http.Request, prefix string, err error) {
	if err != nil {
		Fail(w, r, err)
		return
	}
	http.Redirect(w, r, prefix, http.StatusSeeOther)
}

// Show renders a page within the frame. prefix is the path of the page's own files.
func Show(w http.ResponseWriter, r *http.Request, t *template.Template, prefix string, data any) {
	Render(w, r, Policy, t, map[string]any{"Prefix": prefix, "Data": data})
}

// Render renders a document under a content security policy.
func Render(w http.ResponseWriter, r *http.Request, policy string, t *template.Template, data any) {
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(b.Bytes())
}

// Fail logs an internal error and answers 500.
func Fail(w http.ResponseWriter, r *http.Request, err error) {
	slog.ErrorContext(r.Context(), "page failed", "page", r.Pattern, "error", err)
	http.Error(w, "This page could not be made. The log says why.", http.StatusInternalServerError)
}

// Base serves the style sheet that the hosted payment documents share with these pages.
func Base(w http.ResponseWriter, r *http.Request) { file("base.css", base)(w, r) }

// file serves one embedded file.
func file(name string, content []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
	}
}
