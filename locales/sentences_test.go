package locales

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestSay(t *testing.T) {
	s := Sentences{"ready": "Ready at [time].", "of": "[a] of [b]"}
	for _, c := range []struct {
		key    string
		params []string
		want   string
	}{
		{"ready", []string{"time", "10:45 AM"}, "Ready at 10:45 AM."},
		{"ready", []string{"time", "10:45 a.m."}, "Ready at 10:45 a.m."},
		{"of", []string{"a", "[b]", "b", "c"}, "[b] of c"},
	} {
		got := s.Say(c.key, c.params...)
		assert.Check(t, got == c.want, "%q, want %q", got, c.want)
	}
}

func TestWithin(t *testing.T) {
	for _, c := range []struct{ locale, name, want string }{
		{"en", "Red onion", "red onion"},
		{"en", "Jalapeños", "jalapeños"},
		{"en", "American cheese", "American cheese"},
		{"en", "BBQ sauce", "BBQ sauce"},
		{"en", "The Original ’41", "The Original ’41"},
		{"en", "", ""},
		{"fr-ca", "Œuf miroir", "œuf miroir"},
		{"fr-ca", "Fromage américain", "fromage américain"},
		{"fr-ca", "Fromage Monterey au piment", "fromage Monterey au piment"},
	} {
		got := Read(c.locale, "menu").Within(c.name)
		assert.Check(t, got == c.want, "%s: %q, want %q", c.locale, got, c.want)
	}
}
