package timeslot

import (
	"context"
	"encoding/json"
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
	Most int    // places that it may hold at a time in one restaurant
}

// Counted says among whose holds a hold is counted: it has the Nth of the places that the client may hold in the restaurant. An order's
// place is not counted, and nothing in it leads to a client.
type Counted struct {
	Client string `json:"client"`
	Nth    uint64 `json:"nth"`
}

// holding is the stored record of one of the places that a client may hold. It ends with the hold, or is removed with it. The basket is
// told from the others and not named.
type holding struct {
	Basket uint64 `json:"basket"`
}

// holdings is where the places lie that a client holds here. A slot's prefix: Settle asks again when another request of the same
// client was faster.
func (b Book) holdings(client string) string { return "slots#" + b.Location.ID + "#client#" + client }

func (b Book) holding(c Counted) table.Key {
	return table.Key{PK: b.holdings(c.Client), SK: strconv.FormatUint(c.Nth, 10)}
}

// count is the operation that counts a basket's hold until the instant (whole seconds) among its client's, and as which: none for a client
// that is not bound. A basket counts once, whichever place it holds. problem.TooManyHolds when the client has as many as it
// may, with the minutes until one ends by itself.
func (b Book) count(ctx context.Context, basketID string, until time.Time) ([]table.Op, *Counted, error) {
	if b.Client.Name == "" {
		return nil, nil, nil
	}
	hash := fnv.New64a()
	hash.Write([]byte(basketID))
	mine := holding{hash.Sum64()}
	data, err := json.Marshal(mine)
	if err != nil {
		panic(err) // a number
	}
	q, taken, first := table.Query{PK: b.holdings(b.Client.Name)}, map[string]bool{}, until
	for {
		page, err := b.Table.Query(ctx, q)
		if err != nil {
			return nil, nil, fmt.Errorf("timeslot: a client's holds: %w", err)
		}
		for _, i := range page.Items {
			var h holding
			nth, err := strconv.ParseUint(i.SK, 10, 64)
			if err == nil {
				err = json.Unmarshal(i.Data, &h)
			}
			if err != nil {
				return nil, nil, fmt.Errorf("timeslot: a client's hold: %w", err)
			}
			if h == mine {
				return []table.Op{table.Replace(table.Item{Key: i.Key, Data: data, Expires: until.UTC()}, i.Version)}, &Counted{b.Client.Name, nth}, nil
			}
			if taken[i.SK] = true; i.Expires.Before(first) {
				first = i.Expires
			}
		}
		if q.Cursor = page.Cursor; q.Cursor == "" {
			break
		}
	}
	if len(taken) >= b.Client.Most {
		return nil, nil, problem.New(problem.TooManyHolds, "minutes", int(math.Ceil(first.Sub(b.Now).Minutes())))
	}
	// Two who come at once rarely begin to look at the same one.
	for n, most := uint64(0), uint64(b.Client.Most); ; n++ {
		c := Counted{b.Client.Name, (mine.Basket%most + n) % most}
		if key := b.holding(c); !taken[key.SK] {
			return []table.Op{table.Create(table.Item{Key: key, Data: data, Expires: until.UTC()})}, &c, nil
		}
	}
}

// uncount is the operation that ends the counting of a place that is held no more. The book's own client is the one who moves to
// another: what is counted has come along.
func (b Book) uncount(p Place) []table.Op {
	if p.Counted == nil || p.Counted.Client == b.Client.Name {
		return nil
	}
	return []table.Op{table.Delete(b.holding(*p.Counted), 0)}
}
