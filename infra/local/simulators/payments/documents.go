package payments

import (
	"crypto/subtle"
	"embed"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ordering/infra/local/simulators/page"
	"ordering/shared/locale"
	"ordering/shared/table"
)

// Policies of the documents that a guest sees in frames of the site: their own scripts and styles, nothing inline. The card field's own
// policy sandboxes it whatever the frame's attributes are: with an opaque origin, no script of the site can read it.
const (
	framed      = "; default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'self'"
	bankPolicy  = "form-action 'self'" + framed
	fieldPolicy = "sandbox allow-scripts allow-forms; connect-src 'self'; form-action 'none'" + framed
)

//go:embed *.html *.js
var files embed.FS

var guestPages = template.Must(template.ParseFS(files, "field.html", "bank.html"))

// documents returns a mux with the pages.
func (s *Sandbox) documents() *http.ServeMux {
	pages := page.New(Prefix, files, nil)
	pages.Show("", "index.html", s.index)
	pages.Form("/switches", func(r *http.Request) error {
		s.Down.Store(r.FormValue("state") == "on")
		return nil
	})
	pages.Form("/intents/{id}", s.act)
	pages.HandleFunc("GET "+FieldPath, func(w http.ResponseWriter, r *http.Request) {
		_, data := shown(r)
		page.Render(w, r, fieldPolicy, guestPages.Lookup("field.html"), data)
	})
	pages.HandleFunc("GET "+Prefix+"/authenticate/{secret}", s.bank)
	pages.Handle("POST "+Prefix+"/authenticate/{secret}", page.Own(s.bank))
	return pages.ServeMux
}

// shown returns the locale and the template data of a guest's document. A theme other than light or dark follows the system.
func shown(r *http.Request) (locale.Locale, map[string]any) {
	q := r.URL.Query()
	l := locale.Parse(r.Header.Get("Accept-Language"))
	if asked := q.Get("locale"); asked != "" {
		l = locale.Parse(asked)
	}
	data := map[string]any{"Prefix": Prefix, "Key": PublishableKey, "Words": in(words, l), "Errors": in(fieldErrors, l)}
	if t := q.Get("theme"); t == "light" || t == "dark" {
		data["Theme"] = t
	}
	return l, data
}

// bank asks the guest to authenticate. Only the first answer counts.
func (s *Sandbox) bank(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	secret, said := r.PathValue("secret"), r.FormValue("answer")
	var i intent
	err := s.do(r.Context(), func(c *call) error {
		id, _, _ := strings.Cut(secret, "_secret_")
		err := c.find(id)
		if err == nil && subtle.ConstantTimeCompare([]byte(c.intent.Secret), []byte(secret)) != 1 {
			err = table.ErrNotFound
		}
		if r.Method == http.MethodPost && c.intent.Status == needsAction {
			if c.intent.Status = needsCapture; said != "approve" {
				c.intent.refuse("payment_intent_authentication_failure")
			}
		}
		i = c.intent
		return err
	})
	if err != nil {
		page.Fail(w, r, err)
		return
	}
	answered := i.Status != needsAction
	if answered && i.Return != "" {
		http.Redirect(w, r, i.Return+"?payment_intent="+url.QueryEscape(i.ID), http.StatusSeeOther)
		return
	}
	l, data := shown(r)
	data["Answered"], data["Amount"], data["Card"] = answered, i.Money(i.Amount).In(l), i.Method.label(l)
	page.Render(w, r, bankPolicy, guestPages.Lookup("bank.html"), data)
}

// index returns the data of the sandbox's own page.
func (s *Sandbox) index(r *http.Request) (any, error) {
	found, err := s.newest(r.Context(), 200)
	return map[string]any{"Cards": cards, "Payments": found, "Down": s.Down.Load()}, err
}

// Made returns when the payment was made, for the page.
func (i intent) Made() time.Time { return time.Unix(i.Created, 0).UTC() }

// Card returns the label of the payment's card for the page; empty without one.
func (i intent) Card() string {
	if i.Method.ID == "" {
		return ""
	}
	return i.Method.label(locale.En)
}

// State returns the payment's state for the page.
func (i intent) State() string {
	switch {
	case i.Status == needsAction:
		return "The bank asks the guest"
	case i.Status == needsCapture:
		return "Authorised"
	case i.Status == canceled:
		return "Cancelled"
	case i.Dispute != nil:
		return "Disputed: " + strings.ReplaceAll(i.Dispute.Status, "_", " ")
	case i.Refunded > 0:
		return "Refunded"
	case i.Status == succeeded:
		return "Captured"
	}
	return "Refused: " + strings.ReplaceAll(i.Declined, "_", " ")
}
