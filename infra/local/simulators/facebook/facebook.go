// Package facebook simulates Facebook on one machine: the part of its SDK that the site uses, the dialog, and the calls of the Graph API.
// It signs in with any address, without a password.
package facebook

import (
	"crypto/rand"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"ordering/functions/auth/social"
	"ordering/infra/local/simulators/page"
)

// Path is the prefix of its pages, Version the version of its API.
const (
	Path    = "/sandbox/facebook"
	version = "v16.0"
)

// App is the id of the site.
const App = "1941"

//go:embed sdk.js done.js dialog.html done.html
var files embed.FS

// person is the owner of a token.
type person struct {
	ID        string `json:"id"`
	Email     string `json:"email,omitempty"`
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
}

// grant is what the person agreed to in a dialog.
type grant struct {
	person
	issued   int64             // seconds
	metadata map[string]string // auth_type and auth_nonce of the dialog

	redirect, challenge string // of a code
}

// Facebook has the tokens and codes of this process.
type Facebook struct {
	*page.Pages
	address string
	secret  string
	now     func() time.Time

	mu     sync.Mutex
	tokens map[string]grant
	codes  map[string]grant
}

// New returns Facebook for a site at address.
func New(address string, now func() time.Time) *Facebook {
	f := &Facebook{
		Pages: page.New(Path, files, nil), address: address, secret: rand.Text(), now: now,
		tokens: map[string]grant{}, codes: map[string]grant{},
	}
	f.Handle("GET "+Path+"/en_US/sdk.js", http.StripPrefix(Path+"/en_US", http.FileServerFS(files)))
	f.Show("/"+version+"/dialog/oauth", "dialog.html", f.dialog)
	f.Show("/done", "done.html", func(*http.Request) (any, error) { return nil, nil })
	f.Handle("POST "+Path+"/"+version+"/dialog/oauth", page.Own(f.agree))
	f.HandleFunc("GET "+Path+"/"+version+"/oauth/access_token", f.redeem)
	f.HandleFunc("GET "+Path+"/"+version+"/debug_token", f.debug)
	f.HandleFunc("GET "+Path+"/"+version+"/me", f.me)
	return f
}

// Settings are those of the site at this Facebook, and its secret.
func (f *Facebook) Settings() (*social.App, string) {
	at := f.address + Path
	return &social.App{ID: App, Version: version, SDK: Path, Dialog: Path, Graph: at}, f.secret
}

// dialog returns the parameters that its form repeats. Only the site itself may get an answer.
func (f *Facebook) dialog(r *http.Request) (any, error) {
	q := r.URL.Query()
	if q.Get("client_id") != App {
		return nil, errors.New("facebook: no such app")
	}
	if _, err := f.back(q); err != nil {
		return nil, err
	}
	return map[string]any{"Query": template.URL(r.URL.RawQuery)}, nil
}

// back returns the address that gets the answer.
func (f *Facebook) back(q url.Values) (*url.URL, error) {
	u, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || u.Hostname() != "localhost" && u.Hostname() != "127.0.0.1" && !strings.HasPrefix(u.String(), f.address+"/") {
		return nil, errors.New("facebook: the redirect address is not of the site")
	}
	return u, nil
}

// agree answers the dialog: a window of the SDK with a token for its opener, otherwise a redirect with a code.
func (f *Facebook) agree(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	back, err := f.back(q)
	if err != nil {
		page.Fail(w, r, err)
		return
	}
	email := strings.TrimSpace(r.PostFormValue("email"))
	name, _, _ := strings.Cut(email, "@")
	first, last, _ := strings.Cut(name, ".")
	sum := sha256.Sum256([]byte(email))
	p := person{ID: "fb-" + base64.RawURLEncoding.EncodeToString(sum[:9]), Email: email, FirstName: first, LastName: last}
	if r.PostFormValue("share") == "" {
		p.Email = "" // the guest may keep the address
	}
	agreed := grant{p, f.now().Unix(), map[string]string{}, q.Get("redirect_uri"), q.Get("code_challenge")}
	for _, name := range []string{"auth_type", "auth_nonce"} {
		if value := q.Get(name); value != "" {
			agreed.metadata[name] = value
		}
	}
	answer := url.Values{"state": {q.Get("state")}}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case r.PostFormValue("do") != "continue":
		answer.Set("error", "access_denied")
	case q.Get("response_type") == "token":
		token := rand.Text()
		f.tokens[token] = agreed
		answer.Set("access_token", token)
		answer.Set("user_id", p.ID)
	default:
		code := rand.Text()
		f.codes[code] = agreed
		answer.Set("code", code)
	}
	back.RawQuery, back.Fragment = answer.Encode(), ""
	http.Redirect(w, r, back.String(), http.StatusSeeOther)
}

func (f *Facebook) redeem(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	f.mu.Lock()
	defer f.mu.Unlock()
	of, ok := f.codes[q.Get("code")]
	delete(f.codes, q.Get("code"))
	sum := sha256.Sum256([]byte(q.Get("code_verifier")))
	if !ok || q.Get("client_id") != App || q.Get("client_secret") != f.secret || q.Get("redirect_uri") != of.redirect ||
		of.challenge != base64.RawURLEncoding.EncodeToString(sum[:]) {
		refuse(w, "Invalid verification code", 100)
		return
	}
	token := rand.Text()
	f.tokens[token] = of
	answer(w, http.StatusOK, map[string]any{"access_token": token, "token_type": "bearer", "expires_in": 3600})
}

func (f *Facebook) debug(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("access_token") != App+"|"+f.secret {
		refuse(w, "Invalid OAuth access token", 190)
		return
	}
	p, ok := f.of(q.Get("input_token"))
	answer(w, http.StatusOK, map[string]any{"data": map[string]any{
		"app_id": App, "user_id": p.ID, "type": "USER", "is_valid": ok, "expires_at": f.now().Add(time.Hour).Unix(),
		"issued_at": p.issued, "metadata": p.metadata,
	}})
}

func (f *Facebook) me(w http.ResponseWriter, r *http.Request) {
	p, ok := f.of(r.URL.Query().Get("access_token"))
	if !ok {
		refuse(w, "Invalid OAuth access token", 190)
		return
	}
	answer(w, http.StatusOK, map[string]any{
		"id": p.ID, "email": p.Email, "first_name": p.FirstName, "last_name": p.LastName,
		"name":    strings.TrimSpace(p.FirstName + " " + p.LastName),
		"picture": map[string]any{"data": map[string]any{"url": "/favicon.svg", "is_silhouette": true}},
	})
}

func (f *Facebook) of(token string) (grant, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, ok := f.tokens[token]
	return p, ok
}

func refuse(w http.ResponseWriter, message string, code int) {
	answer(w, http.StatusBadRequest, map[string]any{"error": map[string]any{"message": message, "type": "OAuthException", "code": code}})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
