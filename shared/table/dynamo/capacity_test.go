package dynamo_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/table"
	"ordering/shared/table/dynamo"
	"ordering/shared/table/meter"
)

// billed wraps a client: it requests the consumed capacity of each call and adds it to units.
func billed(client *dynamodb.Client, units *float64) *dynamodb.Client {
	return intercepted(client, func(_ context.Context, in any, next func() (any, error)) (any, error) {
		total := reflect.ValueOf(types.ReturnConsumedCapacityTotal)
		reflect.ValueOf(in).Elem().FieldByName("ReturnConsumedCapacity").Set(total)
		out, err := next()
		if err == nil {
			used := reflect.ValueOf(out).Elem().FieldByName("ConsumedCapacity").Interface().(*types.ConsumedCapacity)
			*units += *used.CapacityUnits
		}
		return out, err
	})
}

// testMeter compares the meter with the consumed capacity that DynamoDB Local reports, for the same steps on two tables. Transactions and
// empty results are excluded: DynamoDB Local counts them differently from the service's documentation.
func testMeter(t *testing.T, client *dynamodb.Client, fresh func(testing.TB) string) {
	var units float64
	billedTable := dynamo.New(billed(client, &units), fresh(t), time.Now)
	metered := meter.New(dynamo.New(client, fresh(t), time.Now))
	sized := func(sk string, bytes int, index string) table.Item {
		i := table.Item{Key: at(sk), Data: make([]byte, bytes)}
		if index != "" {
			i.Index = table.Key{PK: "by", SK: index}
		}
		return i
	}
	writing := func(ops ...table.Op) func(table.Table) error {
		return func(tt table.Table) error { return tt.Write(t.Context(), ops...) }
	}
	type step struct {
		name string
		do   func(table.Table) error
	}
	steps := []step{
		{"create", writing(table.Create(sized("a", 900, "")))},
		{"create large", writing(table.Create(sized("c", 5000, "")))},
		{"replace", writing(table.Replace(sized("c", 3000, ""), 1))},
		{"put new", writing(table.Put(sized("d", 1500, "")))},
		{"put over", writing(table.Put(sized("d", 100, "")))},
		{"index", writing(table.Create(sized("i", 1500, "1")))},
		{"stay in the index", writing(table.Replace(sized("i", 2500, "1"), 1))},
		{"move in the index", writing(table.Replace(sized("i", 2500, "2"), 2))},
		{"leave the index", writing(table.Replace(sized("i", 2500, ""), 3))},
		{"enter the index", writing(table.Put(sized("i", 500, "3")))},
		{"get", func(tt table.Table) error { _, err := tt.Get(t.Context(), at("i")); return err }},
		{"list", func(tt table.Table) error { _, err := tt.Query(t.Context(), table.Query{PK: "p"}); return err }},
		{"list the index", func(tt table.Table) error {
			_, err := tt.Query(t.Context(), table.Query{PK: "by", Index: true})
			return err
		}},
		{"delete", writing(table.Delete(at("c"), 0))},
		{"delete from the index", writing(table.Delete(at("i"), 0))},
	}
	for size := 920; size < 980; size += 2 { // across the 1 KB boundary, whatever the attributes' overhead
		i := sized(fmt.Sprint("size ", size), size, "")
		i.Count, i.Expires = int64(7*size), time.Unix(4_000_000_000+int64(size), 0)
		steps = append(steps, step{i.SK, writing(table.Create(i))})
	}
	for _, step := range steps {
		before := metered.Tally()
		units = 0
		must(t, step.do(metered))
		must(t, step.do(billedTable))
		used := metered.Tally().Sub(before)
		// each step either reads or writes
		assert.Check(t, is.Equal(used.ReadUnits+used.WriteUnits, units), "%s %+v", step.name, used)
	}
}
