package filter

import (
	"slices"
	"strconv"
	"strings"
)

// test returns the predicate of a positive operator for one value.
func (k kind[V]) test(operator Operator, value string) (func(V) bool, *wrong) {
	switch operator {
	case In, Btwn:
		return k.list(operator, value)
	case Like:
		matches := pattern(value)
		return func(v V) bool { return matches(k.text(v)) }, nil
	case Is:
		if _, yesOrNo := any(k).(kind[bool]); !yesOrNo {
			return nil, &wrong{value, "null"}
		}
	}
	want, ok := k.parse(value)
	if !ok && operator == Is {
		return nil, &wrong{value, "true, false or null"}
	}
	if !ok {
		return nil, &wrong{value, k.allowed}
	}
	switch operator {
	case Gt:
		return func(v V) bool { return k.compare(v, want) > 0 }, nil
	case Gte:
		return func(v V) bool { return k.compare(v, want) >= 0 }, nil
	case Lt:
		return func(v V) bool { return k.compare(v, want) < 0 }, nil
	case Lte:
		return func(v V) bool { return k.compare(v, want) <= 0 }, nil
	case Startsw, Endsw, Subs:
		holds := map[Operator]func(s, part string) bool{Startsw: strings.HasPrefix, Endsw: strings.HasSuffix, Subs: strings.Contains}[operator]
		part := k.text(want)
		return func(v V) bool { return holds(k.text(v), part) }, nil
	}
	return func(v V) bool { return k.compare(v, want) == 0 }, nil // eq and is
}

// list returns the predicate of in and btwn. Their values are joined with commas.
func (k kind[V]) list(operator Operator, value string) (func(V) bool, *wrong) {
	parts := strings.Split(value, ",")
	switch {
	case operator == Btwn && len(parts) != 2:
		return nil, &wrong{value, "two values joined with a comma, each " + k.allowed}
	case len(parts) > MaxValues:
		return nil, &wrong{strconv.Itoa(len(parts)) + " values", "at most " + strconv.Itoa(MaxValues)}
	}
	values := make([]V, len(parts))
	for i, part := range parts {
		v, ok := k.parse(part)
		if !ok {
			return nil, &wrong{part, k.allowed}
		}
		values[i] = v
	}
	if operator == In {
		return func(v V) bool { return slices.ContainsFunc(values, func(w V) bool { return k.compare(v, w) == 0 }) }, nil
	}
	if k.compare(values[0], values[1]) > 0 {
		return nil, &wrong{value, "the smaller value first"}
	}
	return func(v V) bool { return k.compare(v, values[0]) >= 0 && k.compare(v, values[1]) <= 0 }, nil
}

// pattern returns the predicate of like. It matches each piece at its first position after the previous piece: a later
// position never allows more pieces to follow. So the work is linear in the length of the text.
func pattern(value string) func(folded string) bool {
	pieces := strings.Split(value, "%")
	for i, piece := range pieces {
		pieces[i] = fold(piece)
	}
	first, last := pieces[0], pieces[len(pieces)-1]
	return func(s string) bool {
		if len(pieces) == 1 {
			return s == first
		}
		if len(s) < len(first)+len(last) || !strings.HasPrefix(s, first) || !strings.HasSuffix(s, last) {
			return false
		}
		s = s[len(first) : len(s)-len(last)]
		for _, piece := range pieces[1 : len(pieces)-1] {
			i := strings.Index(s, piece)
			if i < 0 {
				return false
			}
			s = s[i+len(piece):]
		}
		return true
	}
}
