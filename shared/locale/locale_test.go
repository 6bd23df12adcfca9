package locale_test

import (
	"testing"

	"ordering/shared/locale"
)

func TestParseReturnsTheFirstSupportedLanguage(t *testing.T) {
	for header, want := range map[string]struct{ ordering, reading locale.Locale }{
		"":                      {locale.En, locale.En},
		"en-CA":                 {locale.EnCA, locale.EnCA},
		"fr;q=0.9, en;q=0.8":    {locale.FrCA, locale.FrCA},
		"pt-BR":                 {locale.En, locale.PtBR},
		"ja":                    {locale.En, locale.JaJP},
		"es-419, es;q=0.9":      {locale.En, locale.EsMX},
		"de-DE, ja-JP, fr-FR":   {locale.FrCA, locale.JaJP},
		"est, ptx, jav, eng, *": {locale.En, locale.En},
		"xx-fr, EN-CA;q=1":      {locale.EnCA, locale.EnCA},
	} {
		if got := locale.Parse(header); got != want.ordering {
			t.Errorf("%q: orders are taken in %s, want %s", header, got, want.ordering)
		}
		if got := locale.Parse(header, locale.Abroad...); got != want.reading {
			t.Errorf("%q: read in %s, want %s", header, got, want.reading)
		}
	}
}
