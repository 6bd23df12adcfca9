// Package locale names the languages of the site and holds text in several of them.
package locale

import "strings"

// Locale is a language of the site, in the spelling of its paths.
type Locale string

const (
	En   Locale = "en"
	EnCA Locale = "en-ca"
	// En001 is the world's English: that of the sites across the sea, where nothing is ordered.
	En001 Locale = "en-001"
	FrCA  Locale = "fr-ca"
	PtBR  Locale = "pt-br"
	JaJP  Locale = "ja-jp"
	EsMX  Locale = "es-mx"
)

// All lists the locales in which guests order, Abroad those of the sites that only tell of the brand.
var (
	All    = []Locale{En, EnCA, FrCA}
	Abroad = []Locale{PtBR, JaJP, EsMX}
)

// Text is a text in one or more languages.
type Text map[Locale]string

// In gives the text in l; en-ca reads as en unless it has its own; a missing language falls back to English.
func (t Text) In(l Locale) string {
	if s, ok := t[l]; ok {
		return s
	}
	return t[En]
}

// String is the English text, for messages that are English by design.
func (t Text) String() string { return t[En] }

// Parse finds the site's locale in an Accept-Language header: the first language in which we take orders, or which is one of
// also, else English.
func Parse(acceptLanguage string, also ...Locale) Locale {
	for part := range strings.SplitSeq(acceptLanguage, ",") {
		tag, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(part)), ";")
		language, _, _ := strings.Cut(tag, "-")
		switch {
		case tag == "en-ca":
			return EnCA
		case language == "fr":
			return FrCA
		case language == "en":
			return En
		}
		for _, l := range also {
			if own, _, _ := strings.Cut(string(l), "-"); own == language {
				return l
			}
		}
	}
	return En
}
