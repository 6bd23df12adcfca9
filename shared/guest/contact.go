// Package guest is who orders without an account: whom the order is for, and whose card pays for it, by the rules of the
// specification (§5).
package guest

import (
	"net/mail"
	"strings"
	"unicode"

	"ordering/shared/phone"
	"ordering/shared/problem"
)

// Contact is who an order is for. Phone is in E.164 once it was checked.
type Contact struct {
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Email     string `json:"email"`
	Phone     string `json:"phone"`
}

// Check reads what a guest typed: it gives the contact as it is kept, and everything that is wrong with it in the order of the
// form. Under is where the contact lies in the request, as a JSON pointer.
func (c Contact) Check(under string) (Contact, []problem.Detail) {
	var found []problem.Detail
	add := func(code problem.Code, field string) { found = append(found, problem.Finding(code, under+"/"+field)) }
	got := Contact{FirstName: tidy(c.FirstName), LastName: tidy(c.LastName), Email: tidy(c.Email)}
	name := func(field, value string, missing problem.Code) {
		switch {
		case value == "":
			add(missing, field)
		case HasWebAddress(value):
			add(problem.WebAddress, field)
		}
	}
	name("firstName", got.FirstName, problem.FirstNameRequired)
	name("lastName", got.LastName, problem.LastNameRequired)
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
