package coupons

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/guest"
	"ordering/shared/promo"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/table/tabletest"
)

func TestRunMakesValidCodes(t *testing.T) {
	guests := guest.Secret("of this test alone")
	store := meter.New(sqlitetest.Open(t, tabletest.NewClock().Now))
	_, err := promo.Save(t.Context(), store, promo.File{Promotions: []promo.Promotion{{ID: "sorry", Serialized: true}, {ID: "lunch"}}})
	assert.NilError(t, err)
	path := filepath.Join(t.TempDir(), "codes.csv")
	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		where := func(w io.Writer) { _, _ = io.WriteString(w, "The store\n") }
		err := Coupons{Table: store, Guests: guests, Where: where, Command: "npm run coupons --"}.Run(t.Context(), args, &out)
		return out.String(), err
	}
	printed, err := run("sorry", "3")
	assert.NilError(t, err)
	again, err := run("sorry", "--out", path, "101")
	assert.NilError(t, err)
	assert.Equal(t, again, "The store\n  Codes written to "+path+": 101\n")
	file, err := os.ReadFile(path)
	assert.NilError(t, err)
	seen := map[string]bool{}
	for _, sheet := range []string{printed, string(file)} {
		lines := strings.Split(strings.TrimSuffix(sheet, "\r\n"), "\r\n")
		assert.Equal(t, lines[0], "code")
		for _, line := range lines[1:] {
			code, ok := promo.SerialCode(line)
			assert.Assert(t, ok, line)
			_, err := store.Get(t.Context(), promo.CouponKey(guests, code))
			assert.NilError(t, err, line)
			seen[code] = true
		}
	}
	assert.Equal(t, len(seen), 104)

	before := store.Tally().Writes
	for want, args := range map[string][]string{
		`there is no promotion "sory": import it first`: {"sory", "3"}, `promotion "lunch" is not serialized`: {"lunch", "3"},
		"whole number from 1 to 1000000": {"sorry", "0"}, "usage: npm run coupons -- PROMOTION N [--out FILE]": {"sorry"},
		"flag provided but not defined: -all": {"sorry", "3", "--all"}, "file exists": {"sorry", "3", "--out", path},
	} {
		_, err := run(args...)
		assert.Check(t, is.ErrorContains(err, want))
	}
	assert.Equal(t, store.Tally().Writes, before)
}
