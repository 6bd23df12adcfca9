package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/infra/local/simulators/facebook"
)

// visitor is a browser that signs in at the simulated providers. It follows links and redirects as a browser does, except to a page of the
// site: those it returns.
type visitor struct {
	*machine
	client http.Client
	token  string   // of a signed-in visitor
	arrive *url.URL // the page of the site to which a provider sent the visitor
}

func newVisitor(m *machine) *visitor {
	jar, _ := cookiejar.New(nil) // no options: no error
	v := &visitor{machine: m}
	v.client = http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if !strings.HasPrefix(r.URL.Path, "/api/") && !strings.HasPrefix(r.URL.Path, "/sandbox/") {
			v.arrive = r.URL
			return http.ErrUseLastResponse
		}
		return nil
	}}
	return v
}

// page returns a document.
func (v *visitor) page(response *http.Response, err error) string {
	v.Helper()
	assert.NilError(v, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	assert.NilError(v, err)
	assert.Assert(v, response.StatusCode < 400, "%s: %d %s", response.Request.URL.Path, response.StatusCode, body)
	return string(body)
}

// post calls the API as a page of the site.
func (v *visitor) post(path string, body, into any) (status int) {
	v.Helper()
	return v.send(http.MethodPost, path, body, into)
}

func (v *visitor) send(method, path string, body, into any) (status int) {
	v.Helper()
	raw, err := json.Marshal(body)
	assert.NilError(v, err)
	r, err := http.NewRequest(method, v.address+"/api/auth"+path, strings.NewReader(string(raw)))
	assert.NilError(v, err)
	r.Header = http.Header{"Content-Type": {"application/json"}, "Origin": {v.address}, "Sec-Fetch-Site": {"same-origin"}}
	if v.token != "" {
		r.Header.Set("Authorization", "Bearer "+v.token)
	}
	response, err := v.client.Do(r)
	assert.NilError(v, err)
	defer response.Body.Close()
	if response.StatusCode != http.StatusNoContent {
		assert.NilError(v, json.NewDecoder(response.Body).Decode(into))
	}
	return response.StatusCode
}

var (
	action = regexp.MustCompile(`action="([^"]+)"`)
	field  = regexp.MustCompile(`<input type="hidden" name="([^"]+)" value="([^"]*)"`)
)

// signIn begins at the site, signs in at the provider, and returns the fragment of the page that the visitor comes back to.
func (v *visitor) signIn(provider, email string) url.Values {
	v.Helper()
	var begun struct{ URL string }
	status := v.post("/social/"+provider, map[string]string{"page": "/ca/login", "returnTo": "/ca/cart"}, &begun)
	assert.Equal(v, status, 200)
	return v.follow(begun.URL, "/ca/login", email)
}

// follow signs in at the address of a provider, and returns the fragment of the page that the visitor comes back to.
func (v *visitor) follow(at, page, email string) url.Values {
	v.Helper()
	v.arrive = nil
	form, err := v.client.Get(at)
	answer := v.page(form, err)
	if strings.Contains(answer, `name="do"`) { // otherwise the visitor is still signed in there
		answer = v.page(v.client.PostForm(form.Request.URL.String(), url.Values{"do": {"continue"}, "email": {email}}))
	}
	// Pages that post a form by themselves: one that ends the session of another person at the provider, and the answer of form_post.
	for to := action.FindStringSubmatch(answer); to != nil && v.arrive == nil; to = action.FindStringSubmatch(answer) {
		fields := url.Values{}
		for _, f := range field.FindAllStringSubmatch(answer, -1) {
			fields.Set(f[1], f[2])
		}
		answer = v.page(v.client.PostForm(to[1], fields))
	}
	assert.Assert(v, v.arrive != nil && v.arrive.Path == page, "%v %s", v.arrive, answer)
	got, err := url.ParseQuery(v.arrive.Fragment)
	assert.NilError(v, err)
	return got
}

type socialAnswer struct{ Token, FirstName, SignUp, ReturnTo, Code string }

// The certified provider accepts what we send to Google and Apple, and we accept what it answers.
func TestSignInAtACertifiedProvider(t *testing.T) {
	m := startIn(t, newFolder(t))
	for _, provider := range []string{"google", "apple"} {
		t.Run(provider, func(t *testing.T) {
			m.TB = t
			v := newVisitor(m)
			back := v.signIn(provider, "ann."+provider+"@example.com")
			assert.Equal(t, back.Get("social"), provider)
			var got socialAnswer
			status := v.post("/login/customer/social", map[string]string{"provider": provider, "code": back.Get("code")}, &got)
			assert.Assert(t, status == 200 && got.Token != "" && got.ReturnTo == "/ca/cart" && got.FirstName == map[string]string{"google": "ann"}[provider], "%d %+v", status, got)
			status = v.post("/login/customer/social", map[string]string{"provider": provider, "code": back.Get("code")}, &got)
			assert.Assert(t, status == 401 && got.Code == "social-refused", "replayed: %d %+v", status, got)

			other := newVisitor(m)
			back = other.signIn(provider, "bob@example.com")
			status = v.post("/login/customer/social", map[string]string{"provider": provider, "code": back.Get("code")}, &got)
			assert.Assert(t, status == 401 && got.Code == "social-refused", "in another browser: %d %+v", status, got)
		})
	}
	t.Run("an address that the provider did not verify", func(t *testing.T) {
		m.TB = t
		v := newVisitor(m)
		back := v.signIn("google", "unverified.ann@example.com")
		var got socialAnswer
		status := v.post("/login/customer/social", map[string]string{"provider": "google", "code": back.Get("code")}, &got)
		assert.Assert(t, status == 200 && got.SignUp != "" && got.Token == "", "%d %+v", status, got)
	})
}

func TestSignInWithFacebooksDialog(t *testing.T) {
	v := newVisitor(startIn(t, newFolder(t)))
	var begun struct{ State, Challenge string }
	assert.Equal(t, v.post("/social/facebook", map[string]string{"page": "/login", "returnTo": "/"}, &begun), 200)
	assert.Assert(t, strings.HasPrefix(begun.State, "facebookdirect."), begun.State)
	dialog := v.address + facebook.Path + "/v16.0/dialog/oauth?" + url.Values{
		"client_id": {facebook.App}, "redirect_uri": {v.address + "/login"}, "state": {begun.State}, "response_type": {"code"},
		"code_challenge": {begun.Challenge}, "code_challenge_method": {"S256"},
	}.Encode()
	v.page(v.client.PostForm(dialog, url.Values{"do": {"continue"}, "email": {"fran.fry@example.com"}, "share": {"yes"}}))
	assert.Assert(t, v.arrive != nil)
	back := v.arrive.Query()
	var got socialAnswer
	status := v.post("/login/customer/social", map[string]string{"provider": "facebook", "code": back.Get("code"), "state": back.Get("state")}, &got)
	assert.Assert(t, status == 200 && got.SignUp != "" && got.Token == "", "%d %+v", status, got) // its address is not verified
}

// A customer of Google links the two others, and confirms at each by signing in there again. Another person there, and a sign-in of an hour
// ago, do not confirm.
func TestCustomersLinkAndConfirmAtProviders(t *testing.T) {
	v := newVisitor(startIn(t, newFolder(t)))
	var in socialAnswer
	code := v.signIn("google", "ann@example.com").Get("code")
	assert.Equal(t, v.post("/login/customer/social", map[string]string{"provider": "google", "code": code}, &in), 200)
	v.token = in.Token

	// attempt begins at a path, signs in with the address, and finishes.
	attempt := func(path, provider, email string) (status int, problem string) {
		t.Helper()
		var begun struct{ URL string }
		assert.Equal(t, v.post(path+"/"+provider, map[string]string{"returnTo": "/user-profile#password"}, &begun), 200)
		at := begun.URL
		if strings.HasPrefix(at, "/") { // the pretend Facebook is a part of the site
			at = v.address + at
		}
		back := v.follow(at, "/user-profile", email)
		if failed := back.Get("error"); failed != "" {
			return 0, failed
		}
		var got socialAnswer
		return v.send(http.MethodPut, path+"/"+provider, map[string]string{"code": back.Get("code")}, &got), got.Code
	}
	var refused socialAnswer
	status := v.post("/linked-providers/apple", map[string]string{"returnTo": "/user-profile#password"}, &refused)
	assert.Assert(t, status == 428 && refused.Code == "confirm-again", "after the sign-in: %d %s", status, refused.Code)
	status, problem := attempt("/confirm/social", "google", "ann@example.com")
	assert.Equal(t, status, http.StatusNoContent, problem)
	for _, provider := range []string{"apple", "facebook"} {
		status, problem := attempt("/linked-providers", provider, "ann@example.com")
		assert.Equal(t, status, http.StatusNoContent, "%s: %s", provider, problem)
	}
	for _, provider := range []string{"google", "apple", "facebook"} {
		status, problem := attempt("/confirm/social", provider, "bob@example.com")
		assert.Assert(t, status == 401 && problem == "social-refused", "%s: %d %s", provider, status, problem)
		status, problem = attempt("/confirm/social", provider, "ann@example.com")
		assert.Equal(t, status, http.StatusNoContent, "%s: %s", provider, problem)
	}
	status, problem = attempt("/confirm/social", "google", "stale.ann@example.com")
	assert.Assert(t, status == 0 && problem == "social-refused", "%d %s", status, problem)

	var linked []struct{ ID string }
	assert.Equal(t, v.send(http.MethodGet, "/linked-providers", nil, &linked), 200)
	assert.Equal(t, len(linked), 3)
	assert.Equal(t, v.send(http.MethodDelete, "/linked-providers/google", nil, nil), http.StatusNoContent)
	assert.Equal(t, v.send(http.MethodDelete, "/linked-providers/apple", nil, nil), http.StatusNoContent)
	var last socialAnswer
	assert.Equal(t, v.send(http.MethodDelete, "/linked-providers/facebook", nil, &last), http.StatusConflict)
	assert.Equal(t, last.Code, "last-sign-in")
}
