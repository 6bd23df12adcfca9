package main

import (
	"encoding/json"
	"net/http"

	"ordering/infra/local/simulators/page"
	"ordering/shared/outbox"
	"ordering/shared/table"
	"ordering/shared/table/meter"
)

// meterPage reports as JSON the table's billed use, the requests to the site, and the number of pending outbox rows. Their delivery will
// add to both. The report itself is not metered.
type meterPage struct {
	*meter.Meter
	beside  table.Table // the same table without the meter
	traffic *traffic
}

func (t meterPage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rows, err := outbox.Pending(r.Context(), t.beside)
	if err != nil {
		page.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(struct {
		meter.Tally
		counts
		Pending int
	}{t.Tally(), t.traffic.seen(), len(rows)})
}
