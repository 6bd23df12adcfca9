package holiday

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"ordering/shared/brand"
	"ordering/shared/location"
	"ordering/shared/schedule"
	"ordering/shared/table"
)

// flag lists the time zones in which the brand's global holiday is on. A day begins at local midnight.
type flag struct {
	Zones []string `json:"zones"`
}

func (f flag) on(zone string) bool { return slices.Contains(f.Zones, zone) }

func flagKey(b brand.Brand) table.Key {
	return table.Key{PK: "holiday#" + strconv.Itoa(b.ID), SK: "flag"}
}

// Schedule runs SetFlag each minute, from the first local day of the window in any zone of the two countries to the end
// of its last day. A run costs two reads, and a write only at a midnight that changes something.
func Schedule(job string) schedule.Schedule {
	return schedule.Schedule{Job: job, Every: time.Minute, From: schedule.Day{Month: time.September, Day: 14}, To: schedule.Day{Month: time.January, Day: 16}}
}

// SetFlag sets the flag of the brand in each zone for the current time. It may run late, repeatedly and concurrently: each run uses its own
// time, not its scheduled time. Of two concurrent writes one is rejected, and the next run corrects it.
func SetFlag(ctx context.Context, t table.Table, b brand.Brand, now func() time.Time) error {
	settings, _, err := readSettings(ctx, t, b, "")
	if err != nil {
		return fmt.Errorf("holiday flag: %w", err)
	}
	was, version, err := readFlag(ctx, t, b)
	if err != nil {
		return err
	}
	is := flag{Zones: []string{}}
	at := now()
	for _, name := range location.Zones() {
		if settings != nil && settings.On(at, location.Timezone(name)) {
			is.Zones = append(is.Zones, name)
		}
	}
	if slices.Equal(was.Zones, is.Zones) {
		return nil
	}
	err = t.Write(ctx, table.Save(table.Item{Key: flagKey(b), Data: table.Encode(is)}, version))
	if errors.As(err, new(*table.Conflict)) {
		return nil // another run was faster
	}
	if err != nil {
		return fmt.Errorf("holiday flag: %w", err)
	}
	slog.InfoContext(ctx, "holiday flag set", "brand", b.ID, "zones", len(is.Zones), "before", len(was.Zones))
	return nil
}

// readFlag reads the flag and its version. Without an item the flag is off everywhere.
func readFlag(ctx context.Context, t table.Table, b brand.Brand) (flag, int64, error) {
	f := flag{Zones: []string{}}
	item, err := table.Find(ctx, t, flagKey(b), &f)
	if err != nil {
		return flag{}, 0, fmt.Errorf("holiday flag: %w", err)
	}
	return f, item.Version, nil
}
