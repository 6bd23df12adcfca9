package auth

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"ordering/functions/api"
	"ordering/functions/api/identity"
	"ordering/functions/auth/social"
	"ordering/shared/brand"
	"ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/problem"
	"ordering/shared/schedule"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/telemetry"
	"ordering/shared/token"
)

// Auth serves the operations.
type Auth struct {
	brand    brand.Brand
	scope    token.Scope
	origins  []string // of our own pages; the first is the site's address
	accounts *customer.Accounts
	keys     *token.Keys
	social   social.Providers
	now      func() time.Time
}

// Secrets are the function's secrets and the keeper of the guest secret.
type Secrets struct {
	Session secret.Source // derives the secrets of sessions, and encrypts the keys of tokens
	Codes   secret.Source // derives mailed codes and links
	Guests  guest.Keeper
}

// New returns the function. common reports common passwords. origins are the addresses of our own pages, as schemes and hosts; the first is
// the site's.
func New(
	t table.Table, b brand.Brand, s Secrets, h customer.Hasher, common func(string) bool, now func() time.Time, origins ...string,
) *Auth {
	sessions := customer.NewSessions(t, s.Session, now)
	return &Auth{
		brand: b, origins: origins, scope: identity.Scope(b, origins[0]), keys: token.NewKeys(t, s.Session, now), now: now,
		accounts: &customer.Accounts{
			Table: t, Guests: s.Guests, Codes: customer.Codes(s.Codes), Hasher: h, Sessions: sessions, Common: common,
			Brand: []string{b.FolderPath, strings.ReplaceAll(b.ShortTitle, " ", "")}, Now: now,
		},
	}
}

// Schedules lists the jobs.
var Schedules = []schedule.Schedule{{Job: rotate, Every: 24 * time.Hour}}

const rotate = "rotate-keys"

// Jobs returns the handlers of the schedules, and replace-keys, which an operator calls after a leak (docs/runbook.md).
func (a *Auth) Jobs() schedule.Jobs {
	return schedule.Jobs{
		rotate:         a.keys.Rotate,
		"replace-keys": a.keys.Replace,
	}
}

func (a *Auth) signUp(ctx context.Context, in *signUpInput) (*signUpOutput, error) {
	b := in.Body
	form, found := a.accounts.Check(customer.SignUpForm{
		Contact:    guest.Contact{FirstName: b.FirstName, LastName: b.LastName, Email: b.Email, Phone: b.Phone},
		EmailAgain: b.ConfirmEmail, Password: b.Password, PasswordAgain: b.ConfirmPassword, Passkey: b.Passkey,
		Address: b.Address, Referral: b.ReferralCode,
	})
	if len(found) > 0 {
		return nil, problem.New(problem.Invalid).With(found...)
	}
	known, err := a.accounts.KnowsReferral(ctx, form)
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, problem.New(problem.Invalid).With(problem.Finding(problem.ReferralUnknown, "/referralCode"))
	}
	id, err := a.accounts.SignUp(ctx, form, locale.Parse(in.Language), api.Country(ctx), api.Network(ctx))
	if err != nil {
		return nil, err
	}
	out := new(signUpOutput)
	out.Body.SignUp = id
	return out, nil
}

func (a *Auth) resend(ctx context.Context, in *resendInput) (*struct{}, error) {
	return nil, a.accounts.Resend(ctx, in.Body.SignUp)
}

func (a *Auth) confirm(ctx context.Context, in *confirmInput) (*tokenOutput, error) {
	b, from := in.Body, a.browser(in.Cookie, in.UserAgent)
	if b.Link != "" {
		return a.answer(ctx)(a.accounts.ConfirmLink(ctx, b.SignUp, b.Link, b.Password, from))
	}
	return a.answer(ctx)(a.accounts.ConfirmCode(ctx, b.SignUp, b.Code, from))
}

func (a *Auth) login(ctx context.Context, in *loginInput) (*tokenOutput, error) {
	var found []problem.Detail
	if strings.TrimSpace(in.Body.Email) == "" {
		found = append(found, problem.Finding(problem.EmailRequired, "/email"))
	}
	if in.Body.Password == "" {
		found = append(found, problem.Finding(problem.PasswordRequired, "/password"))
	}
	if len(found) > 0 {
		return nil, problem.New(problem.Invalid).With(found...)
	}
	signed, err := a.accounts.SignIn(ctx, in.Body.Email, in.Body.Password, api.Network(ctx), a.browser(in.Cookie, in.UserAgent))
	if problem.Is(err, problem.CredentialsWrong) {
		telemetry.Count(ctx, telemetry.SignInsFailed)
	}
	return a.answer(ctx)(signed, err)
}

// answer returns a function that turns the result of a sign-in into an answer with a token and the session's cookie.
func (a *Auth) answer(ctx context.Context) func(customer.SignedIn, error) (*tokenOutput, error) {
	return func(in customer.SignedIn, err error) (*tokenOutput, error) {
		if err != nil {
			return nil, err
		}
		out, err := a.issue(ctx, in.Session, in.Customer.FirstName, in.Cookie)
		if err == nil {
			out.SetCookie = append(out.SetCookie, a.setCookie(browserCookie, in.Browser, customer.BrowserFor))
		}
		return out, err
	}
}

func (a *Auth) issue(ctx context.Context, s customer.Session, firstName, cookie string) (*tokenOutput, error) {
	signed, expires, err := a.keys.Issue(ctx, a.scope, token.Claims{Customer: s.Customer, Session: s.ID, FirstName: firstName})
	if err != nil {
		return nil, err
	}
	set := a.setCookie(sessionCookie, cookie, s.Expires().Sub(a.now()))
	return &tokenOutput{SetCookie: []string{set}, Body: Token{signed, expires, firstName}}, nil
}

func (a *Auth) refresh(ctx context.Context, in *BrowserInput) (*tokenOutput, error) {
	if err := a.ours(in); err != nil {
		return nil, err
	}
	s, next, err := a.accounts.Sessions.Refresh(ctx, a.cookie(in.Cookie, sessionCookie), func(s customer.Session) []table.Op {
		return []table.Op{customer.Mail(customer.MailSessionStolen, s.ID, int(s.Generation), a.now())}
	})
	if errors.Is(err, customer.ErrSessionStolen) {
		telemetry.Count(ctx, telemetry.SessionsReused)
	}
	if err != nil {
		return nil, err
	}
	return a.issue(ctx, s, s.FirstName, next)
}

func (a *Auth) logout(ctx context.Context, in *BrowserInput) (*cookieOutput, error) {
	if err := a.ours(in); err != nil {
		return nil, err
	}
	if err := a.accounts.Sessions.End(ctx, a.cookie(in.Cookie, sessionCookie)); err != nil {
		return nil, err
	}
	return &cookieOutput{[]string{a.setCookie(sessionCookie, "", 0)}}, nil
}

func (a *Auth) forgot(ctx context.Context, in *forgotInput) (*struct{}, error) {
	if strings.TrimSpace(in.Body.Email) == "" {
		return nil, problem.New(problem.Invalid).With(problem.Finding(problem.EmailRequired, "/email"))
	}
	return nil, a.accounts.Forgot(ctx, in.Body.Email, locale.Parse(in.Language), api.Country(ctx), api.Network(ctx))
}

func (a *Auth) set(ctx context.Context, in *setInput) (*cookieOutput, error) {
	b := in.Body
	return a.mark(a.accounts.SetPassword(ctx, b.Reset, b.Link, b.Password, a.cookie(in.Cookie, browserCookie)))
}

func (a *Auth) change(ctx context.Context, in *passwordInput) (*cookieOutput, error) {
	p, _ := api.PrincipalOf(ctx)
	marks := a.cookie(in.Cookie, browserCookie)
	return a.mark(a.accounts.ChangePassword(ctx, p.CustomerID, p.SessionID, in.Body.Password, marks))
}

// mark answers a new password with the browser's new marks.
func (a *Auth) mark(marks string, err error) (*cookieOutput, error) {
	if err != nil {
		return nil, err
	}
	return &cookieOutput{[]string{a.setCookie(browserCookie, marks, customer.BrowserFor)}}, nil
}

func (a *Auth) confirmEmail(ctx context.Context, in *confirmEmailInput) (*struct{}, error) {
	p, _ := api.PrincipalOf(ctx)
	_, err := a.accounts.ConfirmEmail(ctx, p.CustomerID, p.SessionID, in.Body.Code)
	return nil, err
}

func (a *Auth) confirmAgain(ctx context.Context, in *confirmAgainInput) (*struct{}, error) {
	p, _ := api.PrincipalOf(ctx)
	if in.Body.Passkey != nil {
		return nil, a.accounts.ConfirmPasskey(ctx, p.CustomerID, p.SessionID, answerOf(in.Body.Passkey))
	}
	if in.Body.Code != "" {
		return nil, a.accounts.ConfirmMailedCode(ctx, p.CustomerID, p.SessionID, in.Body.Code)
	}
	return nil, a.accounts.ConfirmPassword(ctx, p.CustomerID, p.SessionID, in.Body.Password)
}

func (a *Auth) mailCode(ctx context.Context, _ *struct{}) (*struct{}, error) {
	p, _ := api.PrincipalOf(ctx)
	return nil, a.accounts.MailCode(ctx, p.CustomerID, p.SessionID)
}

func (a *Auth) sessions(ctx context.Context, _ *struct{}) (*sessionsOutput, error) {
	p, _ := api.PrincipalOf(ctx)
	all, err := a.accounts.Sessions.List(ctx, p.CustomerID)
	if err != nil {
		return nil, err
	}
	out := &sessionsOutput{Body: make([]Session, len(all))}
	for i, s := range all {
		out.Body[i] = Session{s.ID, s.Agent, s.Created, s.Seen, s.ID == p.SessionID}
	}
	return out, nil
}

func (a *Auth) end(ctx context.Context, in *sessionInput) (*struct{}, error) {
	p, _ := api.PrincipalOf(ctx)
	if in.ID == "all" {
		return nil, a.accounts.Sessions.EndAll(ctx, p.CustomerID)
	}
	err := a.accounts.Sessions.EndOne(ctx, p.CustomerID, in.ID)
	if errors.Is(err, customer.ErrSessionEnded) {
		return nil, problem.New(problem.NotFound)
	}
	return nil, err
}

// ours returns problem.OriginRefused for a call that a page of another site may have made: browsers may send the cookie with it (fault 31).
func (a *Auth) ours(in *BrowserInput) error {
	switch {
	case in.ContentType != "application/json":
		return problem.New(problem.MediaType)
	case !slices.Contains(a.origins, in.Origin), in.FetchSite != "" && in.FetchSite != "same-origin":
		return problem.New(problem.OriginRefused)
	}
	return nil
}

// Names of the cookies. A sign-out deletes the session cookie; the browser cookie (its marks, see package customer) stays. The cookie of an
// attempt at a provider ties it to its browser.
const (
	sessionCookie = "session"
	browserCookie = "browser"
	socialCookie  = "social"
)

// cookieName has the prefix __Host- on https. The prefix requires Secure, which browsers refuse on plain http.
func (a *Auth) cookieName(name string) string {
	if a.secure() {
		return "__Host-" + name
	}
	return name
}

func (a *Auth) secure() bool { return strings.HasPrefix(a.scope.Issuer, "https:") }

// setCookie returns the Set-Cookie header of a cookie. An empty value deletes the cookie. Apple's form comes from a page of Apple, with
// which browsers send only cookies of SameSite=None, which need https.
func (a *Auth) setCookie(name, value string, keep time.Duration) string {
	c := &http.Cookie{
		Name: a.cookieName(name), Value: value, Path: "/", MaxAge: int(keep.Seconds()),
		HttpOnly: true, Secure: a.secure(), SameSite: http.SameSiteLaxMode,
	}
	if name == socialCookie && a.secure() {
		c.SameSite = http.SameSiteNoneMode
	}
	if value == "" {
		c.MaxAge = -1
	}
	return c.String()
}

// cookie returns the value of a cookie of ours in a Cookie header, or "". Malformed cookies of others do not matter.
func (a *Auth) cookie(header, name string) string {
	r := http.Request{Header: http.Header{"Cookie": {header}}}
	if c, err := r.Cookie(a.cookieName(name)); err == nil {
		return c.Value
	}
	return ""
}

// browser returns the browser of a request, from its headers Cookie and User-Agent.
func (a *Auth) browser(cookies, userAgent string) customer.Browser {
	return customer.Browser{
		Agent: agentOf(userAgent), Session: a.cookie(cookies, sessionCookie), Marks: a.cookie(cookies, browserCookie),
	}
}
