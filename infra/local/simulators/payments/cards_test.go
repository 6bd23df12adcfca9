package payments

import (
	"testing"

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
		if got := c.card.label(c.in); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
