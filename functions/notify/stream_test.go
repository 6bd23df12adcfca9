package notify

import (
	"context"
	"testing"

	"github.com/aws/aws-lambda-go/events"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/brand"
	"ordering/shared/locale"
	"ordering/shared/outbox"
	"ordering/shared/table"
)

// inserted returns the stream's record of a new item.
func inserted(key table.Key, sequence string) events.DynamoDBEventRecord {
	keys := map[string]events.DynamoDBAttributeValue{
		"pk": events.NewStringAttribute(key.PK), "sk": events.NewStringAttribute(key.SK),
	}
	return events.DynamoDBEventRecord{EventName: "INSERT", Change: events.DynamoDBStreamRecord{Keys: keys, SequenceNumber: sequence}}
}

// unreadable is a table that is unavailable for reads.
type unreadable struct{ table.Table }

func (unreadable) Get(context.Context, table.Key) (table.Item, error) {
	return table.Item{}, table.ErrUnavailable
}

func TestStreamDeliversARowOnce(t *testing.T) {
	b := newBench(t)
	b.keep(dinner(locale.En))
	row := outbox.OrderMail(token, outbox.MailConfirmed, b.Now())
	b.Put(row)
	n := New(b, brand.Default(), b, Kitchen{Now: b.Now}, "https://www.example.com")
	d := outbox.NewDrainer(b.Table, b.Now, func() float64 { return 0.5 }, n.Handlers())
	batch := events.DynamoDBEvent{Records: []events.DynamoDBEventRecord{
		inserted(table.Key{PK: "order#" + token, SK: "order"}, "1"), inserted(row.Item.Key, "2"), inserted(row.Item.Key, "3"),
	}}

	answer, err := Stream(unreadable{b}, d)(t.Context(), batch)
	if err != nil || len(answer.BatchItemFailures) != 1 || answer.BatchItemFailures[0].ItemIdentifier != "2" || len(b.sent) != 0 {
		t.Fatalf("unreadable table: got %+v %v, %d mails", answer, err, len(b.sent))
	}
	for range 2 { // the stream may repeat a batch
		answer, err = Stream(b, d)(t.Context(), batch)
		assert.NilError(t, err)
		assert.Check(t, is.Len(answer.BatchItemFailures, 0), "%+v", answer)
	}
	assert.Assert(t, len(b.sent) == 1 && b.pending() == 0, "got %d mails and %d pending rows, want 1 and 0", len(b.sent), b.pending())
}
