package earning

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ordering/shared/location"
	"ordering/shared/table"
)

// position is how far a round got, stored in the row points-round/NAME.
type position struct {
	Day   string `json:"day"` // on which it began, in the westernmost zone
	Shard int    `json:"shard"`
	After string `json:"after,omitempty"` // the last sort key that is done
	Ended bool   `json:"ended,omitempty"`
}

// westernmost is the zone of the restaurants with orders in which a day begins last. It has begun in each customer's zone then, and it is
// morning in the easternmost one.
var westernmost = sync.OnceValue(func() *time.Location { return location.Timezone("Pacific/Honolulu") })

// errTime ends a call of a round when its time is over.
var errTime = errors.New("earning: no time left in this call")

// round walks the shards once a day, as soon as the day has begun in each customer's zone, or takes up the walk where the last call
// stopped. walk calls done after each sort key.
func (e *Earning) round(
	ctx context.Context, name string, shards int, within time.Duration,
	walk func(ctx context.Context, shard int, after string, done func(string) error) error,
) error {
	key := table.Key{PK: "points-round", SK: name}
	var p position
	if _, err := table.Find(ctx, e.Table, key, &p); err != nil {
		return fmt.Errorf("points: read the position of %s: %w", name, err)
	}
	began := e.Now().In(westernmost())
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
	var err error
	for p.Shard < shards && err == nil {
		if err = walk(ctx, p.Shard, p.After, done); err == nil {
			p.Shard, p.After = p.Shard+1, ""
		}
	}
	p.Ended = p.Shard == shards
	failed := e.Table.Write(context.WithoutCancel(ctx), table.Put(table.Item{Key: key, Data: table.Encode(p)}))
	if errors.Is(err, errTime) {
		err = nil
	}
	return errors.Join(err, failed)
}
