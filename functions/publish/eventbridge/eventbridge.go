// Package eventbridge puts the events of package publish on a bus of Amazon EventBridge.
package eventbridge

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"ordering/functions/publish"
	"ordering/shared/aws/sigv4"
)

// Source and DetailType are for the patterns of rules; the status is in the detail.
const (
	Source     = "ordering"
	DetailType = "Order Status Changed"
)

// Bus is a publish.Bus.
type Bus struct {
	name    string
	service *sigv4.Service
}

// New returns the bus without opening a connection. It reads the credentials that Lambda sets in the environment: see sigv4.New.
// AWS_ENDPOINT_URL_EVENTBRIDGE overrides the endpoint.
func New(name string, getenv func(string) string, now func() time.Time) *Bus {
	return &Bus{name, sigv4.New("events", "events", "EVENTBRIDGE", 5*time.Second, getenv, now)}
}

type entry struct {
	Time         int64 // seconds since 1970
	Source       string
	DetailType   string
	Detail       string // JSON
	EventBusName string
}

// Put sends one event.
func (b *Bus) Put(ctx context.Context, e publish.Event) error {
	detail, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("event %s: %w", e.Status, err)
	}
	in := struct{ Entries []entry }{[]entry{{e.At.Unix(), Source, DetailType, string(detail), b.name}}}
	var out struct {
		FailedEntryCount int
		Entries          []struct{ ErrorCode string }
	}
	if err := b.service.Call(ctx, "/", "AWSEvents.PutEvents", in, &out); err != nil {
		return err
	}
	if out.FailedEntryCount > 0 && len(out.Entries) > 0 {
		return fmt.Errorf("%w: %s", publish.ErrRefused, out.Entries[0].ErrorCode)
	}
	return nil
}
