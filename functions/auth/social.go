package auth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/functions/auth/social"
	"ordering/shared/customer"
	"ordering/shared/locale"
	"ordering/shared/problem"
)

// SocialProvider is a provider that is configured. The site loads nothing of a provider that is not.
type SocialProvider struct {
	ID      string `json:"id" enum:"google,apple,facebook"`
	App     string `json:"appId,omitempty" doc:"Facebook only, as the next three"`
	Version string `json:"version,omitempty" doc:"Of the SDK, such as v16.0"`
	SDK     string `json:"sdk,omitempty" doc:"Where the SDK is"`
	Dialog  string `json:"dialog,omitempty" doc:"Where the dialog is"`
}

type socialOutput struct {
	Body []SocialProvider
}

type beginInput struct {
	api.CommonHeaders
	BrowserInput
	Provider string `path:"provider" maxLength:"20" doc:"google, apple or facebook"`
	Body     struct {
		Page     string `json:"page" maxLength:"500" doc:"Path of the sign-in page, which finishes the sign-in"`
		ReturnTo string `json:"returnTo" maxLength:"500" doc:"Path to continue at"`
	}
}

// Begun is a sign-in at a provider that has begun.
type Begun struct {
	URL       string `json:"url,omitempty" doc:"Where the guest signs in. Empty for begin-social with Facebook: the page opens the dialog"`
	State     string `json:"state"`
	Challenge string `json:"challenge,omitempty" doc:"PKCE (S256), for the dialog"`
}

type beginOutput struct {
	SetCookie []string `header:"Set-Cookie"`
	Body      Begun
}

type socialLoginInput struct {
	api.CommonHeaders
	BrowserInput
	UserAgent string `header:"User-Agent" hidden:"true"`
	Body      struct {
		Provider string `json:"provider" enum:"google,apple,facebook"`
		Code     string `json:"code,omitempty" maxLength:"2000" doc:"Google, Apple: the one-time code of the page's URL. Facebook: of the dialog"`
		State    string `json:"state,omitempty" maxLength:"100" doc:"Of the dialog"`
		Token    string `json:"accessToken,omitempty" maxLength:"2000" doc:"Of Facebook's SDK, in place of code and state"`
		User     string `json:"userID,omitempty" maxLength:"100" doc:"Of Facebook's SDK: the user that the token is for"`
	}
}

// SocialSignIn has either a token, like other sign-ins, or the id of a sign-up that waits for its mailed code.
type SocialSignIn struct {
	Token     string    `json:"token,omitempty"`
	Expires   time.Time `json:"expires,omitzero" doc:"UTC"`
	FirstName string    `json:"firstName,omitempty"`
	SignUp    string    `json:"signUp,omitempty" doc:"The address is not verified: confirm-customer-email takes this id and the mailed code"`
	Email     string    `json:"email,omitempty" doc:"Where the code was mailed to"`
	ReturnTo  string    `json:"returnTo,omitempty" doc:"The path of begin-social"`
}

type socialLoginOutput struct {
	SetCookie []string `header:"Set-Cookie"`
	Body      SocialSignIn
}

// stateOfDialog is the prefix of the state of Facebook's dialog. The page recognises an answer of the dialog by it (specification §7).
const stateOfDialog = "facebookdirect."

// WithProviders sets the providers. Without it no provider is configured.
func (a *Auth) WithProviders(p social.Providers) *Auth {
	a.social = p
	return a
}

func (a *Auth) socialOperations() []api.Operation {
	const get, post, ok = http.MethodGet, http.MethodPost, http.StatusOK
	answer := func(id, method, summary string) huma.Operation {
		o := op(id, method, "/social/{provider}/callback", summary, http.StatusSeeOther)
		o.Parameters = []*huma.Param{{
			Name: "provider", In: "path", Required: true, Description: "google, apple or facebook", Schema: &huma.Schema{Type: huma.TypeString},
		}}
		o.Responses = map[string]*huma.Response{"303": {Description: "To the page that began, with a one-time code or an error in the fragment"}}
		return o
	}
	form := answer("finish-social-form", post, "A provider's answer as a form (Apple)")
	form.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"application/x-www-form-urlencoded": {Schema: &huma.Schema{Type: huma.TypeObject}},
	}}
	login := op("login-customer-social", post, "/login/customer/social", "Sign in with what a provider answered", ok)
	own := []problem.Code{problem.NotFound, problem.OriginRefused, problem.MediaType}
	failures := []problem.Code{problem.SocialRefused, problem.SocialUnavailable}
	return api.For(a.brand,
		api.Describe(op("list-social", get, "/social", "The providers with which guests can sign in", ok), a.listSocial),
		api.Describe(op("begin-social", post, "/social/{provider}", "Begin to sign in at a provider", ok), a.beginSocial).
			WithProblems(own, failures),
		api.Plain(answer("finish-social", get, "A provider's answer"), http.HandlerFunc(a.finishSocial)),
		api.Plain(form, http.HandlerFunc(a.finishSocial)).TakesForm(),
		api.Describe(login, a.loginSocial).
			WithProblems(own, failures, []problem.Code{problem.SocialEmailMissing, problem.SignInsLimited}),
	)
}

func (a *Auth) listSocial(context.Context, *struct{}) (*socialOutput, error) {
	out := &socialOutput{Body: []SocialProvider{}}
	for _, id := range []string{social.Google, social.Apple} {
		if a.social.OpenID[id] != nil {
			out.Body = append(out.Body, SocialProvider{ID: id})
		}
	}
	if f := a.social.Facebook; f != nil {
		out.Body = append(out.Body, SocialProvider{ID: social.Facebook, App: f.ID, Version: f.Version, SDK: f.SDK, Dialog: f.Dialog})
	}
	return out, nil
}

func (a *Auth) beginSocial(ctx context.Context, in *beginInput) (*beginOutput, error) {
	provider := a.social.Find(in.Provider)
	if provider == nil {
		return nil, problem.New(problem.NotFound)
	}
	if err := a.ours(&in.BrowserInput); err != nil {
		return nil, err
	}
	page, back := in.Body.Page, in.Body.ReturnTo
	isSignIn := strings.HasSuffix(page, "/login") || strings.HasSuffix(page, "/signup")
	if !isSignIn || !customer.LocalPath(page) || strings.ContainsAny(page, "?#") {
		return nil, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/page"))
	}
	if !customer.LocalPath(back) {
		return nil, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/returnTo"))
	}
	at := customer.Attempt{Provider: in.Provider, Page: page, ReturnTo: back, Redirect: a.callback(in.Provider)}
	state, isFacebook := "", in.Provider == social.Facebook
	if isFacebook {
		at.Redirect, state = in.Origin+page, stateOfDialog
	}
	at, err := a.accounts.BeginAttempt(ctx, at, state)
	if err != nil {
		return nil, err
	}
	out := &beginOutput{SetCookie: []string{a.setCookie(socialCookie, at.Cookie, customer.AttemptFor)}, Body: Begun{State: at.State}}
	if isFacebook {
		out.Body.Challenge = a.social.Facebook.Challenge(at)
	} else if out.Body.URL, err = provider.Begin(ctx, at); err != nil {
		return nil, socialProblem(ctx, in.Provider, err)
	}
	return out, nil
}

// callback returns the address at which a provider answers.
func (a *Auth) callback(provider string) string {
	return a.scope.Issuer + api.Main + "/auth/social/" + provider + "/callback"
}

// finishSocial takes a provider's answer to an attempt of this browser, and redirects to its page with a one-time code. The page exchanges
// the code: a navigation from another site must not sign in by itself.
func (a *Auth) finishSocial(w http.ResponseWriter, r *http.Request) {
	id := strings.Split(strings.TrimPrefix(r.URL.Path, api.Main+"/auth/social/"), "/")[0]
	p := a.social.Find(id)
	if p == nil || p.PostsForm() != (r.Method == http.MethodPost) {
		api.LogAndWriteProblem(w, r, problem.New(problem.NotFound))
		return
	}
	answer := r.URL.Query()
	if r.Method == http.MethodPost {
		if err := r.ParseForm(); err != nil {
			api.LogAndWriteProblem(w, r, problem.New(problem.Malformed).Because(err))
			return
		}
		answer = r.PostForm
	}
	at, code, err := a.takeAnswer(r, p, id, answer)
	back := url.Values{"social": {id}}
	if at.Purpose != customer.ToSignIn {
		_, part, _ := strings.Cut(at.ReturnTo, "#")
		back.Set("to", string(at.Purpose))
		back.Set("part", part)
	}
	switch {
	case err == nil:
		back.Set("code", code)
	case errors.Is(err, social.ErrCancelled):
		back.Set("error", "loginCancelled")
	default:
		p := problem.From(socialProblem(r.Context(), id, err))
		if p.Status() >= http.StatusInternalServerError {
			slog.ErrorContext(r.Context(), "social sign-in failed", "provider", id, "error", err)
		}
		back.Set("error", string(p.Code))
	}
	w.Header().Set("Location", at.Page+"#"+back.Encode())
	w.WriteHeader(http.StatusSeeOther)
}

// takeAnswer returns the attempt, and the one-time code of the arrival. If there is no attempt, it returns one with the sign-in page of the
// first market.
func (a *Auth) takeAnswer(r *http.Request, p social.Provider, id string, answer url.Values) (at customer.Attempt, code string, err error) {
	ctx := r.Context()
	at, err = a.accounts.TakeAttempt(ctx, id, answer.Get("state"), a.cookie(r.Header.Get("Cookie"), socialCookie))
	if err != nil {
		return customer.Attempt{Page: "/login"}, "", err
	}
	arrival, err := p.Finish(ctx, at, answer)
	if err != nil {
		return at, "", err
	}
	code, err = a.accounts.KeepArrival(ctx, at, arrival)
	return at, code, err
}

func (a *Auth) loginSocial(ctx context.Context, in *socialLoginInput) (*socialLoginOutput, error) {
	b := in.Body
	if a.social.Find(b.Provider) == nil {
		return nil, problem.New(problem.NotFound)
	}
	if err := a.ours(&in.BrowserInput); err != nil {
		return nil, err
	}
	arrived, err := a.arrival(ctx, in)
	if err != nil {
		return nil, socialProblem(ctx, b.Provider, err)
	}
	signed, signUp, err := a.accounts.Arrive(
		ctx, arrived.Arrival, locale.Parse(in.Language), api.Country(ctx), api.Network(ctx), a.browser(in.Cookie, in.UserAgent),
	)
	if err != nil {
		return nil, err
	}
	if signUp != "" {
		return &socialLoginOutput{Body: SocialSignIn{SignUp: signUp, Email: arrived.Email, ReturnTo: arrived.ReturnTo}}, nil
	}
	out, err := a.answer(ctx)(signed, nil)
	if err != nil {
		return nil, err
	}
	t := out.Body
	return &socialLoginOutput{
		out.SetCookie, SocialSignIn{Token: t.Token, Expires: t.Expires, FirstName: t.FirstName, ReturnTo: arrived.ReturnTo},
	}, nil
}

// arrival returns the person who signs in, from the one-time code, the code of Facebook's dialog or the SDK's token.
func (a *Auth) arrival(ctx context.Context, in *socialLoginInput) (customer.Arrived, error) {
	b, cookie := in.Body, a.cookie(in.Cookie, socialCookie)
	if b.Provider != social.Facebook {
		return a.accounts.TakeArrival(ctx, b.Provider, b.Code, cookie, customer.ToSignIn, "")
	}
	token, at := b.Token, customer.Attempt{}
	if token == "" {
		var err error
		if at, err = a.accounts.TakeAttempt(ctx, b.Provider, b.State, cookie); err != nil {
			return customer.Arrived{}, err
		}
		if at.Purpose != customer.ToSignIn {
			return customer.Arrived{}, fmt.Errorf("%w: the attempt is of another purpose", social.ErrRefused)
		}
		if token, err = a.social.Facebook.Redeem(ctx, at, b.Code); err != nil {
			return customer.Arrived{}, err
		}
	} else if b.User == "" { // the SDK names the user of each token
		return customer.Arrived{}, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/userID"))
	}
	arrival, err := a.social.Facebook.Check(ctx, at, token, b.User)
	return customer.Arrived{Arrival: arrival, ReturnTo: at.ReturnTo}, err
}

// socialProblem returns the problem of a failed sign-in, and logs why it was refused: it may be an attack, or a wrong configuration.
func socialProblem(ctx context.Context, id string, err error) error {
	switch {
	case errors.Is(err, social.ErrUnavailable):
		return problem.New(problem.SocialUnavailable, "provider", customer.ProviderName(id)).Because(err)
	case errors.Is(err, social.ErrRefused):
		err = problem.New(problem.SocialRefused).Because(err)
	}
	if problem.Is(err, problem.SocialRefused) {
		slog.WarnContext(ctx, "social sign-in refused", "provider", id, "error", err)
	}
	return err
}
