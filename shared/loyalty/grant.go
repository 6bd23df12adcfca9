package loyalty

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ordering/shared/location"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// Type is the type of a reward that a customer is given (specification §3).
type Type int

const (
	Mystery Type = iota + 1
	Birthday
	Achievement
	Anniversary
	Referral
)

var typeNames = [...]string{
	Mystery: "mystery", Birthday: "birthday", Achievement: "achievement", Anniversary: "anniversary", Referral: "referral",
}

// Grant is a reward that a customer was given: points, which are an entry of the ledger, or a coupon. Type and Source are unique, so that
// nothing is given twice.
type Grant struct {
	Type    Type       `json:"type"`
	Source  string     `json:"source"` // such as the year of a birthday
	Given   time.Time  `json:"given"`  // UTC
	Gift    promo.Gift `json:"gift"`
	Wrapped bool       `json:"wrapped,omitempty"`
	// Expires is the first instant (UTC) at which its coupon is not valid any more, unless an order returned it later: see
	// promo.CouponRow. Zero: none, or wrapped.
	Expires time.Time `json:"expires,omitzero"`
}

// AsFriend is the source of the referral of which the customer was the friend.
const AsFriend = "friend"

// ID names the grant among those of its customer.
func (g Grant) ID() string { return typeNames[g.Type] + "-" + g.Source }

const grantPrefix = "reward#"

// grantKey is the key of the grant with the id.
func grantKey(customer, id string) table.Key {
	kind, source, _ := strings.Cut(id, "-")
	return table.Key{PK: Prefix + customer, SK: grantPrefix + kind + "#" + source}
}

// ErrNoGrant means that the customer was not given the reward.
var ErrNoGrant = errors.New("loyalty: no such grant")

// FindGrant returns a grant of the customer, or ErrNoGrant.
func FindGrant(ctx context.Context, t table.Table, customer, id string) (Grant, error) {
	g, _, err := findGrant(ctx, t, customer, id)
	return g, err
}

func findGrant(ctx context.Context, t table.Table, customer, id string) (g Grant, i table.Item, err error) {
	i, err = table.Find(ctx, t, grantKey(customer, id), &g)
	switch {
	case err != nil:
		return g, i, fmt.Errorf("loyalty: read a grant: %w", err)
	case i.Version == 0:
		return g, i, ErrNoGrant
	}
	return g, i, nil
}

// Grants returns what the customer was given, the newest first.
func Grants(ctx context.Context, t table.Table, customer string) (all []Grant, err error) {
	for i, err := range table.All(ctx, t, table.Query{PK: Prefix + customer, From: grantPrefix, To: grantPrefix + "~"}) {
		var g Grant
		if err == nil {
			err = json.Unmarshal(i.Data, &g)
		}
		if err != nil {
			return nil, fmt.Errorf("loyalty: read the grants: %w", err)
		}
		all = append(all, g)
	}
	slices.SortStableFunc(all, func(a, b Grant) int { return b.Given.Compare(a.Given) })
	return all, nil
}

// Grant gives a customer something, together with the operations. If it was given before, it changes nothing and returns false.
func (l Ledger) Grant(ctx context.Context, customer string, g Grant, now time.Time, more ...table.Op) (given bool, err error) {
	err = change(ctx, l.Table, customer, now, func(a *Account) ([]table.Op, bool, error) {
		_, err := FindGrant(ctx, l.Table, customer, g.ID())
		if given = errors.Is(err, ErrNoGrant); !given {
			return nil, false, err
		}
		op, posted := l.give(a, g, now)
		return append(more, op), posted, nil
	})
	if err != nil {
		return false, fmt.Errorf("loyalty: grant %s: %w", g.ID(), err)
	}
	return given, nil
}

// give posts the points of a grant and returns the operation that creates its row.
func (l Ledger) give(a *Account, g Grant, now time.Time) (op table.Op, posted bool) {
	g.Given = now.UTC().Truncate(time.Second)
	posted = l.unwrap(a, &g, now)
	return table.Create(item(grantKey(a.customer, g.ID()), g)), posted
}

// unwrap posts the points of a grant that is not wrapped, or begins the time of its coupon, which lasts to the
// end of its last day.
func (l Ledger) unwrap(a *Account, g *Grant, now time.Time) (posted bool) {
	switch {
	case g.Wrapped:
		return false
	case g.Gift.Points > 0:
		added, paid := a.credit(Lot{g.Gift.Points, l.expiry(a, now)})
		e := Entry{Kind: Earn, Source: g.ID(), At: now, Reward: g.Type}
		a.post(e, postings{granted: -g.Gift.Points, spendable: added, debt: paid}, nothing)
		return true
	case g.Gift.Days > 0:
		zone := a.Timezone(l.Zone)
		g.Expires = location.DateOf(now.In(zone)).Plus(g.Gift.Days+1).At(0, zone).UTC()
	}
	return false
}

// Open reveals a wrapped grant. A repeated call returns the same. ErrNoGrant.
func (l Ledger) Open(ctx context.Context, customer, id string, now time.Time) (g Grant, err error) {
	err = change(ctx, l.Table, customer, now, func(a *Account) ([]table.Op, bool, error) {
		var i table.Item
		if g, i, err = findGrant(ctx, l.Table, customer, id); err != nil || !g.Wrapped {
			return nil, false, err
		}
		g.Wrapped = false
		posted := l.unwrap(a, &g, now)
		return []table.Op{table.Replace(item(i.Key, g), i.Version)}, posted, nil
	})
	return g, err
}

// Progress is what a customer's completed orders achieved.
type Progress struct {
	Orders    int      `json:"orders"`
	Locations []string `json:"locations,omitempty"` // ids, as many as the rules need
	Items     []string `json:"items,omitempty"`     // ids of items that the rules name
	Layers    int      `json:"layers,omitempty"`    // of the tallest item
	// Steps are the orders since the last wrapped reward, and Mysteries how many there were.
	Steps     int `json:"steps,omitempty"`
	Mysteries int `json:"mysteries,omitempty"`
	// Achieved is when each achievement was reached (UTC), by its id.
	Achieved map[string]time.Time `json:"achieved,omitempty"`
}

func progressKey(customer string) table.Key { return table.Key{PK: Prefix + customer, SK: "progress"} }

// LoadProgress reads a customer's progress; the zero one before the first completed order.
func LoadProgress(ctx context.Context, t table.Table, customer string) (Progress, error) {
	p, _, err := loadProgress(ctx, t, customer)
	return p, err
}

func loadProgress(ctx context.Context, t table.Table, customer string) (p Progress, version int64, err error) {
	i, err := table.Find(ctx, t, progressKey(customer), &p)
	if err != nil {
		return p, 0, fmt.Errorf("loyalty: load the progress: %w", err)
	}
	return p, i.Version, nil
}

// Done returns how many steps of an achievement are done.
func (p Progress) Done(a promo.Achievement) int {
	done := 0
	switch {
	case a.Orders > 0:
		done = p.Orders
	case a.Locations > 0:
		done = len(p.Locations)
	case a.Layers > 0:
		done = p.Layers
	default:
		for _, id := range a.Items {
			if slices.Contains(p.Items, id) {
				done++
			}
		}
	}
	return min(done, a.Goal())
}

// Completed is what counts of a completed order.
type Completed struct {
	Order    string // id
	Location string // id
	Items    []string
	Layers   int // of its tallest item
}

// add adds an order. It keeps only what the rules need.
func (p *Progress) add(c Completed, rules []promo.Achievement) {
	p.Orders++
	p.Layers = max(p.Layers, c.Layers)
	with := func(list []string, id string) []string {
		if slices.Contains(list, id) {
			return list
		}
		return append(list, id)
	}
	for _, a := range rules {
		if len(p.Locations) < a.Locations {
			p.Locations = with(p.Locations, c.Location)
		}
		for _, id := range c.Items {
			if slices.Contains(a.Items, id) {
				p.Items = with(p.Items, id)
			}
		}
	}
}

// Count adds a completed order to the progress of its customer, once, and gives what it achieved. The write has the progress and a row for
// the order (4 write units), and what it gives.
func (l Ledger) Count(ctx context.Context, customer string, c Completed, now time.Time) error {
	rules := l.Program
	if len(rules.Achievements) == 0 && rules.Mystery == nil && rules.Referral == nil {
		return nil
	}
	counted := table.Item{Key: table.Key{PK: Prefix + customer, SK: "counted#" + c.Order}, Data: []byte("{}")}
	err := change(ctx, l.Table, customer, now, func(a *Account) ([]table.Op, bool, error) {
		if _, err := l.Table.Get(ctx, counted.Key); !errors.Is(err, table.ErrNotFound) {
			return nil, false, err
		}
		p, version, err := loadProgress(ctx, l.Table, customer)
		if err != nil {
			return nil, false, err
		}
		p.add(c, rules.Achievements)
		ops, posted := []table.Op{table.Create(counted)}, false
		give := func(g Grant) {
			op, points := l.give(a, g, now)
			ops, posted = append(ops, op), posted || points
		}
		for _, one := range rules.Achievements {
			if _, had := p.Achieved[one.ID]; had || p.Done(one) < one.Goal() {
				continue
			}
			if p.Achieved == nil {
				p.Achieved = map[string]time.Time{}
			}
			p.Achieved[one.ID] = now.UTC().Truncate(time.Second)
			give(Grant{Type: Achievement, Source: one.ID, Gift: one.Gift})
		}
		if m := rules.Mystery; m != nil {
			if p.Steps++; p.Steps >= m.Steps {
				p.Steps, p.Mysteries = 0, p.Mysteries+1
				prize, taken, err := l.draw(ctx, m.Prizes)
				if err != nil {
					return nil, false, err
				}
				ops = append(ops, taken...)
				give(Grant{Type: Mystery, Source: fmt.Sprint(p.Mysteries), Gift: prize.Gift, Wrapped: true})
			}
		}
		return append(ops, table.Save(item(progressKey(customer), p), version)), posted, nil
	})
	if err != nil {
		return fmt.Errorf("loyalty: count an order: %w", err)
	}
	return nil
}

// stock is the partition of the counters of prizes.
const stock = "points-stock"

// draw picks a prize that is left, by the weights, and returns the operation that takes it from its stock.
func (l Ledger) draw(ctx context.Context, prizes []promo.Prize) (promo.Prize, []table.Op, error) {
	var left []promo.Prize
	total := int64(0)
	for _, p := range prizes {
		if p.Stock > 0 {
			i, err := table.Find(ctx, l.Table, table.Key{PK: stock, SK: p.ID}, nil)
			if err != nil {
				return p, nil, fmt.Errorf("loyalty: read the stock of %s: %w", p.ID, err)
			}
			if i.Count >= p.Stock {
				continue
			}
		}
		left, total = append(left, p), total+p.Weight
	}
	if total == 0 {
		return promo.Prize{}, nil, errors.New("loyalty: no prize is left")
	}
	n := l.Random(total)
	at := slices.IndexFunc(left, func(p promo.Prize) bool { n -= p.Weight; return n < 0 })
	p := left[at]
	if p.Stock == 0 {
		return p, nil, nil
	}
	return p, []table.Op{table.Add(table.Key{PK: stock, SK: p.ID}, 1, 0, p.Stock)}, nil
}
