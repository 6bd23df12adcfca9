package guest

import (
	"strings"

	"ordering/shared/location"
	"ordering/shared/problem"
)

// Billing is the address of a card, with its holder. It is checked and not kept: it goes to the payment provider with the card.
type Billing struct {
	Cardholder string
	Address    string
	City       string
	State      string // of the United States or province of Canada, by code or name
	Zip        string // ZIP or postal code
}

// Check lists everything that is wrong, in the order of the form. All fields are required; the state says in which country the
// card is at home, whose form the code must have: a guest may pay in the one country with a card of the other. Under is where the
// address lies in the request, as a JSON pointer.
func (b Billing) Check(under string) []problem.Detail {
	var found []problem.Detail
	add := func(code problem.Code, field string) { found = append(found, problem.Finding(code, under+"/"+field)) }
	for _, f := range []struct{ name, value string }{{"cardholder", b.Cardholder}, {"address", b.Address}, {"city", b.City}} {
		if tidy(f.value) == "" {
			add(problem.FieldRequired, f.name)
		}
	}
	state, zip := tidy(b.State), strings.ReplaceAll(tidy(b.Zip), "\u00a0", " ") // as pages join the two halves
	country, known := countryOf(state)
	switch {
	case state == "":
		add(problem.FieldRequired, "state")
	case !known:
		add(problem.StateInvalid, "state")
	}
	us, canada := isZIP(zip), isPostalCode(zip)
	switch {
	case zip == "":
		add(problem.FieldRequired, "zip")
	case country == "US" && !us, country == "CA" && !canada, !us && !canada:
		add(problem.PostalCodeInvalid, "zip")
	}
	return found
}

// countryOf finds the country of a state or province. The post of the armed forces abroad goes by states of its own.
func countryOf(state string) (country string, known bool) {
	switch strings.ToUpper(state) {
	case "AA", "AE", "AP":
		return "US", true
	}
	r, known := location.ParseRegion(state)
	return r.Country, known
}

// isZIP knows the codes of the United States: five digits, or nine with or without a hyphen.
func isZIP(s string) bool {
	if len(s) == len("74105-1234") && (s[5] == '-' || s[5] == ' ') {
		s = s[:5] + s[6:]
	}
	return (len(s) == 5 || len(s) == 9) && strings.Trim(s, "0123456789") == ""
}

// isPostalCode knows the codes of Canada: letter, digit, letter and digit, letter, digit, with or without a space between them.
// Canada Post uses neither D, F, I, O, Q nor U, and begins no code with W or Z.
func isPostalCode(s string) bool {
	if len(s) == len("H2W 1Z4") && (s[3] == ' ' || s[3] == '-') {
		s = s[:3] + s[4:]
	}
	if len(s) != 6 {
		return false
	}
	for i, c := range []byte(strings.ToUpper(s)) {
		switch {
		case i%2 == 1:
			if c < '0' || c > '9' {
				return false
			}
		case c < 'A' || c > 'Z' || strings.IndexByte("DFIOQU", c) >= 0 || i == 0 && (c == 'W' || c == 'Z'):
			return false
		}
	}
	return true
}
