// Package common knows common and breached passwords: about 40,000 of the list of the npm package @zxcvbn-ts/language-common (MIT).
//
// The set is the sorted first four bytes of their SHA-256: 160 KB that need no work at a start. A password that is not on the list is taken
// for a common one with a probability of 1 in 100,000.
package common

import (
	_ "embed"

	"crypto/sha256"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed common.bin
var set string

const size = 4 // bytes of an entry

// Password reports whether a password in lower case is a common one.
func Password(folded string) bool {
	want := string(entry(folded))
	n := sort.Search(len(set)/size, func(i int) bool { return set[i*size:(i+1)*size] >= want })
	return n < len(set)/size && set[n*size:(n+1)*size] == want
}

// Pack returns the set of a list of passwords. It leaves out those that customer.CheckPassword refuses for their length or characters,
// alone and with digits after them.
func Pack(list []string) []byte {
	var entries [][]byte
	for _, p := range list {
		if p = strings.ToLower(p); wanted(p) {
			entries = append(entries, entry(p))
		}
	}
	slices.SortFunc(entries, slices.Compare)
	return slices.Concat(slices.CompactFunc(entries, slices.Equal)...)
}

// wanted reports whether p can be asked for: a whole password, or one without the digits and signs at its end.
func wanted(p string) bool {
	last, _ := utf8.DecodeLastRuneInString(p)
	letters := strings.IndexFunc(p, unicode.IsLetter) >= 0
	return unicode.IsLetter(last) || letters && utf8.RuneCountInString(p) >= 8
}

func entry(folded string) []byte {
	sum := sha256.Sum256([]byte(folded))
	return sum[:size]
}
