package guest

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// webAddress matches a scheme, www., a host with a path, or a host with a common top-level domain. The list of domains is short, because
// St.John is a name and a note may lack the space after a period. Unlinked breaks the addresses that it does not match.
var webAddress = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)://|\bwww[.。．｡]|[\pL\pN][.。．｡](?:\pL{2,}/|(?:com?|net|org|info|biz|io|app|dev|xyz|top|shop|site|online|store|club|live|click|link|icu|vip|ru|cn|ly|tk|cc|uk|ca)\b)`)
})

// HasWebAddress reports whether the text contains a web or e-mail address. It ignores invisible characters.
func HasWebAddress(text string) bool {
	return webAddress().MatchString(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text))
}

// linkable matches what mail clients turn into links: the start of an address with a scheme, and a dot before at least two letters, also
// with invisible characters between them.
var linkable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(:)(\p{Cf}*//)|([.。．｡])(\p{Cf}*\pL\p{Cf}*\pL)`)
})

// Unlinked returns the text with spaces that keep mail clients from turning it into a link: evil.com becomes evil. com. An invisible
// character instead of the space would not help, because browsers ignore it in a host name.
func Unlinked(text string) string { return linkable().ReplaceAllString(text, "$1$3 $2$4") }
