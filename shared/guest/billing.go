package guest

import (
	"regexp"
	"strings"
	"sync"

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
	if tidy(b.Cardholder) == "" {
		found = append(found, problem.Finding(problem.FieldRequired, under+"/cardholder"))
	}
	_, more := Address{b.Address, b.City, b.State, b.Zip}.Check(under, "")
	return append(found, more...)
}

// Address is a postal address of the United States or Canada. State is a state or province, Zip a ZIP or postal code.
type Address struct {
	Line  string `json:"address,omitempty" maxLength:"100"`
	City  string `json:"city,omitempty" maxLength:"60"`
	State string `json:"state,omitempty" maxLength:"40" doc:"State or province, by code or name"`
	Zip   string `json:"zip,omitempty" maxLength:"20" doc:"ZIP or postal code"`
}

// Check returns the address in its stored form, with the code of the state, and all problems in the order of the form. All fields are
// required. The state must be in the country, "US" or "CA"; an empty country allows both.
func (a Address) Check(under, country string) (Address, []problem.Detail) {
	var found []problem.Detail
	add := func(code problem.Code, field string) { found = append(found, problem.Finding(code, under+"/"+field)) }
	// Pages join the two halves of a postal code with a no-break space.
	got := Address{tidy(a.Line), tidy(a.City), tidy(a.State), strings.ToUpper(strings.ReplaceAll(tidy(a.Zip), "\u00a0", " "))}
	for _, f := range []struct{ name, value string }{{"address", got.Line}, {"city", got.City}} {
		if f.value == "" {
			add(problem.FieldRequired, f.name)
		}
	}
	code, of, known := regionOf(got.State)
	switch {
	case got.State == "":
		add(problem.FieldRequired, "state")
	case !known, country != "" && of != country:
		add(problem.StateInvalid, "state")
	}
	us, canada := zip().MatchString(got.Zip), postalCode().MatchString(got.Zip)
	if canada {
		got.Zip = got.Zip[:3] + " " + got.Zip[len(got.Zip)-3:]
	}
	switch {
	case got.Zip == "":
		add(problem.FieldRequired, "zip")
	case of == "US" && !us, of == "CA" && !canada, !us && !canada:
		add(problem.PostalCodeInvalid, "zip")
	}
	got.State = code
	return got, found
}

// regionOf returns the code and the country of a state or province. Military mail abroad has its own state codes.
func regionOf(state string) (code, country string, known bool) {
	switch code = strings.ToUpper(state); code {
	case "AA", "AE", "AP":
		return code, "US", true
	}
	r, known := location.ParseRegion(state)
	return r.Code, r.Country, known
}

// zip matches US ZIP codes: five digits, or nine with or without a hyphen.
var zip = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{5}([ -]?\d{4})?$`) })

// postalCode matches Canadian postal codes: letter, digit, letter and digit, letter, digit, with or without a space between them.
// Canada Post uses neither D, F, I, O, Q nor U, and begins no code with W or Z.
var postalCode = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$`)
})
