// Package cart serves the basket: a draft order that its guest owns by an unguessable token.
package cart

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/basket"
	"ordering/shared/basket/basketview"
	"ordering/shared/category"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
)

// NewLine is an item that a guest adds, with its choices.
type NewLine struct {
	ItemID       string        `json:"itemId" maxLength:"64"`
	Quantity     int           `json:"quantity" minimum:"1" maximum:"999"`
	Choices      []menu.Choice `json:"choices,omitzero" maxItems:"60" doc:"All choices including the defaults; absent: the defaults"`
	Instructions string        `json:"instructions,omitempty" maxLength:"4000" doc:"Plain text, at most 500 characters"`
}

// Mutation is the headers of every change of a basket.
type Mutation struct {
	api.CommonHeaders
	IfMatch        string `header:"If-Match" maxLength:"40" doc:"Version of the basket that the guest saw"`
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"64" doc:"A repeated key changes nothing again"`
}

type basketOutput struct {
	ETag string `header:"ETag"`
	Body basketview.Basket
}

type startInput struct {
	api.CommonHeaders
	Body struct {
		LocationID string        `json:"locationId" maxLength:"64"`
		Handoff    int           `json:"handoff" enum:"2,4" doc:"pickup 2, curbside 4"`
		Category   category.Slug `json:"category"`
		From       string        `json:"from,omitempty" maxLength:"64" doc:"Token of a basket to copy the lines from; differences at this restaurant or with this handoff are in changes. The other basket is not changed"`
		Line       *NewLine      `json:"line,omitempty" doc:"A line to add"`
	}
}

type readInput struct {
	api.CommonHeaders
	OrderID string `path:"orderId" maxLength:"64"`
}

type updateInput struct {
	Mutation
	OrderID string `path:"orderId" maxLength:"64"`
	Body    struct {
		Instructions  *string     `json:"instructions,omitempty" maxLength:"4000" doc:"Plain text, at most 500 characters"`
		Cutlery       *bool       `json:"cutlery,omitempty"`
		Tip           *basket.Tip `json:"tip,omitempty"`
		AcceptChanges bool        `json:"acceptChanges,omitempty" doc:"The guest accepts the changes: prices are updated, unavailable items are removed"`
		ChosenDeals   *[]string   `json:"chosenDeals,omitempty" maxItems:"5" doc:"Deals to apply instead of the best ones; empty: the best"`
	}
}

type couponInput struct {
	Mutation
	Body struct {
		OrderID string `json:"orderId" maxLength:"64"`
		Code    string `json:"code" maxLength:"64" doc:"In any case, with or without spaces and dashes"`
	}
}

type rewardInput struct {
	Mutation
	Body struct {
		OrderID string `json:"orderId" maxLength:"64"`
		Reward  string `json:"reward" maxLength:"64" doc:"Id of a reward of the catalogue, or of one that the customer was given"`
	}
}

type suggestionInput struct {
	api.CommonHeaders
	BasketToken string `query:"basketToken" maxLength:"64" required:"true" doc:"The basket's orderId"`
}

// Suggestion is the reward that reduces a basket most.
type Suggestion struct {
	ID     string       `json:"id" doc:"For apply-reward"`
	Label  string       `json:"label"`
	Saves  money.Amount `json:"saves" doc:"What the food costs less with it"`
	Points int          `json:"points" doc:"Its price; 0 for one that the customer was given"`
	Kind   string       `json:"kind" enum:"reward,grant" doc:"Of the catalogue, or one that the customer was given"`
}

type suggestionOutput struct {
	Body struct {
		Suggestion *Suggestion `json:"suggestion,omitempty" doc:"Absent if none reduces the basket"`
	}
}

type addInput struct {
	Mutation
	Body struct {
		OrderID string `json:"orderId" maxLength:"64"`
		NewLine
	}
}

type changeInput struct {
	Mutation
	LineID string `path:"lineId" maxLength:"64"`
	Body   struct {
		OrderID      string        `json:"orderId" maxLength:"64"`
		Quantity     int           `json:"quantity" minimum:"1" maximum:"999"`
		Choices      []menu.Choice `json:"choices,omitzero" maxItems:"60" doc:"Absent: unchanged"`
		Instructions *string       `json:"instructions,omitempty" maxLength:"4000" doc:"Plain text, at most 500 characters"`
	}
}

type removeInput struct {
	Mutation
	LineID  string `path:"lineId" maxLength:"64"`
	OrderID string `query:"orderId" maxLength:"64" required:"true"`
}

type timesInput struct {
	api.CommonHeaders
	OrderID string `path:"orderId" maxLength:"64"`
	Date    string `query:"date" maxLength:"10" doc:"YYYY-MM-DD in the restaurant's zone; default the first day with a free time"`
}

type timesOutput struct {
	Body struct {
		ASAP *TimeLeft  `json:"asap,omitempty" doc:"The earliest free time, if the restaurant serves now"`
		Days []DayAhead `json:"days" doc:"Dates that can be requested, today first"`
		Day  Day        `json:"day"`
	}
}

// DayAhead is a date that a guest can request a time for, in the restaurant's zone.
type DayAhead struct {
	Date   string `json:"date" doc:"YYYY-MM-DD"`
	Closed string `json:"closed,omitempty" enum:"weekday,date,too-late" doc:"Why the day has no times: closed on that weekday, closed on that date, or too late for today"`
}

// Day is the timeslots of one day in the restaurant's zone.
type Day struct {
	Date  string     `json:"date" doc:"YYYY-MM-DD in the restaurant's zone"`
	Slots []TimeLeft `json:"slots"`
}

// TimeLeft is a timeslot, whether it is full, and the changes that it would cause in the basket.
type TimeLeft struct {
	basketview.Timeslot
	Full    bool            `json:"full,omitempty"`
	Changes []basket.Change `json:"changes,omitempty" doc:"Additional changes that the guest would have to accept at that time. The basket is not changed"`
}

type holdInput struct {
	Mutation
	OrderID string `path:"orderId" maxLength:"64"`
	Body    struct {
		ASAP  bool      `json:"asap,omitempty" doc:"Hold the earliest free time"`
		Start time.Time `json:"start,omitempty" doc:"UTC; hold this time"`
	}
}

type releaseInput struct {
	Mutation
	OrderID string `path:"orderId" maxLength:"64"`
}

// Problems that several operations share.
var (
	opening   = []problem.Code{problem.LocationNotFound, problem.WrongCountry, problem.NoOnlineOrders, problem.HandoffNotOffered, problem.CategoryNotOffered, problem.CurrencyMixed}
	loading   = []problem.Code{problem.BasketNotFound, problem.LocationNotFound, problem.WrongCountry, problem.CurrencyMixed}
	changing  = []problem.Code{problem.BasketChanged, problem.BasketClosed, problem.InFlight, problem.VersionMissing, problem.IdempotencyKeyReused}
	composing = []problem.Code{
		problem.ItemNotFound, problem.ItemSoldOut, problem.ItemNotServedNow, problem.ItemNotHandedOver, problem.ModifierNotFound, problem.ModifierSoldOut, problem.ChooseAtLeast,
		problem.ChooseAtMost, problem.ModifierQuantity, problem.QuantityTooLow, problem.QuantityTooHigh, problem.QuantityIncrement, problem.BasketTooManyItems, problem.BasketFull, problem.InstructionsLong, problem.WebAddress,
	}
	holding = []problem.Code{
		problem.NoOnlineOrders, problem.HandoffNotOffered, problem.CategoryNotOffered, problem.TimeslotMissing, problem.TimeslotFull, problem.TimeslotUnavailable,
		problem.TimeslotTooSoon, problem.TimeslotPassed, problem.LocationClosed, problem.TooManyHolds,
	}
)

// Operations describes the calls of this function.
func (c *Cart) Operations() []api.Operation {
	op := func(id, method, path, summary string) huma.Operation {
		return huma.Operation{OperationID: id, Method: method, Path: api.Ordering + path, Summary: summary, Tags: []string{"basket"}}
	}
	coupon := func(verb, summary string) huma.Operation {
		return op(verb+"-coupon", http.MethodPost, "/discount-management/coupons/"+verb, summary)
	}
	reward := func(verb, summary string) huma.Operation {
		return op(verb+"-reward", http.MethodPost, "/discount-management/rewards/"+verb, summary)
	}
	suggest := op("get-wallet-suggestion", http.MethodGet, "", "The reward of the customer that reduces the basket most")
	suggest.Path, suggest.Tags = api.Main+"/loyalty/wallet-suggestion", []string{"loyalty"}
	return api.For(c.brand,
		api.Describe(op("start-basket", http.MethodPost, "/orders", "Start a basket at a restaurant"), c.start).
			WithProblems(opening, loading, composing, []problem.Code{problem.BasketClosed, problem.InFlight}),
		api.Describe(op("reorder", http.MethodPost, "/orders/reorder/{orderToken}", "Start a basket with the lines of an order; differences and unavailable items are in changes"), c.reorder).
			WithProblems(opening, loading, []problem.Code{problem.OrderNotFound, problem.IdempotencyKeyMissing}),
		api.Describe(op("get-basket", http.MethodGet, "/orders/{orderId}", "Read a basket with its totals and the obstacles to an order"), c.read).WithProblems(loading),
		api.Describe(op("update-basket", http.MethodPut, "/orders/{orderId}", "Change instructions, cutlery, tip or chosen deals, or accept changes"), c.update).
			WithProblems(loading, changing, []problem.Code{problem.InstructionsLong, problem.WebAddress, problem.TipInvalid, problem.BasketFull}),
		api.Describe(op("add-line", http.MethodPost, "/order-items", "Add an item"), c.add).WithProblems(loading, changing, composing),
		api.Describe(op("change-line", http.MethodPut, "/order-items/{lineId}", "Change a line"), c.change).WithProblems(loading, changing, composing, []problem.Code{problem.LineNotFound}),
		api.Describe(op("remove-line", http.MethodDelete, "/order-items/{lineId}", "Remove a line"), c.remove).WithProblems(loading, changing, []problem.Code{problem.LineNotFound}),
		api.Describe(op("list-timeslots", http.MethodGet, "/timeslots/{orderId}", "Times for a basket"), c.times).
			WithProblems(loading, []problem.Code{problem.NoOnlineOrders, problem.HandoffNotOffered, problem.CategoryNotOffered}),
		api.Describe(op("hold-timeslot", http.MethodPut, "/timeslots/{orderId}", "Hold a time"), c.hold).WithProblems(loading, changing, holding),
		api.Describe(coupon("apply", "Add a coupon to the basket, even if its deal does not apply yet"), c.applyCoupon).
			WithProblems(loading, changing, []problem.Code{problem.CouponConditions, problem.CouponsFull, problem.CouponsLimited}),
		api.Describe(coupon("remove", "Remove a coupon from the basket"), c.removeCoupon).WithProblems(loading, changing),
		api.Describe(
			reward("apply", "Add a reward to the basket, even if it does not apply yet. The order takes its points"), c.applyReward,
		).RequireLevel(api.Fresh).WithProblems(
			loading, changing, []problem.Code{problem.RewardNotFound, problem.RewardUsed, problem.PointsShort, problem.CouponsFull},
		),
		api.Describe(reward("remove", "Remove a reward from the basket"), c.removeReward).WithProblems(loading, changing),
		api.Describe(suggest, c.suggest).RequireLevel(api.Fresh).WithProblems(loading, []problem.Code{problem.NotFound}),
		api.Describe(op("release-timeslot", http.MethodDelete, "/timeslots/{orderId}", "Release a held time"), c.release).WithProblems(loading, changing),
		c.promotionOperation(),
	)
}
