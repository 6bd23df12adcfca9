package guard

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"ordering/shared/problem"
)

// Principal is the customer who makes a request, and the session of the token.
type Principal struct {
	CustomerID, SessionID string
	// Confirmed reports whether the customer proved who they are in the last five minutes. It is set for operations of level Fresh or above.
	// Operations that need the proof in some cases only check it and answer problem.ConfirmAgain.
	Confirmed bool
}

type principalKey struct{}

// PrincipalOf returns the customer who makes the request. It returns false for a guest.
func PrincipalOf(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(principalKey{}).(Principal)
	return p, ok
}

// Level is what an operation requires of its caller. The OpenAPI document, the rights of the manifest and the authorisation test read it.
type Level int

// The levels. Each of the first four includes those before it.
const (
	Guest     Level = iota // no token is needed
	SignedIn               // a valid token; the table is not read
	Fresh                  // a session that has not ended, read from the table: for money and personal data
	Confirmed              // a Fresh session that signed in or confirmed in the last five minutes: for e-mail, passwords, export and deletion
	System                 // not a customer but a system that signs its calls, see Operation.Admit; tokens are ignored
)

func (l Level) String() string {
	return [...]string{"guest", "signed-in", "fresh", "confirmed", "system"}[l]
}

// problems lists the problems of callers without the level. A guest may read with an expired token.
func (l Level) problems(changes bool) []problem.Code {
	codes := []problem.Code{problem.TokenInvalid, problem.TokenExpired, problem.SignInNeeded, problem.SessionEnded, problem.ConfirmAgain}
	switch {
	case l == System:
		return nil
	case l == Guest && !changes:
		return codes[:1]
	}
	return codes[:l+2]
}

// Identity verifies the tokens of customers. Its errors never contain a token. An error that is no problem is a fault of the system.
type Identity interface {
	// Verify returns the customer of a token, problem.TokenExpired if the token has only expired, or problem.TokenInvalid.
	Verify(ctx context.Context, token string) (Principal, error)
	// Live returns problem.SessionEnded if the customer's session has ended, and whether the customer confirmed it in the last minutes.
	Live(ctx context.Context, p Principal) (confirmed bool, err error)
}

// authenticate returns the request with its Principal, or the problem of a caller without the operation's level. A guest may read with an
// expired token: the answer then has the header Token-Expired. Without an identity no token was ever issued, and all callers are guests.
func (g guard) authenticate(w http.ResponseWriter, r *http.Request, op Operation) (*http.Request, error) {
	if op.Level == System {
		return r, nil
	}
	sent := r.Header.Values("Authorization")
	if g.identity == nil || len(sent) == 0 {
		if op.Level > Guest {
			return nil, problem.New(problem.SignInNeeded)
		}
		return r, nil
	}
	token, ok := bearer(sent)
	if !ok {
		return nil, problem.New(problem.TokenInvalid)
	}
	p, err := g.identity.Verify(r.Context(), token)
	switch {
	case problem.Is(err, problem.TokenExpired) && op.Level == Guest && !op.Changes():
		w.Header().Set("Token-Expired", "true")
		return r, nil
	case err != nil:
		return nil, fmt.Errorf("verify a token: %w", err)
	}
	if op.ReadsSession() {
		p.Confirmed, err = g.identity.Live(r.Context(), p)
		switch {
		case err != nil:
			return nil, fmt.Errorf("read a session: %w", err)
		case op.Level >= Confirmed && !p.Confirmed:
			return nil, problem.New(problem.ConfirmAgain)
		}
	}
	return r.WithContext(context.WithValue(r.Context(), principalKey{}, p)), nil
}

// maxToken is the limit in bytes, several times a token of ours.
const maxToken = 4 << 10

// bearer returns the token of the Authorization headers (RFC 6750). It returns false for several headers, which API Gateway joins with a
// comma, and for other schemes.
func bearer(sent []string) (string, bool) {
	scheme, token, _ := strings.Cut(sent[0], " ")
	rest := strings.TrimRight(strings.Trim(token, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/"), "=")
	return token, len(sent) == 1 && strings.EqualFold(scheme, "Bearer") && token != "" && len(token) <= maxToken && rest == ""
}
