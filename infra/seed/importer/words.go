package importer

import (
	"strings"
	"unicode"
)

// readable turns text in capitals only into words as people write them: "1600 PENNSYLVANIA AVE NW" becomes "1600 Pennsylvania
// Ave NW". Text that has lower case already keeps it, but for what title-casing programs break: "85Th St Ne".
func readable(s string) string {
	shouting := capitals(s)
	words := strings.Fields(s)
	for i, w := range words {
		if shouting {
			w = calm(w, i == 0)
		}
		words[i] = mend(w)
	}
	return strings.Join(words, " ")
}

// capitals says whether s is in capitals where it has a choice: a road's number such as "I-20 W" has none.
func capitals(s string) bool {
	long := false
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if strings.ContainsFunc(w, unicode.IsLower) {
			return false
		}
		if len(w) > 1 && !kept[w] {
			long = true
		}
	}
	return long
}

// kept are words that stay in capitals: directions and kinds of roads.
var kept = map[string]bool{
	"N": true, "S": true, "E": true, "W": true, "NE": true, "NW": true, "SE": true, "SW": true, "NO": true, "SO": true, "O": true,
	"US": true, "FM": true, "CR": true, "SR": true, "TX": true, "RR": true, "I": true, "II": true, "III": true, "IV": true, "VI": true, "VII": true,
	"PO": true, "RM": true, "USA": true, "DC": true, "JFK": true, "MLK": true, "SH": true, "KM": true, "BBQ": true, "LBJ": true,
}

// small are words that stay small inside a name.
var small = map[string]bool{"DE": true, "DU": true, "DES": true, "LA": true, "LE": true, "LES": true, "OF": true, "THE": true, "AND": true, "AT": true, "ET": true, "AUX": true, "SUR": true}

// calm writes one word of capitals as a name is written; hyphens, slashes and apostrophes begin new parts.
func calm(w string, first bool) string {
	bare := strings.Trim(w, ".,#()\"'")
	if kept[bare] || strings.ContainsFunc(bare, unicode.IsDigit) && roadNumber(bare) {
		return w
	}
	if small[bare] && !first && !(bare == "LA" || bare == "LE" || bare == "LES") {
		return strings.ToLower(w)
	}
	var b strings.Builder
	if !first && (strings.HasPrefix(w, "L'") || strings.HasPrefix(w, "D'")) { // the article: rue de l'Église
		b.WriteString(strings.ToLower(w[:2]))
		w = w[2:]
	}
	begin := true
	letters := 0
	for i, r := range w {
		switch {
		case !unicode.IsLetter(r):
			// "O'BRIEN" and "D'ACTON" begin anew after one letter; "WENDY'S" and "85TH" do not.
			begin = r != '\'' && r != '’' && !unicode.IsDigit(r) || (r == '\'' || r == '’') && letters == 1
			letters = 0
			b.WriteRune(r)
			continue
		case begin:
			b.WriteRune(r)
		case letters == 2 && strings.HasPrefix(strings.ToUpper(w[:i]), "MC") && len(w) > 4:
			b.WriteRune(r)
		default:
			b.WriteRune(unicode.ToLower(r))
		}
		begin = false
		letters++
	}
	return b.String()
}

// roadNumber says whether a word with digits is a road's name, such as I-35E or US-79, and not an ordinal such as 85TH.
func roadNumber(w string) bool {
	letters := strings.TrimRightFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
	switch {
	case strings.HasSuffix(letters, "ST"), strings.HasSuffix(letters, "ND"), strings.HasSuffix(letters, "RD"), strings.HasSuffix(letters, "TH"):
		return !unicode.IsDigit(rune(w[0]))
	}
	return true
}

// mend puts right what title-casing programs do to ordinals, directions and kinds of roads.
func mend(w string) string {
	switch w {
	case "Ne", "Nw", "Se", "Sw", "Us", "Fm":
		return strings.ToUpper(w)
	}
	if len(w) > 2 && unicode.IsDigit(rune(w[0])) {
		for _, ordinal := range []string{"St", "Nd", "Rd", "Th"} {
			if rest, ok := strings.CutSuffix(w, ordinal); ok && strings.Trim(rest, "0123456789") == "" {
				return rest + strings.ToLower(ordinal)
			}
		}
	}
	return w
}
