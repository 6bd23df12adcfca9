package dynamo_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"ordering/shared/loyalty/loyaltytest"
	"ordering/shared/order/ordertest"
	"ordering/shared/promo/promotest"
	"ordering/shared/soak"
	"ordering/shared/table"
	"ordering/shared/table/dynamo"
	"ordering/shared/table/dynamo/dynamotest"
	"ordering/shared/table/tabletest"
	"ordering/shared/timeslot/timeslottest"
)

// All tests that need DynamoDB Local share one instance: it takes seconds to start.
func TestOnDynamoDBLocal(t *testing.T) {
	client := dynamotest.Start(t)
	var made atomic.Int64
	fresh := func(t testing.TB) string {
		name := fmt.Sprintf("table-%d", made.Add(1))
		dynamotest.CreateTable(t, client, name)
		return name
	}
	t.Run("conformance", func(t *testing.T) {
		tabletest.Run(t, func(t testing.TB, now func() time.Time) table.Table { return dynamo.New(client, fresh(t), now) })
	})
	t.Run("a guest's data is erased", func(t *testing.T) {
		ordertest.RunErasure(t, ordertest.NewOver(t, func(now func() time.Time) table.Table { return dynamo.New(client, fresh(t), now) }))
	})
	t.Run("lost responses", func(t *testing.T) { testLostResponses(t, client, fresh) })
	t.Run("the meter counts as DynamoDB does", func(t *testing.T) { testMeter(t, client, fresh) })
	t.Run("concurrent claims", func(t *testing.T) {
		if !soak.Long() {
			t.Skip("200 concurrent claims take ten seconds on a busy machine: set TEST_LONG=1")
		}
		patient := func(t *testing.T, now func() time.Time) table.Table {
			return dynamo.New(client, fresh(t), now).WithLongTimeout()
		}
		t.Run("of a slot", func(t *testing.T) { timeslottest.RunRace(t, patient) })
		t.Run("of a promotion", func(t *testing.T) { promotest.RunRace(t, patient) })
		t.Run("of points", func(t *testing.T) { loyaltytest.RunRace(t, patient) })
		t.Run("of prizes", func(t *testing.T) { loyaltytest.RunStockRace(t, patient) })
		t.Run("of grants", func(t *testing.T) { loyaltytest.RunGrantRace(t, patient) })
	})
	t.Run("writes before a retry", func(t *testing.T) { testLostRaces(t, client, fresh) })
}
