// Package tax computes the taxes of an order from the restaurant's jurisdiction, the classes of goods and the date, in exact decimals. The
// rates and rules in jurisdictions.go are illustrative; each deployment must check them with its accountant.
package tax

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"ordering/shared/money"
)

// Class is the tax class of an item.
type Class string

const (
	Meal         Class = "meal"          // prepared food, and drinks of no other class
	SoftDrink    Class = "soft-drink"    // soda and fountain drinks
	BottledWater Class = "bottled-water" // plain, one serving
	Grocery      Class = "grocery"       // packed, to cook or keep at home
)

var Classes = []Class{Meal, SoftDrink, BottledWater, Grocery}

// The names of taxes. A brand's registration numbers are keyed by them.
const (
	GST   = "GST"
	HST   = "HST"
	QST   = "QST"
	PST   = "PST"
	Sales = "sales-tax"
)

// ErrJurisdiction means that no rules are known for a country and state at that date.
var ErrJurisdiction = errors.New("tax: no rules for this jurisdiction")

// Rounding is how a jurisdiction rounds an exact tax to minor units.
type Rounding int

const (
	// HalfUp rounds half a cent away from zero, as the US streamlined states and the Canada Revenue Agency require.
	HalfUp Rounding = iota
	// HalfEven rounds half a cent to the nearest even cent.
	HalfEven
)

// Line is an amount of one class of goods, after discounts.
type Line struct {
	Class  Class
	Amount money.Amount
}

// Component is one tax of an order: the rate in percent (9.975), the taxed amount, and the tax. Parts is the tax of each line, in their
// order, by largest remainder; it sums to Amount.
type Component struct {
	Tax    string
	Rate   decimal.Decimal
	Base   money.Amount
	Amount money.Amount
	Parts  []money.Amount
}

// Rules are the taxes of one restaurant at one date. The zero value charges nothing.
type Rules struct {
	// Jurisdiction names the country and state: "CA-QC", "US-TX".
	Jurisdiction string
	// Parts names the parts of a combined rate; Source is the source of the rates.
	Parts    []string
	Source   string
	Rounding Rounding
	levies   []levy
	rebate   *rebate
}

// levy is one tax and the classes that it applies to.
type levy struct {
	tax     string
	percent decimal.Decimal
	classes []Class
}

// rebate reduces a tax to percent on the classes if the order's total of them is at most limit (minor units).
type rebate struct {
	tax     string
	percent decimal.Decimal
	classes []Class
	limit   int64
}

// For returns the rules of a country (ISO 3166-1 alpha-2) and state or province on the date of at in its own time zone;
// pass the restaurant's local time. localRate is the combined rate at a US restaurant's address as a decimal fraction
// ("0.0825"); empty uses the state's illustrative default. ErrJurisdiction if there are no rules.
func For(country, state, localRate string, at time.Time) (Rules, error) {
	j, ok := jurisdictions()[country+"-"+state]
	if !ok {
		return Rules{}, fmt.Errorf("%w: %s-%s", ErrJurisdiction, country, state)
	}
	day := at.Format(time.DateOnly)
	var now *period
	for i := range j.periods {
		if j.periods[i].from <= day {
			now = &j.periods[i]
		}
	}
	if now == nil {
		return Rules{}, fmt.Errorf("%w: %s-%s before %s", ErrJurisdiction, country, state, j.periods[0].from)
	}
	r := Rules{Jurisdiction: country + "-" + state, Parts: j.parts, Source: j.source, Rounding: j.rounding}
	for _, l := range now.levies {
		percent := decimal.RequireFromString(l.percent)
		if country == "US" && localRate != "" {
			fraction, err := decimal.NewFromString(localRate)
			if err != nil || fraction.IsNegative() || fraction.GreaterThan(decimal.New(1, 0)) {
				return Rules{}, fmt.Errorf("tax: local rate %.20q is not a fraction from 0 to 1", localRate)
			}
			percent = fraction.Shift(2)
		}
		r.levies = append(r.levies, levy{l.tax, percent, l.classes})
	}
	if b := now.rebate; b != nil {
		r.rebate = &rebate{b.tax, decimal.RequireFromString(b.percent), b.classes, b.limit}
	}
	return r, nil
}

// Compute returns the taxes on the lines, in the order of the jurisdiction. Each is rounded once, on the sum of all lines taxed at the same
// rate. Taxes of zero are omitted. All lines must have one currency, which a basket guarantees; it panics on two.
func (r Rules) Compute(lines []Line) []Component {
	var components []Component
	for _, l := range r.levies {
		full, reduced := l.classes, []Class(nil)
		if r.rebated(l.tax, lines) {
			reduced = intersect(l.classes, r.rebate.classes)
			full = except(l.classes, reduced)
		}
		components = r.add(components, l.tax, l.percent, full, lines)
		if reduced != nil {
			components = r.add(components, l.tax, r.rebate.percent, reduced, lines)
		}
	}
	return components
}

// rebated reports whether the order is small enough for the rebate of a tax.
func (r Rules) rebated(tax string, lines []Line) bool {
	if r.rebate == nil || r.rebate.tax != tax {
		return false
	}
	base, some := sum(r.rebate.classes, lines)
	return some && base.Minor <= r.rebate.limit
}

func (r Rules) add(to []Component, tax string, percent decimal.Decimal, classes []Class, lines []Line) []Component {
	base, some := sum(classes, lines)
	if !some || base.Minor == 0 || percent.IsZero() {
		return to
	}
	exact := decimal.NewFromInt(base.Minor).Mul(percent).Shift(-2)
	amount, weights := money.Of(r.Rounding.whole(exact), base.Currency), make([]int64, len(lines))
	for i, l := range lines {
		if slices.Contains(classes, l.Class) {
			weights[i] = l.Amount.Minor
		}
	}
	return append(to, Component{Tax: tax, Rate: percent, Base: base, Amount: amount, Parts: money.Allocate(amount, weights)})
}

// whole rounds to an integer.
func (r Rounding) whole(d decimal.Decimal) int64 {
	if r == HalfEven {
		return d.RoundBank(0).IntPart()
	}
	return d.Round(0).IntPart()
}

// sum adds the lines of the classes and reports whether there are any.
func sum(classes []Class, lines []Line) (total money.Amount, some bool) {
	for _, l := range lines {
		switch {
		case !slices.Contains(classes, l.Class):
		case some:
			total = total.Plus(l.Amount)
		default:
			total, some = l.Amount, true
		}
	}
	return total, some
}

func intersect(a, b []Class) []Class {
	return slices.DeleteFunc(slices.Clone(a), func(c Class) bool { return !slices.Contains(b, c) })
}

func except(a, b []Class) []Class {
	return slices.DeleteFunc(slices.Clone(a), func(c Class) bool { return slices.Contains(b, c) })
}
