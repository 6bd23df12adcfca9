package notify

import (
	"sync"

	"ordering/locales"
	"ordering/shared/locale"
)

// words are the sentences of mail.json in one language. A sentence that is missing sets the row of the outbox aside.
type words = locales.Sentences

// wordsIn reads the sentences of a locale, once; Canadian English reads the English ones.
func wordsIn(l locale.Locale) words { return mails.in(l) }

// taxesIn are the names of the taxes, as the authorities themselves say them in each language.
func taxesIn(l locale.Locale) words { return taxes.in(l) }

// menuIn are the words about the menu.
func menuIn(l locale.Locale) words { return menus.in(l) }

// file is a file of words in both languages.
type file struct{ english, french func() words }

var mails, taxes, menus = open("mail"), open("tax"), open("menu")

func open(name string) file {
	read := func(l locale.Locale) func() words {
		return sync.OnceValue(func() words { return locales.Read(string(l), name) })
	}
	return file{read(locale.En), read(locale.FrCA)}
}

func (f file) in(l locale.Locale) words {
	if l.French() {
		return f.french()
	}
	return f.english()
}
