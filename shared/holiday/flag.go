package holiday

import (
	"context"
	"encoding/json"
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

// flag says where the brand's global holiday is on: in the zones of these names. A day begins at midnight of the restaurant.
type flag struct {
	Zones []string `json:"zones"`
}

func (f flag) on(zone string) bool { return slices.Contains(f.Zones, zone) }

func flagKey(b brand.Brand) table.Key {
	return table.Key{PK: "holiday#" + strconv.Itoa(b.ID), SK: "flag"}
}

// Schedule is when SetFlag runs: each minute, from the day on which the window begins somewhere in the two countries to the day on which
// it has ended everywhere. A run costs two reads, and a write only at a midnight that changes something.
func Schedule(job string) schedule.Schedule {
	return schedule.Schedule{Job: job, Every: time.Minute, From: schedule.Day{Month: time.September, Day: 14}, To: schedule.Day{Month: time.January, Day: 16}}
}

// SetFlag sets the flag of the brand in each zone as it has to be now. It may run late, twice, and twice at once: each run goes by its
// own time and not by the one that it was called for, and of two that write one is refused, which the next run makes good.
func SetFlag(ctx context.Context, t table.Table, b brand.Brand, now func() time.Time) error {
	var settings Settings
	item, err := t.Get(ctx, Key(b.ID, ""))
	switch {
	case err == nil:
		err = json.Unmarshal(item.Data, &settings)
	case errors.Is(err, table.ErrNotFound):
		err = nil
	}
	if err != nil {
		return fmt.Errorf("holiday flag: settings: %w", err)
	}
	was, version, err := readFlag(ctx, t, b)
	if err != nil {
		return err
	}
	is := flag{Zones: []string{}}
	at := now()
	for _, name := range location.Zones() {
		if settings.On(at, location.Timezone(name)) {
			is.Zones = append(is.Zones, name)
		}
	}
	if slices.Equal(was.Zones, is.Zones) {
		return nil
	}
	raw, err := json.Marshal(is)
	if err != nil {
		return fmt.Errorf("holiday flag: %w", err)
	}
	op := table.Replace(table.Item{Key: flagKey(b), Data: raw}, version)
	if version == 0 {
		op = table.Create(op.Item)
	}
	err = t.Write(ctx, op)
	if errors.As(err, new(*table.Conflict)) {
		return nil // another run was faster
	}
	if err != nil {
		return fmt.Errorf("holiday flag: %w", err)
	}
	slog.InfoContext(ctx, "holiday flag set", "brand", b.ID, "zones", len(is.Zones), "before", len(was.Zones))
	return nil
}

// readFlag reads the flag with its version; without one it is off everywhere.
func readFlag(ctx context.Context, t table.Table, b brand.Brand) (flag, int64, error) {
	f := flag{Zones: []string{}}
	item, err := t.Get(ctx, flagKey(b))
	if errors.Is(err, table.ErrNotFound) {
		return f, 0, nil
	}
	if err == nil {
		err = json.Unmarshal(item.Data, &f)
	}
	if err != nil {
		return flag{}, 0, fmt.Errorf("holiday flag: %w", err)
	}
	return f, item.Version, nil
}
