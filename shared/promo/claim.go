package promo

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"strconv"
	"time"

	"ordering/shared/guest"
	"ordering/shared/table"
)

// Prefixes of the partitions: counters of a promotion, counters of a customer, and serialized codes.
const (
	usesPrefix     = "promo-use#"
	customerPrefix = "promo-of#"
	// CouponPrefix is that of the partitions of serialized codes.
	CouponPrefix = "coupon#"
)

// customerFor is how long the uses of a customer are kept after the last one.
const customerFor = 400 * 24 * time.Hour

// LostFor is how long a basket does without a promotion before its limit is judged again.
const LostFor = 10 * time.Minute

// Use is what an order takes of the limits of a promotion, with a member for each limit that the promotion has.
type Use struct {
	Promotion string   `json:"promotion"`
	Counter   string   `json:"counter,omitempty"`   // sort key of the counter of all uses
	Customers []string `json:"customers,omitempty"` // pseudonyms under which the guest's uses are counted
	Code      string   `json:"code,omitempty"`      // pseudonym of the serialized code
	// ReturnedDays is how long the code is valid that the order returns after its expiry.
	ReturnedDays int `json:"returnedDays,omitempty"`
}

// CustomerKey is the key of a customer's uses of a promotion.
func CustomerKey(pseudonym, promotion string) table.Key {
	return table.Key{PK: customerPrefix + pseudonym, SK: promotion}
}

// UsesQuery lists the counters of a promotion's uses. They never expire: the limit holds as long as the promotion runs.
func UsesQuery(promotion string) table.Query { return table.Query{PK: usesPrefix + promotion} }

// ExceededError reports the promotions that an order cannot use because of their limits.
type ExceededError struct{ Lost []Lost }

func (e *ExceededError) Error() string {
	return fmt.Sprintf("promo: limit of %d promotions reached", len(e.Lost))
}

// Claim is an order's claim of limited promotions, a claim.Claim: see docs/decisions/limits-of-deals.md. Confirm writes nothing, because a
// use counts from the moment it is claimed.
type Claim struct {
	Table table.Table
	Order string // id
	Uses  *[]Use // what the order has taken, stored with it. Claim sets it

	// The rest is for Claim.
	Applied   []Applied
	Guests    guest.Secret
	Customers []string // pseudonyms of the guest: each is counted and judged
	Customer  string   // who orders, if signed in
	// ReturnedDays is that of the Uses of codes.
	ReturnedDays int
}

// Limited reports whether an order takes something of the promotion's limits.
func (a Applied) Limited() bool { return a.Limit > 0 || a.PerCustomer > 0 || a.serialized() }

func (a Applied) serialized() bool { return a.Coupon != nil && a.Coupon.Kind == SerializedCode }

// Claim takes one use of each limited promotion. The error is an *ExceededError with all promotions of which none is left.
func (c Claim) Claim(ctx context.Context, now time.Time) (ops []table.Op, err error) {
	*c.Uses = nil
	var exceeded ExceededError
	for _, a := range c.Applied {
		if !a.Limited() {
			continue
		}
		use, taken, lost, err := c.take(ctx, a, now)
		if err != nil {
			return nil, fmt.Errorf("promo: claim %s: %w", a.ID, err)
		}
		if lost.Reason != "" {
			lost.Promotion, lost.Until = a.ID, now.Add(LostFor).Truncate(time.Second)
			exceeded.Lost = append(exceeded.Lost, lost)
		}
		*c.Uses, ops = append(*c.Uses, use), append(ops, taken...)
	}
	if len(exceeded.Lost) > 0 {
		return nil, &exceeded
	}
	return ops, nil
}

// take returns the operations of one use. If none is left, lost has the reason.
func (c Claim) take(ctx context.Context, a Applied, now time.Time) (use Use, ops []table.Op, lost Lost, err error) {
	use.Promotion = a.ID
	if a.Limit > 0 {
		if use.Counter, ops, err = c.count(ctx, a.Promotion); err != nil {
			return use, nil, lost, err
		}
		if use.Counter == "" {
			return use, nil, Lost{Reason: LimitReached}, nil
		}
	}
	if a.PerCustomer > 0 {
		use.Customers = c.Customers
		for _, who := range use.Customers {
			i, err := table.Find(ctx, c.Table, CustomerKey(who, a.ID), nil)
			if err != nil {
				return use, nil, lost, err
			}
			if i.Count >= int64(a.PerCustomer) {
				return use, nil, Lost{Reason: CustomerLimit, Customer: who}, nil
			}
			i.Count++
			i.Expires = now.Add(customerFor).Truncate(time.Second)
			ops = append(ops, table.Save(i, i.Version))
		}
	}
	if a.serialized() {
		use.Code, use.ReturnedDays = c.Guests.Coupon(a.Coupon.Code), c.ReturnedDays
		i, row, err := c.coupon(ctx, use)
		if err != nil {
			return use, nil, lost, err
		}
		switch {
		case row.Order != "" && a.Coupon.Grant != "":
			return use, nil, Lost{Reason: CouponUsed}, nil
		case a.Coupon.Owner != "" && a.Coupon.Owner != c.Customer:
			return use, nil, Lost{Reason: Ended}, nil
		case row.Promotion != a.ID || row.Order != "":
			return use, nil, Lost{Reason: LimitReached}, nil
		case row.Ended(now):
			return use, nil, Lost{Reason: Ended}, nil
		}
		row.Order = c.Order
		ops = append(ops, row.save(i))
	}
	return use, ops, lost, nil
}

// Confirm writes nothing.
func (c Claim) Confirm(context.Context, time.Time) ([]table.Op, error) { return nil, nil }

// Release returns the uses. A code that has expired since is valid some days more. A counter that no longer exists, as after an erasure, is
// left out.
func (c Claim) Release(ctx context.Context, now, _ time.Time) (ops []table.Op, err error) {
	for _, use := range *c.Uses {
		returned, err := c.giveBack(ctx, use, now)
		if err != nil {
			return nil, fmt.Errorf("promo: release %s: %w", use.Promotion, err)
		}
		ops = append(ops, returned...)
	}
	return ops, nil
}

func (c Claim) giveBack(ctx context.Context, use Use, now time.Time) (ops []table.Op, err error) {
	if use.Counter != "" {
		i, err := table.Find(ctx, c.Table, table.Key{PK: usesPrefix + use.Promotion, SK: use.Counter}, nil)
		if err != nil {
			return nil, err
		}
		if i.Count > 0 {
			ops = append(ops, table.Add(i.Key, -1, 0, math.MaxInt64))
		}
	}
	for _, who := range use.Customers {
		i, err := table.Find(ctx, c.Table, CustomerKey(who, use.Promotion), nil)
		switch {
		case err != nil:
			return nil, err
		case i.Count > 1:
			i.Count--
			ops = append(ops, table.Save(i, i.Version))
		case i.Version > 0:
			ops = append(ops, table.Delete(i.Key, i.Version))
		}
	}
	if use.Code != "" {
		i, row, err := c.coupon(ctx, use)
		if err != nil {
			return nil, err
		}
		if row.Order == c.Order {
			row.Order = ""
			if row.Ended(now) {
				row.Expires = now.AddDate(0, 0, use.ReturnedDays).UTC().Truncate(time.Second)
			}
			ops = append(ops, row.save(i))
		}
	}
	return ops, nil
}

// Contended lists the partitions that concurrent orders change.
func (c Claim) Contended() []string { return []string{usesPrefix, customerPrefix, CouponPrefix} }

// counters is how many counters a promotion with a limit above inFirst has: a partition of DynamoDB accepts a bounded number of writes
// a second. Raising a limit does not reduce the part of a counter.
const counters, inFirst = 16, 100

// spread divides a limit among the counters: the first has at most inFirst, the others the rest.
func spread(limit int) (parts [counters]int64) {
	rest := max(0, limit-inFirst)
	parts[0] = int64(limit - rest)
	for n := 1; n < counters; n++ {
		part := rest / (counters - n)
		parts[n], rest = int64(part), rest-part
	}
	return parts
}

// count returns the counter that has a use left, and the operations that take it. Counter is empty if none is left.
func (c Claim) count(ctx context.Context, p *Promotion) (counter string, ops []table.Op, err error) {
	var used [counters]int64
	all := int64(0)
	for i, err := range table.All(ctx, c.Table, UsesQuery(p.ID)) {
		if err != nil {
			return "", nil, err
		}
		n, err := strconv.Atoi(i.SK)
		if err != nil || n < 0 || n >= counters {
			return "", nil, fmt.Errorf("unknown counter %q", i.SK)
		}
		used[n] = i.Count
		all += i.Count
	}
	if all >= int64(p.Limit) {
		return "", nil, nil
	}
	parts, above := spread(p.Limit), -1 // above is a counter above its part: a lower limit left it there
	for n := range used {
		if used[n] > parts[n] {
			above = n
		}
	}
	key := func(n int) table.Key { return table.Key{PK: usesPrefix + p.ID, SK: fmt.Sprintf("%02d", n)} }
	h := fnv.New32a()
	h.Write([]byte(c.Order))
	first := int(h.Sum32() % counters)
	for k := range counters {
		if n := (first + k) % counters; above < 0 && used[n] < parts[n] {
			return key(n).SK, []table.Op{table.Add(key(n), 1, 0, parts[n])}, nil
		}
	}
	// Only the first counter grows, up to what the others leave. They leave less if no counter is above its part any more, because then
	// each grows up to its part: the write fails.
	grow := table.Add(key(0), 1, 0, int64(p.Limit)-(all-used[0]))
	if above == 0 {
		grow.Min = parts[0] + 2
		return key(0).SK, []table.Op{grow}, nil
	}
	return key(0).SK, []table.Op{grow, table.Add(key(above), 0, parts[above]+1, math.MaxInt64)}, nil
}

// coupon reads the row of a serialized code; the zero CouponRow if it does not exist.
func (c Claim) coupon(ctx context.Context, u Use) (i table.Item, row CouponRow, err error) {
	i, err = table.Find(ctx, c.Table, u.CouponKey(), &row)
	return i, row, err
}

func (row CouponRow) save(i table.Item) table.Op {
	i.Data = table.Encode(row)
	return table.Save(i, i.Version)
}
