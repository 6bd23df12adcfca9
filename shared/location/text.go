package location

import (
	"strings"

	"ordering/shared/translit"
)

// Fold makes names comparable: lower case words without accents, joined by one space. "St." and "Ste" read as "saint" and
// "sainte", "Mt" as "mount", "Ft" as "fort", as guests write them either way.
func Fold(s string) string {
	parts := words(s)
	for i, w := range parts {
		if long, ok := abbreviations[w]; ok {
			parts[i] = long
		}
	}
	return strings.Join(parts, " ")
}

// Slug makes a part of an address out of a name: lower case ASCII letters and digits in words joined by hyphens.
func Slug(s string) string { return strings.Join(words(s), "-") }

var abbreviations = map[string]string{"st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"}

// words lowers s and strips its accents and apostrophes; what is no ASCII letter or digit separates words.
func words(s string) []string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range translit.Strip(s) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case r >= 'A' && r <= 'Z':
			b.WriteRune(r + 'a' - 'A')
		case r == '\'' || r == '’':
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}
