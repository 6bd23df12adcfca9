package locales

import (
	"encoding/json"
	"fmt"
	"strings"
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
