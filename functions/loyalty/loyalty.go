// Package loyalty shows a customer's points, their statement, and the rewards that the points pay for.
package loyalty

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/problem"
)

// Points is the state of a customer's account.
type Points struct {
	Spendable  int64   `json:"spendable"`
	Held       int64   `json:"held" doc:"Taken by orders that are being placed"`
	Debt       int64   `json:"debt" doc:"Points of refunded orders that were spent before; what is earned next pays them first"`
	NextExpiry *Expiry `json:"nextExpiry,omitempty"`
	Next       *Next   `json:"next,omitempty" doc:"The cheapest reward that needs more points than are spendable"`
}

// Expiry is when points end.
type Expiry struct {
	Points int64     `json:"points"`
	At     time.Time `json:"at" doc:"UTC; the first instant at which they are gone"`
	Soon   bool      `json:"soon" doc:"The customer should be warned"`
}

// Next is a reward within reach.
type Next struct {
	Reward
	Missing int64 `json:"missing" doc:"Points that are missing for it"`
}

// Reward is what points pay for: a promotion with a price in points.
type Reward struct {
	ID     string `json:"id"`
	Kind   string `json:"kind" doc:"Kind of the discount: orderAmount, itemFree, …"`
	Label  string `json:"label"`
	Text   string `json:"text,omitempty"`
	Terms  string `json:"terms,omitempty"`
	Points int    `json:"points" doc:"Its price"`
}

// StoreItem is a reward, and whether the customer can pay for it.
type StoreItem struct {
	Reward
	Affordable bool `json:"affordable" doc:"The customer has the points; false for a guest"`
}

// Rules are the rules of the programme.
type Rules struct {
	Unit         int64 `json:"unit" doc:"Cents of the discounted price of food that earn one point; taxes, tips and charges earn nothing"`
	Months       int   `json:"months" doc:"How long points last, from the end of the month in which they were earned"`
	WarningDays  int   `json:"warningDays" doc:"How long before their expiry the customer is warned"`
	ReturnedDays int   `json:"returnedDays" doc:"How long points last that come back from an order after their expiry"`
	OverdueHours int   `json:"overdueHours" doc:"How long after its promised time an order earns that the restaurant did not complete"`
	ClaimDays    int   `json:"claimDays" doc:"How long after its placing a guest's order can be claimed by signing in"`
}

// StatementEntry is a line of the statement.
type StatementEntry struct {
	Number  int64       `json:"number" doc:"Counts from 1 in each account"`
	Kind    string      `json:"kind" enum:"earn,redeem,expire,reverse,adjust"`
	Points  int64       `json:"points" doc:"Change of the balance; a reversed redemption is positive"`
	Debt    int64       `json:"debt,omitempty" doc:"Change of the debt: below 0 if earned points paid it"`
	Balance int64       `json:"balance" doc:"After the entry, with the points that orders hold"`
	At      time.Time   `json:"at" doc:"UTC"`
	Reason  string      `json:"reason,omitempty" doc:"Of an adjustment"`
	Order   *EntryOrder `json:"order,omitempty" doc:"The order that it belongs to"`
}

// EntryOrder is the order of an entry.
type EntryOrder struct {
	OrderToken string `json:"orderToken"`
	Number     string `json:"number"`
	Location   string `json:"location" doc:"Name of the restaurant"`
}

type pointsInput struct{ api.CommonHeaders }

type itemsInput struct{ api.CommonHeaders }

type pointsOutput struct{ Body Points }

type entriesInput struct {
	First  int    `query:"first" minimum:"1" maximum:"100" default:"20" doc:"Entries of a page"`
	Cursor string `query:"cursor" maxLength:"400"`
}

type entriesOutput struct {
	Body struct {
		Entries []StatementEntry `json:"entries" doc:"The newest first"`
		Cursor  string           `json:"cursor,omitempty" doc:"Of the next page; absent on the last one"`
	}
}

type itemsOutput struct {
	Body struct {
		Rules Rules       `json:"rules"`
		Items []StoreItem `json:"items" doc:"Rewards of the country, the cheapest first"`
	}
}

// none is the problem of a brand without a loyalty programme.
var none = []problem.Code{problem.NotFound}

// Operations describes the calls of this function. Each answers problem.NotFound for a brand without a loyalty programme. Account and
// statement need a session that has not ended: an erasure keeps them.
func (l *Loyalty) Operations() []api.Operation {
	op := func(id, path, summary string) huma.Operation {
		path = api.Main + "/loyalty" + path
		return huma.Operation{OperationID: id, Method: http.MethodGet, Path: path, Summary: summary, Tags: []string{"loyalty"}}
	}
	return api.For(l.brand,
		api.Describe(op("get-points", "/points", "The customer's points, and the next reward"), l.points).RequireLevel(api.Fresh).
			WithProblems(none),
		api.Describe(op("list-entries", "/entries", "The customer's statement"), l.entries).RequireLevel(api.Fresh).
			WithProblems(none, []problem.Code{problem.Invalid}),
		api.Describe(op("list-store-items", "/store-items", "The rules of the programme and its rewards"), l.items).WithProblems(none),
	)
}
