package tax

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"pgregory.net/rapid"

	"ordering/shared/money"
)

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

func line(c Class, cents int64) Line { return Line{c, money.Of(cents, money.CAD)} }

// bill formats components as "GST 5% of 1000 = 50".
func bill(components []Component) string {
	var words []string
	for _, c := range components {
		words = append(words, fmt.Sprintf("%s %s%% of %d = %d", c.Tax, c.Rate, c.Base.Minor, c.Amount.Minor))
	}
	return strings.Join(words, ", ")
}

func TestCompute(t *testing.T) {
	for name, c := range map[string]struct {
		state, local, date string // date: 2026-06-01 when empty
		lines              []Line
		want               string
	}{
		"Alberta":                          {state: "CA-AB", lines: []Line{line(Meal, 1000)}, want: "GST 5% of 1000 = 50"},
		"Québec":                           {state: "CA-QC", lines: []Line{line(Meal, 1000)}, want: "GST 5% of 1000 = 50, QST 9.975% of 1000 = 100"},
		"rounded once on the sum":          {state: "CA-QC", lines: []Line{line(Meal, 5), line(SoftDrink, 5)}, want: "GST 5% of 10 = 1, QST 9.975% of 10 = 1"},
		"half a cent goes up":              {state: "CA-AB", lines: []Line{line(Meal, 1050)}, want: "GST 5% of 1050 = 53"},
		"just below half a cent goes down": {state: "CA-AB", lines: []Line{line(Meal, 1049)}, want: "GST 5% of 1049 = 52"},
		"BC taxes soda, not meals":         {state: "CA-BC", lines: []Line{line(Meal, 1000), line(SoftDrink, 300), line(BottledWater, 200)}, want: "GST 5% of 1500 = 75, PST 7% of 300 = 21"},
		"BC before its soda tax":           {state: "CA-BC", date: "2021-03-31", lines: []Line{line(SoftDrink, 300)}, want: "GST 5% of 300 = 15"},
		"BC on the first day of it":        {state: "CA-BC", date: "2021-04-01", lines: []Line{line(SoftDrink, 300)}, want: "GST 5% of 300 = 15, PST 7% of 300 = 21"},
		"Saskatchewan":                     {state: "CA-SK", lines: []Line{line(Meal, 1000)}, want: "GST 5% of 1000 = 50, PST 6% of 1000 = 60"},
		"Manitoba":                         {state: "CA-MB", lines: []Line{line(Meal, 1000), line(BottledWater, 200)}, want: "GST 5% of 1200 = 60, PST 7% of 1000 = 70"},
		"Ontario":                          {state: "CA-ON", lines: []Line{line(Meal, 401)}, want: "HST 13% of 401 = 52"},
		"Ontario, a coffee":                {state: "CA-ON", lines: []Line{line(Meal, 400)}, want: "HST 5% of 400 = 20"},
		"Ontario, two below the limit":     {state: "CA-ON", lines: []Line{line(Meal, 200), line(SoftDrink, 200)}, want: "HST 5% of 400 = 20"},
		"Ontario, together too much":       {state: "CA-ON", lines: []Line{line(Meal, 201), line(SoftDrink, 200)}, want: "HST 13% of 401 = 52"},
		"Ontario, a coffee and water":      {state: "CA-ON", lines: []Line{line(Meal, 250), line(BottledWater, 300)}, want: "HST 13% of 300 = 39, HST 5% of 250 = 13"},
		"Nova Scotia":                      {state: "CA-NS", lines: []Line{line(Meal, 1000)}, want: "HST 14% of 1000 = 140"},
		"Nova Scotia before April 2025":    {state: "CA-NS", date: "2025-03-31", lines: []Line{line(Meal, 1000)}, want: "HST 15% of 1000 = 150"},
		"New Brunswick":                    {state: "CA-NB", lines: []Line{line(Meal, 1000)}, want: "HST 15% of 1000 = 150"},
		"Newfoundland":                     {state: "CA-NL", lines: []Line{line(Meal, 1000)}, want: "HST 15% of 1000 = 150"},
		"Prince Edward Island":             {state: "CA-PE", lines: []Line{line(Meal, 1000)}, want: "HST 15% of 1000 = 150"},
		"groceries are not taxed":          {state: "CA-QC", lines: []Line{line(Grocery, 1000)}},
		"an empty order":                   {state: "CA-QC"},
		"a free meal":                      {state: "CA-QC", lines: []Line{line(Meal, 0)}},
		"Texas":                            {state: "US-TX", lines: []Line{line(Meal, 1000)}, want: "sales-tax 8.25% of 1000 = 83"},
		"a restaurant's own rate":          {state: "US-TX", local: "0.0675", lines: []Line{line(Meal, 1000)}, want: "sales-tax 6.75% of 1000 = 68"},
		"no tax in Oregon":                 {state: "US-OR", lines: []Line{line(Meal, 1000)}},
		"a Canadian one has no local rate": {state: "CA-AB", local: "0.0675", lines: []Line{line(Meal, 1000)}, want: "GST 5% of 1000 = 50"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.date == "" {
				c.date = "2026-06-01"
			}
			country, state, _ := strings.Cut(c.state, "-")
			r, err := For(country, state, c.local, day(c.date))
			assert.NilError(t, err)
			assert.Equal(t, bill(r.Compute(c.lines)), c.want)
		})
	}
}

// The date is the restaurant's: a second before midnight in Halifax is tomorrow in London.
func TestForUsesTheDateInTheZoneOfTheTime(t *testing.T) {
	halifax := time.FixedZone("ADT", -3*3600)
	for at, want := range map[time.Time]string{
		time.Date(2025, 3, 31, 23, 59, 59, 0, halifax): "15",
		time.Date(2025, 4, 1, 0, 0, 0, 0, halifax):     "14",
	} {
		r, err := For("CA", "NS", "", at)
		assert.NilError(t, err)
		assert.Check(t, is.Equal(r.Compute([]Line{line(Meal, 100)})[0].Rate.String(), want), at)
	}
}

func TestForErrors(t *testing.T) {
	for name, c := range map[string]struct {
		country, state, local, date string
		unknown                     bool
	}{
		"no such state":      {"US", "ZZ", "", "2026-01-01", true},
		"no such country":    {"MX", "TX", "", "2026-01-01", true},
		"before the rules":   {"CA", "ON", "", "2010-06-30", true},
		"a rate in percent":  {"US", "TX", "8.25", "2026-01-01", false},
		"a rate below zero":  {"US", "TX", "-0.01", "2026-01-01", false},
		"a rate in words":    {"US", "TX", "eight", "2026-01-01", false},
		"a rate with a sign": {"US", "TX", "8%", "2026-01-01", false},
	} {
		_, err := For(c.country, c.state, c.local, day(c.date))
		assert.Check(t, err != nil && errors.Is(err, ErrJurisdiction) == c.unknown, "%s: %v", name, err)
	}
}

// Every state, province and territory has rules with a source marked illustrative; the parts of a combined rate add up to it.
func TestJurisdictionsAreCompleteAndSourced(t *testing.T) {
	assert.Equal(t, len(jurisdictions()), 51+13)
	number := regexp.MustCompile(`\d+(\.\d+)?$`)
	for name := range jurisdictions() {
		country, state, _ := strings.Cut(name, "-")
		r, err := For(country, state, "", day("2026-06-01"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		assert.Check(t, is.Contains(r.Source, "Illustrative"), name)
		if country != "US" {
			continue
		}
		parts := decimal.Zero
		for _, p := range r.Parts {
			if n := number.FindString(p); n != "" {
				parts = parts.Add(decimal.RequireFromString(n))
			}
		}
		rate := r.levies[0].percent
		assert.Check(t, state == "AK" || parts.Equal(rate), "%s: the parts sum to %s, want the rate %s", name, parts, rate)
	}
}

func TestRoundingFollowsTheJurisdiction(t *testing.T) {
	r := Rules{Rounding: HalfEven, levies: []levy{{GST, decimal.New(5, 0), served}}}
	assert.Equal(t, bill(r.Compute([]Line{line(Meal, 1050)})), "GST 5% of 1050 = 52")
}

// exactly computes the tax in rational numbers, rounded half up.
func exactly(cents int64, percent string) *big.Int {
	rate, ok := new(big.Rat).SetString(percent)
	if !ok {
		panic(percent)
	}
	x := new(big.Rat).Mul(new(big.Rat).SetInt64(cents), rate)
	x.Quo(x, big.NewRat(100, 1)).Add(x, big.NewRat(1, 2))
	return new(big.Int).Div(x.Num(), x.Denom()) // floors, as amounts are not negative
}

// For any basket and jurisdiction: each component equals rational arithmetic, no class is taxed twice by one tax, and
// the order of the lines does not matter.
func TestComputeIsExact(t *testing.T) {
	names := slices.Sorted(maps.Keys(jurisdictions()))
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "jurisdiction")
		country, state, _ := strings.Cut(name, "-")
		r, err := For(country, state, rapid.SampledFrom([]string{"", "0.0825", "0.10375"}).Draw(t, "local"), day("2026-06-01"))
		assert.NilError(t, err)
		amount := rapid.OneOf(rapid.Int64Range(0, 1000), rapid.Int64Range(0, 1e15))
		lines := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Line {
			return line(rapid.SampledFrom(Classes).Draw(t, "class"), amount.Draw(t, "cents"))
		}), 0, 20).Draw(t, "lines")
		components := r.Compute(lines)
		bases := map[string]int64{}
		for _, c := range components {
			want := exactly(c.Base.Minor, c.Rate.String())
			assert.Check(t, want.IsInt64())
			assert.Check(t, is.Equal(want.Int64(), c.Amount.Minor))
			bases[c.Tax] += c.Base.Minor
		}
		for tax, base := range bases {
			var all int64
			for _, l := range lines {
				all += l.Amount.Minor
			}
			assert.Check(t, base <= all, "%s: %s is owed on %d of %d", name, tax, base, all)
		}
		assert.Equal(t, bill(r.Compute(rapid.Permutation(lines).Draw(t, "order"))), bill(components))
	})
}

func FuzzComputeIsExact(f *testing.F) {
	f.Add(int64(1050), "0.05")
	f.Add(int64(1e17), "0.09975")
	f.Add(int64(1), "0.5")
	f.Fuzz(func(t *testing.T, cents int64, local string) {
		r, err := For("US", "TX", local, day("2026-06-01"))
		if err != nil || cents < 0 || cents > 1e17 || len(local) > 40 {
			t.Skip()
		}
		for _, c := range r.Compute([]Line{line(Meal, cents)}) {
			want := exactly(cents, c.Rate.String())
			assert.Check(t, is.Equal(want.Cmp(big.NewInt(c.Amount.Minor)), 0))
		}
	})
}
