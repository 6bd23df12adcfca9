// Package locale names the languages of the site and holds text in several of them.
package locale

import "strings"

// Locale is a language of the site, in the spelling of its paths.
type Locale string

const (
	En   Locale = "en"
	EnCA Locale = "en-ca"
	FrCA Locale = "fr-ca"
)

// All lists the locales that the site speaks today.
var All = []Locale{En, EnCA, FrCA}

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

// Parse finds the site's locale in an Accept-Language header: the first language that we speak, else English.
func Parse(acceptLanguage string) Locale {
	for part := range strings.SplitSeq(acceptLanguage, ",") {
		tag, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(part)), ";")
		switch {
		case tag == "en-ca":
			return EnCA
		case tag == "fr" || strings.HasPrefix(tag, "fr-"):
			return FrCA
		case tag == "en" || strings.HasPrefix(tag, "en-"):
			return En
		}
	}
	return En
}
