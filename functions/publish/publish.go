// Package publish tells other systems of the brand of each step of an order, over the bus of orders: placed, accepted, ready, and so on.
// The stream of the table brings the steps, so that nothing that a guest waits for knows of it.
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

	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Event says that an order reached a status. It names the order by what opens nothing, and says nothing of the guest.
type Event struct {
	ID       string       `json:"id"` // the same when the event comes again, as it may
	Status   order.Status `json:"status"`
	At       time.Time    `json:"at"` // UTC
	Order    string       `json:"order"`
	Location string       `json:"location"`
	Handoff  int          `json:"handoff"`
	Category string       `json:"category"`
	Promised time.Time    `json:"promised"`
	Total    money.Amount `json:"total"`
}

// Bus takes events for whoever listens.
type Bus interface {
	// Put hands over an event. An error says that it may not have been taken.
	Put(ctx context.Context, e Event) error
}

// errPoison says that a record will never be told, however often it comes.
var errPoison = errors.New("a record cannot be read")

// Stream puts the steps that the table's stream brings on the bus, in their order for each order. It answers with the first record that
// could not be, so that Lambda begins there again. For one that never can be it fails as a whole: Lambda halves the batch then until that
// record is alone, and sets it aside, where an answer that names it would take along all that is behind it.
func Stream(t table.Table, bus Bus) func(context.Context, events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
	return func(ctx context.Context, e events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
		for _, record := range e.Records {
			switch err := tell(ctx, t, bus, record.Change); {
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

// tell puts what a change of an order's progress added to its steps on the bus: at the end, or among them what the kitchen told late. Steps
// before the order was placed are nobody's business.
func tell(ctx context.Context, t table.Table, bus Bus, c events.DynamoDBStreamRecord) error {
	token, isOrder := strings.CutPrefix(c.Keys["pk"].String(), "order#")
	if !isOrder || c.Keys["sk"].String() != "progress" || c.NewImage == nil {
		return nil
	}
	before, after := steps(c.OldImage), steps(c.NewImage)
	if len(after) <= len(before) {
		return nil
	}
	o, err := order.Load(ctx, t, token)
	if problem.Is(err, problem.OrderNotFound) {
		return nil // its time is over
	}
	if err != nil && !errors.Is(err, table.ErrUnavailable) && ctx.Err() == nil {
		return fmt.Errorf("%w: %w", errPoison, err)
	}
	if err != nil {
		return fmt.Errorf("read an order: %w", err)
	}
	for _, step := range after {
		known := slices.ContainsFunc(before, func(s order.Step) bool { return s.Status == step.Status })
		if known || !step.Status.Placed() {
			continue
		}
		e := Event{
			ID: o.ID + "/" + string(step.Status), Status: step.Status, At: step.At, Order: o.ID, Location: o.Location.ID,
			Handoff: int(o.Handoff), Category: o.Category, Promised: o.Start, Total: o.Total,
		}
		if err := bus.Put(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// steps are those of a progress as the stream shows it; none of what is no progress.
func steps(image map[string]events.DynamoDBAttributeValue) []order.Step {
	doc, ok := image["doc"]
	if !ok || doc.DataType() != events.DataTypeBinary {
		return nil
	}
	var p struct{ Steps []order.Step }
	if err := json.Unmarshal(doc.Binary(), &p); err != nil {
		return nil
	}
	return p.Steps
}

// ErrRefused says that the bus took the call and not the event.
var ErrRefused = errors.New("the bus refused an event")
