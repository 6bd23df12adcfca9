package main

import (
	"encoding/json"
	"net/http/httptest"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/outbox"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite/sqlitetest"
)

func TestMeterPageShowsPendingRowsAndUsesNoUnits(t *testing.T) {
	store := sqlitetest.Open(t, time.Now)
	page := meterPage{meter.New(store), store, new(traffic)}
	ask := func() (seen struct {
		meter.Tally
		Pending int
	}) {
		w := httptest.NewRecorder()
		page.ServeHTTP(w, httptest.NewRequest("GET", "/sandbox/meter", nil))
		assert.NilError(t, json.Unmarshal(w.Body.Bytes(), &seen))
		return seen
	}
	none := ask()
	assert.Assert(t, none.Pending == 0 && none.Tally == (meter.Tally{}), "at first: got %+v", none)
	assert.NilError(t, page.Write(t.Context(), outbox.KitchenOrder("order", time.Unix(1_800_000_000, 0))))
	if first, second := ask(), ask(); first.Pending != 1 || first.Writes != 1 || first != second {
		t.Errorf("with a row: got %+v, then %+v", first, second)
	}
}
