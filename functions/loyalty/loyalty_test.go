package loyalty_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
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
	"ordering/shared/table/sqlite/sqlitetest"
)

// site is the function of a brand with two rewards. Ann has 42 points, of two orders.
type site struct {
	*testing.T
	*clocktest.Clock
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
	_, err := promo.Save(t.Context(), store, promo.File{Promotions: []promo.Promotion{reward("burger", 180), reward("side", 40)}})
	assert.NilError(t, err)
	books := ledger.Ledger{Table: store, Rules: *brand.Default().Loyalty, Zone: time.UTC}
	for n, points := range []int64{12, 30} {
		o := ledger.Order{ID: fmt.Sprint(n), Token: fmt.Sprintf("token-%d", n), Number: "4127", Location: "Blue Dome"}
		assert.NilError(t, books.Settle(t.Context(), "ann", o, points, clock.Now()))
	}
	return site{t, clock, apitest.Handler(t, loyalty.New(store, b, guest.Secret("secret of a test"), clock.Now).Operations())}
}

// get reads a path as the customer, or as a guest without one.
func (s site) get(who, path string, into any) int {
	s.Helper()
	r := httptest.NewRequest(http.MethodGet, "/api/loyalty"+path, nil)
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
		assert.Assert(t, store.Rules.Unit == 100 && store.Rules.ClaimDays == 30, "%+v", store.Rules)
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
