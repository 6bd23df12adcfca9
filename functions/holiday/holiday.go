// Package holiday reports whether a holiday is on, for the whole brand or for one restaurant.
package holiday

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/problem"
)

type checkInput struct {
	api.CommonHeaders
	Filter string `query:"filter" maxLength:"200" doc:"location.id[eq]ID"`
}

// Check is the holiday status of the specification (§3).
type Check struct {
	IsHolidayPeriod             bool       `json:"isHolidayPeriod"`
	IsPreorderPeriod            bool       `json:"isPreorderPeriod"`
	HolidayTimeslotGenStartDate *time.Time `json:"holidayTimeslotGenStartDate" doc:"UTC; null without a holiday or its timeslots"`
	HolidayTimeslotGenEndDate   *time.Time `json:"holidayTimeslotGenEndDate"`
}

type checkOutput struct {
	Body Check
}

// Operations describes the calls of this function.
func (h *Holiday) Operations() []api.Operation {
	return api.For(h.brand, api.Describe(huma.Operation{
		OperationID: "check-holiday", Method: http.MethodGet, Path: api.Ordering + "/holiday-settings/holiday-check",
		Summary: "Whether a holiday is active", Tags: []string{"holiday"},
	}, h.check).WithProblems([]problem.Code{problem.FilterInvalid, problem.LocationNotFound}))
}
