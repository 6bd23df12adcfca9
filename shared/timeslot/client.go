package timeslot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"strconv"
	"time"

	"ordering/shared/problem"
	"ordering/shared/table"
)

// Client is who asks for places, however many baskets it makes: without a bound, one script could keep a restaurant's times taken.
type Client struct {
	Name string // says nothing of who it is; empty is a client that is not bound, such as the machine itself
	Most int    // places that it may hold at a time, all restaurants together
}

// holding is the stored record of what a client holds. It goes with the last of its holds.
type holding struct {
	Places []heldPlace `json:"places"`
}

// heldPlace is one of a client's holds. The basket is told from the others and not named: nothing leads from a client to an order.
type heldPlace struct {
	Basket  string    `json:"basket"`
	Expires time.Time `json:"expires"`
}

// holds is the operation that counts a basket's hold until the instant among its client's: none for a client that is not bound. A
// basket counts once, whichever place it holds. Who gives a place up has it counted until it would have ended: it is of no use
// to take and give by turns. problem.TooManyHolds when the client has as many as it may, with the minutes until one ends.
func (b Book) holds(ctx context.Context, basketID string, until time.Time) ([]table.Op, error) {
	if b.Client.Name == "" {
		return nil, nil
	}
	// A slot's prefix: Settle asks again when another request of the same client was faster.
	item := table.Item{Key: table.Key{PK: "slots#client#" + b.Client.Name, SK: "holds"}}
	stored, err := b.Table.Get(ctx, item.Key)
	var h holding
	switch {
	case err == nil:
		err = json.Unmarshal(stored.Data, &h)
	case errors.Is(err, table.ErrNotFound):
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("timeslot: a client's holds: %w", err)
	}
	hash := fnv.New64a()
	hash.Write([]byte(basketID))
	mine := heldPlace{Basket: strconv.FormatUint(hash.Sum64(), 36), Expires: until.UTC()}
	kept, first, last := []heldPlace{mine}, time.Time{}, mine.Expires
	for _, p := range h.Places {
		if p.Basket == mine.Basket || !p.Expires.After(b.Now) {
			continue
		}
		kept = append(kept, p)
		if first.IsZero() || p.Expires.Before(first) {
			first = p.Expires
		}
		if p.Expires.After(last) {
			last = p.Expires
		}
	}
	if len(kept) > b.Client.Most {
		return nil, problem.New(problem.TooManyHolds, "minutes", int(math.Ceil(first.Sub(b.Now).Minutes())))
	}
	item.Data, err = json.Marshal(holding{kept})
	if err != nil {
		panic(err) // strings and times
	}
	item.Expires = last.Add(time.Second).Truncate(time.Second)
	if stored.Version == 0 {
		return []table.Op{table.Create(item)}, nil
	}
	return []table.Op{table.Replace(item, stored.Version)}, nil
}
