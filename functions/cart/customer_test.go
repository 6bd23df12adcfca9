package cart_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/basket"
	"ordering/shared/order"
)

// The baskets that a signed-in customer starts are listed among theirs, for their other devices; a guest's are not.
func TestBasketsOfCustomersAreListed(t *testing.T) {
	s := open(t)
	s.ordered(order.Completed)
	s.add(s.start("tulsa"), "burger")
	mine := s.start("tulsa", "Authorization", "Bearer ann")
	s.ok(s.add(mine, "burger", "Authorization", "Bearer ann"))
	again := s.call("POST", "/orders/reorder/"+orderToken, nil, "Idempotency-Key", reorderKey, "Authorization", "Bearer bob")
	reordered := s.ok(again).basket
	for customer, want := range map[string]string{"ann": mine.OrderID, "bob": reordered.OrderID} {
		found, err := basket.Elsewhere(t.Context(), s.table, customer, "")
		assert.NilError(t, err)
		assert.Assert(t, len(found) == 1 && found[0].ID == want, customer)
	}
}
