package form

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"ordering/shared/guest"
	"ordering/shared/problem"
)

// A token proves when a guest began to fill in a form: a program that posts at once has none that is old enough. Pages are static, so the
// site fetches the token when the guest touches the form.
const (
	// Wait is how old a token must be.
	Wait     = 3 * time.Second
	tokenFor = 24 * time.Hour
)

// Tokens issues and checks tokens. No row is stored.
type Tokens struct {
	Guests guest.Keeper
	Now    func() time.Time
}

// New returns a token of now.
func (t Tokens) New(ctx context.Context) (string, error) { return t.at(ctx, t.Now().UnixMilli()) }

func (t Tokens) at(ctx context.Context, milliseconds int64) (string, error) {
	guests, err := t.Guests.Current(ctx)
	if err != nil {
		return "", fmt.Errorf("form: read the guest secret: %w", err)
	}
	text := binary.BigEndian.AppendUint64(nil, uint64(milliseconds))
	mac := hmac.New(sha256.New, guests)
	mac.Write([]byte("form-token\x00"))
	mac.Write(text)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(text)[:24]), nil
}

// Check returns problem.FormTokenExpired for a token that is forged, older than a day, or of a clock that was ahead. It returns
// problem.FormTooFast with the seconds to wait for one that is too young.
func (t Tokens) Check(ctx context.Context, token string) error {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != 24 {
		return problem.New(problem.FormTokenExpired)
	}
	milliseconds := int64(binary.BigEndian.Uint64(raw))
	want, err := t.at(ctx, milliseconds)
	if err != nil {
		return err
	}
	age := t.Now().Sub(time.UnixMilli(milliseconds))
	switch {
	case !hmac.Equal([]byte(want), []byte(token)) || age >= tokenFor || age < -Wait:
		return problem.New(problem.FormTokenExpired)
	case age < Wait:
		return problem.New(problem.FormTooFast, "seconds", int(math.Ceil((Wait - age).Seconds())))
	}
	return nil
}
