// Package assertion verifies passkeys in a function of its own, which auth invokes: the library would take auth's program over its size.
package assertion

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"ordering/shared/aws/invoke"
	"ordering/shared/customer"
)

// call is about a new passkey, or about the use of one with a credential.
type call struct {
	Ceremony   customer.Ceremony `json:"ceremony"`
	Credential json.RawMessage   `json:"credential,omitempty"`
	Answer     json.RawMessage   `json:"answer"`
}

type answer struct {
	Credential json.RawMessage `json:"credential,omitempty"`
	Refused    string          `json:"refused,omitempty"` // why the answer of the authenticator is not valid
}

// Answer returns the handler of the function. known is false for other events.
func Answer(a customer.Authenticators) func(ctx context.Context, event json.RawMessage) (result any, known bool, err error) {
	return func(ctx context.Context, event json.RawMessage) (any, bool, error) {
		var c call
		if err := json.Unmarshal(event, &c); err != nil || c.Answer == nil {
			return nil, false, nil
		}
		var got answer
		var err error
		if c.Credential == nil {
			got.Credential, err = a.Register(ctx, c.Ceremony, c.Answer)
		} else {
			got.Credential, err = a.Verify(ctx, c.Ceremony, c.Credential, c.Answer)
		}
		if errors.Is(err, customer.ErrPasskeyRefused) {
			got.Refused, err = err.Error(), nil
		}
		return got, true, err
	}
}

// Remote verifies by invoking the function with this name.
func Remote(name string, getenv func(string) string, now func() time.Time) customer.Authenticators {
	return remote{invoke.New(name, 8*time.Second, getenv, now)}
}

type remote struct{ function invoke.Function }

func (r remote) Register(ctx context.Context, c customer.Ceremony, sent json.RawMessage) (json.RawMessage, error) {
	return r.call(ctx, call{Ceremony: c, Answer: sent})
}

func (r remote) Verify(ctx context.Context, c customer.Ceremony, credential, sent json.RawMessage) (json.RawMessage, error) {
	return r.call(ctx, call{c, credential, sent})
}

func (r remote) call(ctx context.Context, c call) (json.RawMessage, error) {
	var got answer
	err := r.function.Call(ctx, c, &got)
	switch {
	case err != nil:
		return nil, err
	case got.Refused != "":
		return nil, errors.Join(customer.ErrPasskeyRefused, errors.New(got.Refused))
	case got.Credential == nil:
		return nil, errors.New("assertion: no credential in the answer")
	}
	return got.Credential, nil
}
