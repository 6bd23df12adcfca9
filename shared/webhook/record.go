package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ordering/shared/table"
)

// Event identifies a received event.
type Event struct {
	ID      string
	Type    string
	Subject string    // id of the payment, or the like, that it reports on
	At      time.Time // when the other system made it
}

// ErrApplied says that an event was applied before, or that a newer event about its subject was. It has no effect any more.
var ErrApplied = errors.New("webhook: the event was applied before, or a newer one was")

// retention is how long an applied event is remembered: longer than any system repeats one.
const retention = 30 * 24 * time.Hour

// newest is stored per subject.
type newest struct {
	At time.Time `json:"at"`
}

// Record returns the operations that mark an event as applied. They belong in the write of its effect: after a conflict, read the
// subject's state again and call Record again. ErrApplied when the event has no effect any more.
//
// An event older than the newest applied one about its subject is skipped. Use it only for events that lead to the same state in any
// order, such as those that make us read the subject's current state.
func (s System) Record(ctx context.Context, t table.Table, e Event, now time.Time) ([]table.Op, error) {
	id, subject := s.key(e.ID, "event"), s.key(e.Subject, "newest")
	_, err := t.Get(ctx, id)
	if err == nil {
		return nil, ErrApplied
	}
	if !errors.Is(err, table.ErrNotFound) {
		return nil, fmt.Errorf("webhook: event: %w", err)
	}
	last, err := t.Get(ctx, subject)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return nil, fmt.Errorf("webhook: newest event: %w", err)
	}
	expires := now.Add(retention).Truncate(time.Second)
	item := table.Item{Key: subject, Data: table.Encode(newest{e.At}), Expires: expires}
	move := table.Create(item)
	if err == nil {
		var was newest
		if err := json.Unmarshal(last.Data, &was); err != nil {
			return nil, fmt.Errorf("webhook: newest event: %w", err)
		}
		if e.At.Before(was.At) {
			return nil, ErrApplied
		}
		move = table.Replace(item, last.Version)
	}
	return []table.Op{table.Create(table.Item{Key: id, Expires: expires}), move}, nil
}

func (s System) key(id, kind string) table.Key {
	return table.Key{PK: "webhook#" + s.Name + "#" + id, SK: kind}
}
