package social

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/oauth2"

	"ordering/shared/customer"
	"ordering/shared/secret"
)

// FacebookApp is the site as an app of Facebook. Facebook is not an OpenID provider: a token counts only after Facebook has confirmed that
// it belongs to this app and this person.
type FacebookApp struct {
	App
	secret secret.Source
	now    func() time.Time
	http   *http.Client
}

func newFacebook(a App, key secret.Source, now func() time.Time) *FacebookApp {
	a.Version, a.SDK = cmp.Or(a.Version, "v16.0"), cmp.Or(a.SDK, "https://connect.facebook.net")
	a.Dialog, a.Graph = cmp.Or(a.Dialog, "https://www.facebook.com"), cmp.Or(a.Graph, "https://graph.facebook.com")
	return &FacebookApp{App: a, secret: key, now: now, http: client()}
}

// Challenge returns the PKCE challenge of an attempt.
func (*FacebookApp) Challenge(at customer.Attempt) string {
	return oauth2.S256ChallengeFromVerifier(at.Verifier)
}

// PostsForm implements Provider.
func (*FacebookApp) PostsForm() bool { return false }

// Begin implements Provider.
func (f *FacebookApp) Begin(_ context.Context, at customer.Attempt) (string, error) {
	q := url.Values{
		"client_id": {f.ID}, "redirect_uri": {at.Redirect}, "state": {at.State}, "response_type": {"code"}, "scope": {"public_profile"},
		"code_challenge": {f.Challenge(at)}, "code_challenge_method": {"S256"},
	}
	if at.Purpose == customer.ToConfirm {
		q.Set("auth_type", reauthenticate)
		q.Set("auth_nonce", at.Nonce)
	}
	return f.Dialog + "/" + f.Version + "/dialog/oauth?" + q.Encode(), nil
}

// reauthenticate is the type of a dialog that asks for the password again.
const reauthenticate = "reauthenticate"

// Finish implements Provider.
func (f *FacebookApp) Finish(ctx context.Context, at customer.Attempt, answer url.Values) (customer.Arrival, error) {
	if err := cancelled(answer); err != nil {
		return customer.Arrival{}, err
	}
	token, err := f.Redeem(ctx, at, answer.Get("code"))
	if err != nil {
		return customer.Arrival{}, err
	}
	return f.Check(ctx, at, token, "")
}

// Redeem exchanges the code of the dialog for a token.
func (f *FacebookApp) Redeem(ctx context.Context, at customer.Attempt, code string) (token string, err error) {
	key, err := f.secret(ctx)
	if err != nil {
		return "", err
	}
	var got struct {
		Token string `json:"access_token"`
	}
	err = f.call(ctx, "/oauth/access_token", url.Values{
		"client_id": {f.ID}, "client_secret": {key}, "redirect_uri": {at.Redirect}, "code": {code}, "code_verifier": {at.Verifier},
	}, &got)
	if err == nil && got.Token == "" {
		err = refused("there is no token")
	}
	return got.Token, err
}

// Check returns the person of a token. The token must be valid, of this app, of a person, and if user is given of that user. To confirm, it
// must be of a dialog of this attempt that asked for the password again. The address is never verified: Facebook does not say whether its
// owner has confirmed it.
func (f *FacebookApp) Check(ctx context.Context, at customer.Attempt, token, user string) (customer.Arrival, error) {
	key, err := f.secret(ctx)
	if err != nil {
		return customer.Arrival{}, err
	}
	var about struct {
		Data struct {
			App     string `json:"app_id"`
			User    string `json:"user_id"`
			Type    string `json:"type"`
			Valid   bool   `json:"is_valid"`
			Expires int64  `json:"expires_at"` // seconds; 0: never
			Issued  int64  `json:"issued_at"`  // seconds
			Dialog  struct {
				Type  string `json:"auth_type"`
				Nonce string `json:"auth_nonce"`
			} `json:"metadata"`
		} `json:"data"`
	}
	if err := f.call(ctx, "/debug_token", url.Values{"input_token": {token}, "access_token": {f.ID + "|" + key}}, &about); err != nil {
		return customer.Arrival{}, err
	}
	switch d := about.Data; {
	case !d.Valid:
		return customer.Arrival{}, refused("the token is not valid")
	case d.App != f.ID:
		return customer.Arrival{}, refused("the token is of another app")
	case d.Type != "" && d.Type != "USER", d.User == "":
		return customer.Arrival{}, refused("the token is of no person")
	case user != "" && d.User != user:
		return customer.Arrival{}, refused("the token is of another person")
	case d.Expires != 0 && !f.now().Before(time.Unix(d.Expires, 0)):
		return customer.Arrival{}, refused("the token has expired")
	case at.Purpose == customer.ToConfirm &&
		(d.Dialog.Type != reauthenticate || d.Dialog.Nonce != at.Nonce || !at.IsAfter(time.Unix(d.Issued, 0))):
		return customer.Arrival{}, refused("the person did not sign in again")
	}
	proof := hmac.New(sha256.New, []byte(key))
	proof.Write([]byte(token))
	var me struct {
		ID        string `json:"id"`
		Email     string `json:"email"`
		FirstName string `json:"first_name"`
		LastName  string `json:"last_name"`
	}
	err = f.call(ctx, "/me", url.Values{
		"fields": {"id,first_name,last_name,email"}, "access_token": {token}, "appsecret_proof": {hex.EncodeToString(proof.Sum(nil))},
	}, &me)
	if err != nil {
		return customer.Arrival{}, err
	}
	if me.ID != about.Data.User {
		return customer.Arrival{}, refused("the profile is of another person")
	}
	return customer.Arrival{Provider: Facebook, Subject: me.ID, Email: me.Email, FirstName: me.FirstName, LastName: me.LastName}, nil
}

// call asks the Graph API.
func (f *FacebookApp) call(ctx context.Context, path string, query url.Values, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, f.Graph+"/"+f.Version+path+"?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	response, err := f.http.Do(request)
	if err != nil {
		return unavailable(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<16))
	switch {
	case err != nil:
		return unavailable(err)
	case response.StatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("%w: the Graph API answers %s with %d", ErrUnavailable, path, response.StatusCode)
	case response.StatusCode != http.StatusOK:
		return refused("the Graph API answers %s with %d", path, response.StatusCode)
	}
	if err := json.Unmarshal(body, into); err != nil {
		return refused("the Graph API answers %s with other text than JSON", path)
	}
	return nil
}
