package auth

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"ordering/functions/api"
	"ordering/shared/customer"
	"ordering/shared/problem"
)

// CreationOptions are what a browser needs to create a passkey (PublicKeyCredentialCreationOptionsJSON of WebAuthn).
type CreationOptions struct {
	Challenge   string                `json:"challenge"`
	RP          relyingParty          `json:"rp"`
	User        passkeyUser           `json:"user"`
	Parameters  []passkeyAlgorithm    `json:"pubKeyCredParams"`
	Timeout     int                   `json:"timeout" doc:"Milliseconds"`
	Exclude     []passkeyDescriptor   `json:"excludeCredentials" doc:"The passkeys that the customer has"`
	Selection   authenticatorSelector `json:"authenticatorSelection"`
	Attestation string                `json:"attestation" enum:"none"`
}

type relyingParty struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type passkeyUser struct {
	ID          string `json:"id" doc:"In base64url"`
	Name        string `json:"name" doc:"What the browser lists the passkey under"`
	DisplayName string `json:"displayName"`
}

type passkeyAlgorithm struct {
	Type string `json:"type" enum:"public-key"`
	Alg  int    `json:"alg"`
}

type passkeyDescriptor struct {
	ID   string `json:"id"`
	Type string `json:"type" enum:"public-key"`
}

type authenticatorSelector struct {
	ResidentKey        string `json:"residentKey" enum:"required"`
	RequireResidentKey bool   `json:"requireResidentKey"`
	UserVerification   string `json:"userVerification" enum:"required"`
}

// RequestOptions are what a browser needs to use any passkey of the site (PublicKeyCredentialRequestOptionsJSON of WebAuthn).
type RequestOptions struct {
	Challenge        string `json:"challenge"`
	RPID             string `json:"rpId"`
	Timeout          int    `json:"timeout" doc:"Milliseconds"`
	UserVerification string `json:"userVerification" enum:"required"`
}

// Passkey is one of the customer's passkeys.
type Passkey struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Created time.Time  `json:"created"`
	Used    *time.Time `json:"used,omitempty" doc:"The last time"`
}

type creationOutput struct{ Body CreationOptions }

type requestOutput struct{ Body RequestOptions }

type passkeyOutput struct{ Body Passkey }

type passkeysOutput struct{ Body []Passkey }

type addPasskeyInput struct {
	UserAgent string `header:"User-Agent" hidden:"true"`
	Body      struct {
		Name   string         `json:"name,omitempty" maxLength:"60" doc:"Without it the browser and system"`
		Answer map[string]any `json:"answer" doc:"RegistrationResponseJSON of WebAuthn"`
	}
}

type passkeyInput struct {
	ID string `path:"id" maxLength:"1400" doc:"Of the passkey"`
}

type renamePasskeyInput struct {
	ID   string `path:"id" maxLength:"1400" doc:"Of the passkey"`
	Body struct {
		Name string `json:"name" minLength:"1" maxLength:"60"`
	}
}

type passkeyLoginInput struct {
	UserAgent string `header:"User-Agent" hidden:"true"`
	Cookie    string `header:"Cookie" hidden:"true"`
	Body      struct {
		Answer map[string]any `json:"answer" doc:"AuthenticationResponseJSON of WebAuthn"`
	}
}

// WithPasskeys sets what verifies passkeys.
func (a *Auth) WithPasskeys(v customer.Authenticators) *Auth {
	_, host, _ := strings.Cut(a.origins[0], "://")
	host, _, _ = strings.Cut(host, ":")
	a.accounts.Authenticators, a.accounts.Site = v, customer.Site{ID: host, Origins: a.origins}
	return a
}

// passkeyOperations describes the calls about passkeys. The challenges of a sign-in need no right: they only prove that an answer is new.
func (a *Auth) passkeyOperations() []api.Operation {
	const post, ok, created, empty = http.MethodPost, http.StatusOK, http.StatusCreated, http.StatusNoContent
	refused := []problem.Code{problem.PasskeyRefused}
	return []api.Operation{
		api.Describe(op("passkey-login-options", post, "/login/customer/passkey/options", "Begin to sign in with a passkey", ok), a.loginOptions),
		api.Describe(op("login-customer-passkey", post, "/login/customer/passkey", "Sign in with a passkey", ok), a.loginPasskey).
			WithProblems(refused),
		api.Describe(op("passkey-confirm-options", post, "/confirm/options", "Begin to confirm with a passkey", ok), a.confirmOptions).
			RequireLevel(api.Fresh),
		api.Describe(op("passkey-options", post, "/passkey/options", "Begin to create a passkey", ok), a.creationOptions).
			RequireLevel(api.Confirmed).WithProblems([]problem.Code{problem.PasskeysFull}),
		api.Describe(op("add-passkey", post, "/passkeys", "Add the passkey that the browser created", created), a.addPasskey).
			RequireLevel(api.Fresh).WithProblems(refused, []problem.Code{problem.PasskeysFull}),
		api.Describe(op("list-passkeys", http.MethodGet, "/passkeys", "The passkeys, the newest first", ok), a.passkeys).
			RequireLevel(api.Fresh),
		api.Describe(op("rename-passkey", http.MethodPatch, "/passkeys/{id}", "Rename a passkey", empty), a.renamePasskey).
			RequireLevel(api.Fresh),
		api.Describe(op("remove-passkey", http.MethodDelete, "/passkeys/{id}", "Remove a passkey", empty), a.removePasskey).
			RequireLevel(api.Confirmed),
	}
}

// passkeyTimeout is what browsers get: a minute less than challenges are valid.
const passkeyTimeout = int(4 * time.Minute / time.Millisecond)

const publicKey, required = "public-key", "required"

func (a *Auth) creationOptions(ctx context.Context, _ *struct{}) (*creationOutput, error) {
	p, _ := api.PrincipalOf(ctx)
	r, err := a.accounts.BeginPasskey(ctx, p.CustomerID, p.SessionID)
	if err != nil {
		return nil, err
	}
	options := CreationOptions{
		Challenge: r.Challenge, RP: relyingParty{a.accounts.Site.ID, a.brand.Title}, Timeout: passkeyTimeout, Attestation: "none",
		User: passkeyUser{
			base64.RawURLEncoding.EncodeToString([]byte(p.CustomerID)), r.Customer.Email, r.Customer.FirstName + " " + r.Customer.LastName,
		},
		Selection: authenticatorSelector{required, true, required}, Exclude: []passkeyDescriptor{},
	}
	for _, alg := range customer.PasskeyAlgorithms {
		options.Parameters = append(options.Parameters, passkeyAlgorithm{publicKey, alg})
	}
	for _, id := range r.Has {
		options.Exclude = append(options.Exclude, passkeyDescriptor{id, publicKey})
	}
	return &creationOutput{options}, nil
}

func (a *Auth) addPasskey(ctx context.Context, in *addPasskeyInput) (*passkeyOutput, error) {
	p, _ := api.PrincipalOf(ctx)
	name := cmp.Or(strings.TrimSpace(in.Body.Name), agentOf(in.UserAgent))
	added, err := a.accounts.AddPasskey(ctx, p.CustomerID, p.SessionID, name, answerOf(in.Body.Answer))
	if err != nil {
		return nil, err
	}
	return &passkeyOutput{viewOf(added)}, nil
}

func (a *Auth) passkeys(ctx context.Context, _ *struct{}) (*passkeysOutput, error) {
	p, _ := api.PrincipalOf(ctx)
	all, err := a.accounts.ListPasskeys(ctx, p.CustomerID)
	if err != nil {
		return nil, err
	}
	out := &passkeysOutput{Body: make([]Passkey, len(all))}
	for i, one := range all {
		out.Body[i] = viewOf(one)
	}
	return out, nil
}

func viewOf(p customer.Passkey) Passkey {
	view := Passkey{ID: p.ID, Name: p.Name, Created: p.Created}
	if !p.Used.IsZero() {
		view.Used = &p.Used
	}
	return view
}

func (a *Auth) renamePasskey(ctx context.Context, in *renamePasskeyInput) (*struct{}, error) {
	p, _ := api.PrincipalOf(ctx)
	return nil, a.accounts.RenamePasskey(ctx, p.CustomerID, in.ID, in.Body.Name)
}

func (a *Auth) removePasskey(ctx context.Context, in *passkeyInput) (*struct{}, error) {
	p, _ := api.PrincipalOf(ctx)
	return nil, a.accounts.RemovePasskey(ctx, p.CustomerID, in.ID)
}

func (a *Auth) loginOptions(ctx context.Context, _ *struct{}) (*requestOutput, error) {
	return a.requestOptions(ctx, "")
}

func (a *Auth) confirmOptions(ctx context.Context, _ *struct{}) (*requestOutput, error) {
	p, _ := api.PrincipalOf(ctx)
	return a.requestOptions(ctx, p.SessionID)
}

func (a *Auth) requestOptions(ctx context.Context, session string) (*requestOutput, error) {
	challenge, err := a.accounts.PasskeyChallenge(ctx, session)
	if err != nil {
		return nil, err
	}
	return &requestOutput{RequestOptions{challenge, a.accounts.Site.ID, passkeyTimeout, required}}, nil
}

func (a *Auth) loginPasskey(ctx context.Context, in *passkeyLoginInput) (*tokenOutput, error) {
	return a.answer(ctx)(a.accounts.SignInWithPasskey(ctx, answerOf(in.Body.Answer), a.browser(in.Cookie, in.UserAgent)))
}

// answerOf returns the JSON of an authenticator's answer.
func answerOf(sent map[string]any) json.RawMessage {
	raw, err := json.Marshal(sent)
	if err != nil {
		panic(err) // it was JSON
	}
	return raw
}
