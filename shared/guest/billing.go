package guest

import (
	"strings"

	"ordering/shared/location"
	"ordering/shared/problem"
)

// Billing is a cardholder and the billing address. It is checked and not stored: it goes to the payment provider with the card.
type Billing struct {
	Cardholder string
	Address    string
	City       string
	State      string // state of the United States or province of Canada, by code or name
	Zip        string // ZIP or postal code
}

// Check returns all problems in the order of the form. All fields are required. The state determines the card's country and with it
// the form of the code: a guest may pay in one country with a card of the other. Under is the address's JSON pointer in the request.
func (b Billing) Check(under string) []problem.Detail {
	var found []problem.Detail
	add := func(code problem.Code, field string) { found = append(found, problem.Finding(code, under+"/"+field)) }
	for _, f := range []struct{ name, value string }{{"cardholder", b.Cardholder}, {"address", b.Address}, {"city", b.City}} {
		if tidy(f.value) == "" {
			add(problem.FieldRequired, f.name)
		}
	}
	state, zip := tidy(b.State), strings.ReplaceAll(tidy(b.Zip), "\u00a0", " ") // pages join the two halves with it
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

// countryOf returns the country of a state or province. Military mail abroad has its own state codes.
func countryOf(state string) (country string, known bool) {
	switch strings.ToUpper(state) {
	case "AA", "AE", "AP":
		return "US", true
	}
	r, known := location.ParseRegion(state)
	return r.Country, known
}

// isZIP accepts US ZIP codes: five digits, or nine with or without a hyphen.
func isZIP(s string) bool {
	if len(s) == len("74105-1234") && (s[5] == '-' || s[5] == ' ') {
		s = s[:5] + s[6:]
	}
	return (len(s) == 5 || len(s) == 9) && strings.Trim(s, "0123456789") == ""
}

// isPostalCode accepts Canadian postal codes: letter, digit, letter and digit, letter, digit, with or without a space between them.
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
