package promo

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/guest"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/table/tabletest"
)

func TestCodesAreNormalised(t *testing.T) {
	for typed, want := range map[string]string{
		"bbq-20": "BBQ20", " BBQ 20\n": "BBQ20", "Łé–½": "", "": "", "boil": "BOIL",
	} {
		assert.Check(t, is.Equal(NormalCode(typed), want), typed)
	}
	for typed, want := range map[string]string{
		"0123-4567-89ab-cdef": "0123456789ABCDEF", "oi23 4567 89AB CDEl": "0123456789ABCDE1",
		"0123-4567-89ab-cde": "", "0123-4567-89ab-cdef-0": "", "0123-4567-89ab-cdeu": "",
	} {
		code, ok := SerialCode(typed)
		assert.Check(t, is.Equal(ok, want != ""), typed)
		assert.Check(t, !ok || code == want && PrintedCode(code)[4] == '-', code)
	}
}

func TestNewCodesAreWrittenInBatches(t *testing.T) {
	tbl, guests := sqlitetest.Open(t, tabletest.NewClock().Now), guest.Secret("of this test alone")
	made := map[string]bool{}
	var batches []int
	err := NewCodes(t.Context(), tbl, guests, "refund", 250, func(codes []string) error {
		batches = append(batches, len(codes))
		for _, code := range codes {
			normal, ok := SerialCode(PrintedCode(code))
			assert.Check(t, ok && normal == code, code)
			item, err := tbl.Get(t.Context(), CouponKey(guests, code))
			assert.NilError(t, err)
			assert.Equal(t, string(item.Data), `{"promotion":"refund"}`)
			made[code] = true
		}
		return nil
	})
	assert.NilError(t, err)
	assert.DeepEqual(t, batches, []int{100, 100, 50})
	assert.Equal(t, len(made), 250)
}

func TestAnOrderShowsTheEndOfASerializedCode(t *testing.T) {
	assert.Equal(t, Coupon{Kind: SerializedCode, Code: "0123456789ABCDEF"}.Shown(), "…CDEF")
	assert.Equal(t, Coupon{Kind: SharedCode, Code: "SPRING10"}.Shown(), "SPRING10")
}
