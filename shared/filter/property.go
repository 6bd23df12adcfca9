package filter

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ordering/shared/translit"
)

// Property is a property of a T that a filter may use.
type Property[T any] struct {
	operators []Operator
	// compile returns the predicate for one of the operators and its value.
	compile func(operator Operator, value string) (func(T) bool, *wrong)
}

// wrong is an invalid value and what is allowed in its place.
type wrong struct{ part, allowed string }

// Only restricts the property to these operators of its kind.
func (p Property[T]) Only(operators ...Operator) Property[T] {
	p.operators = slices.DeleteFunc(slices.Clone(p.operators), func(o Operator) bool { return !slices.Contains(operators, o) })
	return p
}

// Text is a text property; "" is null.
func Text[T any](read func(T) string) Property[T] {
	return property(texts, func(t T) []string { return unless(fold(read(t)), "") })
}

// Texts is a property with any number of texts.
func Texts[T any](read func(T) []string) Property[T] {
	return property(texts, func(t T) []string {
		folded := slices.Clone(read(t))
		for i := range folded {
			folded[i] = fold(folded[i])
		}
		return folded
	})
}

// Number is a number property.
func Number[T any](read func(T) float64) Property[T] {
	return property(numbers, func(t T) []float64 { return []float64{read(t)} })
}

// Numbers is a property with any number of numbers.
func Numbers[T any](read func(T) []float64) Property[T] { return property(numbers, read) }

// Bool is a boolean property.
func Bool[T any](read func(T) bool) Property[T] {
	return property(bools, func(t T) []bool { return []bool{read(t)} })
}

// Time is a time property, RFC 3339 on the wire; the zero time is null.
func Time[T any](read func(T) time.Time) Property[T] {
	return property(times, func(t T) []time.Time { return unless(read(t), time.Time{}) })
}

func unless[V comparable](v, null V) []V {
	if v == null {
		return nil
	}
	return []V{v}
}

// kind defines the type of values and how they are compared.
type kind[V any] struct {
	allowed   string // what a value looks like, for the problem
	operators []Operator
	parse     func(string) (V, bool)
	compare   func(a, b V) int
	text      func(V) string // the text that like, startsw, endsw and subs match; nil if the kind does not support them
}

var ordered = []Operator{Eq, Ne, Gt, Gte, Lt, Lte, In, Nin, Btwn, Nbtwn, Is, Not}

// texts compares folded texts; both sides are folded.
var texts = kind[string]{
	allowed: "a text", operators: append(slices.Clip(ordered), Like, Nlike, Startsw, Endsw, Subs),
	parse: func(s string) (string, bool) { return fold(s), true }, compare: strings.Compare, text: func(s string) string { return s },
}

var numbers = kind[float64]{
	allowed: "a number", operators: ordered, compare: cmp.Compare[float64],
	parse: func(s string) (float64, bool) {
		n, err := strconv.ParseFloat(s, 64)
		return n, err == nil && !math.IsInf(n, 0) && strings.Trim(s, "0123456789+-.eE") == ""
	},
}

var times = kind[time.Time]{
	allowed: "a time like 2026-01-31T18:00:00Z", operators: ordered, compare: time.Time.Compare,
	parse: func(s string) (time.Time, bool) {
		t, err := time.Parse(time.RFC3339, s)
		return t, err == nil
	},
}

var bools = kind[bool]{
	allowed: "true or false", operators: []Operator{Eq, Ne, In, Nin, Is, Not},
	parse: func(s string) (bool, bool) { return s == "true", s == "true" || s == "false" },
	compare: func(a, b bool) int {
		if a == b {
			return 0
		}
		return 1 // bools have no order; any result but 0 will do
	},
}

// fold returns s in lower case without accents, for comparison.
func fold(s string) string { return strings.ToLower(translit.Strip(s)) }

func property[T, V any](k kind[V], read func(T) []V) Property[T] {
	return Property[T]{operators: k.operators, compile: func(operator Operator, value string) (func(T) bool, *wrong) {
		positive, negates := negated[operator]
		if !negates {
			positive = operator
		}
		if positive == Is && value == "null" {
			return func(t T) bool { return (len(read(t)) == 0) != negates }, nil
		}
		test, wrong := k.test(positive, value)
		if wrong != nil {
			return nil, wrong
		}
		return func(t T) bool { return slices.ContainsFunc(read(t), test) != negates }, nil
	}}
}

// negated are the operators that hold when another one does not.
var negated = map[Operator]Operator{Ne: Eq, Nin: In, Nbtwn: Btwn, Not: Is, Nlike: Like}
