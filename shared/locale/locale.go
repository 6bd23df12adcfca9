// Package locale defines the languages of the site and texts in several of them.
package locale

import "strings"

// Locale is a language of the site, spelled as in its paths.
type Locale string

const (
	En   Locale = "en"
	EnCA Locale = "en-ca"
	// En001 is international English, of the sites overseas, which do not take orders.
	En001 Locale = "en-001"
	FrCA  Locale = "fr-ca"
	PtBR  Locale = "pt-br"
	JaJP  Locale = "ja-jp"
	EsMX  Locale = "es-mx"
)

// All lists the locales in which guests order; Abroad lists those of the sites without ordering.
var (
	All    = []Locale{En, EnCA, FrCA}
	Abroad = []Locale{PtBR, JaJP, EsMX}
)

// Text is a text in one or more languages.
type Text map[Locale]string

// In returns the text in l. en-ca falls back to en, and any missing language to English.
func (t Text) In(l Locale) string {
	if s, ok := t[l]; ok {
		return s
	}
	return t[En]
}

// String returns the English text, for messages that are always English.
func (t Text) String() string { return t[En] }

// Parse returns the first locale in an Accept-Language header that takes orders or is one of also, and otherwise English.
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
