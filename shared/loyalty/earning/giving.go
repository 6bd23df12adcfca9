package earning

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"time"

	"ordering/shared/customer"
	"ordering/shared/location"
	"ordering/shared/loyalty"
	"ordering/shared/order"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// comparedOrders is how many orders of a referrer are compared with the friend and the first order of the friend.
const comparedOrders = 50

// refer gives both sides their gifts before the friend's first completed order is counted. A repeated call gives nothing again. A friend
// who is maybe the referrer gives nothing: both have the same address, mailbox, phone or card.
func (e *Earning) refer(ctx context.Context, l loyalty.Ledger, id string, o order.Order, now time.Time) error {
	if l.Program.Referral == nil {
		return nil
	}
	p, err := loyalty.LoadProgress(ctx, e.Table, id)
	if err != nil || p.Orders > 0 {
		return err
	}
	friend, err := customer.Find(ctx, e.Table, id)
	if errors.Is(err, table.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	referrer, ok, err := customer.Referrer(ctx, e.Table, friend)
	if err != nil || !ok {
		return err
	}
	page, err := order.OfCustomer(ctx, e.Table, referrer.ID, comparedOrders, "")
	if err != nil {
		return err
	}
	same := func(a, b string) bool { return a != "" && a == b }
	if same(referrer.Phone, o.Contact.Phone) {
		return nil
	}
	for _, own := range page.Orders {
		if own.SharesCard(o) || same(own.Contact.Phone, o.Contact.Phone) || same(own.Contact.Phone, friend.Phone) {
			return nil
		}
	}
	sum := sha256.Sum256([]byte(id))
	given := loyalty.Grant{Type: loyalty.Referral, Source: hex.EncodeToString(sum[:8]), Gift: l.Program.Referral.Gift}
	if _, err := l.Grant(ctx, referrer.ID, given, now); err != nil {
		return err
	}
	_, err = l.Grant(ctx, id, loyalty.Grant{Type: loyalty.Referral, Source: loyalty.AsFriend, Gift: l.Program.Referral.Friend}, now)
	return err
}

// lateFor is how long after its day a gift is given, if rounds failed or the account is new.
const lateFor = 3

// Notice is how many days before the day of its gift a birthday has to be set to give the gift of the year: a customer cannot choose the
// day of an order.
const Notice = 7

// yearly is the least time between two gifts of a birthday, in days: a customer who changes the birthday gets no second one.
const yearly = 300

// celebrate gives the gifts of the birthday and of the anniversary of the sign-up, and warns of points that expire soon. Its days are the
// customer's.
func (e *Earning) celebrate(ctx context.Context, id string) error {
	c, err := customer.Find(ctx, e.Table, id)
	if errors.Is(err, table.ErrNotFound) {
		return nil
	}
	if err != nil || c.Deletion != nil {
		return err
	}
	a, err := loyalty.Load(ctx, e.Table, id)
	if err != nil {
		return err
	}
	now := e.Now().In(a.Timezone(e.Zone))
	if err := e.warn(ctx, id, a, now); err != nil {
		return err
	}
	l, err := e.ledger(ctx)
	if err != nil {
		return err
	}
	today := location.DateOf(now)
	if rule := l.Program.Birthday; rule != nil && c.Birthday != nil {
		day := occasion(time.Month(c.Birthday.Month), c.Birthday.Day, today.Plus(-lateFor))
		first, settled := day.Plus(-rule.DaysBefore), location.DateOf(c.BirthdaySet.In(now.Location())).Plus(Notice)
		due := !today.Before(first) && !first.Before(settled)
		if due {
			last, err := loyalty.FindGrant(ctx, e.Table, id, loyalty.Grant{Type: loyalty.Birthday, Source: strconv.Itoa(day.Year - 1)}.ID())
			if err != nil && !errors.Is(err, loyalty.ErrNoGrant) {
				return err
			}
			due = err != nil || now.Sub(last.Given) > yearly*24*time.Hour
		}
		if due {
			if err := e.gift(ctx, l, id, loyalty.Birthday, customer.MailBirthday, day.Year, rule.Gift, now); err != nil {
				return err
			}
		}
	}
	if gift := l.Program.Anniversary; gift != nil {
		joined := location.DateOf(c.Created.In(now.Location()))
		day := occasion(joined.Month, joined.Day, today.Plus(-lateFor))
		if day.Year > joined.Year && !today.Before(day) {
			return e.gift(ctx, l, id, loyalty.Anniversary, customer.MailAnniversary, day.Year, *gift, now)
		}
	}
	return nil
}

// gift gives what is given once a year, with its mail.
func (e *Earning) gift(
	ctx context.Context, l loyalty.Ledger, id string, kind loyalty.Type, mail customer.MailKind, year int, g promo.Gift, now time.Time,
) error {
	given := loyalty.Grant{Type: kind, Source: strconv.Itoa(year), Gift: g}
	row := customer.MailRow{Mail: mail, Subject: id, Nth: year, Zone: now.Location().String()}
	_, err := l.Grant(ctx, id, given, now, row.Op(morning(now)))
	return err
}

// morning is when a mail is sent: now, but from 21:00 to 9:00 in the zone of now the next 9:00.
func morning(now time.Time) time.Time {
	day, zone := location.DateOf(now), now.Location()
	switch nine := day.At(9*60, zone); {
	case now.Before(nine):
		return nine
	case now.Before(day.At(21*60, zone)):
		return now
	}
	return day.Plus(1).At(9*60, zone)
}

// occasion returns the first day of the year with this month and day, not before from. In a common year 29 February is 28 February.
func occasion(month time.Month, day int, from location.Date) location.Date {
	in := func(year int) location.Date {
		last := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
		return location.Date{Year: year, Month: month, Day: min(day, last)}
	}
	if d := in(from.Year); !d.Before(from) {
		return d
	}
	return in(from.Year + 1)
}

// warn mails that points expire soon, once for each lot.
func (e *Earning) warn(ctx context.Context, id string, a loyalty.Account, now time.Time) error {
	for _, lot := range a.Expiring(now, now.AddDate(0, 0, e.Rules.WarningDays)) {
		row := customer.MailRow{
			Mail: customer.MailPointsExpire, Subject: id, Nth: int(lot.Expires.Unix()), Points: lot.Points, At: lot.Expires, Zone: a.Zone,
		}
		if err := loyalty.Warn(ctx, e.Table, id, lot, row.Op(morning(now))); err != nil {
			return err
		}
	}
	return nil
}
