package promo

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"

	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/table/tabletest"
	"ordering/shared/table/versioned"
)

// asJSON compares files by what the table stores.
func asJSON(t *testing.T, f File) string {
	t.Helper()
	data, err := json.Marshal(f)
	assert.NilError(t, err)
	return string(data)
}

func TestSaveIsIdempotentAndReadWithinTwoSeconds(t *testing.T) {
	clock := tabletest.NewClock()
	tbl := sqlitetest.Open(t, clock.Now)
	s := NewStore(tbl, clock.Now)
	want := func(f File) {
		t.Helper()
		set, err := s.Set(t.Context())
		assert.NilError(t, err)
		assert.Equal(t, asJSON(t, File{Promotions: set.All()}), asJSON(t, f))
	}
	want(File{})
	full := File{Promotions: []Promotion{{
		ID: "sunday", Kind: ItemFree, Label: locale.Text{locale.En: "Children eat free"}, Cap: menu.Prices{money.USD: 800},
		Match: Match{Items: []string{"kids-box"}}, Buy: &Buy{Match: Match{Sections: []string{"burgers"}}, Quantity: 1},
		Weekdays: []int{0}, Hours: &location.Range{Open: 11 * 60, Close: 60}, Handoffs: []location.Handoff{location.Pickup},
	}, {ID: "lunch", Kind: OrderPercentage, Percent: decimal.RequireFromString("12.5"), Code: "LUNCH"}}}
	for _, changed := range []bool{true, false} {
		got, err := Save(t.Context(), tbl, full)
		assert.NilError(t, err)
		assert.Equal(t, got, changed)
	}
	clock.Pass(maxAge - 1)
	want(File{})
	clock.Pass(1)
	want(full)
	current, err := Current(t.Context(), tbl)
	assert.NilError(t, err)
	assert.Equal(t, asJSON(t, current), asJSON(t, full))
}

func TestLargeFilesAreSeveralChunks(t *testing.T) {
	tbl := sqlitetest.Open(t, tabletest.NewClock().Now)
	var f File
	for n := range 999 {
		f.Promotions = append(f.Promotions, Promotion{ID: fmt.Sprint(n), Terms: locale.Text{locale.En: strings.Repeat("no ", 300)}})
	}
	_, err := Save(t.Context(), tbl, f)
	assert.NilError(t, err)
	got, err := Current(t.Context(), tbl)
	assert.NilError(t, err)
	assert.Assert(t, asJSON(t, got) == asJSON(t, f))
	chunks, err := versioned.Split(f, 2000, File.halve)
	assert.NilError(t, err)
	assert.Assert(t, len(chunks) >= 999/2)
	for _, c := range chunks {
		assert.Assert(t, len(c) <= 2000)
	}
	_, err = versioned.Split(f, 900, File.halve)
	assert.ErrorIs(t, err, table.ErrTooLarge)
}
