package phone

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"918-555-0142":        "+19185550142",
		"(918) 555-0142":      "+19185550142",
		"1 918 555 0142":      "+19185550142",
		"+1 (514) 555.0199":   "+15145550199",
		"514 555\u20110199":   "+15145550199",
		" 4165550100 ":        "+14165550100",
		"+33 6 12 34 56 78":   "+33612345678",
		"0044 20 7946 0018":   "+442079460018",
		"":                    "",
		"call me":             "",
		"555-0142":            "", // no area code
		"118-555-0142":        "", // an area code begins with 2 to 9
		"911-555-0142":        "", // a service, not an area
		"918-155-0142":        "",
		"918-911-0142":        "",
		"391-555-0142":        "", // reserved for expansion
		"918-555-01420":       "",
		"918-555-0142 ext. 3": "",
		"+1 918 555 014":      "",
		"+0 12345678":         "",
		"+999999999999999999": "",
		"９１８5550142":          "", // not ASCII digits
	} {
		got, ok := Parse(text)
		assert.Check(t, got == want && ok == (want != ""), "%q: got %q %v, want %q", text, got, ok, want)
	}
}
