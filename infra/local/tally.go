package main

import (
	"encoding/json"
	"net/http"

	"ordering/shared/table/meter"
)

// tally tells as JSON what the use of the table would be billed so far.
type tally struct{ *meter.Meter }

func (t tally) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(t.Tally())
}
