package notify

import (
	"sync"

	"ordering/locales"
	"ordering/shared/locale"
)

// words are the sentences of mail.json in one language. A sentence that is missing sets the row of the outbox aside.
type words = locales.Sentences

// wordsIn reads the sentences of a locale, once; Canadian English reads the English ones.
func wordsIn(l locale.Locale) words {
	if l.French() {
		return french()
	}
	return english()
}

var (
	english = sync.OnceValue(func() words { return locales.Read(string(locale.En), "mail") })
	french  = sync.OnceValue(func() words { return locales.Read(string(locale.FrCA), "mail") })
)
