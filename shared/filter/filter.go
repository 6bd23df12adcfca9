// Package filter parses the filter language of the specification (§7): property[operator]value. Several conditions are joined with ";", and
// all must hold. Callers define the properties and their kinds; any other property is rejected with its name.
//
//	address.state.code[in]OK,TX;onlineOrdering[is]true;address.latitude[btwn]30,37
//
// A property has no value (null), one, or several, such as the handoffs of a restaurant. An operator holds if it holds for any of them. ne,
// nin, nlike, nbtwn and not are the exact opposites of eq, in, like, btwn and is, and so hold for null.
package filter

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"ordering/shared/problem"
)

// Operator is a comparison. The specification lists seventeen and does not define them.
type Operator string

const (
	Eq      Operator = "eq"      // equal; texts are compared without case and accents
	Ne      Operator = "ne"      // not eq
	Gt      Operator = "gt"      // greater, later, later in the alphabet
	Gte     Operator = "gte"     // gt or eq
	Lt      Operator = "lt"      // less
	Lte     Operator = "lte"     // lt or eq
	In      Operator = "in"      // eq to one of the values
	Nin     Operator = "nin"     // not in
	Btwn    Operator = "btwn"    // from the first value to the second, inclusive
	Nbtwn   Operator = "nbtwn"   // not btwn
	Is      Operator = "is"      // null, or for a bool: true, false, null
	Not     Operator = "not"     // not is
	Like    Operator = "like"    // the whole text; % matches any run of characters
	Nlike   Operator = "nlike"   // not like
	Startsw Operator = "startsw" // begins with
	Endsw   Operator = "endsw"   // ends with
	Subs    Operator = "subs"    // contains
)

// Limits of one filter. They bound the work of a request and are far above what a page of the site sends.
const (
	MaxLength     = 1000 // bytes
	MaxConditions = 16
	MaxValues     = 50 // of one condition
)

// Properties are the properties of a T that a filter may use, by their JSON names.
type Properties[T any] map[string]Property[T]

// Condition is one part of a filter, as sent.
type Condition struct {
	Property string
	Operator Operator
	Value    string
}

// Filter is a parsed filter. The zero Filter matches everything.
type Filter[T any] struct {
	Conditions []Condition
	match      []func(T) bool
}

// Match reports whether every condition holds for t.
func (f Filter[T]) Match(t T) bool {
	for _, match := range f.match {
		if !match(t) {
			return false
		}
	}
	return true
}

// Parse parses a filter; "" is the zero Filter. The error is problem.Invalid with the invalid part and what is allowed there.
func (p Properties[T]) Parse(text string) (Filter[T], error) {
	var f Filter[T]
	if text == "" {
		return f, nil
	}
	if len(text) > MaxLength {
		return f, Refuse(Condition{}, strconv.Itoa(len(text))+" bytes", "at most "+strconv.Itoa(MaxLength))
	}
	parts := strings.Split(text, ";")
	if len(parts) > MaxConditions {
		return f, Refuse(Condition{}, strconv.Itoa(len(parts))+" conditions", "at most "+strconv.Itoa(MaxConditions))
	}
	for _, part := range parts {
		name, rest, ok := strings.Cut(part, "[")
		operator, value, closed := strings.Cut(rest, "]")
		if !ok || !closed || name == "" {
			return Filter[T]{}, Refuse(Condition{}, part, "property[operator]value")
		}
		c := Condition{Property: name, Operator: Operator(operator), Value: value}
		property, ok := p[name]
		if !ok {
			return Filter[T]{}, Refuse(c, name, strings.Join(slices.Sorted(maps.Keys(p)), ", "))
		}
		if !slices.Contains(property.operators, c.Operator) {
			return Filter[T]{}, Refuse(c, operator, join(property.operators))
		}
		match, wrong := property.compile(c.Operator, value)
		if wrong != nil {
			return Filter[T]{}, Refuse(c, wrong.part, wrong.allowed)
		}
		f.Conditions = append(f.Conditions, c)
		f.match = append(f.match, match)
	}
	return f, nil
}

// Refuse returns the problem of a filter with the invalid part and what is allowed there.
func Refuse(c Condition, part, allowed string) error {
	return problem.New(problem.Invalid).With(problem.Finding(problem.FilterInvalid, "/query/filter",
		"part", part, "allowed", allowed, "property", c.Property, "operator", string(c.Operator), "value", c.Value))
}

func join(operators []Operator) string {
	texts := make([]string, len(operators))
	for i, o := range operators {
		texts[i] = string(o)
	}
	return strings.Join(texts, ", ")
}
