package customer_test

import (
	"encoding/json"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/clocktest"
	"ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

// A code leads to its customer however it is typed, until the account is erased.
func TestReferralCodeEndsWithTheAccount(t *testing.T) {
	clock := clocktest.At(time.Date(2026, 7, 28, 17, 0, 0, 0, time.UTC))
	store := sqlitetest.Open(t, clock.Now)
	var ann customer.Customer
	ann.Email, ann.Created = "ann@example.com", clock.Now()
	raw, err := json.Marshal(ann)
	assert.NilError(t, err)
	profile := table.Item{Key: table.Key{PK: "customer#ann", SK: customer.ProfileRow}, Data: raw}
	assert.NilError(t, store.Write(t.Context(), table.Create(profile)))
	var code string
	for range 2 {
		code, err = customer.OfferReferral(t.Context(), store, "ann")
		assert.NilError(t, err)
	}
	bob := customer.Customer{ID: "bob", Referral: " " + code[:5] + "-" + code[5:]}
	bob.Email = "bob@example.com"
	got, ok, err := customer.Referrer(t.Context(), store, bob)
	assert.Assert(t, err == nil && ok && got.ID == "ann", "%+v %v", got, err)
	_, err = customer.EndAccount(t.Context(), store, "ann", guest.Secret("secret of a test"), clock.Now(), false)
	assert.NilError(t, err)
	_, ok, err = customer.Referrer(t.Context(), store, bob)
	assert.Assert(t, err == nil && !ok, err)
	_, err = store.Get(t.Context(), table.Key{PK: "referral#" + code, SK: "customer"})
	assert.ErrorIs(t, err, table.ErrNotFound)
}
