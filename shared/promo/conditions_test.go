package promo

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/category"
	"ordering/shared/location"
	"ordering/shared/money"
)

const (
	newYork    = "America/New_York"
	stJohns    = "America/St_Johns"
	losAngeles = "America/Los_Angeles"
)

func date(t *testing.T, s string) *location.Date {
	t.Helper()
	d, err := location.ParseDate(s)
	assert.NilError(t, err)
	return &d
}

func hours(t *testing.T, open, closes string) *location.Range {
	t.Helper()
	var r location.Range
	assert.NilError(t, r.Open.UnmarshalText([]byte(open)))
	assert.NilError(t, r.Close.UnmarshalText([]byte(closes)))
	return &r
}

// A promotion runs from the first second of its window to the last. In 2026 clocks go forward on 8 March at 2:00, and back on 1 November at
// 2:00. A time that is skipped is the time of the change; one that is repeated is the first.
func TestWindowEdges(t *testing.T) {
	on := func(day string, h *location.Range) Promotion {
		return Promotion{From: date(t, day), Until: date(t, day), Hours: h}
	}
	for name, c := range map[string]struct {
		zone        string
		p           Promotion
		from, until string // local time with its offset; "" has no limit
	}{
		"dates": {
			newYork, Promotion{From: date(t, "2026-08-01"), Until: date(t, "2026-08-31")},
			"2026-08-01T00:00:00-04:00", "2026-09-01T00:00:00-04:00",
		},
		"a first date":          {stJohns, Promotion{From: date(t, "2026-08-01")}, "2026-08-01T00:00:00-02:30", ""},
		"a last date":           {losAngeles, Promotion{Until: date(t, "2026-08-31")}, "", "2026-09-01T00:00:00-07:00"},
		"the day with 23 hours": {newYork, on("2026-03-08", nil), "2026-03-08T00:00:00-05:00", "2026-03-09T00:00:00-04:00"},
		"the day with 25 hours": {stJohns, on("2026-11-01", nil), "2026-11-01T00:00:00-02:30", "2026-11-02T00:00:00-03:30"},
		"a weekday": {
			newYork, Promotion{Weekdays: []int{0}, From: date(t, "2026-10-29"), Until: date(t, "2026-11-03")},
			"2026-11-01T00:00:00-04:00", "2026-11-02T00:00:00-05:00",
		},
		"hours": {
			losAngeles, on("2026-08-07", hours(t, "11:00", "14:00")),
			"2026-08-07T11:00:00-07:00", "2026-08-07T14:00:00-07:00",
		},
		"hours to midnight": {
			stJohns, on("2026-08-07", hours(t, "11:00", "24:00")),
			"2026-08-07T11:00:00-02:30", "2026-08-08T00:00:00-02:30",
		},
		"hours over midnight": {
			stJohns, on("2026-08-07", hours(t, "22:00", "02:00")),
			"2026-08-07T22:00:00-02:30", "2026-08-08T02:00:00-02:30",
		},
		"24 hours": {
			newYork, on("2026-08-07", hours(t, "06:00", "06:00")),
			"2026-08-07T06:00:00-04:00", "2026-08-08T06:00:00-04:00",
		},
		"hours over midnight of a weekday": {
			losAngeles, Promotion{Weekdays: []int{5}, Hours: hours(t, "22:00", "02:00"), From: date(t, "2026-08-07"), Until: date(t, "2026-08-08")},
			"2026-08-07T22:00:00-07:00", "2026-08-08T02:00:00-07:00",
		},
		"hours over a skipped hour": {
			newYork, on("2026-03-07", hours(t, "23:00", "03:00")),
			"2026-03-07T23:00:00-05:00", "2026-03-08T03:00:00-04:00",
		},
		"hours that end when skipped": {
			stJohns, on("2026-03-07", hours(t, "23:00", "02:30")),
			"2026-03-07T23:00:00-03:30", "2026-03-08T03:00:00-02:30",
		},
		"hours that begin when skipped": {
			losAngeles, on("2026-03-08", hours(t, "02:30", "05:00")),
			"2026-03-08T03:00:00-07:00", "2026-03-08T05:00:00-07:00",
		},
		"hours over a repeated hour": {
			newYork, on("2026-11-01", hours(t, "01:00", "02:00")),
			"2026-11-01T01:00:00-04:00", "2026-11-01T02:00:00-05:00",
		},
		"hours that end when repeated": {
			stJohns, on("2026-11-01", hours(t, "00:00", "01:30")),
			"2026-11-01T00:00:00-02:30", "2026-11-01T01:30:00-02:30",
		},
		"hours that begin when repeated": {
			losAngeles, on("2026-11-01", hours(t, "01:30", "03:00")), "2026-11-01T01:30:00-07:00", "2026-11-01T03:00:00-08:00",
		},
	} {
		t.Run(name, func(t *testing.T) {
			zone, err := time.LoadLocation(c.zone)
			assert.NilError(t, err)
			runs := func(at time.Time) bool {
				from, until, ok := c.p.Window(at.In(zone))
				if ok && !from.IsZero() {
					assert.Equal(t, from.Format(time.RFC3339), c.from)
				}
				if ok && !until.IsZero() {
					assert.Equal(t, until.Format(time.RFC3339), c.until)
				}
				return ok && !from.After(at)
			}
			if c.from != "" {
				from, err := time.Parse(time.RFC3339, c.from)
				assert.NilError(t, err)
				assert.Assert(t, !runs(from.Add(-time.Second)) && runs(from) && runs(from.Add(time.Second)))
			}
			if c.until != "" {
				until, err := time.Parse(time.RFC3339, c.until)
				assert.NilError(t, err)
				assert.Assert(t, runs(until.Add(-time.Second)) && !runs(until) && !runs(until.Add(time.Second)))
			}
		})
	}
}

// The next window after one of the same kind, also if a change of the clocks skips one.
func TestNextWindow(t *testing.T) {
	zone, err := time.LoadLocation(newYork)
	assert.NilError(t, err)
	for name, c := range map[string]struct {
		p        Promotion
		at, want string
	}{
		"the next day":  {Promotion{Hours: hours(t, "11:00", "14:00")}, "2026-08-07T14:00", "2026-08-08T11:00"},
		"the next week": {Promotion{Weekdays: []int{1}}, "2026-08-04T00:00", "2026-08-10T00:00"},
		"a week after one skipped": {
			Promotion{Weekdays: []int{0}, Hours: hours(t, "02:10", "02:40")},
			"2026-03-01T02:40", "2026-03-15T02:10",
		},
		"far ahead": {
			Promotion{Weekdays: []int{1}, From: date(t, "2027-01-02")},
			"2026-08-04T00:00", "2027-01-04T00:00",
		},
		"none": {Promotion{Weekdays: []int{1}, Until: date(t, "2026-08-09")}, "2026-08-04T00:00", ""},
	} {
		at, err := time.ParseInLocation("2006-01-02T15:04", c.at, zone)
		assert.NilError(t, err)
		from, _, ok := c.p.Window(at)
		assert.Check(t, is.Equal(ok, c.want != ""), name)
		assert.Check(t, !ok || from.Format("2006-01-02T15:04") == c.want, "%s: %s", name, from)
	}
}

// one is a cart with one line of $10.00 at noon of a Tuesday.
func one() Cart {
	return Cart{
		Lines: []Line{{ItemID: "rib", Sections: []string{"pit"}, Unit: 1000, Quantity: 1}}, Currency: money.USD, Country: "US", Location: "tulsa",
		Handoff: location.Pickup, Offered: []location.Handoff{location.Pickup, location.Curbside}, Category: category.Everyday,
		At: time.Date(2026, 8, 4, 12, 0, 0, 0, time.UTC),
	}
}

// Each case changes $1.00 off the order.
func TestConditions(t *testing.T) {
	coupon := []Coupon{{Promotion: "p", Kind: SharedCode, Code: "RIBS"}}
	serialized := []Coupon{{Promotion: "p", Kind: SerializedCode, Code: "0123456789ABCDEF"}}
	justBefore := func(c *Cart) { c.At = c.At.Add(-12*time.Hour - time.Second) }
	for name, c := range map[string]struct {
		promotion func(*Promotion)
		cart      func(*Cart)
		applies   bool
	}{
		"none":                                {nil, nil, true},
		"another handoff":                     {func(p *Promotion) { p.Handoffs = []location.Handoff{location.Curbside} }, nil, false},
		"its handoff":                         {func(p *Promotion) { p.Handoffs = location.AllHandoffs }, nil, true},
		"another location":                    {func(p *Promotion) { p.Locations = []string{"reno"} }, nil, false},
		"its location":                        {func(p *Promotion) { p.Locations = []string{"reno", "tulsa"} }, nil, true},
		"another country":                     {func(p *Promotion) { p.Countries = []string{"ca"} }, nil, false},
		"its country":                         {func(p *Promotion) { p.Countries = []string{"us"} }, nil, true},
		"another category":                    {func(p *Promotion) { p.Categories = []category.Slug{category.Catering} }, nil, false},
		"its category":                        {func(p *Promotion) { p.Categories = []category.Slug{category.Everyday} }, nil, true},
		"another currency":                    {nil, func(c *Cart) { c.Currency = money.CAD }, false},
		"a cent below the minimum":            {func(p *Promotion) { p.MinSubtotal = usd(1001) }, nil, false},
		"the minimum":                         {func(p *Promotion) { p.MinSubtotal = usd(1000) }, nil, true},
		"the minimum before its own discount": {func(p *Promotion) { p.MinSubtotal, p.MinAfter = usd(1000), true }, nil, true},
		"a guest without account":             {func(p *Promotion) { p.SignedIn = true }, nil, false},
		"a customer":                          {func(p *Promotion) { p.SignedIn = true }, func(c *Cart) { c.SignedIn = true }, true},
		"no coupon":                           {func(p *Promotion) { p.Code = "RIBS" }, nil, false},
		"a coupon":                            {func(p *Promotion) { p.Code = "RIBS" }, func(c *Cart) { c.Coupons = coupon }, true},
		"a serialized coupon":                 {func(p *Promotion) { p.Serialized = true }, func(c *Cart) { c.Coupons = serialized }, true},
		"lost":                                {nil, func(c *Cart) { c.Lost = []Lost{{Promotion: "p", Reason: LimitReached}} }, false},
		"another one lost":                    {nil, func(c *Cart) { c.Lost = []Lost{{Promotion: "q", Reason: LimitReached}} }, true},
		"a second before its day":             {func(p *Promotion) { p.From = date(t, "2026-08-04") }, justBefore, false},
		"its day":                             {func(p *Promotion) { p.From, p.Until = date(t, "2026-08-04"), date(t, "2026-08-04") }, nil, true},
		"an empty cart":                       {nil, func(c *Cart) { c.Lines = nil }, false},
		"an item":                             {func(p *Promotion) { p.Kind, p.Items = ItemAmount, []string{"rib"} }, nil, true},
		"its section":                         {func(p *Promotion) { p.Kind, p.Sections = SubcategoryAmount, []string{"pit"} }, nil, true},
		"another item":                        {func(p *Promotion) { p.Kind, p.Items = ItemAmount, []string{"cola"} }, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			p, cart := Promotion{ID: "p", Kind: OrderAmount, Amount: usd(100)}, one()
			if c.promotion != nil {
				c.promotion(&p)
			}
			if c.cart != nil {
				c.cart(&cart)
			}
			assert.Equal(t, len(NewSet([]Promotion{p}).Best(cart).Applied) == 1, c.applies)
		})
	}
}

// A minimum after discounts counts what the discount of an item leaves. Below it, Best takes the larger discount.
func TestTheMinimumAfterAnotherDiscount(t *testing.T) {
	for minimum, want := range map[int64][]string{900: {"item", "order"}, 901: {"order"}} {
		set := NewSet([]Promotion{
			{ID: "item", Kind: ItemAmount, Amount: usd(100), Match: Match{Items: []string{"rib"}}},
			{ID: "order", Kind: OrderAmount, Amount: usd(200), MinSubtotal: usd(minimum), MinAfter: true},
		})
		var got []string
		for _, a := range set.Best(one()).Applied {
			got = append(got, a.ID)
		}
		assert.DeepEqual(t, got, want)
	}
}

func TestOfEqualPromotionsTheFirstOfTheFileApplies(t *testing.T) {
	for _, ids := range [][]string{{"a", "b"}, {"b", "a"}} {
		var all []Promotion
		for _, id := range ids {
			all = append(all, Promotion{ID: id, Kind: OrderAmount, Amount: usd(100)})
		}
		applied := NewSet(all).Best(one()).Applied
		assert.Assert(t, len(applied) == 1 && applied[0].ID == ids[0], "%+v", applied)
	}
}

// The first of the 16 counters has at most 100 uses, the others share the rest evenly.
func TestALargeLimitIsSpread(t *testing.T) {
	for limit, want := range map[int][counters]int64{
		100: {100}, 101: {0: 100, 15: 1}, 115: {100, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
		1000: {100, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60},
	} {
		assert.Equal(t, spread(limit), want, limit)
	}
}
