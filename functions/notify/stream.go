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

// Stream delivers new outbox rows from the table's stream. If the table fails it reports the record, so that Lambda retries from there.
// If a receiver fails the drainer defers the row in the table.
func Stream(t table.Table, d *outbox.Drainer) func(context.Context, events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
	return func(ctx context.Context, e events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
		for _, record := range e.Records {
			if err := deliver(ctx, t, d, record); err != nil {
				slog.WarnContext(ctx, "outbox delivery deferred: table unavailable", "error", err)
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
		return nil // already delivered
	}
	if err != nil {
		return fmt.Errorf("read outbox row: %w", err)
	}
	return d.Deliver(ctx, row)
}
