package earning

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ordering/shared/table"
)

// position is how far a round got, stored in the row points-round/NAME.
type position struct {
	Day   string `json:"day"` // in the zone of the head office, on which it began
	Shard int    `json:"shard"`
	After string `json:"after,omitempty"` // the last sort key that is done
	Ended bool   `json:"ended,omitempty"`
}

// errTime ends a call of a round when its time is over.
var errTime = errors.New("earning: no time left in this call")

// round walks the shards once a day, or takes up the walk where the last call stopped. walk calls done after each sort key.
func (e *Earning) round(
	ctx context.Context, name string, shards int, within time.Duration,
	walk func(ctx context.Context, shard int, after string, done func(string) error) error,
) error {
	key := table.Key{PK: "points-round", SK: name}
	var p position
	i, err := e.Table.Get(ctx, key)
	if err == nil {
		err = json.Unmarshal(i.Data, &p)
	}
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return fmt.Errorf("points: read the position of %s: %w", name, err)
	}
	began := e.Now().In(e.Zone)
	if today := began.Format(time.DateOnly); p.Ended || p.Day == "" {
		if p.Day == today {
			return nil
		}
		p = position{Day: today}
	}
	done := func(sk string) error {
		p.After = sk
		if e.Now().Sub(began) >= within {
			return errTime
		}
		return ctx.Err()
	}
	for err = nil; p.Shard < shards && err == nil; {
		if err = walk(ctx, p.Shard, p.After, done); err == nil {
			p.Shard, p.After = p.Shard+1, ""
		}
	}
	p.Ended = p.Shard == shards
	raw, failed := json.Marshal(p)
	if failed == nil {
		failed = e.Table.Write(context.WithoutCancel(ctx), table.Put(table.Item{Key: key, Data: raw}))
	}
	if errors.Is(err, errTime) {
		err = nil
	}
	return errors.Join(err, failed)
}
