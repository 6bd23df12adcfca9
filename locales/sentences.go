package locales

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences are the texts of one file in one language, by key.
type Sentences map[string]string

// Read returns the sentences of <locale>/<file>.json. It panics for an unknown file: the files are embedded, and tests read all of them.
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

// Within returns the form of a menu name inside a sentence: "No red onion". Proper adjectives ("American cheese"), titles and abbreviations
// keep their capital. The sentence "capitals" of menu.json lists the words that keep it.
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

// Say returns the sentence of key with its placeholders filled; params are pairs of a placeholder's name and its text. Brackets in a text
// are not placeholders. It avoids a second full stop after "10:45 a.m.". It panics for an unknown key.
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
