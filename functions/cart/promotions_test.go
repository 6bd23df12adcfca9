package cart_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/money"
	"ordering/shared/promo"
)

const promotionsPath = "/discount-management/promotions"

// openWith is open with a restaurant in Nevada, two hours behind Tulsa, and these promotions.
func openWith(t *testing.T, promotions string) *site {
	t.Helper()
	s := open(t)
	s.put(newLocation("reno", "US", "NV", "America/Los_Angeles", money.USD))
	var f promo.File
	assert.NilError(t, json.Unmarshal([]byte(`{"promotions": [`+promotions+`]}`), &f))
	_, err := promo.Save(t.Context(), s.table.Meter, f)
	assert.NilError(t, err)
	s.clock.Pass(3 * time.Second)
	return s
}

// promotions calls the operation and returns its deals as "id now" or "id coming", and its prices as "item was>price until".
func (s *site) promotions(query string, headers ...string) (deals, prices string) {
	s.t.Helper()
	var body struct {
		Promotions []struct {
			ID      string
			RunsNow bool
		}
		Prices []struct {
			ItemID     string
			Price, Was money.Amount
			Ends       time.Time
		}
	}
	a := s.ok(s.call("GET", promotionsPath+"?"+query, nil, headers...))
	assert.NilError(s.t, json.Unmarshal(a.raw, &body))
	var listed, reduced []string
	for _, p := range body.Promotions {
		listed = append(listed, p.ID+map[bool]string{true: " now", false: " coming"}[p.RunsNow])
	}
	for _, p := range body.Prices {
		price := fmt.Sprintf("%s %d>%d", p.ItemID, p.Was.Minor, p.Price.Minor)
		if !p.Ends.IsZero() {
			price += p.Ends.Format(" until 02T15:04")
		}
		reduced = append(reduced, price)
	}
	return strings.Join(listed, ", "), strings.Join(reduced, ", ")
}

// The clock of these tests is Tuesday, 28 July 2026, 17:00 UTC: noon in Tulsa, ten in Reno, one in Québec.
func TestPromotionsRunOrBeginWithinAWeek(t *testing.T) {
	const base = `{"id": "x", "kind": 3, "name": {"en": "X"}, "text": {"en": "X"}, "items": ["cola"], "amount": {"usd": 50, "cad": 60}, `
	const lunch = `"hours": {"open": "11:00", "close": "14:00"}`
	for name, c := range map[string]struct {
		with    string // conditions of the promotion
		at      string // time in UTC; empty is 17:00:03
		in      string // restaurant; empty is the whole country
		country string
		want    string
	}{
		"without a window":                             {with: `"countries": []`, want: "x now"},
		"in the first second of its first day":         {with: `"from": "2026-07-29"`, at: "29T05:00:00", in: "tulsa", want: "x now"},
		"a second before its first day":                {with: `"from": "2026-07-29"`, at: "29T04:59:59", in: "tulsa", want: "x coming"},
		"on its first day in another zone of the land": {with: `"from": "2026-07-29"`, at: "29T05:00:00", want: "x now"},
		"on its first day, where it has not begun":     {with: `"from": "2026-07-29"`, at: "29T05:00:00", in: "reno", want: "x coming"},
		"a week before its first day":                  {with: `"from": "2026-08-05"`, at: "29T05:00:00", in: "tulsa", want: "x coming"},
		"a second more than a week before":             {with: `"from": "2026-08-05"`, at: "29T04:59:59", in: "tulsa", want: ""},
		"in the last second of its last day":           {with: `"until": "2026-07-28"`, at: "29T04:59:59", in: "tulsa", want: "x now"},
		"after its last day":                           {with: `"until": "2026-07-28"`, at: "29T05:00:00", in: "tulsa", want: ""},
		"after its last day, where it has not ended":   {with: `"until": "2026-07-28"`, at: "29T05:00:00", in: "reno", want: "x now"},
		"after its last day in one zone of the land":   {with: `"until": "2026-07-28"`, at: "29T06:59:59", want: "x now"},
		"after its last day in every zone of the land": {with: `"until": "2026-07-28"`, at: "29T07:00:00", want: ""},
		"in its hours":                                 {with: lunch, at: "28T18:59:59", in: "tulsa", want: "x now"},
		"after its hours of the day":                   {with: lunch, at: "28T19:00:00", in: "tulsa", want: "x coming"},
		"on another weekday":                           {with: `"weekdays": [0]`, want: "x coming"},
		"for another country":                          {with: `"countries": ["CA"]`, want: ""},
		"for this country":                             {with: `"countries": ["CA"]`, country: "CA", want: "x now"},
		"without an amount in the currency":            {with: `"amount": null, "amount": {"usd": 50}`, country: "CA", want: ""},
		"for a restaurant of another country":          {with: `"locations": ["quebec"]`, want: ""},
		"for a restaurant of this country":             {with: `"locations": ["quebec", "reno"]`, want: "x now"},
		"for another restaurant":                       {with: `"locations": ["reno"]`, in: "tulsa", want: ""},
		"for a handoff of the restaurant":              {with: `"handoffs": [2]`, in: "tulsa", want: "x now"},
		"for a handoff that the restaurant lacks":      {with: `"handoffs": [4]`, in: "tulsa", want: ""},
		"for a handoff that one restaurant has":        {with: `"handoffs": [4]`, want: "x now"},
		"for a handoff that nobody can order":          {with: `"handoffs": [3]`, want: ""},
		"for another category":                         {with: `"categories": ["catering"]`, want: ""},
		"with a code":                                  {with: `"code": "COLA"`, want: ""},
		"with codes of its guests":                     {with: `"serialized": true`, want: ""},
		"without a text":                               {with: `"text": null`, want: ""},
		"in a country without restaurants":             {with: `"countries": []`, country: "BR", want: ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := openWith(t, base+c.with+"}")
			if c.at != "" {
				at, err := time.Parse(time.RFC3339, "2026-07-"+c.at+"Z")
				assert.NilError(t, err)
				s.clock.Pass(at.Sub(s.clock.Now()))
			}
			deals, _ := s.promotions("locationId="+c.in, "country-alpha-2", cmp.Or(c.country, "US"))
			assert.Equal(t, deals, c.want)
		})
	}
}

func TestPricesAreReducedByPromotionsOfOneItem(t *testing.T) {
	const half = `{"id": "x", "kind": 4, "name": {"en": "X"}, "percent": 50, "items": ["cola"]`
	const less = `{"id": "y", "kind": 3, "name": {"en": "Y"}, "items": ["cola"], "amount": `
	const soon = `, "hours": {"open": "12:15", "close": "13:00"}}`
	for name, c := range map[string]struct {
		promotions, query, want string
	}{
		"a percentage":              {half + `}`, "", "cola 250>125"},
		"an amount":                 {less + `{"usd": 60}}`, "", "cola 250>190"},
		"an amount above the price": {less + `{"usd": 300}}`, "", "cola 250>0"},
		"a free item":               {`{"id": "x", "kind": 9, "name": {"en": "X"}, "items": ["cola"]}`, "", "cola 250>0"},
		"a section": {
			`{"id": "x", "kind": 6, "name": {"en": "X"}, "percent": 10, "sections": ["all"]}`, "",
			"burger 1000>900, cola 250>225, pancakes 700>630, feast 9000>8100",
		},
		"the better of two":                   {half + `}, ` + less + `{"usd": 130}}`, "", "cola 250>120"},
		"at the requested time":               {half + `, "weekdays": [0]}`, "&at=2026-08-02T17:00:00Z", "cola 250>125 until 03T05:00"},
		"at another time":                     {half + `, "weekdays": [0]}`, "", ""},
		"at the earliest time, not now":       {half + soon, "", "cola 250>125 until 28T18:00"},
		"a second before the window":          {half + soon, "&at=2026-07-28T17:14:59Z", ""},
		"a second before the end":             {half + soon, "&at=2026-07-28T17:59:59Z", "cola 250>125 until 28T18:00"},
		"at the end":                          {half + soon, "&at=2026-07-28T18:00:00Z", ""},
		"with this handoff":                   {half + `, "handoffs": [4]}`, "&handoff=4", "cola 250>125"},
		"with another handoff":                {half + `, "handoffs": [4]}`, "", ""},
		"of another restaurant":               {half + `, "locations": ["reno"]}`, "", ""},
		"only with another item":              {half + `, "buy": {"items": ["burger"], "quantity": 1}}`, "", ""},
		"only once":                           {half + `, "oncePerOrder": true}`, "", ""},
		"only from a minimum":                 {half + `, "minSubtotal": {"usd": 100}}`, "", ""},
		"only up to a cap":                    {half + `, "cap": {"usd": 100}}`, "", ""},
		"only some times":                     {half + `, "limit": 5}`, "", ""},
		"only some times of a customer":       {half + `, "perCustomer": 1}`, "", ""},
		"only of customers":                   {half + `, "signedIn": true}`, "", ""},
		"only with a code":                    {half + `, "code": "COLA"}`, "", ""},
		"the whole order is not a single one": {`{"id": "x", "kind": 2, "name": {"en": "X"}, "percent": 10}`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, prices := openWith(t, c.promotions).promotions("locationId=tulsa" + c.query)
			assert.Equal(t, prices, c.want)
		})
	}
}

func TestDealsAreInTheLanguageAndCurrencyOfTheRequest(t *testing.T) {
	s := openWith(t, `{"id": "kids", "kind": 9, "name": {"en": "Kids eat free", "fr-ca": "Les enfants mangent gratis"},
		"text": {"en": "Sundays.", "fr-ca": "Le dimanche."}, "terms": {"en": "Small print.", "fr-ca": "Petits caractères."}, "items": ["cola"],
		"from": "2026-07-01", "until": "2026-12-31", "weekdays": [0], "hours": {"open": "11:00", "close": "15:00"}, "handoffs": [2],
		"locations": ["quebec", "tulsa"], "minSubtotal": {"usd": 1000, "cad": 1300}, "signedIn": true}`)
	a := s.ok(s.call("GET", promotionsPath, nil, "country-alpha-2", "CA", "Accept-Language", "fr-CA"))
	assert.Equal(t, strings.TrimSpace(string(a.raw)), `{"promotions":[{"id":"kids","kind":"itemFree","label":"Les enfants mangent gratis",`+
		`"text":"Le dimanche.","terms":"Petits caractères.","from":"2026-07-01","until":"2026-12-31","weekdays":[0],`+
		`"hours":{"open":"11:00","close":"15:00"},"handoffs":[2],`+
		`"locations":[{"id":"quebec","slug":"quebec","label":"Grill quebec","city":"Town"}],`+
		`"minSubtotal":{"minor":1300,"currency":"cad"},"signedIn":true,`+
		`"runsNow":false,"next":"2026-08-02T15:00:00Z","timeZone":"America/Toronto"}],"prices":[]}`)
	assert.Equal(t, a.header.Get("Cache-Control"), "public, max-age=0, s-maxage=60")
	wrong := s.call("GET", promotionsPath+"?locationId=tulsa", nil, "country-alpha-2", "CA")
	assert.Equal(t, string(wrong.body.Code), "wrong-country")
}
