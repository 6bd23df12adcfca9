package locale_test

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

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
		assert.Check(t, is.Equal(locale.Parse(header), want.ordering), header)
		assert.Check(t, is.Equal(locale.Parse(header, locale.Abroad...), want.reading), header)
	}
}
