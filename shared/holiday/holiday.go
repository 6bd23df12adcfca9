// Package holiday decides when the brand, or one of its restaurants, sells its holiday menu. A holiday has a preorder
// period, the holiday period itself, and the days for which holiday orders are made.
package holiday

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"ordering/shared/brand"
	"ordering/shared/location"
	"ordering/shared/table"
	"ordering/shared/table/cached"
)

// Days is a range of local days, inclusive. The zero value is empty.
type Days struct {
	From location.Date `json:"from"`
	To   location.Date `json:"to"`
}

func (d Days) contain(day location.Date) bool {
	return d != Days{} && !day.Before(d.From) && !d.To.Before(day)
}

// Settings are the dates of one holiday, of the brand or of one restaurant.
type Settings struct {
	Preorder  Days `json:"preorder,omitzero"`  // when preorders for the holiday are accepted
	Holiday   Days `json:"holiday,omitzero"`   // when the holiday is on
	Timeslots Days `json:"timeslots,omitzero"` // the days for which holiday orders can be placed
}

// Key returns the key of the settings of a restaurant, or of the whole brand if locationID is empty.
func Key(brandID int, locationID string) table.Key {
	return table.Key{PK: "holiday#" + strconv.Itoa(brandID), SK: "location#" + locationID}
}

// Item returns the settings as an item of the table.
func (s Settings) Item(brandID int, locationID string) table.Item {
	return table.Item{Key: Key(brandID, locationID), Data: table.Encode(s)}
}

// Status is the holiday status of the specification (§3). The dates (UTC, the first and the last second of holiday
// timeslots) are zero if there is no holiday or none were set.
type Status struct {
	IsHolidayPeriod  bool
	IsPreorderPeriod bool
	TimeslotGenStart time.Time
	TimeslotGenEnd   time.Time
}

// InWindow reports whether the local day of now is in the part of the year with holidays: 15 September to 15 January,
// inclusive. Outside of it nothing is read.
func InWindow(now time.Time, zone *time.Location) bool {
	_, month, day := now.In(zone).Date()
	of := int(month)*100 + day
	return of >= 915 || of <= 115
}

// On reports whether the local day of now is a day of the holiday.
func (s Settings) On(now time.Time, zone *time.Location) bool {
	return InWindow(now, zone) && s.Holiday.contain(location.DateOf(now.In(zone)))
}

// At returns the status at now in the restaurant's time zone. flag reports whether the holiday is on there: the
// scheduled job sets it for the brand (see SetFlag), and for a restaurant's own settings it follows from the dates.
func (s Settings) At(now time.Time, zone *time.Location, flag bool) Status {
	if !InWindow(now, zone) {
		return Status{}
	}
	today := location.DateOf(now.In(zone))
	status := Status{IsHolidayPeriod: flag, IsPreorderPeriod: s.Preorder.contain(today)}
	if (status.IsHolidayPeriod || status.IsPreorderPeriod) && s.Timeslots != (Days{}) {
		status.TimeslotGenStart = s.Timeslots.From.At(0, zone)
		status.TimeslotGenEnd = s.Timeslots.To.Plus(1).At(0, zone).Add(-time.Second)
	}
	return status
}

// Calendar returns the holiday status for a brand. It caches the settings and the flag for a few seconds.
type Calendar struct {
	brand     brand.Brand
	locations *location.Store
	settings  *cached.Keeper[*Settings]
	flag      *cached.Keeper[flag]
	now       func() time.Time
}

const maxAge = 5 * time.Second

// NewCalendar returns the calendar of a brand over the table.
func NewCalendar(t table.Table, b brand.Brand, now func() time.Time) *Calendar {
	load := func(ctx context.Context, locationID, _ string) (*Settings, string, error) {
		return readSettings(ctx, t, b, locationID)
	}
	flags := func(ctx context.Context, _, _ string) (flag, string, error) {
		f, version, err := readFlag(ctx, t, b)
		return f, strconv.FormatInt(version, 10), err
	}
	return &Calendar{
		brand: b, locations: location.NewStore(t, now), settings: cached.New(maxAge, now, load), flag: cached.New(maxAge, now, flags), now: now,
	}
}

// readSettings returns the settings of a restaurant, or of the brand if locationID is empty, and their version. They are nil if none were
// set.
func readSettings(ctx context.Context, t table.Table, b brand.Brand, locationID string) (*Settings, string, error) {
	s := new(Settings)
	item, err := table.Find(ctx, t, Key(b.ID, locationID), s)
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("holiday settings of %q: %w", locationID, err)
	case item.Version == 0:
		return nil, "none", nil
	}
	return s, strconv.FormatInt(item.Version, 10), nil
}

// Status returns the status of a restaurant, or of the brand if locationID is empty. A restaurant's own settings
// override the brand's. problem.LocationNotFound if the restaurant does not exist.
func (c *Calendar) Status(ctx context.Context, locationID string) (Status, error) {
	zone := location.Timezone(c.brand.TimeZone)
	if locationID != "" {
		l, err := c.locations.Get(ctx, locationID)
		if err != nil {
			return Status{}, err
		}
		zone = l.Timezone()
	}
	now := c.now()
	if !InWindow(now, zone) {
		return Status{}, nil
	}
	if locationID != "" {
		own, err := c.settings.Get(ctx, locationID)
		if err != nil {
			return Status{}, err
		}
		if own != nil {
			return own.At(now, zone, own.On(now, zone)), nil
		}
	}
	settings, err := c.settings.Get(ctx, "")
	if err != nil {
		return Status{}, err
	}
	if settings == nil {
		return Status{}, nil
	}
	set, err := c.flag.Get(ctx, "")
	if err != nil {
		return Status{}, err
	}
	return settings.At(now, zone, set.on(zone.String())), nil
}
