package payments

import (
	"crypto/subtle"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ordering/infra/local/simulators/page"
	"ordering/shared/locale"
	"ordering/shared/money"
	"ordering/shared/table"
)

// Policies of the hosted documents: their own scripts and styles, nothing inline. The card field's own policy sandboxes it whatever the
// frame's attributes are: with an opaque origin, no script of the site can read it.
const (
	documentPolicy = "; default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'self'"
	pagePolicy     = "form-action 'self'" + documentPolicy
	fieldPolicy    = "sandbox allow-scripts allow-forms; connect-src 'self'; form-action 'none'" + documentPolicy
)

// documents registers the hosted pages.
func (s *Sandbox) documents() {
	page.Mount(s.mux, Prefix, s.index, files, "page/field.css", "page/field.js", "page/bank.css", "page/index.css")
	s.mux.HandleFunc("GET "+Prefix+"/base.css", page.Base)
	s.mux.HandleFunc("GET "+FieldPath, s.field)
	s.mux.HandleFunc("GET "+Prefix+"/authenticate/{secret}", s.bank)
	s.mux.Handle("POST "+Prefix+"/authenticate/{secret}", page.Own(s.bank))
	s.mux.Handle("POST "+Prefix+"/switches", page.Own(s.setSwitch))
}

// show renders a page under its policy.
func (s *Sandbox) show(w http.ResponseWriter, r *http.Request, policy, name string, data map[string]any) {
	data["Prefix"] = Prefix
	page.Render(w, r, policy, s.pages.Lookup(name), data)
}

// shown returns the locale and the template data that the guest's documents share. A theme other than light or dark follows the system.
func shown(r *http.Request) (locale.Locale, map[string]any) {
	q := r.URL.Query()
	l := locale.Parse(r.Header.Get("Accept-Language"))
	if asked := q.Get("locale"); asked != "" {
		l = locale.Parse(asked)
	}
	data := map[string]any{"Words": in(words, l), "Errors": in(fieldErrors, l)}
	if t := q.Get("theme"); t == "light" || t == "dark" {
		data["Theme"] = t
	}
	return l, data
}

func (s *Sandbox) field(w http.ResponseWriter, r *http.Request) {
	_, data := shown(r)
	data["Key"] = PublishableKey
	s.show(w, r, fieldPolicy, "field.html", data)
}

// bank asks the guest to authenticate. Only the first answer counts.
func (s *Sandbox) bank(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	said := ""
	if r.Method == http.MethodPost {
		said = r.FormValue("answer")
	}
	var i intent
	err := s.do(r.Context(), func(t *tx) (err error) {
		secret := r.PathValue("secret")
		id, _, _ := strings.Cut(secret, "_secret_")
		i, err = t.intent(id)
		if err == nil && subtle.ConstantTimeCompare([]byte(i.Secret), []byte(secret)) != 1 {
			err = table.ErrNotFound
		}
		if err != nil || r.Method != http.MethodPost || i.Status != needsAction {
			return err
		}
		if said == "approve" {
			i.Status = needsCapture
		} else {
			i.refuse("payment_intent_authentication_failure")
		}
		t.save(i)
		return nil
	})
	if errors.Is(err, table.ErrNotFound) {
		http.NotFound(w, r)
		return
	}
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
	data["Answered"], data["Amount"], data["Card"] = answered, i.money(i.Amount).In(l), i.Method.called(l)
	s.show(w, r, pagePolicy, "bank.html", data)
}

// entry is a payment as the page shows it.
type entry struct {
	Intent, Standing, Card     string
	Amount, Captured, Refunded money.Amount
	Created                    time.Time
}

func (s *Sandbox) index(w http.ResponseWriter, r *http.Request) {
	found, err := s.all(r.Context())
	if err != nil {
		page.Fail(w, r, err)
		return
	}
	var entries []entry
	for _, i := range found[:min(len(found), 200)] {
		e := entry{i.ID, i.standing(), "", i.money(i.Amount), i.money(i.Captured), i.money(i.Refunded), time.Unix(i.Created, 0).UTC()}
		if i.Method.ID != "" {
			e.Card = i.Method.called(locale.En)
		}
		entries = append(entries, e)
	}
	on := map[string]bool{}
	for _, sw := range switches {
		on[sw.Name] = s.is(sw.Name)
	}
	s.show(w, r, pagePolicy, "index.html", map[string]any{"Cards": cards, "Entries": entries, "Switches": switches, "On": on})
}

func (s *Sandbox) setSwitch(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	name := r.FormValue("switch")
	for _, sw := range switches {
		if sw.Name == name {
			page.Back(w, r, Prefix, s.Switch(r.Context(), name, r.FormValue("state") == "on"))
			return
		}
	}
	http.Error(w, "There is no such switch", http.StatusBadRequest)
}

// standing returns the payment's state for the page.
func (i intent) standing() string {
	switch i.Status {
	case needsAction:
		return "The bank asks the guest"
	case needsCapture:
		return "Set aside"
	case succeeded:
		if i.Refunded > 0 {
			return "Given back"
		}
		return "Taken"
	case canceled:
		return "Given up"
	}
	return "Refused: " + strings.ReplaceAll(i.Declined, "_", " ")
}
