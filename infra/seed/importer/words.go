package importer

import (
	"regexp"
	"strings"
)

var (
	brokenOrdinal   = regexp.MustCompile(`^\d+(St|Nd|Rd|Th)$`)
	brokenDirection = regexp.MustCompile(`^(Ne|Nw|Se|Sw|Us|Fm)$`)
)

// readable corrects errors of title-casing programs: "8607 Ne 85Th St" becomes "8607 NE 85th St".
func readable(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		switch {
		case brokenOrdinal.MatchString(w):
			words[i] = strings.ToLower(w)
		case brokenDirection.MatchString(w):
			words[i] = strings.ToUpper(w)
		}
	}
	return strings.Join(words, " ")
}
