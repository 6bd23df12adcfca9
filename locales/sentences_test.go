package locales

import "testing"

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
		if got := s.Say(c.key, c.params...); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
