// Package translit removes accents from letters, so that "Montreal" finds Montréal. Its table covers the letters of
// names in the languages of the Americas: a few hundred bytes instead of tens of kilobytes of Unicode tables.
package translit

import (
	"strings"
	"unicode"
)

// The base letter of each letter from À to ſ and from Ḁ to ỿ; a dot for letters without one.
const (
	latin = "AAAAAA.CEEEEIIIIDNOOOOO.OUUUUY..aaaaaa.ceeeeiiiidnooooo.ouuuuy.y" +
		"AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi..JjKkkLlLlLl." +
		".LlNnNnNnnNnOoOoOo..RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"
	more = "AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMm" +
		"MmMmNnNnNnNnOoOoOoOoPpPpRrRrRrRrSsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVv" +
		"WwWwWwWwWwXxXxYyZzZzZzhtwy.s....AaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEe" +
		"EeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYy......"
)

// Strip returns s without accents, both precomposed and combining.
func Strip(s string) string {
	if ascii(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		table, first := latin, 'À'
		if r >= 'Ḁ' {
			table, first = more, 'Ḁ'
		}
		at := int(r - first)
		switch {
		case two(r) != "":
			b.WriteString(two(r))
		case at >= 0 && at < len(table) && table[at] != '.':
			b.WriteByte(table[at])
		case !unicode.Is(unicode.Mn, r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// two returns the two-letter replacement of a letter, or "".
func two(r rune) string {
	switch r {
	case 'ß':
		return "ss"
	case 'ẞ':
		return "SS"
	case 'Æ':
		return "AE"
	case 'æ':
		return "ae"
	case 'Œ':
		return "OE"
	case 'œ':
		return "oe"
	case 'Ĳ':
		return "IJ"
	case 'ĳ':
		return "ij"
	case 'Þ':
		return "TH"
	case 'þ':
		return "th"
	}
	return ""
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
