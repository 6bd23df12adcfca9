package location

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"ordering/shared/table"
	"ordering/shared/table/cached"
)

// Availability is the short-term data of a restaurant: sold-out items, holiday hours, exceptions of its hours and capacities. It is stored
// apart from the restaurant, because the restaurant changes it many times a day and an import must not overwrite it.
type Availability struct {
	SoldOut    []SoldOut       `json:"soldOut,omitempty"`
	Holiday    []Season        `json:"holiday,omitempty"`
	Exceptions []Exception     `json:"exceptions,omitempty"`
	Capacities []DatedCapacity `json:"capacities,omitempty"`
}

// SoldOut is a sold-out item or modifier: one of the two ids is set. Until (UTC) is when it is available again; zero means unknown.
type SoldOut struct {
	Item     string    `json:"item,omitempty"`
	Modifier string    `json:"modifier,omitempty"`
	Until    time.Time `json:"until,omitzero"`
}

// At reports whether it is still sold out at t.
func (s SoldOut) At(t time.Time) bool { return s.Until.IsZero() || t.Before(s.Until) }

// AvailabilityKey returns the key of a restaurant's availability. All are in one partition, so that the directory reads
// them in one query.
func AvailabilityKey(id string) table.Key { return table.Key{PK: availabilities, SK: id} }

const availabilities = "locations-availability"

// Item returns the availability as an item of the table. The same set must contain Changed.
func (a Availability) Item(locationID string) table.Item {
	return table.Item{Key: AvailabilityKey(locationID), Data: table.Encode(a)}
}

// AvailabilityFrom decodes an item of the table.
func AvailabilityFrom(i table.Item) (Availability, error) {
	var a Availability
	if err := json.Unmarshal(i.Data, &a); err != nil {
		return Availability{}, fmt.Errorf("availability of %s: %w", i.SK, err)
	}
	return a, nil
}

// allAvailability reads the availability of every restaurant that has one, by id.
func allAvailability(ctx context.Context, t table.Table) (map[string]Availability, error) {
	items, err := all(ctx, t, availabilities)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]Availability, len(items))
	for _, item := range items {
		if byID[item.SK], err = AvailabilityFrom(item); err != nil {
			return nil, err
		}
	}
	return byID, nil
}

// live is the maximum age of a cached availability.
const live = 2 * time.Second

// Availabilities returns a cache of availability, at most two seconds old.
func Availabilities(t table.Table, now func() time.Time) *cached.Keeper[Availability] {
	return cached.New(live, now, func(ctx context.Context, id, _ string) (a Availability, version string, err error) {
		item, err := table.Find(ctx, t, AvailabilityKey(id), &a)
		if err != nil {
			return Availability{}, "", fmt.Errorf("read the availability of %s: %w", id, err)
		}
		return a, strconv.FormatInt(item.Version, 10), nil
	})
}

// With returns the restaurant with the holiday hours, exceptions and capacities of a, which override its own.
func (l Location) With(a Availability) Location {
	l.Hours.Holiday = append(slices.Clip(l.Hours.Holiday), a.Holiday...)
	l.Hours.Exceptions = append(slices.Clip(l.Hours.Exceptions), a.Exceptions...)
	l.Capacities = append(slices.Clip(l.Capacities), a.Capacities...)
	return l
}
