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
	ID       string `json:"id"`
	Kind     string `json:"kind" doc:"Kind of the discount: orderAmount, itemFree, …"`
	ItemType int    `json:"itemType" enum:"1,3" doc:"A dish 1, a coupon for the order 3"`
	Label    string `json:"label"`
	Text     string `json:"text,omitempty"`
	Terms    string `json:"terms,omitempty"`
	Points   int    `json:"points" doc:"Its price"`
}

// StoreItem is a reward, and whether the customer can pay for it.
type StoreItem struct {
	Reward
	Affordable bool `json:"affordable" doc:"The customer has the points; false for a guest"`
}

// Rules are the rules of the programme.
type Rules struct {
	Unit         int64 `json:"unit" doc:"Cents of the discounted price that earn one point"`
	Months       int   `json:"months" doc:"How long points last, from the end of the month in which they were earned"`
	WarningDays  int   `json:"warningDays" doc:"How long before their expiry the customer is warned"`
	ReturnedDays int   `json:"returnedDays" doc:"How long points last that come back from an order after their expiry"`
	OverdueHours int   `json:"overdueHours" doc:"How long after its promised time an order earns that the restaurant did not complete"`
	ClaimDays    int   `json:"claimDays" doc:"How long after its placing a guest's order can be claimed by signing in"`

	Excludes []string `json:"excludes" enum:"fees,taxes,tips,items" doc:"What earns nothing; items: a part of the menu"`

	Multipliers map[string]int64 `json:"multipliers,omitempty" doc:"Factor of the points by the order's weekday; 0 is Sunday"`
	Birthday    *BirthdayRule    `json:"birthday,omitempty"`
	Anniversary *GiftRule        `json:"anniversary,omitempty"`
	Referral    *ReferralRule    `json:"referral,omitempty"`
	Mystery     *MysteryRule     `json:"mystery,omitempty"`
}

// GiftRule is what a rule gives.
type GiftRule struct {
	Label string `json:"label"`
}

// BirthdayRule is the gift of a birthday.
type BirthdayRule struct {
	DaysBefore int `json:"daysBefore" doc:"How long before the birthday it is given"`
	NoticeDays int `json:"noticeDays" doc:"How long before the birthday it has to be set for the gift of the year"`
	GiftRule
}

// ReferralRule is the gifts of a referral, after the first completed order of the friend.
type ReferralRule struct {
	GiftRule
	FriendLabel string `json:"friendLabel" doc:"The friend's gift"`
}

// MysteryRule is when a wrapped reward is given.
type MysteryRule struct {
	Steps int `json:"steps" doc:"Completed orders for each"`
}

// Given is a reward that the customer was given: points, or a coupon for one order.
type Given struct {
	ID       string    `json:"id" doc:"For apply-reward, if it is a coupon"`
	Kind     int       `json:"kind" enum:"3,7" doc:"loyalty 3, mystery 7"`
	Type     int       `json:"type" enum:"1,2,3,4,5" doc:"mystery 1, birthday 2, achievement 3, anniversary 4, referral 5"`
	ItemType int       `json:"itemType" enum:"1,2,4" doc:"points 1, still wrapped 2, serialized coupon 4"`
	Label    string    `json:"label" doc:"Empty while it is wrapped"`
	Picture  string    `json:"picture,omitempty" doc:"Name of its drawing, as in the menu; absent while it is wrapped"`
	Text     string    `json:"text,omitempty"`
	Terms    string    `json:"terms,omitempty"`
	Points   int64     `json:"points,omitempty" doc:"Given as points"`
	Given    time.Time `json:"given" doc:"UTC"`
	Expires  time.Time `json:"expires,omitzero" doc:"UTC; the first instant at which it is gone"`
	State    string    `json:"state" enum:"open,held,used,expired,wrapped" doc:"held: an order that is being placed has it"`
}

// Achievement is what the customer can achieve with completed orders, and how far they are.
type Achievement struct {
	ID     string    `json:"id"`
	Label  string    `json:"label"`
	Text   string    `json:"text"`
	Badge  string    `json:"badge" enum:"first,grills,burgers,stack" doc:"Name of its drawing"`
	Done   int       `json:"done"`
	Goal   int       `json:"goal"`
	Earned time.Time `json:"earned,omitzero" doc:"UTC"`
	Reward string    `json:"reward" doc:"What it gives"`
}

// Mystery is how far the customer is from the next wrapped reward.
type Mystery struct {
	Done    int    `json:"done" doc:"Completed orders since the last one"`
	Steps   int    `json:"steps" doc:"Completed orders for each"`
	Wrapped string `json:"wrapped,omitempty" doc:"Id of the oldest one that is not opened"`
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
	Reward  int         `json:"reward,omitempty" enum:"0,1,2,3,4,5" doc:"Type of the reward that gave the points, as in list-rewards"`
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

type rewardsInput struct{ api.CommonHeaders }

type rewardsOutput struct {
	Body struct {
		Rewards []Given `json:"rewards" doc:"The newest first, at most 50"`
	}
}

type achievementsOutput struct {
	Body struct {
		Achievements []Achievement `json:"achievements"`
	}
}

type mysteryOutput struct{ Body Mystery }

type openInput struct {
	api.CommonHeaders
	Body struct {
		ID string `json:"id" maxLength:"64" doc:"Of the wrapped reward"`
	}
}

type openOutput struct{ Body Given }

// noProgramme is the problem of a brand without a loyalty programme.
var noProgramme = []problem.Code{problem.NotFound}

// Operations describes the calls of this function. Each answers problem.NotFound for a brand without a loyalty programme. Account and
// statement need a session that has not ended: an erasure keeps them.
func (l *Loyalty) Operations() []api.Operation {
	op := func(id, path, summary string) huma.Operation {
		path = api.Main + "/loyalty" + path
		return huma.Operation{OperationID: id, Method: http.MethodGet, Path: path, Summary: summary, Tags: []string{"loyalty"}}
	}
	unwrap := op("open-mystery-reward", "/mystery-reward", "Open a wrapped reward. A repeated call answers the same")
	unwrap.Method = http.MethodPost
	return api.For(l.brand,
		api.Describe(op("get-points", "/points", "The customer's points, and the next reward"), l.points).RequireLevel(api.Fresh).
			WithProblems(noProgramme),
		api.Describe(op("list-entries", "/entries", "The customer's statement"), l.entries).RequireLevel(api.Fresh).
			WithProblems(noProgramme, []problem.Code{problem.Invalid}),
		api.Describe(op("list-rewards", "/rewards", "What the customer was given"), l.given).RequireLevel(api.Fresh).WithProblems(noProgramme),
		api.Describe(op("list-achievements", "/achievements", "What completed orders achieve, and the customer's progress"), l.achievements).
			RequireLevel(api.Fresh).WithProblems(noProgramme),
		api.Describe(op("get-mystery-progress", "/mystery-reward/progress", "Completed orders until the next wrapped reward"), l.mystery).
			RequireLevel(api.Fresh).WithProblems(noProgramme),
		api.Describe(unwrap, l.open).RequireLevel(api.Fresh).WithProblems([]problem.Code{problem.NotFound, problem.RewardNotFound}),
		api.Describe(op("list-store-items", "/store-items", "The rules of the programme and its rewards"), l.items).WithProblems(noProgramme),
	)
}
