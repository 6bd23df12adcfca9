package dynamo_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"ordering/shared/table"
	"ordering/shared/table/dynamo"
	"ordering/shared/table/dynamo/dynamotest"
	"ordering/shared/table/tabletest"
)

func TestConformance(t *testing.T) {
	client := dynamotest.Start(t)
	var made atomic.Int64
	tabletest.Run(t, func(t testing.TB, now func() time.Time) table.Table {
		name := fmt.Sprintf("table-%d", made.Add(1))
		if err := dynamo.CreateTable(t.Context(), client, name); err != nil {
			t.Fatal(err)
		}
		return dynamo.New(client, name, now)
	})
}
