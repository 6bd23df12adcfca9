package menu

import (
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
	"ordering/shared/money"
)

func TestLocationOverrides(t *testing.T) {
	brand, airport := offer(t, ""), offer(t, "airport")
	if _, ok := airport.Item("waffle"); ok {
		t.Error("the airport offers an excluded item")
	}
	if item, ok := brand.Item("waffle"); !ok || item.Section != "combos" || !slices.Equal(item.Menus, []string{"everyday"}) {
		t.Errorf("waffle = %+v, %v", item, ok)
	}
	deal, ok := airport.Item("the-deal") // by its slug
	assert.Assert(t, ok, "the airport does not offer the deal")
	assert.Equal(t, [2]int64{brand.ItemPrice(deal).Minor, airport.ItemPrice(deal).Minor}, [2]int64{800, 990})
	assert.Equal(t, New(diner()).Offer("airport", money.CAD).ItemPrice(deal), money.Of(1237, money.CAD))
	var dishes []string
	for _, s := range airport.Sections("everyday") {
		for _, item := range s.Dishes {
			dishes = append(dishes, s.Slug+"/"+item.Slug)
		}
	}
	assert.DeepEqual(t, dishes, []string{"burgers/the-deal", "burgers/nuggets", "combos/combo", "combos/shake"})
	got := airport.Sections("catering")
	assert.Assert(t, len(got) == 1 && got[0].Dishes[0].ID == "tray", "catering = %v", got)
	assert.Assert(t, is.Nil(airport.Sections("holiday")))
}

// An item without a price in the restaurant's currency, or without a section, is not offered.
func TestUnpricedAndUnlistedItemsAreNotOffered(t *testing.T) {
	f := diner()
	delete(f.Items[0].Prices, money.USD)
	f.Sections[1].Items = []string{"combo"}
	o := New(f).Offer("", money.USD)
	for _, id := range []string{"deal", "shake"} {
		_, ok := o.Item(id)
		assert.Check(t, !ok, "%s is offered", id)
	}
}

func TestUnavailable(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	assert.NilError(t, err)
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 11, day, hour, minute, 0, 0, zone) }
	soldOut := []location.SoldOut{{Item: "deal", Until: at(20, 17, 30)}, {Item: "combo"}}
	// 20 November 2026 is a Friday. The waffle is served 6:00–10:30, and on Friday and Saturday 22:00–2:00.
	for name, c := range map[string]struct {
		item    string
		handoff location.Handoff
		at      time.Time
		want    Reason
		until   time.Time
		daypart string
	}{
		"always there":            {item: "nuggets", at: at(20, 3, 0)},
		"sold out until 5:30":     {item: "deal", at: at(20, 17, 29), want: SoldOut, until: at(20, 17, 30)},
		"back at 5:30":            {item: "deal", at: at(20, 17, 30)},
		"sold out without an end": {item: "combo", at: at(29, 12, 0), want: SoldOut},
		"not brought to the car":  {item: "shake", handoff: location.Curbside, at: at(20, 12, 0), want: WrongHandoff},
		"picked up":               {item: "shake", at: at(20, 12, 0)},
		"before breakfast":        {item: "waffle", at: at(19, 5, 59), want: NotServedNow, until: at(19, 6, 0), daypart: "Breakfast"},
		"breakfast begins":        {item: "waffle", at: at(19, 6, 0)},
		"breakfast ends":          {item: "waffle", at: at(19, 10, 30), want: NotServedNow, until: at(20, 6, 0), daypart: "Breakfast"},
		"Thursday night":          {item: "waffle", at: at(19, 23, 0), want: NotServedNow, until: at(20, 6, 0), daypart: "Breakfast"},
		"Friday noon":             {item: "waffle", at: at(20, 12, 0), want: NotServedNow, until: at(20, 22, 0), daypart: "Late"},
		"Friday night":            {item: "waffle", at: at(20, 22, 0)},
		"past midnight":           {item: "waffle", at: at(21, 1, 59)},
		"Saturday at two":         {item: "waffle", at: at(21, 2, 0), want: NotServedNow, until: at(21, 6, 0), daypart: "Breakfast"},
		"past midnight on Sunday": {item: "waffle", at: at(22, 1, 0)},
		"past midnight on Monday": {item: "waffle", at: at(23, 1, 0), want: NotServedNow, until: at(23, 6, 0), daypart: "Breakfast"},
	} {
		t.Run(name, func(t *testing.T) {
			o := offer(t, "").Without(soldOut)
			item, _ := o.Item(c.item)
			handoff := c.handoff
			if handoff == 0 {
				handoff = location.Pickup
			}
			got := o.Unavailable(item, handoff, c.at.UTC(), zone)
			if got == nil {
				got = &Unavailable{}
			}
			assert.Equal(t, got.Reason, c.want)
			assert.Assert(t, got.Until.Equal(c.until))
			assert.Equal(t, got.Daypart.String(), c.daypart)
		})
	}
}

// In the night in which clocks go back, the late daypart lasts an hour longer. In the night in which they go forward,
// it ends where its end is skipped. Breakfast follows local time in both.
func TestDaypartsAcrossClockChanges(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	assert.NilError(t, err)
	o := offer(t, "")
	item, _ := o.Item("waffle")
	served := func(at time.Time) bool { return o.Unavailable(item, location.Pickup, at, zone) == nil }
	back := time.Date(2026, 11, 1, 4, 0, 0, 0, time.UTC) // Sunday 0:00 EDT; 2:00 EDT becomes 1:00 EST
	forward := time.Date(2026, 3, 8, 5, 0, 0, 0, time.UTC)
	for hours, want := range map[time.Time]bool{
		back.Add(90 * time.Minute):             true,  // 1:30 EDT
		back.Add(2*time.Hour + 30*time.Minute): true,  // 1:30 EST
		back.Add(3 * time.Hour):                false, // 2:00 EST
		back.Add(7 * time.Hour):                true,  // 6:00 EST
		forward.Add(119 * time.Minute):         true,  // 1:59 EST
		forward.Add(2 * time.Hour):             false, // 3:00 EDT
		forward.Add(5 * time.Hour):             true,  // 6:00 EDT
	} {
		assert.Check(t, is.Equal(served(hours), want))
	}
}
