package timeslot

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"time"

	"ordering/shared/problem"
	"ordering/shared/table"
)

// Client is the client that holds places, with any number of baskets. Without a bound, one script could keep a restaurant's times taken.
type Client struct {
	Name  string // a pseudonym; empty for a client without a bound, such as this machine
	Limit int    // unpaid places that it may have at the same time in one restaurant
}

// Counted identifies the row that counts a place: the Nth of those that the client may hold in the restaurant. The place of an order
// counts until the order is confirmed. After that nothing in the order leads to a client.
type Counted struct {
	Client string `json:"client"`
	Nth    uint64 `json:"nth"`
	// Until is when the row of an order's place expires: after that it may count another place of the client. It is zero for a hold, of
	// which the row expires with the hold, and for an order of a release before December 2026, of which it expires late.
	Until time.Time `json:"until,omitzero"`
}

// expired reports whether the row may count another place.
func (c Counted) expired(now time.Time) bool { return !c.Until.IsZero() && !c.Until.After(now) }

// recountWithin is how soon the row of a hold expires if the claim of an order extends it: later than the request that places the order
// ends. An order that waits longer is extended by Extend.
const recountWithin = time.Minute

// holding is the stored record of one of the places that a client may hold. It expires with the hold, or is deleted with it. It
// contains a hash of the basket's id, not the id.
type holding struct {
	Basket uint64 `json:"basket"`
}

func holdingOf(basketID string) holding {
	hash := fnv.New64a()
	hash.Write([]byte(basketID))
	return holding{hash.Sum64()}
}

// item is the row at the key, which expires with the hold (whole seconds).
func (h holding) item(k table.Key, until time.Time) table.Item {
	return table.Item{Key: k, Data: table.Encode(h), Expires: until.UTC()}
}

// holdings is the partition of the places that a client holds here. It has the Prefix of slots, so that a write is retried after a
// conflict with another request of the same client.
func (s Schedule) holdings(client string) string {
	return Prefix + s.Location.ID + "#client#" + client
}

func (s Schedule) holding(c Counted) table.Key {
	return table.Key{PK: s.holdings(c.Client), SK: strconv.FormatUint(c.Nth, 10)}
}

// count returns the row that counts a basket's hold for its client until the instant (whole seconds), and the operations that write
// it; none for a client without a bound. A basket and the basket that it takes over from count once, in any slot. It returns
// problem.TooManyHolds when the client is at its bound, with the minutes until a hold expires.
func (s Schedule) count(ctx context.Context, basketID string, until time.Time) ([]table.Op, *Counted, error) {
	if s.Client.Name == "" {
		return nil, nil, nil
	}
	mine, left := holdingOf(basketID), holdingOf(s.TakesOverFrom)
	var had []table.Item // mine first
	taken, first := map[string]bool{}, until
	for i, err := range table.All(ctx, s.Table, table.Query{PK: s.holdings(s.Client.Name)}) {
		var h holding
		if err == nil {
			err = json.Unmarshal(i.Data, &h)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("timeslot: a client's holds: %w", err)
		}
		switch h {
		case mine:
			had = slices.Insert(had, 0, i)
		case left:
			had = append(had, i)
		}
		if taken[i.SK] = true; i.Expires.Before(first) {
			first = i.Expires
		}
	}
	if len(had) > 0 {
		nth, err := strconv.ParseUint(had[0].SK, 10, 64)
		if err != nil {
			return nil, nil, fmt.Errorf("timeslot: a client's hold: %w", err)
		}
		ops := []table.Op{table.Replace(mine.item(had[0].Key, until), had[0].Version)}
		for _, i := range had[1:] {
			ops = append(ops, table.Delete(i.Key, i.Version))
		}
		return ops, &Counted{Client: s.Client.Name, Nth: nth}, nil
	}
	if len(taken) >= s.Client.Limit {
		return nil, nil, problem.New(problem.TooManyHolds, "minutes", int(math.Ceil(first.Sub(s.Now).Minutes())))
	}
	// Start at a number derived from the basket, so that concurrent requests rarely choose the same one.
	for n, most := uint64(0), uint64(s.Client.Limit); ; n++ {
		c := Counted{Client: s.Client.Name, Nth: (mine.Basket%most + n) % most}
		if key := s.holding(c); !taken[key.SK] {
			return []table.Op{table.Create(mine.item(key, until))}, &c, nil
		}
	}
}

// Extend counts the place of an order in the same row until the instant (whole seconds). It returns what the order stores, and the
// operation; neither if the row has expired.
func (s Schedule) Extend(c *Counted, basketID string, until time.Time) (*Counted, []table.Op) {
	if c == nil || c.expired(s.Now) {
		return nil, nil
	}
	ops := []table.Op{table.Put(holdingOf(basketID).item(s.holding(*c), until))}
	return &Counted{c.Client, c.Nth, until}, ops
}

// Uncount is the operation that stops counting a place; none if the place is not counted.
func (s Schedule) Uncount(c *Counted) []table.Op {
	if c == nil || c.expired(s.Now) {
		return nil
	}
	return []table.Op{table.Delete(s.holding(*c), 0)}
}

// uncount is Uncount for a place that a basket gives up for another one. If the place counts for the client of s it returns none,
// because count has reused its row for the new place.
func (s Schedule) uncount(r Reservation) []table.Op {
	if r.Counted != nil && r.Counted.Client == s.Client.Name {
		return nil
	}
	return s.Uncount(r.Counted)
}
