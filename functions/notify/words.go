package notify

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"ordering/locales"
	"ordering/shared/locale"
)

// words are the sentences of mail.json in one language, by key.
type words map[string]string

// wordsIn reads the sentences of a locale, once; Canadian English reads the English ones.
func wordsIn(l locale.Locale) words {
	if l.French() {
		return french()
	}
	return english()
}

var (
	english = sync.OnceValue(func() words { return read(locale.En) })
	french  = sync.OnceValue(func() words { return read(locale.FrCA) })
)

func read(l locale.Locale) words {
	raw, err := locales.Files.ReadFile(string(l) + "/mail.json")
	if err != nil {
		panic(fmt.Errorf("notify: %w", err)) // embedded: a test reads them all
	}
	var w words
	if err := json.Unmarshal(raw, &w); err != nil {
		panic(fmt.Errorf("notify: %s/mail.json: %w", l, err))
	}
	return w
}

// Say fills the sentence of key; params are pairs of a name, as it stands in brackets, and its text. A text with brackets of
// its own stays as it is. A key that does not exist is a fault of ours: it panics, and the row of the outbox is set aside.
func (w words) Say(key string, params ...string) string {
	s, ok := w[key]
	if !ok {
		panic(fmt.Errorf("notify: no sentence %q", key))
	}
	if len(params) == 0 {
		return s
	}
	pairs := make([]string, len(params))
	for i, p := range params {
		if i%2 == 0 {
			p = "[" + p + "]"
		}
		pairs[i] = p
	}
	return strings.NewReplacer(pairs...).Replace(s)
}
