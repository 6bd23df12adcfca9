package earning_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/basket"
	"ordering/shared/customer"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/loyalty"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/tax"
)

func points(n int64) promo.Gift { return promo.Gift{Label: locale.Text{"en": "Points"}, Points: n} }

// rule imports the rules.
func (g grill) rule(p promo.Program) {
	g.t.Helper()
	f := promo.File{Promotions: g.Promotions.All(), Program: &p}
	g.Promotions = f.Set()
	_, err := promo.Save(g.t.Context(), g.Table, f)
	assert.NilError(g.t, err)
}

// profile writes the profile of a customer.
func (g grill) profile(id string, c customer.Customer) {
	g.t.Helper()
	raw, err := json.Marshal(c)
	assert.NilError(g.t, err)
	assert.NilError(g.t, g.Table.Write(g.t.Context(), table.Put(table.Item{Key: table.Key{PK: "customer#" + id, SK: "profile"}, Data: raw})))
}

// given returns the ids of the grants of a customer, the newest first.
func (g grill) given(id string) string {
	g.t.Helper()
	all, err := loyalty.Grants(g.t.Context(), g.Table, id)
	assert.NilError(g.t, err)
	var ids []string
	for _, one := range all {
		ids = append(ids, one.ID())
	}
	return strings.Join(ids, " ")
}

// mails returns the mails of the outbox that are of the kinds.
func (g grill) mails(kinds ...customer.MailKind) (found []outbox.Delivery) {
	g.t.Helper()
	all, err := outbox.Pending(g.t.Context(), g.Table)
	assert.NilError(g.t, err)
	for _, d := range all {
		if slices.ContainsFunc(kinds, func(kind customer.MailKind) bool { return strings.Contains(d.ID, "/"+string(kind)+"-") }) {
			found = append(found, d)
		}
	}
	return found
}

// round passes over the accounts at a time.
func (g grill) round(at time.Time) {
	g.t.Helper()
	g.Pass(at.Sub(g.Now()))
	assert.NilError(g.t, g.points.Accounts(g.t.Context(), time.Minute))
}

func date(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 18, 0, 0, 0, time.UTC) }

// The gift of a birthday is given once a year, seven days before, or up to three days late if rounds failed. In a common year 29 February
// is 28 February. A birthday that changes gives no second gift.
func TestBirthdayIsGivenOnceAYear(t *testing.T) {
	day := func(d, m int) *customer.Birthday { return &customer.Birthday{Day: d, Month: m} }
	type step struct {
		at       time.Time
		birthday *customer.Birthday
		want     string
	}
	for name, steps := range map[string][]step{
		"seven days before": {
			{date(2027, 5, 9), day(17, 5), ""}, {date(2027, 5, 10), day(17, 5), "birthday-2027"},
			{date(2027, 5, 17), day(17, 5), "birthday-2027"},
			{date(2028, 5, 9), day(17, 5), "birthday-2027"}, {date(2028, 5, 10), day(17, 5), "birthday-2028 birthday-2027"},
		},
		"29 February of a common year": {{date(2027, 2, 20), day(29, 2), ""}, {date(2027, 2, 21), day(29, 2), "birthday-2027"}},
		"29 February of a leap year":   {{date(2028, 2, 21), day(29, 2), ""}, {date(2028, 2, 22), day(29, 2), "birthday-2028"}},
		"29 February then both": {
			{date(2027, 2, 22), day(29, 2), "birthday-2027"}, {date(2028, 2, 22), day(29, 2), "birthday-2028 birthday-2027"},
		},
		"over the new year": {
			{date(2026, 12, 25), day(2, 1), ""}, {date(2026, 12, 26), day(2, 1), "birthday-2027"},
			{date(2027, 1, 2), day(2, 1), "birthday-2027"},
		},
		"rounds failed":             {{date(2027, 5, 20), day(17, 5), "birthday-2027"}},
		"rounds failed for long":    {{date(2027, 5, 21), day(17, 5), ""}},
		"changed in the year":       {{date(2027, 5, 17), day(17, 5), "birthday-2027"}, {date(2027, 9, 1), day(1, 9), "birthday-2027"}},
		"changed over the new year": {{date(2026, 12, 31), day(31, 12), "birthday-2026"}, {date(2027, 1, 5), day(5, 1), "birthday-2026"}},
		"none":                      {{date(2027, 5, 17), nil, ""}},
	} {
		t.Run(name, func(t *testing.T) {
			g := open(t)
			g.rule(promo.Program{Birthday: &promo.Birthday{DaysBefore: 7, Gift: points(10)}})
			g.profile("ann", customer.Customer{Created: date(2026, 1, 1)})
			g.earn(g.complete(g.want("ann", 1, false)))
			for _, s := range steps {
				g.profile("ann", customer.Customer{Created: date(2026, 1, 1), Birthday: s.birthday})
				g.Pass(s.at.Sub(g.Now()))
				for range 3 {
					assert.NilError(t, g.points.Accounts(t.Context(), time.Minute))
				}
				assert.Equal(t, g.given("ann"), s.want, "%s", s.at)
			}
			assert.Equal(t, len(g.mails(customer.MailBirthday)), len(strings.Fields(g.given("ann"))))
			g.check()
		})
	}
}

// A birthday that is set fewer than seven days before the day of its gift gives it from the next year on.
func TestBirthdayThatIsSetLateWaitsAYear(t *testing.T) {
	for name, s := range map[string]struct {
		day          time.Time
		ahead, after int // days between the gift and the birthday, and between the setting and the gift
		late         time.Duration
		given, unset bool
	}{
		"a week":                    {day: date(2027, 5, 17), ahead: 7, after: 7, given: true},
		"six days":                  {day: date(2027, 5, 17), ahead: 7, after: 6},
		"a week, gift on the day":   {day: date(2027, 5, 17), after: 7, given: true},
		"six days, gift on the day": {day: date(2027, 5, 17), after: 6},
		"on the day":                {day: date(2027, 5, 17), ahead: 7, after: -7},
		"after the day":             {day: date(2027, 5, 17), ahead: 7, after: -8},
		"a week, 28 February":       {day: date(2027, 2, 28), ahead: 7, after: 7, given: true},
		"six days, 28 February":     {day: date(2027, 2, 28), ahead: 7, after: 6},
		"a week, 29 February":       {day: date(2028, 2, 29), ahead: 7, after: 7, given: true},
		"six days, 29 February":     {day: date(2028, 2, 29), ahead: 7, after: 6},
		"a week, over new year":     {day: date(2027, 1, 2), ahead: 7, after: 7, given: true},
		"six days, over new year":   {day: date(2027, 1, 2), ahead: 7, after: 6},
		"six days, late at night":   {day: date(2027, 5, 17), ahead: 7, after: 6, late: 10 * time.Hour},
		"a week, late at night":     {day: date(2027, 5, 17), ahead: 7, after: 7, late: 10 * time.Hour, given: true},
		"no day of setting":         {day: date(2027, 5, 17), ahead: 7, unset: true, given: true},
	} {
		t.Run(name, func(t *testing.T) {
			g := open(t)
			g.rule(promo.Program{Birthday: &promo.Birthday{DaysBefore: s.ahead, Gift: points(10)}})
			birthday := &customer.Birthday{Day: s.day.Day(), Month: int(s.day.Month())}
			if s.day.Month() == time.February {
				birthday.Day = 29
			}
			var set time.Time
			if !s.unset {
				set = s.day.AddDate(0, 0, -s.ahead-s.after).Add(s.late)
			}
			g.profile("ann", customer.Customer{Created: date(2026, 1, 1), Birthday: birthday, BirthdaySet: set})
			g.earn(g.complete(g.want("ann", 1, false)))
			round := func(at time.Time) string {
				g.Pass(max(0, at.Sub(g.Now())))
				assert.NilError(t, g.points.Accounts(t.Context(), time.Minute))
				return g.given("ann")
			}
			for n := range s.ahead + 4 { // to the last day on which a late gift is given
				round(s.day.AddDate(0, 0, n-s.ahead).Add(12 * time.Hour))
			}
			assert.Equal(t, g.given("ann") != "", s.given, g.given("ann"))
			assert.Assert(t, round(date(s.day.Year()+1, s.day.Month(), birthday.Day)) != "")
		})
	}
}

// The anniversary of the sign-up is a year later at the earliest, on the day of the customer.
func TestAnniversaryIsGivenEveryYear(t *testing.T) {
	g := open(t)
	g.rule(promo.Program{Anniversary: new(promo.Gift{Label: locale.Text{"en": "Side"}, Promotion: "side", Days: 30})})
	g.profile("ann", customer.Customer{Created: time.Date(2024, 3, 1, 2, 0, 0, 0, time.UTC)}) // 29 February in Chicago
	g.earn(g.complete(g.want("ann", 1, false)))
	for _, s := range []struct {
		at   time.Time
		want string
	}{
		{date(2027, 2, 27), ""}, {date(2027, 2, 28), "anniversary-2027"}, {date(2028, 2, 28), "anniversary-2027"},
		{date(2028, 2, 29), "anniversary-2028 anniversary-2027"},
	} {
		g.round(s.at)
		assert.Equal(t, g.given("ann"), s.want, "%s", s.at)
	}
	grants, err := loyalty.Grants(t.Context(), g.Table, "ann")
	assert.NilError(t, err)
	assert.Equal(t, grants[0].Expires, location.DateOf(g.Now().In(g.points.Zone)).Plus(31).At(0, g.points.Zone).UTC())
	assert.Equal(t, len(g.mails(customer.MailAnniversary)), 2)
}

// Points that expire within 14 days are announced once.
func TestExpiryIsAnnouncedOnce(t *testing.T) {
	g := open(t)
	g.profile("ann", customer.Customer{Created: g.Now()})
	g.earn(g.complete(g.want("ann", 2, false)))
	expires := g.account().NextExpiry(g.Now()).Expires
	for _, s := range []struct {
		before time.Duration
		want   int
	}{{15 * 24 * time.Hour, 0}, {13 * 24 * time.Hour, 1}, {12 * 24 * time.Hour, 1}, {-24 * time.Hour, 1}} {
		g.round(expires.Add(-s.before))
		assert.Equal(t, len(g.mails(customer.MailPointsExpire)), s.want, "%s", s.before)
	}
}

// Lots that expire on different days are each announced in time.
func TestEachLotIsAnnounced(t *testing.T) {
	g := open(t)
	g.profile("ann", customer.Customer{Created: g.Now()})
	rules := *g.points.Rules
	rules.WarningDays = 45
	g.points.Rules = &rules
	g.earn(g.complete(g.want("ann", 2, false)))
	g.Pass(31 * 24 * time.Hour)
	g.earn(g.complete(g.want("ann", 2, false)))
	g.round(g.account().NextExpiry(g.Now()).Expires.AddDate(0, 0, -13))
	assert.Equal(t, len(g.mails(customer.MailPointsExpire)), 2)
}

// Mails are not sent at night.
func TestMailsWaitForTheMorning(t *testing.T) {
	for hour, want := range map[int]string{2: "12 09", 12: "12 12", 20: "12 20", 21: "13 09", 23: "13 09"} {
		g := open(t)
		g.rule(promo.Program{Birthday: &promo.Birthday{DaysBefore: 7, Gift: points(10)}})
		g.profile("ann", customer.Customer{Created: g.Now(), Birthday: &customer.Birthday{Day: 17, Month: 5}})
		g.earn(g.complete(g.want("ann", 1, false)))
		g.round(time.Date(2027, 5, 12, hour, 0, 0, 0, g.points.Zone))
		mails := g.mails(customer.MailBirthday)
		assert.Equal(t, len(mails), 1)
		assert.Equal(t, mails[0].Since.In(g.points.Zone).Format("02 15"), want)
	}
}

// Birthdays, expiries and mails are early on the right day of the customer: that of the restaurant of the last order. The job runs every
// ten minutes, and passes over the accounts once a day.
func TestDaysAreThoseOfTheCustomer(t *testing.T) {
	for _, name := range []string{"Pacific/Honolulu", "America/Los_Angeles", "America/Chicago", "America/Halifax", "America/St_Johns"} {
		t.Run(name, func(t *testing.T) {
			g := open(t)
			g.rule(promo.Program{Birthday: &promo.Birthday{DaysBefore: 7, Gift: points(10)}})
			g.profile("ann", customer.Customer{Created: g.Now(), Birthday: &customer.Birthday{Day: 25, Month: 7}})
			l := loyalty.Ledger{Table: g.Table, Rules: *g.points.Rules, Zone: g.points.Zone}
			assert.NilError(t, l.Settle(t.Context(), "ann", loyalty.Order{ID: "first", TimeZone: name}, 20, g.Now()))
			zone := g.account().Timezone(nil)
			assert.Equal(t, g.account().Lots[0].Expires.In(zone).Format(time.DateTime), "2027-08-01 00:00:00")
			// until runs the job over two days until something is true, which must be in the first hours of the day.
			until := func(day time.Time, done func() bool) {
				t.Helper()
				g.Pass(day.AddDate(0, 0, -1).Add(3 * time.Minute).Sub(g.Now()))
				var first time.Time
				for range 2 * 24 * 6 {
					assert.NilError(t, g.points.Accounts(t.Context(), time.Minute))
					if first.IsZero() && done() {
						first = g.Now().In(zone)
					}
					g.Pass(10 * time.Minute)
				}
				assert.Assert(t, first.Format(time.DateOnly) == day.Format(time.DateOnly) && first.Hour() < 9, first)
			}
			until(time.Date(2027, 7, 18, 0, 0, 0, 0, time.UTC), func() bool { return g.given("ann") == "birthday-2027" })
			mails := g.mails(customer.MailBirthday, customer.MailPointsExpire)
			assert.Equal(t, len(mails), 2)
			for _, d := range mails {
				assert.Equal(t, d.Since.In(zone).Format(time.DateTime), "2027-07-18 09:00:00", d.ID)
			}
			until(time.Date(2027, 8, 1, 0, 0, 0, 0, time.UTC), func() bool { return g.account().Balance() == 10 })
		})
	}
}

// Completed orders are counted once and multiplied by the day, however often their steps arrive. A guest's order and a cancelled one count
// nothing.
func TestCompletedOrdersAchieve(t *testing.T) {
	g := open(t)
	g.rule(promo.Program{
		Multipliers: map[int]int64{0: 2, 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2},
		Achievements: []promo.Achievement{
			{ID: "first", Orders: 1, Gift: points(5)}, {ID: "second", Orders: 2, Gift: points(7)},
			{ID: "burger", Items: []string{"burger"}, Gift: points(1)}, {ID: "five", Locations: 5, Gift: points(100)},
		},
		Mystery: &promo.Mystery{Steps: 2, Prizes: []promo.Prize{{ID: "many", Gift: points(3), Weight: 1}}},
	})
	g.earn(g.complete(g.want("ann", 1, false)))
	assert.Equal(t, g.account().Balance(), int64(20+5+1))
	cancelled := g.Place(g.want("ann", 1, false))
	g.Cancel(cancelled.Token)
	g.earn(g.Order(cancelled.Token))
	g.earn(g.complete(g.want("", 1, false)))
	g.earn(g.complete(g.want("ann", 1, false)))
	assert.Equal(t, g.account().Balance(), int64(40+5+1+7))
	p, err := loyalty.LoadProgress(t.Context(), g.Table, "ann")
	assert.NilError(t, err)
	assert.Assert(t, p.Orders == 2 && p.Mysteries == 1 && p.Steps == 0 && len(p.Locations) == 1, "%+v", p)
	l := loyalty.Ledger{Table: g.Table, Rules: *g.points.Rules, Zone: g.points.Zone}
	for range 3 {
		opened, err := l.Open(t.Context(), "ann", "mystery-1", g.Now())
		assert.Assert(t, err == nil && !opened.Wrapped && opened.Gift.Points == 3, "%+v %v", opened, err)
	}
	assert.Equal(t, g.account().Balance(), int64(40+5+1+7+3))

	freeOrder := g.Want(g.Fill("mint", 1), "", "key-of-the-free-order") // no kitchen completes it
	freeOrder.Customer = "ann"
	g.Pass(g.Place(freeOrder).Start.Add(25 * time.Hour).Sub(g.Now()))
	assert.NilError(t, g.points.Orders(t.Context(), time.Minute))
	p, err = loyalty.LoadProgress(t.Context(), g.Table, "ann")
	assert.NilError(t, err)
	assert.Equal(t, p.Orders, 3)
	g.check()
}

// An order earns by the rules of its placing: new ones settle no order again.
func TestChangedRulesChangeNoOrder(t *testing.T) {
	g := open(t)
	g.rule(promo.Program{Unit: 50})
	o := g.complete(g.want("ann", 1, false))
	g.earn(o)
	assert.Equal(t, g.account().Balance(), int64(20))
	g.rule(promo.Program{Unit: 200})
	g.earn(o)
	assert.Equal(t, g.account().Balance(), int64(20))
	g.earn(g.complete(g.want("ann", 1, false)))
	assert.Equal(t, g.account().Balance(), int64(25))
	g.check()
}

// Tips, fees, taxes and items earn unless the rules of the placing exclude them. Refunds take back their part of the points, and new rules
// change no order. An order without exclusions stores nothing of them.
func TestExclusionsEarnNothing(t *testing.T) {
	burgers := promo.Match{Items: []string{"burger"}}
	// Two burgers of $10 with $1.65 of tax, a fee of $3.99 with $0.33 of tax, a tip of $3. Of one burger $10.83 are refunded.
	for name, s := range map[string]struct {
		excludes    *promo.Excludes
		earned, one int64 // points, and after the refund of a burger
	}{
		"default":         {nil, 2000, 1000},
		"empty":           {new(promo.Excludes), 2000, 1000},
		"all amounts":     {&promo.Excludes{Amounts: []promo.AmountKind{promo.Fees, promo.Taxes, promo.Tips}}, 2000, 1000},
		"fees, taxes":     {&promo.Excludes{Amounts: []promo.AmountKind{promo.Fees, promo.Taxes}}, 2300, 1300},
		"fees, tips":      {&promo.Excludes{Amounts: []promo.AmountKind{promo.Fees, promo.Tips}}, 2165, 1082},
		"taxes, tips":     {&promo.Excludes{Amounts: []promo.AmountKind{promo.Taxes, promo.Tips}}, 2399, 1399},
		"nothing":         {&promo.Excludes{Amounts: []promo.AmountKind{}}, 2897, 1814},
		"an item":         {&promo.Excludes{Match: burgers}, 0, 0},
		"only an item":    {&promo.Excludes{Amounts: []promo.AmountKind{}, Match: burgers}, 732, 732},
		"a section":       {&promo.Excludes{Match: promo.Match{Sections: []string{"all"}}}, 0, 0},
		"another section": {&promo.Excludes{Match: promo.Match{Items: []string{"mint"}, Sections: []string{"gift-cards"}}}, 2000, 1000},
	} {
		t.Run(name, func(t *testing.T) {
			g := open(t)
			g.Charges = []basket.Charge{{
				Kind: "fee", ID: "bag", Label: locale.Text{"en": "Bag"}, Amount: money.Of(399, money.USD), TaxClass: tax.Meal,
			}}
			program := promo.Program{Unit: 1, Excludes: s.excludes}
			g.rule(program)
			b := g.Fill("burger", 2)
			b.Tip = &basket.Tip{Kind: basket.TipAmount, Amount: new(money.Of(300, money.USD))}
			assert.NilError(t, g.Table.Write(t.Context(), b.Save(g.Now())))
			b = g.Reload(b)
			want := g.Want(b, "ok", "key-of-the-exclusions")
			want.Customer, want.Total = "ann", nil
			pc, err := g.Load(t.Context(), g.Location.ID)
			assert.NilError(t, err)
			rate := program.Rate(g.Now())
			assert.Equal(t, rate.Points(basket.Price(b, pc).Earning(program, rate)), s.earned)

			o := g.complete(want)
			assert.Equal(t, o.Total.Minor, int64(2897))
			g.rule(promo.Program{Excludes: &promo.Excludes{Amounts: []promo.AmountKind{promo.Taxes}}})
			g.earn(o)
			assert.Equal(t, g.account().Balance(), s.earned)
			units := basket.Units{{Kind: basket.PartLine, ID: o.Lines[0].ID}: 1}
			g.refund(o, order.RefundRequest{Units: units})
			g.earn(o)
			assert.Equal(t, g.account().Balance(), s.one)
			left := o.Total.Minor - g.Order(o.Token).RefundedAmount().Minor
			g.refund(o, order.RefundRequest{Amount: money.Of(500, money.USD)})
			g.earn(o)
			assert.Equal(t, g.account().Balance(), s.one*(left-500)/left)
			if s.earned > 0 {
				g.check()
			}

			row, err := g.Table.Get(t.Context(), table.Key{PK: "order#" + o.Token, SK: "order"})
			assert.NilError(t, err)
			if s.excludes == nil {
				assert.Assert(t, !strings.Contains(string(row.Data), `"earn`), string(row.Data))
			}
		})
	}
}

// After the friend's first completed order both sides of a referral get their gift, once. A friend who is maybe the referrer is refused.
func TestReferralIsGivenOnce(t *testing.T) {
	person := func(email, phone, line string) customer.Customer {
		var c customer.Customer
		c.Email, c.Phone, c.Address.Line = email, phone, line
		c.Created = date(2026, 1, 1)
		return c
	}
	small := strings.ToLower(customer.ReferralCode("ann"))
	ann := person("ann@example.com", "+15195550100", "1 Main St")
	for name, s := range map[string]struct {
		friend customer.Customer
		code   string
		card   string // of the friend's order
		phone  string // of the friend's order
		given  bool
	}{
		"another person":      {person("bob@example.com", "+15195550101", "2 Main St"), "", "card-of-bob", "+15195550198", true},
		"code in small print": {person("bob@example.com", "+15195550101", ""), small, "card-of-bob", "+15195550198", true},
		"unknown code":        {person("bob@example.com", "+15195550101", ""), "NOBODY", "card-of-bob", "+15195550198", false},
		"the same phone":      {person("bob@example.com", "+15195550100", ""), "", "card-of-bob", "+15195550198", false},
		"the same address":    {person("bob@example.com", "+15195550101", "1  main st"), "", "card-of-bob", "+15195550198", false},
		"the same mailbox":    {person("Ann+2@example.com", "+15195550101", ""), "", "card-of-bob", "+15195550198", false},
		"the same card":       {person("bob@example.com", "+15195550101", ""), "", "card-of-ann", "+15195550198", false},
		"no fingerprint":      {person("bob@example.com", "+15195550101", ""), "", "", "+15195550198", true},
		"the order has the phone of the profile": {
			person("bob@example.com", "+15195550101", ""), "", "card-of-bob", "+15195550100", false,
		},
		"the profile has the phone of an order": {
			person("bob@example.com", "+15195550199", ""), "", "card-of-bob", "+15195550198", false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := open(t)
			g.rule(promo.Program{Referral: &promo.Referral{Gift: points(50), Friend: points(25)}})
			g.profile("ann", ann)
			code, err := customer.OfferReferral(t.Context(), g.Table, "ann")
			assert.NilError(t, err)
			if s.friend.Referral = code; s.code != "" {
				s.friend.Referral = s.code
			}
			g.profile("bob", s.friend)
			place := func(who, phone, card string) {
				want := g.want(who, 1, false)
				want.Contact.Phone = phone
				g.Provider.Card = card
				g.earn(g.complete(want))
			}
			place("ann", "+15195550199", "card-of-ann")
			for range 2 {
				place("bob", s.phone, s.card)
			}
			friend, own := "", ""
			if s.given {
				friend, own = "referral-friend", g.given("ann")
				assert.Assert(t, strings.HasPrefix(own, "referral-") && !strings.Contains(own, " ") && !strings.Contains(own, "bob"), own)
			}
			assert.Equal(t, g.given("bob"), friend)
			assert.Equal(t, g.given("ann"), own)
			g.check()
		})
	}
}
