package location

import (
	"strings"

	"ordering/shared/translit"
)

// Fold returns a name in comparable form: lower case words without accents, joined by one space. "St." and "Ste" become
// "saint" and "sainte", "Mt" "mount", "Ft" "fort".
func Fold(s string) string {
	parts := words(s)
	for i, w := range parts {
		if long, ok := abbreviations[w]; ok {
			parts[i] = long
		}
	}
	return strings.Join(parts, " ")
}

// Slug returns a name as part of a URL: lower case ASCII letters and digits in words joined by hyphens.
func Slug(s string) string { return strings.Join(words(s), "-") }

var abbreviations = map[string]string{"st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"}

// words lowers s and strips accents and apostrophes. Any other character but ASCII letters and digits separates words.
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
