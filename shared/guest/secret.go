package guest

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"ordering/shared/secret"
)

// Secret derives the pseudonyms under which a guest's data is filed or counted. It must never change for a table: with another one,
// earlier entries are not found.
type Secret []byte

// Keeper provides the secret at the time of use.
type Keeper interface {
	Current(context.Context) (Secret, error)
}

// Current makes a known secret its own Keeper.
func (s Secret) Current(context.Context) (Secret, error) { return s, nil }

// Kept is a secret from a source.
type Kept secret.Source

// Current reads the source.
func (k Kept) Current(ctx context.Context) (Secret, error) {
	text, err := k(ctx)
	return Secret(text), err
}

// Network returns the pseudonym of a guest's network address.
func (s Secret) Network(address string) string { return s.name("network/" + address) }

// Mailbox is the Name of an address without the tag after a plus sign. Gmail has two domains and ignores dots.
func (s Secret) Mailbox(email string) string { return s.Name(mailbox(email)) }

// SameMailbox reports whether two addresses lead to one mailbox.
func SameMailbox(a, b string) bool { return mailbox(a) == mailbox(b) }

func mailbox(email string) string {
	local, domain, _ := strings.Cut(strings.ToLower(tidy(email)), "@")
	local, _, _ = strings.Cut(local, "+")
	if domain == "gmail.com" || domain == "googlemail.com" {
		local, domain = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + domain
}

// Name returns the pseudonym of a guest's e-mail address for keys of the table. It does not depend on the letters' case, and cannot be
// reversed without the secret.
func (s Secret) Name(email string) string { return s.name("email/" + strings.ToLower(tidy(email))) }

// Subject returns the pseudonym of a person's id at a sign-in provider.
func (s Secret) Subject(provider, id string) string { return s.name("subject/" + provider + "/" + id) }

// Print returns the pseudonym of a request, to recognise a repetition without its data.
func (s Secret) Print(request string) string { return s.name("print/" + request) }

// Phone returns the pseudonym of a telephone number in E.164.
func (s Secret) Phone(number string) string { return s.name("phone/" + number) }

// Coupon returns the pseudonym of a serialized code in its normal form.
func (s Secret) Coupon(code string) string { return s.name("coupon/" + code) }

func (s Secret) name(of string) string {
	if len(s) == 0 {
		panic("guest: empty secret: names could be guessed")
	}
	mac := hmac.New(sha256.New, s)
	mac.Write([]byte(of))
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)))
}
