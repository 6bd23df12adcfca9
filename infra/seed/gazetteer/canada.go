package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// splitCities lists cities for which the data has only borough names, with the prefixes of their postal codes.
var splitCities = []struct{ city, codes string }{
	{"Toronto", "M"}, {"Montréal", "H1 H2 H3 H4 H5 H8 H9"}, {"Laval", "H7"}, {"Québec", "G1 G2"}, {"Ottawa", "K1 K2"},
	{"Saguenay", "G7B G7G G7H G7J G7K G7S G7T G7X G7Y G7Z"}, {"Gatineau", "J8M J8P J8R J8T J8V J8X J8Y J8Z J9A J9H J9J"},
	{"Sudbury", "P3A P3B P3C P3E P3G"}, {"Longueuil", "J3Y J4G J4H J4J J4K J4L J4M J4N J4T J4V"},
}

// cityOfArea returns the city of such a postal area; "" for any other.
func cityOfArea(zip string) string {
	for _, w := range splitCities {
		for start := range strings.FieldsSeq(w.codes) {
			if strings.HasPrefix(zip, start) {
				return w.city
			}
		}
	}
	return ""
}

// accents restores accented letters that the data lost. The last rule covers the most frequent letter.
var accents = strings.NewReplacer(
	"i�re", "ière", "i�ve", "iève", "m�re", "mère", "th�r�se", "thérèse", "j�r�me", "jérôme", "h�l�ne", "hélène",
	"gr�ce", "grâce", "fran�ois", "françois", "ad�le", "adèle", "val�re", "valère", "c�te", "côte", "ch�t", "chât", "�le", "île", "�", "é")

// canadian derives a town's name from the data: "Quebec City South Central" is Québec, "Dollard-des- Ormeaux East" is Dollard-des-Ormeaux,
// and a rural region is the town in brackets. "" if it is not a place.
func canadian(c code) (string, error) {
	s := strings.ReplaceAll(strings.ToLower(c.City), "- ", "-")
	s = accents.Replace(s)
	if strings.ContainsRune(s, utf8.RuneError) {
		return "", fmt.Errorf("%s: a letter of %q is lost", c.Zip, c.City)
	}
	name, inside, bracketed := strings.Cut(s, "(")
	if bracketed && c.Zip[1] == '0' {
		name, _, _ = strings.Cut(inside, ")")
	}
	if strings.Contains(name, "government") || strings.Contains(name, " mail ") || strings.Contains(name, " boxes ") || strings.HasPrefix(s, "reserved") {
		return "", nil
	}
	words := strings.Fields(name)
	for len(words) > 1 && direction[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	for len(words) > 1 && (words[0] == "downtown" || words[0] == "central") {
		words = words[1:]
	}
	name = strings.TrimSuffix(strings.Join(words, " "), " city")
	return strings.ReplaceAll(title(name), "Quebec", "Québec"), nil
}

var direction = map[string]bool{"north": true, "south": true, "east": true, "west": true, "northeast": true, "northwest": true, "southeast": true,
	"southwest": true, "central": true, "inner": true, "outer": true, "upper": true, "lower": true, "riverbank": true, "mid-riverbank": true, "&": true,
	"and": true, "outskirts": true, "extremities": true, "rcm": true, "region": true}

// placeWord is a part of a name between spaces and hyphens.
var placeWord = regexp.MustCompile(`[^ -]+`)

// title capitalises each part of a name, except the small words of French inside it.
func title(s string) string {
	first := true
	return placeWord.ReplaceAllStringFunc(s, func(word string) string {
		inside, article := !first, ""
		first = false
		switch {
		case inside && small[word]:
			return word
		case inside && strings.HasPrefix(word, "d'"), strings.HasPrefix(word, "l'"):
			if article, word = word[:2], word[2:]; !inside {
				article = "L'"
			}
		}
		r, size := utf8.DecodeRuneInString(word)
		return article + string(unicode.ToUpper(r)) + word[size:]
	})
}

var small = map[string]bool{"de": true, "du": true, "des": true, "la": true, "le": true, "les": true, "sur": true, "aux": true, "à": true, "of": true, "the": true}
