package customer

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ordering/shared/problem"
)

// Hasher hashes passwords. A hash names its parameters.
type Hasher interface {
	Hash(ctx context.Context, password string) (string, error)
	// Verify reports whether the hash is of the password. It returns a hash with today's parameters in renewed if the stored one has others.
	// An empty hash is of no password, and takes as long to refuse as any other.
	Verify(ctx context.Context, password, hash string) (ok bool, renewed string, err error)
}

// Password returns the password in its normal form (NFC), so that each keyboard enters the same one.
func Password(typed string) string { return norm.NFC.String(typed) }

// The lengths of a password in characters. The upper one bounds the work of the hash.
const (
	shortest     = 8
	longestTyped = 128
)

// CheckPassword returns the problem of a new password: its length and characters (specification §5), whether it is common, and whether it
// contains one of the words of its owner or the brand. It returns "" if the password is good.
func CheckPassword(password string, common func(folded string) bool, words ...string) problem.Code {
	var lower, upper, digit bool
	for _, r := range password {
		lower, upper, digit = lower || unicode.IsLower(r), upper || unicode.IsUpper(r), digit || unicode.IsDigit(r)
	}
	folded := strings.ToLower(password)
	switch n := utf8.RuneCountInString(password); {
	case n < shortest:
		return problem.PasswordShort
	case n > longestTyped:
		return problem.PasswordLong
	case !lower || !upper || !digit:
		return problem.PasswordCharacters
	case common(folded), common(strings.TrimRightFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) })):
		return problem.PasswordCommon
	}
	for _, w := range words {
		if w = strings.ToLower(w); utf8.RuneCountInString(w) >= 4 && strings.Contains(folded, w) {
			return problem.PasswordPersonal
		}
	}
	return ""
}
