package location

import (
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/locale"
)

func TestAddressIsFormattedForItsLanguage(t *testing.T) {
	tulsa := Address{Street: "3410 S Peoria Ave", City: "Tulsa", State: "OK", Zip: "74105"}
	montreal := Address{Street: "4200, rue Saint-Denis", City: "Montréal", State: "QC", Zip: "H2W 1Z4"}
	for name, c := range map[string]struct {
		address Address
		locale  locale.Locale
		want    string
	}{
		"English":                          {tulsa, locale.En, "3410 S Peoria Ave, Tulsa, OK\u00a074105"},
		"French":                           {montreal, locale.FrCA, "4200, rue Saint-Denis, Montréal (QC)\u00a0H2W\u00a01Z4"},
		"a postal code on an English page": {montreal, locale.EnCA, "4200, rue Saint-Denis, Montréal, QC\u00a0H2W\u00a01Z4"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.address.Line(c.locale), c.want)
		})
	}
}
