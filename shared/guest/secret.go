package guest

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"ordering/shared/secret"
)

// Secret makes the names under which what is kept of a guest is filed or counted. It stays the same as long as the table: under another one
// nothing that was filed before is found again.
type Secret []byte

// Keeper has the secret, or reads it when it is needed.
type Keeper interface {
	Current(context.Context) (Secret, error)
}

// Current makes a secret that is known already its own keeper.
func (s Secret) Current(context.Context) (Secret, error) { return s, nil }

// Kept is the secret that a source keeps.
type Kept secret.Source

// Current reads the source.
func (k Kept) Current(ctx context.Context) (Secret, error) {
	text, err := k(ctx)
	return Secret(text), err
}

// Network stands for the network that a guest comes from, in the same way.
func (s Secret) Network(address string) string { return s.name("network/" + address) }

// Mailbox is the Name of an address without the tag after a plus sign and without dots: the largest providers deliver mail to all of
// these to one mailbox.
func (s Secret) Mailbox(email string) string {
	local, domain, _ := strings.Cut(email, "@")
	local, _, _ = strings.Cut(local, "+")
	return s.Name(strings.ReplaceAll(local, ".", "") + "@" + domain)
}

// Name stands for a guest's e-mail address in a key of the table: however the address was written, and for nobody to turn back
// into the address who has not the secret.
func (s Secret) Name(email string) string { return s.name("email/" + strings.ToLower(tidy(email))) }

func (s Secret) name(of string) string {
	if len(s) == 0 {
		panic("guest: without a secret a name would be anybody's to guess")
	}
	mac := hmac.New(sha256.New, s)
	mac.Write([]byte(of))
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)))
}
