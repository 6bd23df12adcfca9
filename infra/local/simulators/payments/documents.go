package payments

import (
	"bytes"
	"crypto/subtle"
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"

	"ordering/infra/local/simulators/page"
	"ordering/shared/locale"
)

// Policies of the hosted documents: their own scripts and styles, nothing inline. The card field is sandboxed by its own
// policy, whatever the frame says: without an origin, no script of the site can reach into it.
const (
	pagePolicy  = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
	fieldPolicy = "sandbox allow-scripts allow-forms; default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)

// documents mounts the hosted pages.
func (s *Sandbox) documents() {
	own := http.NewCrossOriginProtection() // a form of another site moves no switch and answers for no guest
	s.mux.HandleFunc("GET "+Prefix, s.index)
	s.mux.HandleFunc("GET "+Prefix+"/{$}", s.index)
	s.mux.Handle("POST "+Prefix+"/switches", own.Handler(http.HandlerFunc(s.turn)))
	s.mux.HandleFunc("GET "+FieldPath, s.field)
	s.mux.HandleFunc("GET "+Prefix+"/authenticate/{secret}", s.bank)
	s.mux.Handle("POST "+Prefix+"/authenticate/{secret}", own.Handler(http.HandlerFunc(s.bankAnswer)))
	s.mux.HandleFunc("GET "+Prefix+"/base.css", page.Base)
	for _, name := range []string{"field.css", "field.js", "bank.css", "index.css"} {
		s.mux.HandleFunc("GET "+Prefix+"/"+name, asset(name))
	}
}

func asset(name string) http.HandlerFunc {
	kind := "text/css; charset=utf-8"
	if path.Ext(name) == ".js" {
		kind = "text/javascript; charset=utf-8"
	}
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := documents.ReadFile("page/" + name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Access-Control-Allow-Origin", "*") // nothing secret, and the card field has no origin to name
		_, _ = w.Write(body)
	}
}

// show renders a page under its policy.
func (s *Sandbox) show(w http.ResponseWriter, r *http.Request, policy, name string, data any) {
	var body bytes.Buffer
	if err := s.pages.ExecuteTemplate(&body, name, data); err != nil {
		s.broken(w, r, err)
		return
	}
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(body.Bytes())
}

// theme is what the site asks for; anything but light and dark leaves it to the guest's system.
func theme(r *http.Request) string {
	if t := r.URL.Query().Get("theme"); t == "light" || t == "dark" {
		return t
	}
	return ""
}

// language is the locale parameter, else the browser's.
func language(r *http.Request) locale.Locale {
	if asked := r.URL.Query().Get("locale"); asked != "" {
		return locale.Parse(asked)
	}
	return locale.Parse(r.Header.Get("Accept-Language"))
}

func (s *Sandbox) field(w http.ResponseWriter, r *http.Request) {
	l := language(r)
	s.show(w, r, fieldPolicy, "field.html", map[string]any{
		"Prefix": Prefix, "Key": PublishableKey, "Theme": theme(r), "Words": wordsIn(l), "Errors": errorsIn(l),
	})
}

// guarded finds the intent of an authentication by its secret.
func (t tx) guarded(secret string) (intent, error) {
	id, _, _ := strings.Cut(secret, "_secret_")
	i, err := t.intent(id)
	if err == nil && subtle.ConstantTimeCompare([]byte(i.Secret), []byte(secret)) != 1 {
		return intent{}, errAbsent
	}
	return i, err
}

func (s *Sandbox) bank(w http.ResponseWriter, r *http.Request) {
	var i intent
	err := s.ledger.do(r.Context(), func(t tx) (err error) {
		i, err = t.guarded(r.PathValue("secret"))
		return err
	})
	s.bankPage(w, r, i, err)
}

// bankAnswer is what the guest told the bank: it counts once, while the bank asks.
func (s *Sandbox) bankAnswer(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	approve := r.FormValue("answer") == "approve"
	var i intent
	err := s.ledger.do(r.Context(), func(t tx) (err error) {
		if i, err = t.guarded(r.PathValue("secret")); err != nil || i.Status != needsAction {
			return err
		}
		if approve {
			i.authorise()
		} else {
			i.refuse("payment_intent_authentication_failure")
		}
		return t.save(i)
	})
	s.bankPage(w, r, i, err)
}

func (s *Sandbox) bankPage(w http.ResponseWriter, r *http.Request, i intent, err error) {
	if errors.Is(err, errAbsent) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		s.broken(w, r, err)
		return
	}
	answered := i.Status != needsAction
	if answered && i.Return != "" {
		http.Redirect(w, r, i.Return+"?payment_intent="+url.QueryEscape(i.ID), http.StatusSeeOther)
		return
	}
	e := i.entry()
	l := language(r)
	s.show(w, r, pagePolicy, "bank.html", map[string]any{
		"Prefix": Prefix, "Theme": theme(r), "Words": wordsIn(l), "Answered": answered, "Amount": e.Amount.In(l), "Card": i.Method.called(l),
	})
}

// failing is a switch as the page shows it.
type failing struct {
	Name    string
	Happens string
	On      bool
}

func (s *Sandbox) index(w http.ResponseWriter, r *http.Request) {
	on := s.switches()
	entries, err := s.Entries(r.Context())
	if err != nil {
		s.broken(w, r, err)
		return
	}
	s.show(w, r, pagePolicy, "index.html", map[string]any{
		"Prefix": Prefix, "Cards": cards, "Entries": entries[:min(len(entries), 200)],
		"Switches": []failing{
			{switchDown, "The provider does not answer.", on[switchDown]},
			{switchSlow, "Every answer takes three seconds.", on[switchSlow]},
			{switchLose, "What is asked for happens, and its first answer is lost on the way.", on[switchLose]},
		},
	})
}

func (s *Sandbox) turn(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	name := r.FormValue("switch")
	if name != switchDown && name != switchSlow && name != switchLose {
		http.Error(w, "There is no such switch", http.StatusBadRequest)
		return
	}
	if err := s.Switch(r.Context(), name, r.FormValue("state") == "on"); err != nil {
		s.broken(w, r, err)
		return
	}
	http.Redirect(w, r, Prefix, http.StatusSeeOther)
}

// standing says in words how a payment stands.
func standing(e Entry) string {
	switch e.Status {
	case needsAction:
		return "The bank asks the guest"
	case needsCapture:
		return "Set aside"
	case succeeded:
		if e.Refunded.Minor > 0 {
			return "Given back"
		}
		return "Taken"
	case canceled:
		return "Given up"
	}
	return "Refused: " + strings.ReplaceAll(e.Declined, "_", " ")
}
