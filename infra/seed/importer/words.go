package importer

import (
	"regexp"
	"strings"
	"unicode"
)

// readable converts text in capitals to normal case: "1600 PENNSYLVANIA AVE NW" becomes "1600 Pennsylvania Ave NW". It keeps other text,
// except for errors of title-casing programs: "85Th St Ne".
func readable(s string) string {
	inCapitals := capitals(s)
	words := strings.Fields(s)
	for i, w := range words {
		if inCapitals {
			w = titleCase(w, i == 0)
		}
		if w = brokenOrdinal.ReplaceAllStringFunc(w, strings.ToLower); brokenDirection.MatchString(w) {
			w = strings.ToUpper(w)
		}
		words[i] = w
	}
	return strings.Join(words, " ")
}

var (
	brokenOrdinal   = regexp.MustCompile(`^\d+(St|Nd|Rd|Th)$`)
	brokenDirection = regexp.MustCompile(`^(Ne|Nw|Se|Sw|Us|Fm)$`)
)

// capitals reports whether s is in capitals. A road's number such as "I-20 W" does not count.
func capitals(s string) bool {
	long := false
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if strings.ContainsFunc(w, unicode.IsLower) {
			return false
		}
		long = long || len(w) > 1 && !kept.MatchString(w)
	}
	return long
}

var (
	// kept are words that stay in capitals: directions and kinds of roads.
	kept = regexp.MustCompile(`^([NS]?[EW]|[NS]|[NS]?O|US|FM|CR|SR|TX|RR|I{1,3}|IV|VII?|PO|RM|USA|DC|JFK|MLK|SH|KM|BBQ|LBJ)$`)
	// small are words that stay in lower case inside a name.
	small = regexp.MustCompile(`^(DE|DU|DES|OF|THE|AND|AT|ET|AUX|SUR)$`)

	// roadNumber matches a word with a digit, such as I-35E or US-79; ordinal matches 85TH, which is not a road number.
	roadNumber = regexp.MustCompile(`\d`)
	ordinal    = regexp.MustCompile(`^\d.*(ST|ND|RD|TH)\PL*$`)

	// namePart matches a part of a word: digits, an article or the O of an Irish name, Mc, and the letters.
	namePart = regexp.MustCompile(`(\pN*)(\pL['’])?(?:(MC)(\pL)(\pL[\pL'’]+)|(\pL)([\pL'’]*))`)
)

// titleCase writes one word of capitals as a name; hyphens and slashes start new parts.
func titleCase(w string, first bool) string {
	bare := strings.Trim(w, ".,#()\"'")
	switch {
	case kept.MatchString(bare), roadNumber.MatchString(bare) && !ordinal.MatchString(bare):
		return w
	case small.MatchString(bare) && !first:
		return strings.ToLower(w)
	}
	return namePart.ReplaceAllStringFunc(w, func(part string) string {
		m := namePart.FindStringSubmatch(part)
		digits, article := m[1], m[2]
		switch {
		case digits != "":
			return strings.ToLower(part)
		case !first && (strings.HasPrefix(article, "L") || strings.HasPrefix(article, "D")): // rue de l'Église
			article = strings.ToLower(article)
		}
		if m[3] != "" {
			return article + "Mc" + m[4] + strings.ToLower(m[5])
		}
		return article + m[6] + strings.ToLower(m[7])
	})
}
