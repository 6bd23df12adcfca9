package category_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/brand"
	"ordering/shared/category"
)

// The ids, slugs and Canadian stores are those of the specification (§3). Everyday and catering take orders, the site has only everyday.
func TestRecordsMatchTheSpecification(t *testing.T) {
	type record struct {
		id                             category.ID
		name                           string
		slug                           category.Slug
		active, orders, onCanadaStores bool
	}
	want := []record{
		{1, "everyday", "everyday", true, true, true}, {2, "catering", "catering", false, true, true},
		{3, "getAQuote", "866-catering", false, false, false}, {4, "holiday", "holiday", false, false, false},
		{5, "other", "", false, false, false},
	}
	var got []record
	for _, c := range category.All() {
		got = append(got, record{c.ID, c.Name, c.Slug, c.Active, c.Orders, c.OnCanadaStores})
		assert.Check(t, !c.Active || c.Orders, "%s: the site accepts orders, but the API does not", c.Name)
		for _, b := range brand.All() {
			assert.Check(t, b.Days(c.DaysAhead) >= 1, "%s: setting %q: got no days for %s", b.Title, c.DaysAhead, c.Name)
		}
	}
	assert.Assert(t, slices.Equal(got, want), "%+v, want %+v", got, want)
}

// Each kitchen counts its orders from one: a prefix that two share would number two orders alike.
func TestKitchensHaveTheirOwnNumbers(t *testing.T) {
	prefixes := map[string]category.Pool{}
	for _, c := range category.All() {
		if pool, taken := prefixes[c.NumberPrefix]; c.Orders && taken && pool != c.Pool {
			t.Errorf("the order pools %q and %q share the number prefix %q", pool, c.Pool, c.NumberPrefix)
		} else if c.Orders {
			prefixes[c.NumberPrefix] = c.Pool
		}
	}
}

// A mistyped member of a record would be ignored.
func TestRecordsHaveOnlyKnownMembers(t *testing.T) {
	data, err := os.ReadFile("categories.json")
	assert.NilError(t, err)
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	assert.NilError(t, d.Decode(new([]category.Category)))
}

// Orders of releases without a category, and of one that has left, count as everyday.
func TestOfReturnsEverydayForAnUnknownSlug(t *testing.T) {
	for slug, want := range map[category.Slug]category.ID{"everyday": 1, "catering": 2, "866-catering": 3, "": 1, "brunch": 1} {
		assert.Check(t, is.Equal(category.Of(slug).ID, want), slug)
	}
}
