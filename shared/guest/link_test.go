package guest

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestHasWebAddressAcceptsNames(t *testing.T) {
	for _, name := range []string{
		"Ada", "J.R.", "J.R", "J. R. R.", "O'Neil", "O’Neil", "St.John", "St. John", "Dr.Smith", "A.J.Smith", "Wm.H.", "Jr.", "Ma.Li", "Ma.Cristina", "M.de Souza",
		"Anne-Marie", "Jean–Luc", "D'Arcy/Byron", "Mary & Tom", "N/A", "Комаров", "李小龍", "Ph.D.", "Www", "Honda", "F-150", "3.5 TDI", "No onions.\nCa va", "no.1", "2.0l",
	} {
		assert.Check(t, !HasWebAddress(name), "%q: got true, want false", name)
	}
	for _, address := range []string{
		"http://evil.example", "https://1.2.3.4/x", "HTTPS://EVIL.EXAMPLE", "ftp://x", "www.evil.example", "WWW.evil.example", "Ada www.evil.example", "evil.com", "Evil.COM",
		"evil.com/x", "evil.zone/x", "Win at evil.com!", "evil.co.uk", "bit.ly/2x", "t.co", "sub.evil.org", "ada@evil.com", "evil。com", "evil．com", "évil.com", "evil.\u200bcom", "evil.c\u2060om", "click(evil.net)",
	} {
		assert.Check(t, HasWebAddress(address), "%q: got false, want true", address)
	}
}

func TestWebAddressesInContactsAndVehiclesAreRefused(t *testing.T) {
	_, found := Contact{FirstName: "http://evil.example/", LastName: "evil.\u200bcom", Email: "ada@example.com", Phone: "(918) 555-0142"}.Check("/contact")
	_, more := Vehicle{Make: "www.evil.example", Model: "evil.com/x", Colour: "https://evil.example"}.Check("/vehicle")
	want := []string{
		"/contact/firstName web-address", "/contact/lastName web-address", "/vehicle/make web-address", "/vehicle/model web-address", "/vehicle/colour web-address",
	}
	assert.DeepEqual(t, findings(append(found, more...)), want)
}

func TestUnlinkedTextIsNotALink(t *testing.T) {
	for text, want := range map[string]string{
		"Ada":                            "Ada",
		"J.R. O'Neil":                    "J.R. O'Neil",
		"St.John":                        "St. John",
		"http://evil.com/x":              "http: //evil. com/x",
		"evil.zone, www.a.bc.de":         "evil. zone, www.a. bc. de",
		"ada@evil.com":                   "ada@evil. com",
		"evil。コム evil．com":               "evil。 コム evil． com",
		"https://xn--e1a.xn--p1ai 3.5 l": "https: //xn--e1a. xn--p1ai 3.5 l",
		"evil.\u200bcom http:\u2060//x":  "evil. \u200bcom http: \u2060//x",
		"Sauce on the side. No onions":   "Sauce on the side. No onions",
	} {
		assert.Check(t, is.Equal(Unlinked(text), want), text)
	}
}
