package main

import (
	"encoding/json"
	"net/http"

	"ordering/infra/local/simulators/page"
	"ordering/shared/outbox"
	"ordering/shared/table"
	"ordering/shared/table/meter"
)

// meterPage tells as JSON what the use of the table would be billed so far, what was asked of the site, and how many rows of the outbox are
// still to be delivered, which will use both again. Asking uses nothing.
type meterPage struct {
	*meter.Meter
	beside  table.Table // the metered one, past the meter
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
