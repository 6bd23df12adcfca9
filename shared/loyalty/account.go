// Package loyalty is the ledger of the points programme: accounts of customers with entries that never change, and the points that orders
// hold. See docs/decisions/points-ledger.md.
package loyalty

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"ordering/shared/location"
	"ordering/shared/table"
)

// Prefix is that of the partitions, one for each customer.
const Prefix = "points#"

// Account is the state of a customer's points: what its entries sum to, and what orders hold. It is a value until Ops writes it.
type Account struct {
	Entries int64 `json:"entries"`        // number of the last entry
	Held    int64 `json:"held,omitempty"` // by orders that are not confirmed
	// Debt is what refunds took back after it had been spent. Later credits pay it first.
	Debt int64 `json:"debt,omitempty"`
	Lots []Lot `json:"lots,omitempty"` // the first to expire first
	// Today has the sums that the limits of a day need; nil before the first redemption or adjustment.
	Today *Today `json:"today,omitempty"`
	// Zone is the time zone (IANA) of the restaurant of the last order that earned: the customer's days are those there.
	Zone string `json:"zone,omitempty"`

	customer string
	version  int64
	news     []table.Op // entries that Ops writes
}

// Today has the points that were redeemed, less those that came back, and adjusted in either direction, on a day of the customer.
type Today struct {
	Day      string `json:"day"`
	Redeemed int64  `json:"redeemed,omitempty"`
	Adjusted int64  `json:"adjusted,omitempty"`
}

// Timezone returns the customer's time zone, or otherwise before the first order.
func (a Account) Timezone(otherwise *time.Location) *time.Location {
	if zone, ok := location.ParseTimezone(a.Zone); ok {
		return zone
	}
	return otherwise
}

// on adds to what was redeemed and adjusted on the day of now, and returns the sums. now is in the zone that counts before the first order.
func (a *Account) on(now time.Time, redeemed, adjusted int64) Today {
	t := Today{Day: now.In(a.Timezone(now.Location())).Format(time.DateOnly)}
	if a.Today != nil && a.Today.Day == t.Day {
		t = *a.Today
	}
	t.Redeemed, t.Adjusted = max(0, t.Redeemed+redeemed), t.Adjusted+adjusted
	a.Today = &t
	return t
}

// Lot is points that expire together, at an instant (UTC, whole seconds).
type Lot struct {
	Points  int64     `json:"points"`
	Expires time.Time `json:"expires"`
}

func accountKey(customer string) table.Key { return table.Key{PK: Prefix + customer, SK: "account"} }

// Load reads a customer's account; an empty one if the customer never had points.
func Load(ctx context.Context, t table.Table, customer string) (Account, error) {
	a := Account{customer: customer}
	i, err := table.Find(ctx, t, accountKey(customer), &a)
	if err != nil {
		return a, fmt.Errorf("loyalty: load an account: %w", err)
	}
	a.version = i.Version
	return a, nil
}

// Balance is the sum of the points of all entries: the lots and what is held.
func (a Account) Balance() int64 { return a.Held + total(a.Lots) }

// Spendable is what the customer can spend now. Points that have expired are left out, also before their entry is written.
func (a Account) Spendable(now time.Time) (sum int64) { return total(a.living(now)) }

// NextExpiry is the lot that expires next; the zero Lot without one.
func (a Account) NextExpiry(now time.Time) Lot {
	if lots := a.living(now); len(lots) > 0 {
		return lots[0]
	}
	return Lot{}
}

// Expiring returns the lots that expire after now, but not after until.
func (a Account) Expiring(now, until time.Time) []Lot {
	lots := a.living(now)
	if n := slices.IndexFunc(lots, func(l Lot) bool { return l.Expires.After(until) }); n >= 0 {
		return lots[:n]
	}
	return lots
}

// living returns the lots that have not expired.
func (a Account) living(now time.Time) []Lot {
	n := slices.IndexFunc(a.Lots, func(l Lot) bool { return l.Expires.After(now) })
	if n < 0 {
		return nil
	}
	return a.Lots[n:]
}

func total(lots []Lot) (sum int64) {
	for _, l := range lots {
		sum += l.Points
	}
	return sum
}

// credit adds lots, after they paid the debt. It returns what it added to the points, and what it paid of the debt.
func (a *Account) credit(lots ...Lot) (points, paid int64) {
	for _, l := range lots {
		part := min(a.Debt, l.Points)
		a.Debt, l.Points = a.Debt-part, l.Points-part
		paid, points = paid+part, points+l.Points
		if l.Points > 0 {
			a.add(l)
		}
	}
	return points, paid
}

func (a *Account) add(l Lot) {
	a.Lots = slices.Clone(a.Lots)
	n, same := slices.BinarySearchFunc(a.Lots, l, func(a, b Lot) int { return a.Expires.Compare(b.Expires) })
	if same {
		a.Lots[n].Points += l.Points
		return
	}
	a.Lots = slices.Insert(a.Lots, n, l)
}

// take takes at most these points, those that expire first.
func (a *Account) take(points int64) (taken []Lot) {
	a.Lots = slices.Clone(a.Lots)
	for points > 0 && len(a.Lots) > 0 {
		part := min(points, a.Lots[0].Points)
		taken = append(taken, Lot{part, a.Lots[0].Expires})
		points -= part
		if a.Lots[0].Points -= part; a.Lots[0].Points == 0 {
			a.Lots = a.Lots[1:]
		}
	}
	return taken
}

// charge takes points, and the rest as debt. It returns what it took, and the rest.
func (a *Account) charge(points int64) (taken, debt int64) {
	taken = total(a.take(points))
	debt = points - taken
	a.Debt += debt
	return taken, debt
}

// expire posts an entry for each lot that has expired. Its source has the number of the entry: a worker with an earlier time may return
// points of a lot that has expired, and they expire again.
func (a *Account) expire(now time.Time) {
	for len(a.Lots) > 0 && !a.Lots[0].Expires.After(now) {
		l := a.Lots[0]
		a.Lots = slices.Clone(a.Lots[1:])
		source := fmt.Sprintf("%s/%d", l.Expires.Format(time.RFC3339), a.Entries+1)
		a.post(Entry{Kind: Expire, Source: source, At: now}, postings{spendable: -l.Points, expired: l.Points}, nothing)
	}
}

// nothing is the data of most once rows.
var nothing = struct{}{}

// post adds an entry with the next number, and the row with this data that makes its kind and source unique.
func (a *Account) post(e Entry, p postings, once any) {
	a.Entries++
	e.Number, e.Postings, e.Balance, e.At = a.Entries, p, a.Balance(), e.At.UTC().Truncate(time.Millisecond)
	a.news = append(a.news, table.Create(item(e.key(a.customer), e)), table.Create(item(e.onceKey(a.customer), once)))
}

// ops returns the writes of the account and its new entries. They fail if the account changed since it was loaded.
func (a Account) ops() []table.Op {
	ops := append(a.news, table.Save(item(accountKey(a.customer), a), a.version))
	if a.version == 0 {
		ops = append(ops, table.Create(checked{}.item(a.customer)))
	}
	return ops
}

func item(key table.Key, v any) table.Item { return table.Item{Key: key, Data: table.Encode(v)} }

// Kind is the kind of an entry.
type Kind string

const (
	Earn    Kind = "earn"
	Redeem  Kind = "redeem"
	Expire  Kind = "expire"
	Reverse Kind = "reverse"
	Adjust  Kind = "adjust"
)

// name names an account of the double entry.
type name string

const (
	spendable name = "spendable"
	debt      name = "debt" // below zero: what the customer owes
	granted   name = "granted"
	redeemed  name = "redeemed"
	expired   name = "expired"
	adjusted  name = "adjusted"
)

// postings change accounts. They sum to zero.
type postings map[name]int64

// Entry is a line of the statement. It is never changed.
type Entry struct {
	Number   int64     `json:"number"` // from 1
	Kind     Kind      `json:"kind"`
	Source   string    `json:"source"` // unique among the entries of the kind
	Postings postings  `json:"postings"`
	Balance  int64     `json:"balance"` // Account.Balance after it
	At       time.Time `json:"at"`      // UTC
	Order    *Order    `json:"order,omitempty"`
	Reason   string    `json:"reason,omitempty"` // of an adjustment
	Reward   Type      `json:"reward,omitempty"` // of the grant that gave the points
}

// Order is the order of an entry.
type Order struct {
	ID       string `json:"-"` // in the Source
	Token    string `json:"token"`
	Number   string `json:"number"`
	Location string `json:"location"` // name
	TimeZone string `json:"-"`        // IANA, of the location
}

// Points is the change of Account.Balance.
func (e Entry) Points() int64 { return e.Postings[spendable] }

// Debt is the change of Account.Debt.
func (e Entry) Debt() int64 { return -e.Postings[debt] }

const (
	entryPrefix = "entry#"
	oncePrefix  = "once#"
)

func (e Entry) key(customer string) table.Key {
	return table.Key{PK: Prefix + customer, SK: fmt.Sprintf("%s%010d", entryPrefix, e.Number)}
}

func (e Entry) onceKey(customer string) table.Key {
	return table.Key{PK: Prefix + customer, SK: oncePrefix + string(e.Kind) + "#" + e.Source}
}

// Statement is a page of the entries.
type Statement struct {
	Entries []Entry // the newest first
	Cursor  string  // of the next page; empty on the last one
}

// ReadStatement reads a page of at most first entries. After is the cursor of an earlier page: table.ErrBadCursor if it is not one of this
// customer.
func ReadStatement(ctx context.Context, t table.Table, customer string, first int, after string) (s Statement, err error) {
	page, err := t.Query(ctx, table.Query{
		PK: Prefix + customer, From: entryPrefix, To: entryPrefix + "~", Descending: true, Limit: first, Cursor: after,
	})
	if err != nil {
		return s, fmt.Errorf("loyalty: read a statement: %w", err)
	}
	for _, i := range page.Items {
		e, err := readEntry(i)
		if err != nil {
			return s, err
		}
		s.Entries = append(s.Entries, e)
	}
	s.Cursor = page.Cursor
	if n := len(s.Entries); n > 0 && s.Entries[n-1].Number == 1 {
		s.Cursor = ""
	}
	return s, nil
}

// Entries returns the customer's entries with the numbers from first to last, the oldest first.
func Entries(ctx context.Context, t table.Table, customer string, first, last int64) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		if first > last {
			return
		}
		from, to := Entry{Number: first}.key(customer), Entry{Number: last}.key(customer)
		for i, err := range table.All(ctx, t, table.Query{PK: from.PK, From: from.SK, To: to.SK}) {
			var e Entry
			if err == nil {
				e, err = readEntry(i)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

func readEntry(i table.Item) (e Entry, err error) {
	if err = json.Unmarshal(i.Data, &e); err != nil {
		return e, fmt.Errorf("loyalty: read entry %s: %w", i.SK, err)
	}
	if n, _ := strconv.ParseInt(strings.TrimPrefix(i.SK, entryPrefix), 10, 64); n != e.Number {
		return e, fmt.Errorf("loyalty: entry %s has the number %d", i.SK, e.Number)
	}
	return e, nil
}
