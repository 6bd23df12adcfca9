package locale_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/locale"
	"ordering/shared/money"
)

// A mail must read like the site. intl.json is the output of Intl, written by intl.mjs beside it.
func TestFormatsMatchIntl(t *testing.T) {
	raw, err := os.ReadFile("testdata/intl.json")
	assert.NilError(t, err)
	var said map[locale.Locale]struct {
		Instants []struct {
			At              time.Time
			Time, Day, Date string
		}
		Amounts []struct {
			Minor int64
			Text  string
		}
		Rates []struct{ Rate, Text string }
	}
	assert.NilError(t, json.Unmarshal(raw, &said))
	// The kind of Intl's spaces differs between its versions.
	spaces := strings.NewReplacer("\u202f", " ", "\u00a0", " ")
	check := func(l locale.Locale, got, want string) {
		t.Helper()
		assert.Check(t, is.Equal(spaces.Replace(got), spaces.Replace(want)), "%s: got %q, Intl gives %q", l, got, want)
	}
	for _, l := range locale.Abroad { // mails to guests overseas have dates only
		assert.Check(t, len(said[l].Instants) >= 12)
		for _, c := range said[l].Instants {
			check(l, l.Date(c.At), c.Date)
		}
	}
	for _, l := range locale.All {
		forms := said[l]
		assert.Check(t, len(forms.Instants) >= 12)
		assert.Check(t, len(forms.Amounts) != 0)
		assert.Check(t, len(forms.Rates) != 0)
		for _, c := range forms.Instants {
			check(l, l.Time(c.At), c.Time)
			check(l, l.Day(c.At), c.Day)
			check(l, l.Date(c.At), c.Date)
			if strings.Contains(l.Time(c.At), " ") {
				t.Errorf("%s: %q contains a breaking space", l, l.Time(c.At))
			}
		}
		for _, c := range forms.Amounts {
			check(l, money.Of(c.Minor, money.CAD).In(l), c.Text)
		}
		for _, c := range forms.Rates {
			check(l, l.Percent(c.Rate), c.Text)
		}
	}
}

func TestTag(t *testing.T) {
	for l, want := range map[locale.Locale]string{
		locale.En: "en-US", locale.EnCA: "en-CA", locale.FrCA: "fr-CA", locale.JaJP: "ja-JP", locale.En001: "en-US", "": "en-US",
	} {
		assert.Check(t, is.Equal(l.Tag(), want), l)
	}
}
