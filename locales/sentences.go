package locales

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences are those of one file in one language, by key.
type Sentences map[string]string

// Read gives the sentences of <locale>/<file>.json. It panics when there is no such file: it is embedded, and tests read them all.
func Read(locale, file string) Sentences {
	raw, err := Files.ReadFile(locale + "/" + file + ".json")
	if err != nil {
		panic(fmt.Errorf("locales: %w", err))
	}
	var s Sentences
	if err := json.Unmarshal(raw, &s); err != nil {
		panic(fmt.Errorf("locales: %s/%s.json: %w", locale, file, err))
	}
	return s
}

// Within is a name of the menu as it stands inside a sentence: "No red onion". A name of a people or a place keeps its capital ("American
// cheese"), and so do titles and abbreviations. The sentences are those of menu.json, which name such words.
func (s Sentences) Within(name string) string {
	kept := strings.Fields(s.Say("capitals"))
	upper := func(word string) bool {
		first, _ := utf8.DecodeRuneInString(word)
		return unicode.IsUpper(first)
	}
	words := strings.Split(name, " ")
	if slices.ContainsFunc(words[1:], func(word string) bool { return upper(word) && !slices.Contains(kept, word) }) {
		return name // a title
	}
	first, size := utf8.DecodeRuneInString(name)
	if slices.Contains(kept, words[0]) || !upper(name) || upper(words[0][size:]) {
		return name
	}
	return string(unicode.ToLower(first)) + name[size:]
}

// Say fills the sentence of key; params are pairs of a name, as it stands in brackets, and its text. A text with brackets of
// its own stays as it is; a sentence that ends in "10:45 a.m." has its full stop. A key that does not exist is a fault of ours: it panics.
func (s Sentences) Say(key string, params ...string) string {
	text, ok := s[key]
	if !ok {
		panic(fmt.Errorf("locales: no sentence %q", key))
	}
	if len(params) == 0 {
		return text
	}
	pairs := make([]string, len(params))
	for i, p := range params {
		if i%2 == 0 {
			p = "[" + p + "]"
		}
		pairs[i] = p
	}
	return strings.ReplaceAll(strings.NewReplacer(pairs...).Replace(text), ".m..", ".m.")
}
