package guest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// Secret makes the names under which what is kept of a guest is filed. It stays the same as long as the table: under another one
// nothing that was filed before is found again.
type Secret []byte

// Name stands for a guest's e-mail address in a key of the table: however the address was written, and for nobody to turn back
// into the address who has not the secret.
func (s Secret) Name(email string) string {
	if len(s) == 0 {
		panic("guest: without a secret a name would be anybody's to guess")
	}
	mac := hmac.New(sha256.New, s)
	mac.Write([]byte("email/" + strings.ToLower(tidy(email))))
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)))
}
