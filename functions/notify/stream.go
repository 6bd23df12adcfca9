package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/aws/aws-lambda-go/events"

	"ordering/shared/outbox"
	"ordering/shared/table"
)

// Stream delivers the outbox rows that the table's stream brings. It answers with the first record that the table kept it from
// delivering, so that Lambda begins there again; a receiver that is away is no such failure, for its row is put off in the table.
func Stream(t table.Table, d *outbox.Drainer) func(context.Context, events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
	return func(ctx context.Context, e events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
		for _, record := range e.Records {
			if err := deliver(ctx, t, d, record); err != nil {
				slog.WarnContext(ctx, "a message waits for the table", "error", err)
				failed := events.DynamoDBBatchItemFailure{ItemIdentifier: record.Change.SequenceNumber}
				return events.DynamoDBEventResponse{BatchItemFailures: []events.DynamoDBBatchItemFailure{failed}}, nil
			}
		}
		return events.DynamoDBEventResponse{}, nil
	}
}

func deliver(ctx context.Context, t table.Table, d *outbox.Drainer, record events.DynamoDBEventRecord) error {
	key := table.Key{PK: record.Change.Keys["pk"].String(), SK: record.Change.Keys["sk"].String()}
	if record.EventName != string(events.DynamoDBOperationTypeInsert) || !outbox.IsRow(key) {
		return nil
	}
	row, err := t.Get(ctx, key)
	if errors.Is(err, table.ErrNotFound) {
		return nil // delivered already
	}
	if err != nil {
		return fmt.Errorf("read an outbox row: %w", err)
	}
	return d.Deliver(ctx, row)
}
