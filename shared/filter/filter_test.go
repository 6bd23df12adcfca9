package filter_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/filter"
	"ordering/shared/problem"
)

// location has a property of each kind, some without a value and some with several.
type location struct {
	name     string
	partner  string
	networks []string
	lat      float64
	handoffs []float64
	online   bool
	opens    time.Time
}

var locations = filter.Properties[location]{
	"name":     filter.Text(func(g location) string { return g.name }),
	"partner":  filter.Text(func(g location) string { return g.partner }),
	"networks": filter.Texts(func(g location) []string { return g.networks }),
	"lat":      filter.Number(func(g location) float64 { return g.lat }),
	"handoffs": filter.Numbers(func(g location) []float64 { return g.handoffs }),
	"online":   filter.Bool(func(g location) bool { return g.online }),
	"opens":    filter.Time(func(g location) time.Time { return g.opens }),
	"id":       filter.Text(func(g location) string { return "bdb-1" }).Only(filter.Eq, filter.In),
}

var brookside = location{name: "Brookside, Montréal", networks: []string{"facebook", "x"}, lat: 36.1, handoffs: []float64{2, 4}, online: true,
	opens: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}

// Every operator with every kind that supports it, once where it holds and once where it does not.
func TestOperators(t *testing.T) {
	known := map[string]map[filter.Operator]bool{}
	for _, c := range []struct{ property, operator, yes, no string }{
		{"name", "eq", "BROOKSIDE, montreal", "Brookside"},
		{"name", "ne", "Brookside", "brookside, montréal"},
		{"name", "gt", "Bromley", "Brooksidf"},
		{"name", "gte", "Brookside, Montréal", "C"},
		{"name", "lt", "c", "Brookside"},
		{"name", "lte", "brookside, montreal", "Brookside"},
		{"name", "in", "", "Brookside, Montréal"},
		{"name", "nin", "Brookside, Montréal", ""},
		{"name", "btwn", "a,c", "c,d"},
		{"name", "nbtwn", "c,d", "a,c"},
		{"name", "is", "", "null"},
		{"name", "not", "null", ""},
		{"name", "like", "brook%mont%", "brook"},
		{"name", "nlike", "%tulsa%", "%SIDE%"},
		{"name", "startsw", "brook", "side"},
		{"name", "endsw", "MONTREAL", "Brookside"},
		{"name", "subs", "side, mont", "tulsa"},
		{"lat", "eq", "36.10", "36.2"},
		{"lat", "ne", "-36.1", "361e-1"},
		{"lat", "gt", "36", "36.1"},
		{"lat", "gte", "36.1", "36.11"},
		{"lat", "lt", "37", "36.1"},
		{"lat", "lte", "36.1", "36"},
		{"lat", "in", "1,36.1", "1,2"},
		{"lat", "nin", "1,2", "36.1"},
		{"lat", "btwn", "36.1,37", "37,38"},
		{"lat", "nbtwn", "37,38", "36,36.1"},
		{"lat", "is", "", "null"},
		{"lat", "not", "null", ""},
		{"online", "eq", "true", "false"},
		{"online", "ne", "false", "true"},
		{"online", "in", "true,false", "false"},
		{"online", "nin", "false", "true"},
		{"online", "is", "true", "false"},
		{"online", "is", "true", "null"},
		{"online", "not", "false", "true"},
		{"online", "not", "null", "true"},
		{"opens", "eq", "2026-11-20T12:00:00-06:00", "2026-11-20T12:00:00Z"},
		{"opens", "ne", "2026-11-20T18:00:01Z", "2026-11-20T18:00:00Z"},
		{"opens", "gt", "2026-11-20T17:59:59Z", "2026-11-20T18:00:00Z"},
		{"opens", "gte", "2026-11-20T18:00:00Z", "2026-11-20T18:00:01Z"},
		{"opens", "lt", "2026-11-20T18:00:01Z", "2026-11-20T18:00:00Z"},
		{"opens", "lte", "2026-11-20T18:00:00Z", "2026-11-20T17:59:59Z"},
		{"opens", "in", "2026-11-20T18:00:00Z", "2026-11-21T18:00:00Z"},
		{"opens", "nin", "2026-11-21T18:00:00Z", "2026-11-20T18:00:00Z"},
		{"opens", "btwn", "2026-11-20T18:00:00Z,2026-11-21T00:00:00Z", "2026-11-21T00:00:00Z,2026-11-22T00:00:00Z"},
		{"opens", "nbtwn", "2026-11-21T00:00:00Z,2026-11-22T00:00:00Z", "2026-11-20T18:00:00Z,2026-11-20T18:00:00Z"},
		{"opens", "is", "", "null"},
		{"opens", "not", "null", ""},
		// No value: only the opposites hold.
		{"partner", "is", "null", ""},
		{"partner", "not", "", "null"},
		{"partner", "ne", "Fetchwell", ""},
		{"partner", "nin", "Fetchwell", ""},
		{"partner", "eq", "", "Fetchwell"},
		{"partner", "lt", "", "zzz"},
		{"partner", "nbtwn", "a,z", ""},
		{"partner", "btwn", "", "a,z"},
		{"partner", "nlike", "%", ""},
		{"partner", "like", "", "%"},
		{"partner", "subs", "", "e"},
		// Several values: any of them.
		{"networks", "eq", "X", "tiktok"},
		{"networks", "ne", "tiktok", "facebook"},
		{"networks", "startsw", "face", "book"},
		{"networks", "not", "null", ""},
		{"handoffs", "in", "4,6", "1,3"},
		{"handoffs", "nin", "1,3", "4,6"},
		{"handoffs", "gt", "3", "4"},
		{"handoffs", "is", "", "null"},
	} {
		if known[c.property] == nil {
			known[c.property] = map[filter.Operator]bool{}
		}
		known[c.property][filter.Operator(c.operator)] = true
		for value, want := range map[string]bool{c.yes: true, c.no: false} {
			if value == "" {
				continue // no value makes it hold
			}
			text := fmt.Sprintf("%s[%s]%s", c.property, c.operator, value)
			f, err := locations.Parse(text)
			if err != nil {
				t.Errorf("%s: %v", text, err)
			} else if f.Match(brookside) != want {
				t.Errorf("%s is %v", text, !want)
			}
		}
	}
	// The table above covers every operator of each kind.
	for property, operators := range known {
		for _, o := range strings.Fields("btwn endsw eq gt gte in is like lt lte nbtwn ne nin nlike not startsw subs") {
			for _, value := range []string{"a", "1", "true", "null", "2026-11-20T18:00:00Z", "a,b", "1,2", "2026-11-20T18:00:00Z,2026-11-20T18:00:00Z"} {
				_, err := locations.Parse(fmt.Sprintf("%s[%s]%s", property, o, value))
				if err == nil && !operators[filter.Operator(o)] && property != "partner" && property != "networks" && property != "handoffs" {
					t.Errorf("%s[%s] is supported, but missing from the test's table", property, o)
				}
			}
		}
	}
}

func TestLike(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"%", "a", true}, {"%%", "a", true}, {"a", "a", true}, {"a", "ab", false},
		{"a%", "ab", true}, {"a%", "ba", false}, {"%b", "ab", true}, {"%b", "ba", false}, {"a%a", "a", false}, {"a%a", "aa", true},
		{"%ab%ab%", "abab", true}, {"%ab%ab%", "aba", false}, {"a%b%c", "axxbxxc", true}, {"a%b%c", "acb", false}, {"%aab", "aaab", true},
		{"É%", "eté", true}, {"%É", "été", true},
	} {
		g := filter.Properties[string]{"x": filter.Texts(func(s string) []string { return []string{s} })}
		f, err := g.Parse("x[like]" + c.pattern)
		assert.Check(t, err == nil && f.Match(c.text) == c.want, "%q like %q: %v, %v", c.text, c.pattern, !c.want, err)
	}
}

func TestAllConditionsMustHold(t *testing.T) {
	for text, want := range map[string]bool{
		"": true,
		"online[is]true;lat[btwn]30,40;handoffs[eq]2": true,
		"online[is]true;lat[btwn]30,40;handoffs[eq]3": false,
		"handoffs[eq]2;handoffs[eq]4":                 true, // one grill may do both
		"name[ne]a;name[ne]b":                         true,
		"name[subs]]":                                 false,
		"name[eq]":                                    false,
		strings.Repeat("lat[gt]1;", filter.MaxConditions-1) + "lat[gt]1":       true,
		"name[nin]" + strings.Repeat("x,", filter.MaxValues-1) + "x":           true,
		"name[ne]" + strings.Repeat("x", filter.MaxLength-len("name[ne]")):     true,
		"name[ne]" + strings.Repeat("é", (filter.MaxLength-len("name[ne]"))/2): true,
	} {
		f, err := locations.Parse(text)
		assert.Check(t, err == nil && f.Match(brookside) == want, "%q: want %v, %v", text, want, err)
	}
	f, _ := locations.Parse("name[eq]a b;lat[gt]1")
	assert.Assert(t, is.Len(f.Conditions, 2))
	assert.Equal(t, f.Conditions[0], (filter.Condition{Property: "name", Operator: filter.Eq, Value: "a b"}))
}

func TestErrorsNameThePartAndTheAllowedValues(t *testing.T) {
	for text, want := range map[string]string{
		"name":                               "does not understand name. It takes property[operator]value",
		"name[eq":                            "does not understand name[eq. It takes property[operator]value",
		"[eq]x":                              "does not understand [eq]x. It takes property[operator]value",
		"online[is]true;":                    "does not understand . It takes property[operator]value",
		"Name[eq]x":                          "does not understand Name. It takes handoffs, id, lat, name, networks, online, opens, partner",
		"name[EQ]x":                          "does not understand EQ. It takes eq, ne, gt, gte, lt, lte, in, nin, btwn, nbtwn, is, not, like, nlike, startsw, endsw, subs",
		"id[ne]x":                            "does not understand ne. It takes eq, in",
		"online[gt]true":                     "does not understand gt. It takes eq, ne, in, nin, is, not",
		"lat[like]3%":                        "does not understand like. It takes eq, ne, gt",
		"online[is]yes":                      "does not understand yes. It takes true, false or null",
		"online[eq]yes":                      "does not understand yes. It takes true or false",
		"name[is]x":                          "does not understand x. It takes null",
		"lat[is]3":                           "does not understand 3. It takes null",
		"lat[eq]NaN":                         "does not understand NaN. It takes a number",
		"lat[eq]1e999":                       "does not understand 1e999. It takes a number",
		"lat[eq]0x10":                        "does not understand 0x10. It takes a number",
		"lat[in]1,b":                         "does not understand b. It takes a number",
		"lat[in]":                            "does not understand . It takes a number",
		"lat[btwn]1":                         "does not understand 1. It takes two values joined with a comma, each a number",
		"lat[nbtwn]1,2,3":                    "does not understand 1,2,3. It takes two values",
		"lat[btwn]2,1":                       "does not understand 2,1. It takes the smaller value first",
		"opens[gt]today":                     "does not understand today. It takes a time like 2026-01-31T18:00:00Z",
		strings.Repeat("a", 1001):            "does not understand 1001 bytes. It takes at most 1000",
		strings.Repeat(";", 16):              "does not understand 17 conditions. It takes at most 16",
		"name[in]" + strings.Repeat(",", 50): "does not understand 51 values. It takes at most 50",
	} {
		_, err := locations.Parse(text)
		var p *problem.Problem
		if !errors.As(err, &p) || p.Code != problem.Invalid || len(p.Details) != 1 || p.Details[0].Pointer != "/query/filter" ||
			!strings.Contains(p.Details[0].Message, want) {
			t.Errorf("%q: %+v\nwant %s", text, err, want)
			if p != nil {
				t.Log(p.Details)
			}
		}
	}
	_, err := locations.Parse("lat[eq]north")
	var p *problem.Problem
	errors.As(err, &p)
	got := p.Details[0].Params
	assert.Assert(t, got["property"] == "lat" && got["operator"] == "eq" && got["value"] == "north", "params: %v", got)
}

// Fault 21: for any input an operator and its opposite never agree, and startsw, endsw and subs imply like.
func FuzzFilter(f *testing.F) {
	for _, text := range []string{"name[eq]x", "name[eq]a,b", "name[in]a,b,c", "lat[btwn]1,2", "online[is]null", "name[like]a%b", "opens[gt]2026-11-20T18:00:00Z", ";;", "a[b]c[d]", "name[startsw]\xff"} {
		f.Add(text, "Brookside")
	}
	opposite := strings.NewReplacer("[eq]", "[ne]", "[in]", "[nin]", "[btwn]", "[nbtwn]", "[is]", "[not]", "[like]", "[nlike]")
	f.Fuzz(func(t *testing.T, text, name string) {
		g := brookside
		g.name = name
		asked, err := locations.Parse(text)
		if err != nil {
			assert.Assert(t, problem.Is(err, problem.Invalid), "%q: %v", text, err)
			return
		}
		holds := asked.Match(g)
		assert.Assert(t, len(asked.Conditions) <= filter.MaxConditions)
		assert.Assert(t, len(text) <= filter.MaxLength)
		if len(asked.Conditions) != 1 {
			return
		}
		c := asked.Conditions[0]
		if other, err := locations.Parse(c.Property + opposite.Replace("["+string(c.Operator)+"]") + strings.SplitN(text, "]", 2)[1]); err != nil {
			assert.Equal(t, c.Property, "id", "%q has no negation: %v", text, err)
		} else if other.Conditions[0].Operator != c.Operator && other.Match(g) == holds {
			t.Fatalf("%q and its negation are both %v for %q", text, holds, name)
		}
		wild := map[filter.Operator][2]string{filter.Eq: {"", ""}, filter.Startsw: {"", "%"}, filter.Endsw: {"%", ""}, filter.Subs: {"%", "%"}}
		if around, ok := wild[c.Operator]; ok && (c.Property == "name" || c.Property == "networks") && !strings.Contains(c.Value, "%") {
			like, err := locations.Parse(c.Property + "[like]" + around[0] + c.Value + around[1])
			if err == nil && like.Match(g) != holds {
				t.Fatalf("%q: got %v, but the regular expression disagrees, for %q", text, holds, name)
			}
		}
	})
}
