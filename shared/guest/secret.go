package guest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// Secret makes the names under which what is kept of a guest is filed or counted. It stays the same as long as the table: under another one
// nothing that was filed before is found again.
type Secret []byte

// Network stands for the network that a guest comes from, in the same way.
func (s Secret) Network(address string) string { return s.name("network/" + address) }

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
