package customer

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"ordering/shared/secret"
)

// Codes derives the one-time codes and link tokens that are mailed. The table holds only their inputs, so that neither its copies nor the
// outbox contain a code. The function that mails them needs the same secret.
type Codes secret.Source

// Code returns six digits for the nth mail about a subject, such as a sign-up.
func (c Codes) Code(ctx context.Context, subject string, nth int) (string, error) {
	mac, err := c.mac(ctx, "code", subject, nth)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%06d", binary.BigEndian.Uint64(mac)%1_000_000), nil
}

// Link returns the token of the link in the nth mail about a subject.
func (c Codes) Link(ctx context.Context, subject string, nth int) (string, error) {
	mac, err := c.mac(ctx, "link", subject, nth)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(mac[:16]), nil
}

func (c Codes) mac(ctx context.Context, kind, subject string, nth int) ([]byte, error) {
	key, err := c(ctx)
	if err != nil {
		return nil, fmt.Errorf("customer: read the secret of codes: %w", err)
	}
	mac := hmac.New(sha256.New, []byte(key))
	fmt.Fprintf(mac, "%s/%s/%d", kind, subject, nth)
	return mac.Sum(nil), nil
}

// same compares two secrets in constant time.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
