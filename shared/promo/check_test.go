package promo

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/menu"
)

// good is a promotion without faults.
const good = `{"id": "wings", "kind": 4, "percent": 12.5, "items": ["wings"], "name": {"en": "Wings", "fr-ca": "Ailes"}}`

// Each case replaces members of the good promotion (null removes one). It has the pointer and message of each finding, a line each.
func TestCheckNamesEachFault(t *testing.T) {
	amount := func(prices, others string) string {
		return `"kind": 3, "percent": null, "amount": {` + prices + `}` + others
	}
	order := func(others string) string { return `"items": null, "kind": 2` + others }
	for members, want := range map[string]string{
		``:                                    ``,
		`"id": "Wings!"`:                      `/id: "Wings!" is not an id: words of a–z and 0–9 joined by hyphens, at most 64 characters`,
		`"stack": "A B"`:                      `/stack: "A B" is not words of a–z and 0–9 joined by hyphens`,
		`"code": "A1B"`:                       `/code: "A1B" is not a code: 4 to 20 symbols A–Z and 0–9`,
		`"code": "A1B2"`:                      ``,
		`"code": "A1b2"`:                      `/code: "A1b2" is not a code: 4 to 20 symbols A–Z and 0–9`,
		`"serialized": true`:                  ``,
		`"kind": 10`:                          "/kind: 10 is not a kind from 1 to 9\n/items: only promotions of items and sections select items",
		`"code": "WINGS", "serialized": true`: `/serialized: a promotion with serialized codes has no common code`,

		`"name": {"en": "Wings"}`:                                 `/name: the text in fr-ca is missing`,
		`"name": {"en": "Wings", "fr-ca": " "}`:                   `/name: the text in fr-ca is missing`,
		`"name": {"en": "Wings"}, "countries": ["us"]`:            ``,
		`"name": {"en": "Wings"}, "countries": ["US", "CA"]`:      `/name: the text in fr-ca is missing`,
		amount(`"usd": 100`, `, "name": {"en": "Wings"}`):         ``,
		`"text": {"en": "Hot."}, "terms": {"fr-ca": "Une fois."}`: "/terms: the text in en is missing\n/text: the text in fr-ca is missing",
		`"text": {"en": "A", "fr-ca": "B", "de": "C"}`:            `/text: "de" is not a language of the site`,

		`"percent": null`:                `/percent: itemPercentage needs a percentage above 0 and at most 100`,
		`"percent": 0`:                   `/percent: itemPercentage needs a percentage above 0 and at most 100`,
		`"percent": 0.0001`:              ``,
		`"percent": 0.00001`:             `/percent: has more than 4 decimals`,
		`"percent": 100`:                 ``,
		`"percent": 100.01`:              `/percent: itemPercentage needs a percentage above 0 and at most 100`,
		`"amount": {"usd": 1, "cad": 1}`: `/amount: itemPercentage has no amount`,
		`"kind": 3, "percent": null`:     `: itemAmount needs an amount`,
		`"kind": 9`:                      `/percent: itemFree has no percentage`,
		`"kind": 9, "percent": null`:     ``,
		amount(`"usd": 1, "cad": 0`, ``): `/amount/cad: 0 is not a price from 1 to 1000000 cents`,
		amount(`"usd": 1`, `, "countries": ["ca"]`): ": runs in no country: no amount is in the currency of its countries\n" +
			"/amount: the amount for ca is missing",
		amount(`"usd": 1`, `, "countries": ["us", "ca"]`):                   `/amount: the amount for ca is missing`,
		`"cap": {"usd": 100}`:                                               `/cap: the price in cad is missing`,
		`"cap": {"usd": 100}, "countries": ["us"]`:                          ``,
		`"minSubtotal": {"cad": 1}`:                                         `/minSubtotal: the price in usd is missing`,
		order(`, "minAfter": true`):                                         `/minAfter: needs a minSubtotal`,
		`"minSubtotal": {"usd": 1, "cad": 1}, "minAfter": true`:             `/minAfter: only promotions of the order and of a handoff have it`,
		`"cap": {"usd": 1, "cad": 1}, "stack": "all"`:                       `/stack: needs oncePerOrder or no cap`,
		`"cap": {"usd": 1, "cad": 1}, "stack": "all", "oncePerOrder": true`: ``,

		`"items": null`:                                       `: itemPercentage needs items or sections`,
		`"items": null, "sections": ["wings"]`:                ``,
		`"kind": 6, "items": null`:                            `: subcategoryPercentage needs sections`,
		`"kind": 6, "sections": ["wings"]`:                    `/items: subcategoryPercentage selects sections only`,
		order(``):                                             ``,
		order(`, "sections": ["wings"]`):                      `/sections: only promotions of items and sections select sections`,
		order(`, "buy": {"items": ["wings"], "quantity": 1}`): `/buy: only promotions of items and sections require items`,
		order(`, "oncePerOrder": true`):                       `/oncePerOrder: a promotion of the order applies once`,
		`"cheapest": true`:                                    `/cheapest: has no effect on all units: it needs buy or oncePerOrder`,
		`"cheapest": true, "oncePerOrder": true`:              ``,
		`"buy": {"quantity": 0, "get": -1}`: "/buy: needs items or sections\n/buy/quantity: 0 is not a number from 1 to 20\n" +
			"/buy/get: -1 is not a number from 0 to 20",

		`"items": null, "kind": 8`:                     `: handoffPercentage needs handoffs`,
		`"items": null, "kind": 8, "handoffs": [2]`:    ``,
		`"handoffs": [2, 5]`:                           `/handoffs/1: 5 is not a handoff`,
		`"from": "2026-08-02", "until": "2026-08-01"`:  `/until: is before from`,
		`"from": "2026-08-02", "until": "2026-08-02"`:  ``,
		`"weekdays": [0, 7]`:                           `/weekdays/1: 7 is not a weekday from 0 (Sunday) to 6`,
		`"hours": {"open": "24:00", "close": "02:00"}`: `/hours/open: 24:00 is not a time before 24:00`,
		`"hours": {"open": "00:00", "close": "24:00"}`: ``,
		`"countries": ["us", "jp"]`:                    `/countries/1: "jp" is not a country in which guests order`,
		`"categories": ["breakfast"]`:                  `/categories/0: "breakfast" is not an order category`,
		`"limit": -1`:                                  `/limit: -1 is not a positive number`,
		`"perCustomer": -1`:                            `/perCustomer: -1 is not a positive number`,
		`"perCustomer": 3, "limit": 2`:                 `/perCustomer: is above the limit of all customers`,
	} {
		t.Run(members, func(t *testing.T) {
			assert.Equal(t, findings(t, menu.North, with(t, members)), want)
		})
	}
}

// with returns the good promotion with other members.
func with(t *testing.T, members string) (p Promotion) {
	t.Helper()
	var all map[string]any
	assert.NilError(t, json.Unmarshal([]byte(good), &all))
	assert.NilError(t, json.Unmarshal([]byte("{"+members+"}"), &all))
	maps.DeleteFunc(all, func(_ string, v any) bool { return v == nil })
	data, err := json.Marshal(all)
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(data, &p))
	return p
}

// findings returns the findings of the promotions, one a line, without the pointer of the first promotion.
func findings(t *testing.T, market menu.Market, all ...Promotion) string {
	t.Helper()
	var lines []string
	for _, found := range (File{Promotions: all}).Check(market) {
		lines = append(lines, strings.TrimPrefix(found.Pointer, "/promotions/0")+": "+found.Message)
	}
	return strings.Join(lines, "\n")
}

func TestCheckRefusesTheSameIDAndCodeTwice(t *testing.T) {
	p := with(t, `"code": "WINGS"`)
	assert.Equal(t, findings(t, menu.North, p, p), `/promotions/1/code: the code "WINGS" is already at /promotions/0
/promotions/1/id: the id "wings" is already at /promotions/0`)
}

func TestCheckOfABrandWithoutCanada(t *testing.T) {
	assert.Equal(t, findings(t, menu.States, with(t, `"minSubtotal": {"usd": 1}, "name": {"en": "Wings"}`)), "")
	assert.Assert(t, strings.Contains(findings(t, menu.States, with(t, `"countries": ["ca"]`)), "/countries/0"))
}
