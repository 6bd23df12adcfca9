// Package publish follows the orders. It sends an event for each step of an order to the brand's other systems, over the bus of orders
// (placed, accepted, ready, and so on), and gives the points of the order. The table's stream calls it, so it adds no latency for guests.
package publish

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"ordering/shared/loyalty/earning"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Event reports that an order reached a status. It has the order's id, which grants no access, and no data of the guest.
type Event struct {
	ID       string       `json:"id"` // the same for a repeated event
	Status   order.Status `json:"status"`
	At       time.Time    `json:"at"` // UTC
	Order    string       `json:"order"`
	Location string       `json:"location"`
	Handoff  int          `json:"handoff"`
	Category string       `json:"category"`
	Promised time.Time    `json:"promised"`
	Total    money.Amount `json:"total"`
}

// Bus takes events for its subscribers.
type Bus interface {
	// Put sends an event. After an error the event may or may not have been sent.
	Put(ctx context.Context, e Event) error
}

// errPoison marks a record that no retry can publish.
var errPoison = errors.New("a record cannot be read")

// Stream puts the steps of the orders in the table's stream on the bus, in order for each order, and gives their points. One function does
// both, because DynamoDB throttles a third reader of its stream. It reports the first record that failed, so that
// Lambda retries from there. For a record that can never succeed the whole batch fails: Lambda then bisects the batch until that record is
// alone, and sets it aside. Reporting the record instead would set aside the records after it too.
func Stream(
	t table.Table, points *earning.Earning, bus Bus,
) func(context.Context, events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
	return func(ctx context.Context, e events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
		for _, record := range e.Records {
			switch err := follow(ctx, t, points, bus, record.Change); {
			case errors.Is(err, errPoison):
				return events.DynamoDBEventResponse{}, err
			case err != nil:
				slog.WarnContext(ctx, "order event delivery deferred: table unavailable", "error", err)
				failed := events.DynamoDBBatchItemFailure{ItemIdentifier: record.Change.SequenceNumber}
				return events.DynamoDBEventResponse{BatchItemFailures: []events.DynamoDBBatchItemFailure{failed}}, nil
			}
		}
		return events.DynamoDBEventResponse{}, nil
	}
}

// follow puts the new steps of a changed order on the bus, and then gives its points: points that cannot be given withhold no event.
func follow(ctx context.Context, t table.Table, points *earning.Earning, bus Bus, c events.DynamoDBStreamRecord) error {
	token, isOrder := strings.CutPrefix(c.Keys["pk"].String(), "order#")
	if !isOrder || c.Keys["sk"].String() != "progress" || c.NewImage == nil {
		return nil
	}
	before, after := progressOf(c.OldImage), progressOf(c.NewImage)
	if len(after.Steps) > len(before.Steps) {
		if err := publishSteps(ctx, t, bus, token, before.Steps, after.Steps); err != nil {
			return err
		}
	}
	if after.Status.Placed() && (after.Status.Final() || after.HasRefunds()) { // others earn nothing yet, or did when they were overdue
		if err := points.Order(ctx, token); err != nil {
			return asPoison(ctx, fmt.Errorf("give the points of an order: %w", err))
		}
	}
	return nil
}

// publishSteps puts the steps on the bus that are not among those before. A late kitchen event adds a step among the older ones. Steps
// before the order was placed are not published.
func publishSteps(ctx context.Context, t table.Table, bus Bus, token string, before, after []order.Step) error {
	o, err := order.Load(ctx, t, token)
	if problem.Is(err, problem.OrderNotFound) {
		return nil // the order has expired
	}
	if err != nil {
		return asPoison(ctx, fmt.Errorf("read an order: %w", err))
	}
	for _, step := range after {
		known := slices.ContainsFunc(before, func(s order.Step) bool { return s.Status == step.Status })
		if known || !step.Status.Placed() {
			continue
		}
		e := Event{
			ID: o.ID + "/" + string(step.Status), Status: step.Status, At: step.At, Order: o.ID, Location: o.Location.ID,
			Handoff: int(o.Handoff), Category: string(o.Category), Promised: o.Start, Total: o.Total,
		}
		if err := bus.Put(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// asPoison marks an error that no retry can help: any but that of an unavailable table.
func asPoison(ctx context.Context, err error) error {
	if errors.Is(err, table.ErrUnavailable) || ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("%w: %w", errPoison, err)
}

// progressOf returns the progress of an order in the stream; the zero one if the image has none.
func progressOf(image map[string]events.DynamoDBAttributeValue) (p order.Progress) {
	doc, ok := image["doc"]
	if !ok || doc.DataType() != events.DataTypeBinary {
		return p
	}
	if err := json.Unmarshal(doc.Binary(), &p); err != nil {
		return order.Progress{}
	}
	return p
}

// ErrRefused means that the bus answered the call but refused the event.
var ErrRefused = errors.New("the bus refused an event")
