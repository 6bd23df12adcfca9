// Package problem is the catalogue of errors that a caller can act on, and their wire format: the members of RFC 9457
// together with the message and errors of the specification (§8).
package problem

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ordering/shared/locale"
)

// Code identifies a problem. codes.go lists all codes, each with a status and an English message. Every locale has a
// sentence for it (problem.<code>).
type Code string

// Detail is one finding among several, such as one invalid field. Pointer is a JSON pointer into the request, or into the basket.
type Detail struct {
	Code    Code           `json:"code"`
	Pointer string         `json:"pointer,omitempty" doc:"JSON pointer to the invalid value"`
	Message string         `json:"message" doc:"English; the site shows its own text for the code"`
	Params  map[string]any `json:"params,omitempty" doc:"Values in the sentence: amounts, numbers, labels"`
}

// In returns the detail for a reader of l: params with texts in several languages become the text in l. Rules that do
// not know the locale pass labels as such texts.
func (d Detail) In(l locale.Locale) Detail {
	params := make(map[string]any, len(d.Params))
	for name, value := range d.Params {
		if t, ok := value.(locale.Text); ok {
			value = t.In(l)
		}
		params[name] = value
	}
	d.Params = params
	return d
}

// Problem is an error that the caller can act on.
type Problem struct {
	Code    Code
	Params  map[string]any
	Details []Detail
	// Current is what is stored now, if the caller had an older version: a basket.Assessment, and a basketview.Basket in a response; or a
	// part of a profile.
	Current any
	cause   error
}

// New returns a problem; params are pairs of name and value.
func New(code Code, params ...any) *Problem { return &Problem{Code: code, Params: pairs(params)} }

func pairs(params []any) map[string]any {
	if len(params) == 0 {
		return nil
	}
	m := make(map[string]any, len(params)/2)
	for i := 0; i+1 < len(params); i += 2 {
		m[params[i].(string)] = params[i+1]
	}
	return m
}

// Finding returns a detail; params are pairs of name and value.
func Finding(code Code, pointer string, params ...any) Detail {
	m := pairs(params)
	return Detail{Code: code, Pointer: pointer, Message: fill(entry(code).message, m), Params: m}
}

// With returns the problem with its details.
func (p *Problem) With(details ...Detail) *Problem {
	p.Details = append(p.Details, details...)
	return p
}

// Because sets the cause for the log; it is never sent to the caller.
func (p *Problem) Because(err error) *Problem { p.cause = err; return p }

// Having sets Current.
func (p *Problem) Having(current any) *Problem { p.Current = current; return p }

func (p *Problem) Error() string {
	if p.cause != nil {
		return fmt.Sprintf("%s: %v", p.Code, p.cause)
	}
	return string(p.Code)
}

func (p *Problem) Unwrap() error { return p.cause }

// Is reports whether err is a problem with this code.
func Is(err error, code Code) bool {
	var p *Problem
	return errors.As(err, &p) && p.Code == code
}

// Status returns the HTTP status of the code.
func (p *Problem) Status() int { return entry(p.Code).status }

// Body is the wire format.
type Body struct {
	Type      string         `json:"type" doc:"urn:problem:<code>"`
	Title     string         `json:"title"`
	Status    int            `json:"status"`
	Code      Code           `json:"code"`
	Message   string         `json:"message" doc:"English, for other clients"`
	Errors    []string       `json:"errors" doc:"English, one per finding"`
	Params    map[string]any `json:"params,omitempty" doc:"Values in the sentence"`
	Problems  []Detail       `json:"problems,omitempty" doc:"One per finding"`
	Current   any            `json:"current,omitempty" doc:"What is stored now, if the caller had an older version: the basket as get-basket returns it (basket-changed, price-changed), or the part of the profile (profile-changed)"`
	RequestID string         `json:"requestId,omitempty" doc:"Id of the request in the log"`
}

// Body returns the wire format of the problem.
func (p *Problem) Body(requestID string) Body {
	e := entry(p.Code)
	b := Body{
		Type: "urn:problem:" + string(p.Code), Title: title(p.Code), Status: e.status, Code: p.Code,
		Message: fill(e.message, p.Params), Errors: []string{}, Params: p.Params, Problems: p.Details, Current: p.Current, RequestID: requestID,
	}
	for _, d := range p.Details {
		b.Errors = append(b.Errors, d.Message)
	}
	return b
}

// From converts any error to a problem: a problem is returned unchanged, any other error becomes the default of §8.
func From(err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	return New(Internal).Because(err)
}

// Codes returns every code in order, for the tests that require a sentence for each in every locale.
func Codes() []Code {
	var codes []Code
	for _, d := range catalogue {
		codes = append(codes, d.code)
	}
	slices.Sort(codes)
	return codes
}

// title returns the code in words: "timeslot-full" is "Timeslot full".
func title(c Code) string {
	words := strings.ReplaceAll(string(c), "-", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

func entry(c Code) definition {
	i := slices.IndexFunc(catalogue, func(d definition) bool { return d.code == c })
	if i < 0 {
		panic(fmt.Errorf("problem: code %q is not in the catalogue", c))
	}
	return catalogue[i]
}
