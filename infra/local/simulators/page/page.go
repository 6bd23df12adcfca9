// Package page serves the simulators' pages, such as the mail preview and the kitchen screen, in one frame. The header of each page names
// what it simulates.
package page

import (
	"bytes"
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"

	"ordering/shared/table"
)

// policy lets a page load its own styles, scripts and frames. Inline code is not allowed.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; frame-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// maxForm limits a form of a page, in bytes.
const maxForm = 4 << 10

//go:embed frame.html style.css
var own embed.FS

// Pages are the pages of one simulator, under its prefix.
type Pages struct {
	*http.ServeMux
	prefix string
	files  fs.FS
	funcs  template.FuncMap
}

// New returns pages with the scripts in files and the style sheet of all simulators. The templates in files call funcs.
func New(prefix string, files fs.FS, funcs template.FuncMap) *Pages {
	p := &Pages{http.NewServeMux(), prefix, files, funcs}
	p.Handle("GET "+prefix+"/style.css", http.StripPrefix(prefix, http.FileServerFS(own)))
	scripts, _ := fs.Glob(files, "*.js") // the pattern is valid
	for _, name := range scripts {
		p.Handle("GET "+prefix+"/"+name, http.StripPrefix(prefix, http.FileServerFS(files)))
	}
	return p
}

// Show serves a template within the frame, with the data of the request. The template defines "title", "purpose" (a sentence that says what
// the page simulates or lists) and "main", and may use "time".
func (p *Pages) Show(path, name string, data func(*http.Request) (any, error)) {
	t := template.Must(template.New("frame.html").Funcs(p.funcs).ParseFS(own, "frame.html"))
	template.Must(t.ParseFS(p.files, name))
	show := func(w http.ResponseWriter, r *http.Request) {
		d, err := data(r)
		if err != nil {
			Fail(w, r, err)
			return
		}
		Render(w, r, policy, t, map[string]any{"Prefix": p.prefix, "Data": d})
	}
	p.HandleFunc("GET "+p.prefix+path, show)
	if path == "" {
		p.HandleFunc("GET "+p.prefix+"/{$}", show)
	}
}

// Form serves a form of the page: it runs f and redirects to the page. A form of another origin is refused.
func (p *Pages) Form(path string, f func(*http.Request) error) {
	p.Handle("POST "+p.prefix+path, Own(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		if err := f(r); err != nil {
			Fail(w, r, err)
			return
		}
		http.Redirect(w, r, p.prefix, http.StatusSeeOther)
	}))
}

// Own rejects cross-origin requests to f.
func Own(f http.HandlerFunc) http.Handler { return http.NewCrossOriginProtection().Handler(f) }

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

// Fail answers 404 if the error says that something does not exist. It logs any other error and answers 500.
func Fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, table.ErrNotFound) {
		http.NotFound(w, r)
		return
	}
	slog.ErrorContext(r.Context(), "page failed", "page", r.Pattern, "error", err)
	http.Error(w, "This page failed. The log has the error.", http.StatusInternalServerError)
}
