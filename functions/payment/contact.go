package payment

import (
	"net/mail"
	"strings"
	"unicode"

	"ordering/shared/order"
	"ordering/shared/phone"
	"ordering/shared/problem"
)

// check reads the contact and lists everything that is wrong with it, in the order of the form (specification §5).
func (c Contact) check() (order.Contact, []problem.Detail) {
	var found []problem.Detail
	add := func(code problem.Code, field string) { found = append(found, problem.Finding(code, "/contact/"+field)) }
	got := order.Contact{FirstName: tidy(c.FirstName), LastName: tidy(c.LastName), Email: tidy(c.Email)}
	if got.FirstName == "" {
		add(problem.FirstNameRequired, "firstName")
	}
	if got.LastName == "" {
		add(problem.LastNameRequired, "lastName")
	}
	switch {
	case got.Email == "":
		add(problem.EmailRequired, "email")
	case !deliverable(got.Email):
		add(problem.EmailInvalid, "email")
	}
	var ok bool
	switch got.Phone, ok = phone.Parse(c.Phone); {
	case tidy(c.Phone) == "":
		add(problem.PhoneRequired, "phone")
	case !ok:
		add(problem.PhoneInvalid, "phone")
	}
	return got, found
}

// check lists the fields that are missing. The address itself goes to the provider with the card, not through us.
func (b Billing) check() []problem.Detail {
	var found []problem.Detail
	for _, f := range []struct{ name, value string }{
		{"cardholder", b.Cardholder}, {"address", b.Address}, {"city", b.City}, {"state", b.State}, {"zip", b.Zip},
	} {
		if tidy(f.value) == "" {
			found = append(found, problem.Finding(problem.FieldRequired, "/billing/"+f.name))
		}
	}
	return found
}

// tidy drops what does not show, line ends above all: what a guest types ends in the head of a mail.
func tidy(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s))
}

// deliverable wants an address alone, in the form that mail goes to: a name, and a domain of at least two labels. A form of a
// browser writes a domain of other letters in this one's.
func deliverable(address string) bool {
	got, err := mail.ParseAddress(address)
	if err != nil || got.Address != address || strings.ContainsAny(address, "\"<>[] ") ||
		strings.ContainsFunc(address, func(r rune) bool { return r > unicode.MaxASCII }) {
		return false
	}
	_, domain, _ := strings.Cut(address, "@")
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
			return false
		}
	}
	return strings.Contains(domain, ".")
}
