package loyalty_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/functions/api/apitest"
	"ordering/functions/loyalty"
	"ordering/shared/brand"
	"ordering/shared/clocktest"
	"ordering/shared/guest"
	"ordering/shared/locale"
	ledger "ordering/shared/loyalty"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

// site is the function of a brand with two rewards. Ann has 42 points, of two orders.
type site struct {
	*testing.T
	*clocktest.Clock
	table   table.Table
	handler http.Handler
}

func open(t *testing.T, b brand.Brand) site {
	clock := clocktest.At(time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC))
	store := sqlitetest.Open(t, clock.Now)
	reward := func(id string, points int) promo.Promotion {
		return promo.Promotion{
			ID: id, Kind: promo.OrderAmount, Label: locale.Text{"en": id, "fr-ca": id + " (fr)"}, Amount: menu.Prices{money.USD: 300},
			SignedIn: true, Points: points,
		}
	}
	burger := reward("burger", 180)
	burger.Kind = promo.ItemFree
	_, err := promo.Save(t.Context(), store, promo.File{Promotions: []promo.Promotion{burger, reward("side", 40)}})
	assert.NilError(t, err)
	books := ledger.Ledger{Table: store, Rules: *brand.Default().Loyalty, Zone: time.UTC}
	for n, points := range []int64{12, 30} {
		o := ledger.Order{ID: fmt.Sprint(n), Token: fmt.Sprintf("token-%d", n), Number: "4127", Location: "Blue Dome"}
		assert.NilError(t, books.Settle(t.Context(), "ann", o, points, clock.Now()))
	}
	return site{t, clock, store, apitest.Handler(t, loyalty.New(store, b, guest.Secret("secret of a test"), clock.Now).Operations())}
}

// get reads a path as the customer, or as a guest without one.
func (s site) get(who, path string, into any) int {
	s.Helper()
	return s.call(httptest.NewRequest(http.MethodGet, "/api/loyalty"+path, nil), who, into)
}

func (s site) post(who, path, body string, into any) int {
	s.Helper()
	r := httptest.NewRequest(http.MethodPost, "/api/loyalty"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return s.call(r, who, into)
}

func (s site) call(r *http.Request, who string, into any) int {
	s.Helper()
	if who != "" {
		r.Header.Set("Authorization", "Bearer "+who)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if into != nil {
		assert.NilError(s, json.Unmarshal(w.Body.Bytes(), into), w.Body)
	}
	return w.Code
}

func TestCustomersSeeTheirPoints(t *testing.T) {
	s := open(t, brand.Default())
	var p loyalty.Points
	assert.Equal(t, s.get("ann", "/points", &p), http.StatusOK)
	assert.Assert(t, p.Spendable == 42 && p.NextExpiry.Points == 42 && !p.NextExpiry.Soon, "%+v", p)
	assert.Assert(t, p.Next.ID == "burger" && p.Next.Missing == 138, "%+v", p)
	s.Pass(p.NextExpiry.At.Sub(s.Now()) - 14*24*time.Hour)
	assert.Equal(t, s.get("ann", "/points", &p), http.StatusOK)
	assert.Assert(t, p.NextExpiry.Soon)
	var none loyalty.Points
	assert.Equal(t, s.get("bob", "/points", &none), http.StatusOK)
	assert.Assert(t, none.Spendable == 0 && none.NextExpiry == nil && none.Next.ID == "side", "%+v", none)
	assert.Equal(t, s.get("", "/points", nil), http.StatusUnauthorized)
}

func TestStatementHasPages(t *testing.T) {
	s := open(t, brand.Default())
	var page struct {
		Entries []loyalty.StatementEntry
		Cursor  string
	}
	assert.Equal(t, s.get("ann", "/entries?first=1", &page), http.StatusOK)
	assert.Assert(t, len(page.Entries) == 1 && page.Entries[0].Balance == 42 && page.Entries[0].Order.OrderToken == "token-1", "%+v", page)
	cursor := page.Cursor
	page.Cursor = ""
	assert.Equal(t, s.get("ann", "/entries?first=1&cursor="+cursor, &page), http.StatusOK)
	assert.Assert(t, page.Entries[0].Number == 1 && page.Entries[0].Points == 12 && page.Cursor == "", "%+v", page)
	assert.Equal(t, s.get("bob", "/entries?cursor="+cursor, nil), http.StatusUnprocessableEntity)
}

func TestRewardsAreTheCheapestFirst(t *testing.T) {
	s := open(t, brand.Default())
	for who, affordable := range map[string]bool{"ann": true, "bob": false, "": false} {
		var store struct {
			Rules loyalty.Rules
			Items []loyalty.StoreItem
		}
		assert.Equal(t, s.get(who, "/store-items", &store), http.StatusOK)
		assert.Assert(t, len(store.Items) == 2 && store.Items[0].ID == "side" && !store.Items[1].Affordable, "%+v", store)
		assert.Equal(t, store.Items[0].Affordable, affordable, who)
		assert.Assert(t, store.Items[0].ItemType == 3 && store.Items[1].ItemType == 1, "%+v", store)
		assert.Assert(t, store.Rules.Unit == 100 && store.Rules.ClaimDays == 30, "%+v", store.Rules)
		assert.DeepEqual(t, store.Rules.Excludes, []string{"fees", "taxes", "tips"})
	}
}

func TestBrandWithoutAProgrammeHasNone(t *testing.T) {
	other, _ := brand.Find(1)
	assert.Assert(t, other.Loyalty == nil)
	without := brand.Default()
	without.Loyalty = nil
	s := open(t, without)
	for _, path := range []string{"/points", "/entries", "/store-items"} {
		assert.Equal(t, s.get("ann", path, nil), http.StatusNotFound, path)
	}
}

// Given rewards have their state, words and picture. A wrapped one has neither label nor picture nor points until it is opened; opening it
// again answers the same.
func TestGivenRewardsAndMystery(t *testing.T) {
	s := open(t, brand.Default())
	words := func(en string) locale.Text { return locale.Text{"en": en, "fr-ca": en + " (fr)"} }
	side := promo.Promotion{ID: "side", Kind: promo.OrderAmount, Label: words("Side"), Amount: menu.Prices{money.USD: 300}, Serialized: true}
	seven, nine := promo.Gift{Label: words("Seven"), Points: 7, Picture: "dishes/pit-fries"}, promo.Gift{Label: words("Nine"), Points: 9}
	program := promo.Program{
		Unit:         50,
		Multipliers:  map[int]int64{2: 2},
		Mystery:      &promo.Mystery{Steps: 2, Prizes: []promo.Prize{{ID: "many", Gift: seven, Weight: 1}}},
		Achievements: []promo.Achievement{{ID: "three", Label: words("Three"), Text: words("Order thrice"), Orders: 3, Gift: nine}},
		Birthday:     &promo.Birthday{DaysBefore: 7, Gift: promo.Gift{Label: words("A birthday side"), Promotion: "side", Days: 5}},
	}
	_, err := promo.Save(t.Context(), s.table, promo.File{Promotions: []promo.Promotion{side}, Program: &program})
	assert.NilError(t, err)
	books := ledger.Ledger{Table: s.table, Rules: *brand.Default().Loyalty, Zone: time.UTC, Program: program}
	books.Random = func(int64) int64 { return 0 }
	for n := range 2 {
		assert.NilError(t, books.Count(t.Context(), "ann", ledger.Completed{Order: fmt.Sprint(n)}, s.Now()))
	}
	s.Pass(time.Minute)
	_, err = books.Grant(t.Context(), "ann", ledger.Grant{Type: ledger.Birthday, Source: "2026", Gift: program.Birthday.Gift}, s.Now())
	assert.NilError(t, err)
	given := func() (all []loyalty.Given) {
		var page struct{ Rewards []loyalty.Given }
		assert.Equal(t, s.get("ann", "/rewards", &page), http.StatusOK)
		return page.Rewards
	}
	all := given()
	assert.Assert(t, len(all) == 2, "%+v", all)
	side2026 := all[0].ID == "birthday-2026" && all[0].State == "open" && all[0].ItemType == 4 && all[0].Label == "A birthday side"
	assert.Assert(t, side2026, "%+v", all)
	assert.Assert(t, all[1].State == "wrapped" && all[1].Kind == 7 && all[1].Label+all[1].Picture == "" && all[1].Points == 0, "%+v", all[1])

	var progress loyalty.Mystery
	assert.Equal(t, s.get("ann", "/mystery-reward/progress", &progress), http.StatusOK)
	assert.Equal(t, progress, loyalty.Mystery{Steps: 2, Wrapped: "mystery-1"})
	var achieved struct{ Achievements []loyalty.Achievement }
	assert.Equal(t, s.get("ann", "/achievements", &achieved), http.StatusOK)
	three := loyalty.Achievement{ID: "three", Label: "Three", Text: "Order thrice", Badge: "first", Done: 2, Goal: 3, Reward: "Nine"}
	assert.DeepEqual(t, achieved.Achievements, []loyalty.Achievement{three})
	for range 2 {
		var opened loyalty.Given
		assert.Equal(t, s.post("ann", "/mystery-reward", `{"id":"mystery-1"}`, &opened), http.StatusOK)
		assert.Assert(t, opened.State == "used" && opened.Points == 7 && opened.Label == "Seven", "%+v", opened)
		assert.Equal(t, opened.Picture, "dishes/pit-fries")
	}
	assert.Equal(t, s.post("bob", "/mystery-reward", `{"id":"mystery-1"}`, nil), http.StatusNotFound)
	var points loyalty.Points
	assert.Equal(t, s.get("ann", "/points", &points), http.StatusOK)
	assert.Equal(t, points.Spendable, int64(42+7))
	var store struct{ Rules loyalty.Rules }
	assert.Equal(t, s.get("", "/store-items", &store), http.StatusOK)
	r := store.Rules
	assert.Assert(t, r.Unit == 50 && r.Multipliers["2"] == 2 && r.Birthday.DaysBefore == 7 && r.Mystery.Steps == 2, "%+v", r)
	s.Pass(6 * 24 * time.Hour)
	assert.Equal(t, given()[0].State, "expired")
}

// The parts of the programme are flags of the brand.
func TestFlagsHideParts(t *testing.T) {
	plain := brand.Default()
	plain.Flags.Mystery = false
	s := open(t, plain)
	assert.Equal(t, s.get("ann", "/rewards", nil), http.StatusOK)
	assert.Equal(t, s.get("ann", "/mystery-reward/progress", nil), http.StatusNotFound)
	plain.Flags.Rewards = false
	assert.Equal(t, open(t, plain).get("ann", "/rewards", nil), http.StatusNotFound)
}
