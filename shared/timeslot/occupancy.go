package timeslot

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ordering/shared/location"
	"ordering/shared/table"
)

// Occupancy is the stored record of one slot with its places. It is one item of the table, so that a place is taken by one conditional
// write. The next write removes expired holds; there is no sweeper.
type Occupancy struct {
	key     table.Key
	version int64
	start   time.Time

	// Last counts the claims on this slot. Order numbers are made from it, so that each is unique.
	Last   int           `json:"last,omitempty"`
	Places []Reservation `json:"places"`
}

// Reservation is the place of one basket or order in a slot.
type Reservation struct {
	// ID is the basket's id while it is held, and the order's token once it is claimed.
	ID string `json:"id"`
	// Minutes are make-minutes of the kitchen.
	Minutes int `json:"minutes"`
	// Expires is when a hold expires; zero for an order's claim, which stays until it is released.
	Expires time.Time `json:"expires,omitzero"`
	// Number is the order's number, once it is claimed.
	Number string `json:"number,omitempty"`
	// Counted is the row that counts the hold; nil for an order's claim (the order has the row) and for a client without a bound.
	Counted *Counted `json:"counted,omitempty"`
}

func (r Reservation) alive(now time.Time) bool { return r.Expires.IsZero() || r.Expires.After(now) }

// Claimed reports whether an order has the place, not only a hold.
func (r Reservation) Claimed() bool { return r.Expires.IsZero() }

// keptFor is how long after its start a slot's occupancy is kept: as long as guests may look at their orders.
const keptFor = 30 * 24 * time.Hour

// The sort key of an occupancy is the start of its slot.
const keyLayout = "2006-01-02T15:04Z"

func sortKey(start time.Time) string { return start.UTC().Format(keyLayout) }

func readOccupancy(item table.Item) (Occupancy, error) {
	start, err := time.Parse(keyLayout, item.SK)
	o := Occupancy{key: item.Key, version: item.Version, start: start}
	if err == nil {
		err = json.Unmarshal(item.Data, &o)
	}
	if err != nil {
		return Occupancy{}, fmt.Errorf("timeslot %s: %w", item.Key, err)
	}
	return o, nil
}

// Save writes the occupancy if it has not changed since it was read.
func (o Occupancy) Save() table.Op {
	item := table.Item{Key: o.key, Data: table.Encode(o), Expires: o.start.Add(keptFor).Truncate(time.Second).UTC()}
	return table.Save(item, o.version)
}

// Taken returns the make-minutes and orders of all places that have not expired, except those of ids.
func (o Occupancy) Taken(now time.Time, ids ...string) (minutes, orders int) {
	for _, r := range o.Places {
		if !slices.Contains(ids, r.ID) && r.alive(now) {
			minutes += r.Minutes
			orders++
		}
	}
	return minutes, orders
}

// fits reports whether the slot has room for need make-minutes, not counting the places of ids. An order larger than a slot fits an empty one.
func (o Occupancy) fits(c location.Capacity, now time.Time, need int, ids ...string) bool {
	minutes, orders := o.Taken(now, ids...)
	return orders+1 <= c.Orders && minutes+min(need, c.Minutes) <= c.Minutes
}

// reservation returns the unexpired reservation of id.
func (o Occupancy) reservation(id string, now time.Time) (Reservation, bool) {
	for _, r := range o.Places {
		if r.ID == id && r.alive(now) {
			return r, true
		}
	}
	return Reservation{}, false
}

// with returns the occupancy with r, and without the places of the dropped ids and expired holds.
func (o Occupancy) with(now time.Time, r Reservation, dropped ...string) Occupancy {
	o = o.without(now, dropped...)
	o.Places = append(o.Places, r)
	return o
}

// without returns the occupancy without the places of the dropped ids and expired holds.
func (o Occupancy) without(now time.Time, dropped ...string) Occupancy {
	places := make([]Reservation, 0, len(o.Places)+1)
	for _, old := range o.Places {
		if !slices.Contains(dropped, old.ID) && old.alive(now) {
			places = append(places, old)
		}
	}
	o.Places = places
	return o
}
