// Package guest validates the contact, vehicle and billing address of guests without an account (specification §5).
package guest

import (
	"net/mail"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"ordering/shared/phone"
	"ordering/shared/problem"
)

// Contact is the person an order is for. Phone is in E.164 after Check.
type Contact struct {
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Email     string `json:"email"`
	Phone     string `json:"phone"`
}

// Check returns the contact in its stored form, and all problems in the order of the form. Under is the contact's JSON pointer in the
// request.
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

// tidy removes invisible characters, line breaks above all, because the text is used in mail headers.
func tidy(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s))
}

// labels matches at least two labels of a domain, each after a dot.
var labels = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?){2,}$`)
})

// deliverable accepts a bare address that mail can be sent to: a local part, and a domain of at least two labels. It must be ASCII:
// the browser's form field encodes international domains. An encoded word (RFC 2047) hides another text from who reads the mail.
func deliverable(address string) bool {
	got, err := mail.ParseAddress(address)
	if err != nil || got.Address != address || strings.ContainsAny(address, "\"<>[] ") || strings.Contains(address, "=?") ||
		strings.ContainsFunc(address, func(r rune) bool { return r > unicode.MaxASCII }) {
		return false
	}
	local, domain, _ := strings.Cut(address, "@")
	return labels().MatchString("."+domain) && len(local) <= 64 // RFC 5321: a mail service refuses longer ones
}
