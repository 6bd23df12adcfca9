package loyalty

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/brand"
	"ordering/shared/clocktest"
	"ordering/shared/guest"
	"ordering/shared/loyalty"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

func TestStatementAndAdjustment(t *testing.T) {
	clock := clocktest.At(time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC))
	store, guests := sqlitetest.Open(t, clock.Now), guest.Secret("of this test alone")
	row := table.Item{Key: table.Key{PK: "email#" + guests.Name("ann@example.com"), SK: "customer"}, Data: []byte(`{"customer":"ann"}`)}
	assert.NilError(t, store.Write(t.Context(), table.Create(row)))
	o := loyalty.Order{ID: "first", Number: "4127", Location: "Blue Dome"}
	ledger := loyalty.Ledger{Table: store, Rules: *brand.Default().Loyalty, Zone: time.UTC}
	assert.NilError(t, ledger.Settle(t.Context(), "ann", o, 42, clock.Now()))
	_, err := promo.Save(t.Context(), store, promo.File{Program: &promo.Program{MaxAdjusted: 20}})
	assert.NilError(t, err)
	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		where := func(w io.Writer) { _, _ = io.WriteString(w, "The store\n") }
		err := Loyalty{
			Table: store, Brand: brand.Default(), Guests: guests, Now: clock.Now, Where: where, Command: "npm run loyalty --",
		}.Run(t.Context(), args, &out)
		return out.String(), err
	}
	printed, err := run("ann@example.com", "--adjust=-12", "--reason", "Counted twice")
	assert.NilError(t, err)
	for _, want := range []string{
		"The store\n", "Spendable: 30, held by orders: 0, debt: 0", "30 expire at 2027-08-01T00:00:00Z", "order 4127, Blue Dome", "Counted twice",
	} {
		assert.Check(t, is.Contains(printed, want))
	}
	assert.Assert(t, strings.Index(printed, "adjust") < strings.Index(printed, "earn"))
	csv, err := run("liability")
	assert.NilError(t, err)
	assert.Equal(t, csv, "expires,accounts,points\n2027-07,1,30\n")
	for month, want := range map[string]string{
		"2026-06": "opening,0,0\nearn,0,0\nredeem,0,0\nexpire,0,0\nreverse,0,0\nadjust,0,0\nclosing,0,0\n",
		"2026-07": "opening,0,0\nearn,1,42\nredeem,0,0\nexpire,0,0\nreverse,0,0\nadjust,1,-12\nclosing,2,30\n",
		"2026-08": "opening,2,30\nearn,0,0\nredeem,0,0\nexpire,0,0\nreverse,0,0\nadjust,0,0\nclosing,2,30\n",
	} {
		csv, err := run("liability", "--month", month)
		assert.NilError(t, err)
		assert.Equal(t, csv, "change,entries,points\n"+want, month)
	}
	birthday := loyalty.Grant{Type: loyalty.Birthday, Source: "2026", Gift: promo.Gift{Points: 5}}
	_, err = ledger.Grant(t.Context(), "ann", birthday, clock.Now())
	assert.NilError(t, err)
	later := time.Date(2027, 8, 1, 0, 0, 0, 0, time.UTC)
	assert.NilError(t, loyalty.ExpireLots(t.Context(), store, "ann", later))
	printed, err = run("ann@example.com")
	assert.NilError(t, err)
	assert.Assert(t, is.Contains(printed, "reward birthday-2026"))
	assert.Assert(t, is.Contains(printed, "points until 2027-08-01T00:00:00Z"))
	assert.NilError(t, ledger.Settle(t.Context(), "ann", o, 0, later)) // refunded after its points expired: a debt
	csv, err = run("liability", "--month", "2027-08")
	assert.NilError(t, err)
	books := "opening,3,35\nearn,0,0\nredeem,0,0\nexpire,1,-35\nreverse,1,-42\nadjust,0,0\nclosing,5,-42\n"
	assert.Equal(t, csv, "change,entries,points\n"+books)
	for want, args := range map[string][]string{
		"at most 20 points of a customer":              {"ann@example.com", "--adjust", "9", "--reason", "Test"}, // after 12
		"usage: npm run loyalty -- EMAIL":              {},
		"no account has the address bob@example.com":   {"bob@example.com"},
		"an adjustment needs --adjust":                 {"ann@example.com", "--adjust", "5"},
		"an adjustment is at most 1000000 points":      {"ann@example.com", "--adjust=-9223372036854775808", "--reason", "Test"},
		"02-30 is not a day in the form MM-DD":         {"ann@example.com", "--birthday", "02-30"},
		"the reason is longer than 200 characters":     {"ann@example.com", "--adjust", "5", "--reason", strings.Repeat("x", 201)},
		"--month july: write a month as YYYY-MM":       {"liability", "--month", "july"},
		"or npm run loyalty -- liability [--month":     {"liability", "--adjust", "5", "--reason", "Test"},
		"flag provided but not defined: -all":          {"ann@example.com", "--all"},
		"usage: npm run loyalty -- EMAIL [--adjust N ": {"ann@example.com", "more"},
	} {
		_, err := run(args...)
		assert.Check(t, is.ErrorContains(err, want))
	}
}
