// Package auth is the auth proxy: it signs customers in and out, keeps the session cookie, and issues access tokens. No other function sees
// the cookie.
package auth

import (
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/customer"
	"ordering/shared/problem"
)

// Cookies are the names of the cookies that the operations read on https.
var Cookies = []string{"__Host-browser", "__Host-session", "__Host-social"}

// Token is an access token. The browser sends it as Authorization: Bearer.
type Token struct {
	Token     string    `json:"token"`
	Expires   time.Time `json:"expires" doc:"UTC"`
	FirstName string    `json:"firstName"`
}

type signUpInput struct {
	api.CommonHeaders
	Body struct {
		FirstName       string `json:"firstName" maxLength:"100"`
		LastName        string `json:"lastName" maxLength:"100"`
		Phone           string `json:"phone" maxLength:"40"`
		Email           string `json:"email" maxLength:"254"`
		ConfirmEmail    string `json:"confirmEmail" maxLength:"254"`
		Password        string `json:"password" maxLength:"600" doc:"8 to 128 characters; empty with passkey"`
		ConfirmPassword string `json:"confirmPassword" maxLength:"600"`
		Passkey         bool   `json:"passkey,omitempty" doc:"Without a password: the customer adds a passkey once the address is confirmed"`
		customer.Address
		ReferralCode string `json:"referralCode,omitempty" maxLength:"40"`
	}
}

type signUpOutput struct {
	Body struct {
		SignUp string `json:"signUp" doc:"The id to confirm with. It is given whether or not the address has an account; the mail says which"`
	}
}

type confirmInput struct {
	api.CommonHeaders
	UserAgent string `header:"User-Agent" hidden:"true"`
	Cookie    string `header:"Cookie" hidden:"true"`
	Body      struct {
		SignUp   string `json:"signUp" maxLength:"64"`
		Code     string `json:"code,omitempty" maxLength:"20" doc:"Of the mail; or link and password"`
		Link     string `json:"link,omitempty" maxLength:"64" doc:"The token of the mailed link"`
		Password string `json:"password,omitempty" maxLength:"600" doc:"With the link: proves that the guest who signed up opened it"`
	}
}

type resendInput struct {
	Body struct {
		SignUp string `json:"signUp" maxLength:"64"`
	}
}

type loginInput struct {
	api.CommonHeaders
	UserAgent string `header:"User-Agent" hidden:"true"`
	Cookie    string `header:"Cookie" hidden:"true"`
	Body      struct {
		Email    string `json:"email" maxLength:"254"`
		Password string `json:"password" maxLength:"600"`
	}
}

type tokenOutput struct {
	SetCookie []string `header:"Set-Cookie"`
	Body      Token
}

// BrowserInput is a call that only our own pages may make: the cookie is its only credential. It is exported for huma, which reads no
// embedded fields of another type.
type BrowserInput struct {
	Origin      string `header:"Origin" hidden:"true"`
	FetchSite   string `header:"Sec-Fetch-Site" hidden:"true"`
	ContentType string `header:"Content-Type" hidden:"true"`
	Cookie      string `header:"Cookie" hidden:"true"`
}

type cookieOutput struct {
	SetCookie []string `header:"Set-Cookie"`
}

type forgotInput struct {
	api.CommonHeaders
	Body struct {
		Email string `json:"email" maxLength:"254"`
	}
}

type setInput struct {
	Cookie string `header:"Cookie" hidden:"true"`
	Body   struct {
		Reset    string `json:"reset" maxLength:"64" doc:"Of the mailed link, as link"`
		Link     string `json:"link" maxLength:"64"`
		Password string `json:"password" maxLength:"600"`
	}
}

type passwordInput struct {
	Cookie string `header:"Cookie" hidden:"true"`
	Body   struct {
		Password string `json:"password" maxLength:"600"`
	}
}

type confirmEmailInput struct {
	Body struct {
		Code string `json:"code" maxLength:"20" doc:"Of the mail to the new address"`
	}
}

type confirmAgainInput struct {
	Body struct {
		Password string         `json:"password,omitempty" maxLength:"600" doc:"One of password, code and passkey"`
		Code     string         `json:"code,omitempty" maxLength:"20" doc:"Of the mail that send-confirmation-code sends"`
		Passkey  map[string]any `json:"passkey,omitempty" doc:"AuthenticationResponseJSON of WebAuthn"`
	}
}

// Session is a browser that is signed in.
type Session struct {
	ID      string    `json:"id"`
	Agent   string    `json:"agent" doc:"Browser and system"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
	Current bool      `json:"current" doc:"The one that asks"`
}

type sessionsOutput struct {
	Body []Session
}

type sessionInput struct {
	ID string `path:"id" maxLength:"64" doc:"all: every session, this one too"`
}

// op returns the description of a call; status is that of its answer.
func op(id, method, path, summary string, status int) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: method, Path: api.Main + "/auth" + path, Summary: summary, Tags: []string{"account"}, DefaultStatus: status,
	}
}

// Operations describes the calls of this function.
func (a *Auth) Operations() []api.Operation {
	const get, post, remove = http.MethodGet, http.MethodPost, http.MethodDelete
	const ok, accepted, empty = http.StatusOK, http.StatusAccepted, http.StatusNoContent
	limited := []problem.Code{problem.SignInsLimited}
	others := slices.Concat(a.socialOperations(), a.linkOperations(), api.For(a.brand, a.passkeyOperations()...))
	return append(others, api.For(a.brand,
		api.Describe(op("sign-up", post, "/sign-up", "Ask for an account; the code of a mail confirms it", accepted), a.signUp).
			WithProblems(limited),
		api.Describe(op("send-verification-email", post, "/verification-email", "Mail the code of a sign-up again", accepted), a.resend).
			WithProblems(limited, []problem.Code{problem.CodeExpired, problem.TooManyAttempts}),
		api.Describe(
			op("confirm-customer-email", post, "/confirm-customer-email", "Create the account of a sign-up, and sign in", ok),
			a.confirm,
		).WithProblems(limited, []problem.Code{problem.CodeWrong, problem.CodeExpired, problem.LinkExpired, problem.CredentialsWrong}),
		api.Describe(op("login-customer", post, "/login/customer", "Sign in with a password", ok), a.login).
			WithProblems(limited, []problem.Code{problem.CredentialsWrong}),
		api.Describe(op("refresh", post, "/refresh", "A new access token for the session of the cookie", ok), a.refresh).
			WithProblems([]problem.Code{problem.SessionEnded, problem.OriginRefused, problem.MediaType}),
		api.Describe(op("logout-customer", post, "/logout/customer", "End the session of the cookie", empty), a.logout).
			WithProblems([]problem.Code{problem.OriginRefused, problem.MediaType}),
		api.Describe(op("forgot-password", post, "/customer/forgot-password", "Mail a link to set a new password", accepted), a.forgot).
			WithProblems(limited),
		api.Describe(
			op("set-password", post, "/customer/set-password", "Set a new password with the mailed link; ends all sessions", empty),
			a.set,
		).WithProblems(limited, []problem.Code{problem.LinkExpired}),
		api.Describe(op("change-password", post, "/customer/change-password", "Set a new password; ends all other sessions", empty), a.change).
			RequireLevel(api.Confirmed).WithProblems(limited),
		api.Describe(
			op("confirm-email", post, "/customer/email", "Set the new address with its code, tell the old one, and unlink all providers", empty),
			a.confirmEmail,
		).RequireLevel(api.Fresh).WithProblems([]problem.Code{problem.CodeWrong, problem.CodeExpired}),
		api.Describe(op("confirm", post, "/confirm", "Prove again who you are, for operations that answer confirm-again", empty), a.confirmAgain).
			RequireLevel(api.Fresh).
			WithProblems(limited, []problem.Code{problem.PasswordWrong, problem.CodeWrong, problem.CodeExpired, problem.PasskeyRefused}),
		api.Describe(op("send-confirmation-code", post, "/confirm/code", "Mail a code to confirm with", accepted), a.mailCode).
			RequireLevel(api.Fresh).WithProblems(limited),
		api.Describe(op("list-sessions", get, "/sessions", "The browsers that are signed in", ok), a.sessions).RequireLevel(api.Fresh),
		api.Describe(op("end-session", remove, "/sessions/{id}", "Sign a browser out, or all", empty), a.end).RequireLevel(api.Fresh),
	)...)
}
