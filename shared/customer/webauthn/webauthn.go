// Package webauthn verifies the answers of authenticators with github.com/go-webauthn/webauthn.
package webauthn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
	"github.com/go-webauthn/webauthn/webauthn"

	"ordering/shared/customer"
)

// Authenticators implements customer.Authenticators.
type Authenticators struct{}

// Register implements customer.Authenticators. Any authenticator is accepted: no attestation is asked for.
func (Authenticators) Register(_ context.Context, c customer.Ceremony, answer json.RawMessage) (json.RawMessage, error) {
	party, session, err := begin(c)
	if err != nil {
		return nil, err
	}
	session.UserID = user{id: c.Customer}.WebAuthnID()
	for _, a := range customer.PasskeyAlgorithms {
		session.CredParams = append(session.CredParams, protocol.CredentialParameter{
			Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.COSEAlgorithmIdentifier(a),
		})
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return nil, refused(err)
	}
	made, err := party.CreateCredential(user{id: c.Customer}, session, parsed)
	if err != nil {
		return nil, refused(err)
	}
	made.Attestation = webauthn.CredentialAttestation{}
	return json.Marshal(made)
}

// Verify implements customer.Authenticators.
func (Authenticators) Verify(_ context.Context, c customer.Ceremony, credential, answer json.RawMessage) (json.RawMessage, error) {
	party, session, err := begin(c)
	if err != nil {
		return nil, err
	}
	var stored webauthn.Credential
	if err := json.Unmarshal(credential, &stored); err != nil {
		return nil, fmt.Errorf("webauthn: read a credential: %w", err)
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return nil, refused(err)
	}
	owner := func(_, _ []byte) (webauthn.User, error) { return user{c.Customer, []webauthn.Credential{stored}}, nil }
	_, used, err := party.ValidatePasskeyLogin(owner, session, parsed)
	if err != nil {
		return nil, refused(err)
	}
	if used.Authenticator.CloneWarning {
		return nil, refused(errors.New("its counter did not grow"))
	}
	return json.Marshal(used)
}

// begin returns the library's state of a ceremony, as if it had made the challenge.
func begin(c customer.Ceremony) (*webauthn.WebAuthn, webauthn.SessionData, error) {
	party, err := webauthn.New(&webauthn.Config{RPID: c.Site.ID, RPDisplayName: c.Site.ID, RPOrigins: c.Origins})
	if err != nil {
		return nil, webauthn.SessionData{}, fmt.Errorf("webauthn: site %q: %w", c.Site.ID, err)
	}
	return party, webauthn.SessionData{
		Challenge: c.Challenge, RelyingPartyID: c.Site.ID, UserVerification: protocol.VerificationRequired,
	}, nil
}

// refused joins an error of the library with customer.ErrPasskeyRefused.
func refused(err error) error {
	var theirs *protocol.Error
	if errors.As(err, &theirs) {
		err = fmt.Errorf("%s: %s", theirs.Details, theirs.DevInfo)
	}
	return fmt.Errorf("%w: %w", customer.ErrPasskeyRefused, err)
}

// user implements webauthn.User. The customer's id is the user handle.
type user struct {
	id          string
	credentials []webauthn.Credential
}

func (u user) WebAuthnID() []byte                         { return []byte(u.id) }
func (u user) WebAuthnName() string                       { return "" }
func (u user) WebAuthnDisplayName() string                { return "" }
func (u user) WebAuthnCredentials() []webauthn.Credential { return u.credentials }
