package payments

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/locale"
)

func TestCardLabel(t *testing.T) {
	for _, c := range []struct {
		card method
		in   locale.Locale
		want string
	}{
		{method{Brand: "visa", LastFour: "3184"}, locale.En, "Visa ending in 3184"},
		{method{Brand: "amex", LastFour: "0005"}, locale.EnCA, "American Express ending in 0005"},
		{method{Brand: "visa", LastFour: "3184"}, locale.FrCA, "Visa se terminant par 3184"},
		{method{Brand: "unknown", LastFour: "0001"}, locale.FrCA, "Carte se terminant par 0001"},
	} {
		assert.Check(t, is.Equal(c.card.label(c.in), c.want))
	}
}
