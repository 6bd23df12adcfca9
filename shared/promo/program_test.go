package promo

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/menu"
	"ordering/shared/money"
)

// gift is a gift without faults.
const gift = `{"name": {"en": "Points", "fr-ca": "Des points"}, "points": 10}`

func TestProgramIsChecked(t *testing.T) {
	prize := `{"id": "many", "gift": ` + gift + `, "weight": 1}`
	achievement := `{"id": "first", "name": {"en": "a", "fr-ca": "b"}, "text": {"en": "a", "fr-ca": "b"}, "gift": ` + gift
	for _, c := range []struct{ members, want string }{
		{``, ``},
		{
			`"multipliers": {"2": 2}, "birthday": {"daysBefore": 7, "gift": ` + gift + `}, "anniversary": ` + gift +
				`, "referral": {"gift": ` + gift + `, "friend": ` + gift + `}`,
			``,
		},
		{`"multipliers": {"7": 2}`, `/multipliers/7: 7 is not a number from 0 to 6`},
		{`"multipliers": {"0": 11}`, `/multipliers/0: 11 is not a number from 2 to 10`},
		{
			`"anniversary": {"name": {"en": "a"}}`,
			"/anniversary/name: the text in fr-ca is missing\n/anniversary: needs points or a promotion, not both",
		},
		{`"birthday": {"daysBefore": 61, "gift": ` + gift + `}`, `/birthday/daysBefore: 61 is not a number from 0 to 60`},
		{
			`"anniversary": ` + strings.Replace(gift, `"points": 10`, `"promotion": "lunch"`, 1),
			`/anniversary/promotion: there is no promotion "lunch" with serialized codes`,
		},
		{`"anniversary": ` + strings.Replace(gift, `"points": 10`, `"promotion": "owed"`, 1), ``},
		{`"anniversary": ` + strings.Replace(gift, `10`, `10, "days": 3`, 1), `/anniversary/days: points last as long as all points`},
		{`"mystery": {"steps": 5, "prizes": [` + prize + `]}`, ``},
		{
			`"mystery": {"steps": 0, "prizes": [` + prize + `, ` + prize + `]}`,
			"/mystery/steps: 0 is not a number from 1 to 100\n/mystery/prizes/1/id: the id \"many\" is there twice",
		},
		{
			`"mystery": {"steps": 5, "prizes": [` + strings.Replace(prize, `1}`, `0, "stock": 3}`, 1) + `]}`,
			"/mystery/prizes/0/weight: 0 is not a number from 1 to 1000000\n/mystery/prizes: needs a prize without a stock: the others may run out",
		},
		{`"achievements": [` + achievement + `, "orders": 1}]`, ``},
		{
			`"achievements": [` + achievement + `, "orders": 1, "layers": 3}]`,
			`/achievements/0: needs one of orders, locations, items and layers`,
		},
		{`"achievements": [` + achievement + `, "items": ["a", "b", "a"]}]`, `/achievements/0/items: an item is there twice`},
		{
			`"achievements": [` + many(func(n int) string {
				return strings.Replace(achievement, "first", fmt.Sprint("a", n), 1) + `, "orders": 1}`
			}) + `]`,
			`/achievements: there are 21, at most 20`,
		},
		{`"excludes": {"items": ["card"]}`, ``},
		{
			`"excludes": {"amounts": ["tips", "gift-cards", "tips"]}`,
			"/excludes/amounts/1: \"gift-cards\" is not one of fees, taxes and tips\n/excludes/amounts/2: \"tips\" is there twice",
		},
		{`"unit": -1`, `/unit: -1 is not a number from 0 to 10000`},
		{`"maxRedeemed": -1`, `/maxRedeemed: -1 is not a number from 0 to 100000`},
	} {
		t.Run(c.members, func(t *testing.T) {
			f := File{Promotions: []Promotion{with(t, `"id": "owed", "serialized": true`)}}
			assert.NilError(t, json.Unmarshal([]byte(`{"program": {`+c.members+`}}`), &f))
			var lines []string
			for _, found := range f.Check(menu.North) {
				lines = append(lines, strings.TrimPrefix(found.Pointer, "/program")+": "+found.Message)
			}
			assert.Equal(t, strings.Join(lines, "\n"), c.want)
		})
	}
}

// many joins 21 members.
func many(member func(n int) string) string {
	all := make([]string, 21)
	for n := range all {
		all[n] = member(n)
	}
	return strings.Join(all, ", ")
}

// The day is that of the promised time at the restaurant.
func TestRateIsOfTheWeekday(t *testing.T) {
	p := Program{Multipliers: map[int]int64{2: 3}}
	tulsa, err := time.LoadLocation("America/Chicago")
	assert.NilError(t, err)
	late := time.Date(2026, 7, 29, 4, 30, 0, 0, time.UTC) // a Tuesday night in Tulsa
	assert.Equal(t, p.Rate(late.In(tulsa)).Points(money.Of(299, money.USD)), int64(6))
	assert.Equal(t, p.Rate(late).Points(money.Of(299, money.USD)), int64(2))
	p.Unit = 50
	assert.Equal(t, p.Rate(late).Points(money.Of(299, money.USD)), int64(5))
}
