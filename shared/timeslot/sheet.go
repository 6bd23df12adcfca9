package timeslot

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ordering/shared/location"
	"ordering/shared/table"
)

// Sheet is the stored record of one slot: who has a place in it. One item of the table holds it, so that a place is taken
// by one conditional write, and an ended hold gives its place back at the next one, without a sweeper.
type Sheet struct {
	key     table.Key
	version int64
	start   time.Time

	// Last counts the claims on this sheet; order numbers are made of it, so none is given twice.
	Last   int     `json:"last,omitempty"`
	Places []Place `json:"places"`
}

// Place is what one basket or order takes of a slot.
type Place struct {
	// ID is the basket's while it is held and the order's token once it is claimed.
	ID string `json:"id"`
	// Minutes are make-minutes of the kitchen.
	Minutes int `json:"minutes"`
	// Expires is when a hold ends; zero for an order's claim, which stays until it is released.
	Expires time.Time `json:"expires,omitzero"`
	// Number is the order's, once it is claimed.
	Number string `json:"number,omitempty"`
	// Counted is the row that counts the hold; nil for an order's claim, whose row is in the order, and for a client without a bound.
	Counted *Counted `json:"counted,omitempty"`
}

func (p Place) alive(now time.Time) bool { return p.Expires.IsZero() || p.Expires.After(now) }

// Claimed says that an order has the place, not only a hold.
func (p Place) Claimed() bool { return p.Expires.IsZero() }

// keptFor is how long after its start a sheet stays readable: as long as somebody may ask about the order.
const keptFor = 30 * 24 * time.Hour

// A sheet's sort key is the start of its slot.
const keyLayout = "2006-01-02T15:04Z"

func sortKey(start time.Time) string { return start.UTC().Format(keyLayout) }

func readSheet(item table.Item) (Sheet, error) {
	start, err := time.Parse(keyLayout, item.SK)
	s := Sheet{key: item.Key, version: item.Version, start: start}
	if err == nil {
		err = json.Unmarshal(item.Data, &s)
	}
	if err != nil {
		return Sheet{}, fmt.Errorf("timeslot %s: %w", item.Key, err)
	}
	return s, nil
}

// Save writes the sheet if nobody else has written it since it was read.
func (s Sheet) Save() table.Op {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings, numbers and times: it cannot fail
	}
	item := table.Item{Key: s.key, Data: data, Expires: s.start.Add(keptFor).Truncate(time.Second).UTC()}
	if s.version == 0 {
		return table.Create(item)
	}
	return table.Replace(item, s.version)
}

// Taken returns the make-minutes and orders of all places that have not expired, except those of ids.
func (s Sheet) Taken(now time.Time, ids ...string) (minutes, orders int) {
	for _, p := range s.Places {
		if !slices.Contains(ids, p.ID) && p.alive(now) {
			minutes += p.Minutes
			orders++
		}
	}
	return minutes, orders
}

// fits reports whether the sheet has room for need make-minutes, not counting the places of ids. An order larger than a slot fits an empty one.
func (s Sheet) fits(c location.Capacity, now time.Time, need int, ids ...string) bool {
	minutes, orders := s.Taken(now, ids...)
	return orders+1 <= c.Orders && minutes+min(need, c.Minutes) <= c.Minutes
}

// place finds the living place of id.
func (s Sheet) place(id string, now time.Time) (Place, bool) {
	for _, p := range s.Places {
		if p.ID == id && p.alive(now) {
			return p, true
		}
	}
	return Place{}, false
}

// with returns the sheet with p, and without the places of the dropped ids and expired holds.
func (s Sheet) with(now time.Time, p Place, dropped ...string) Sheet {
	s = s.without(now, dropped...)
	s.Places = append(s.Places, p)
	return s
}

// without returns the sheet without the places of the dropped ids and expired holds.
func (s Sheet) without(now time.Time, dropped ...string) Sheet {
	places := make([]Place, 0, len(s.Places)+1)
	for _, old := range s.Places {
		if !slices.Contains(dropped, old.ID) && old.alive(now) {
			places = append(places, old)
		}
	}
	s.Places = places
	return s
}
