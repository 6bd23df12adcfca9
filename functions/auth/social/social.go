// Package social signs people in at Google, Apple and Facebook. It calls them, and checks what they answer.
package social

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"ordering/shared/customer"
	"ordering/shared/secret"
)

// The ids of the providers: in addresses, rows and the site.
const (
	Google   = "google"
	Apple    = "apple"
	Facebook = "facebook"
)

// Settings are the public part of the providers' configuration. A provider that is not configured does not exist for the site.
type Settings struct {
	Google   *Client `json:"google,omitempty"`
	Apple    *Client `json:"apple,omitempty"`
	Facebook *App    `json:"facebook,omitempty"`
}

// Client is the site at an OpenID provider.
type Client struct {
	ID     string `json:"clientId"`
	Issuer string `json:"issuer,omitempty"` // of a simulator; the provider's own by default
	// Of Apple: the developer's team, and the id of the key that signs the site's secrets.
	Team string `json:"team,omitempty"`
	Key  string `json:"key,omitempty"`
}

// App is the site at Facebook. The addresses are those of a simulator; Facebook's own by default.
type App struct {
	ID      string `json:"appId"`
	Version string `json:"version,omitempty"` // of the SDK and the API; v16.0 by default
	SDK     string `json:"sdk,omitempty"`     // where the SDK is: SDK/en_US/sdk.js
	Dialog  string `json:"dialog,omitempty"`  // where the dialog is: Dialog/v16.0/dialog/oauth
	Graph   string `json:"graph,omitempty"`   // the API
}

// Parse reads Settings from JSON. An empty text configures no provider.
func Parse(text string) (Settings, error) {
	var s Settings
	if text == "" {
		return s, nil
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return Settings{}, fmt.Errorf("social: read the settings: %w", err)
	}
	return s, s.Check()
}

// Check returns an error if the settings lack a field, or name the address of a simulator.
func (s Settings) Check() error {
	g, a, f := s.Google, s.Apple, s.Facebook
	switch {
	case g != nil && g.ID == "", a != nil && (a.ID == "" || a.Team == "" || a.Key == ""), f != nil && f.ID == "":
		return errors.New("social: google needs clientId, apple clientId, team and key, facebook appId")
	case g != nil && g.Issuer != "", a != nil && a.Issuer != "", f != nil && f.SDK+f.Dialog+f.Graph != "":
		return errors.New("social: issuer, sdk, dialog and graph may be set for simulators only")
	}
	return nil
}

// Provider signs a person in at pages of its own, which lead to the callback of the function auth.
type Provider interface {
	// Begin returns the address at which the guest signs in.
	Begin(ctx context.Context, at customer.Attempt) (string, error)
	// Finish returns the person of the provider's answer to the attempt. It refuses an attempt ToConfirm if the provider does not prove
	// that the person signed in there since the attempt began.
	Finish(ctx context.Context, at customer.Attempt, answer url.Values) (customer.Arrival, error)
	// PostsForm reports whether the answer is a form, not a query.
	PostsForm() bool
}

// Find returns a provider, or nil if it is not configured.
func (p Providers) Find(id string) Provider {
	if o := p.OpenID[id]; o != nil {
		return o
	}
	if id == Facebook && p.Facebook != nil {
		return p.Facebook
	}
	return nil
}

// Providers are the configured providers.
type Providers struct {
	Now      func() time.Time   // their clock
	OpenID   map[string]*OpenID // by id
	Facebook *FacebookApp       // nil if it is not configured
}

// New returns the providers of the settings. secrets is JSON with the secret of each provider by its id; for Apple it is the private key in
// PEM form. now is the time in tokens of the providers.
func New(s Settings, secrets secret.Source, now func() time.Time) Providers {
	made := Providers{Now: now, OpenID: map[string]*OpenID{}}
	if s.Google != nil {
		made.OpenID[Google] = newOpenID(Google, *s.Google, "https://accounts.google.com", keyOf(secrets, Google), now)
	}
	if s.Apple != nil {
		made.OpenID[Apple] = newOpenID(Apple, *s.Apple, "https://appleid.apple.com", appleSecret(*s.Apple, keyOf(secrets, Apple), now), now)
	}
	if s.Facebook != nil {
		made.Facebook = newFacebook(*s.Facebook, keyOf(secrets, Facebook), now)
	}
	return made
}

// keyOf returns the secret of one provider.
func keyOf(secrets secret.Source, id string) secret.Source {
	return func(ctx context.Context) (string, error) {
		text, err := secrets(ctx)
		if err != nil {
			return "", fmt.Errorf("social: read the secrets: %w", err)
		}
		var all map[string]string
		if json.Unmarshal([]byte(text), &all) != nil || all[id] == "" {
			return "", fmt.Errorf("social: the secrets are not JSON with %q", id)
		}
		return all[id], nil
	}
}

// The errors of a sign-in. Their texts contain no token and no code.
var (
	// ErrRefused means that a token or code is not for us: the sign-in must start again.
	ErrRefused = errors.New("social: the sign-in is refused")
	// ErrCancelled means that the guest did not agree.
	ErrCancelled = errors.New("social: the guest cancelled")
	// ErrUnavailable means that the provider cannot be reached.
	ErrUnavailable = errors.New("social: unavailable")
)

// cancelled returns the error of an answer with an error.
func cancelled(answer url.Values) error {
	switch reason := answer.Get("error"); reason {
	case "":
		return nil
	case "access_denied", "user_cancelled_authorize":
		return ErrCancelled
	default:
		return refused("the provider answers with the error %.40q", reason)
	}
}

func refused(format string, values ...any) error {
	return fmt.Errorf("%w: %w", ErrRefused, fmt.Errorf(format, values...))
}

// unavailable removes the address from an error of package http: it may contain a token.
func unavailable(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		err = of.Err
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// client has a timeout shorter than that of the guest's request.
func client() *http.Client { return &http.Client{Timeout: 8 * time.Second} }
