// Package basket is the cart: the items that a guest has collected at one restaurant, their rules and their price.
package basket

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"ordering/shared/brand"
	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// State says whether a basket can still be changed.
type State string

const (
	// Open: the guest is choosing.
	Open State = "open"
	// Placing: an order is being made from it; back to Open if that fails.
	Placing State = "placing"
	// Placed: it has become an order. Final. Since December 2026 it is not stored: order.LoadBasket derives it from the order.
	Placed State = "placed"
)

const (
	// keptFor is how long a basket is kept after its last change, rounded up to a full hour. The page keeps its token as long.
	keptFor = 7 * 24 * time.Hour
	// maxLines is far above any order. maxLineWeight limits their total size.
	maxLines = 100
	// maxInstructions is in characters, for a line and for the whole basket.
	maxInstructions = 500
	// recentKeys is how many idempotency keys a basket stores: more than a page ever has in flight.
	recentKeys = 16
)

// Basket is a draft order at one restaurant. Its ID alone gives access to it. It is a value: each change returns the next one, and
// Save returns the write from one to the other.
type Basket struct {
	ID      string `json:"id"`
	Version int64  `json:"-"` // of the table's item; the If-Match of a guest's request

	State        State            `json:"state"`
	OrderToken   string           `json:"orderToken,omitempty"` // of the order that is being made, or was made, from it
	From         string           `json:"from,omitempty"`       // the basket that this one was made from
	Holder       string           `json:"holder,omitempty"`     // an earlier basket that may hold the time if From did not
	LocationID   string           `json:"locationId"`
	Handoff      location.Handoff `json:"handoff"`
	Category     category.Slug    `json:"category"`
	Locale       locale.Locale    `json:"locale"` // of the guest's last change
	Lines        []Line           `json:"lines"`
	NextLine     int              `json:"nextLine"`
	Currency     money.Currency   `json:"currency"`
	Instructions string           `json:"instructions,omitempty"`
	Cutlery      bool             `json:"cutlery,omitempty"`
	Tip          *Tip             `json:"tip,omitempty"` // nil until the guest chooses
	Hold         *Hold            `json:"hold,omitempty"`
	Recent       []string         `json:"recent,omitempty"` // digests of the idempotency keys of the last changes, oldest first
	// Prints are short digests of the requests of the keys in Recent, in the same order; "" for a key that an earlier release wrote.
	Prints []string `json:"prints,omitempty"`
	// Attempts counts the attempts to order the basket until AttemptsEnd.
	Attempts    int       `json:"attempts,omitempty"`
	AttemptsEnd time.Time `json:"attemptsEnd,omitzero"`
	// Coupons are the codes that the guest entered, Chosen the ids of the promotions that the guest picked, and Lost the promotions that had
	// reached a limit when the basket was to be ordered.
	Coupons []promo.Coupon `json:"coupons,omitempty"`
	Chosen  []string       `json:"chosen,omitempty"`
	Lost    []promo.Lost   `json:"lost,omitempty"`
}

// Line is an item with its choices.
type Line struct {
	ID       string `json:"id"`
	ItemID   string `json:"itemId"`
	Quantity int    `json:"quantity"`
	// Choices are all choices; nil is the default item, an empty list is the item without any choice.
	Choices      []menu.Choice `json:"choices,omitzero"`
	Instructions string        `json:"instructions,omitempty"`
	// Seen is what the guest saw when the line was added or its changes were accepted.
	Seen Seen `json:"seen"`
}

// Tip is what the guest chose: none, a share of the subtotal, or a sum. The API and stored baskets share its JSON.
type Tip struct {
	Kind    TipKind       `json:"kind" enum:"none,percent,amount"`
	Percent int           `json:"percent,omitempty" minimum:"0" maximum:"100"`
	Amount  *money.Amount `json:"amount,omitempty"`
}

// TipKind is the kind of a tip.
type TipKind string

const (
	TipNone    TipKind = "none"
	TipPercent TipKind = "percent"
	TipAmount  TipKind = "amount"
)

// Hold is a timeslot kept for the basket. All instants are UTC.
type Hold struct {
	Start   time.Time `json:"start"`
	Expires time.Time `json:"expires"`
	Taken   time.Time `json:"taken"`
	ASAP    bool      `json:"asap,omitempty"`
	// Renewals is how often the hold may still be renewed, and Latest when it expires at the latest.
	Renewals int       `json:"renewals,omitempty"`
	Latest   time.Time `json:"latest,omitzero"`
}

// Renewed returns the hold extended to until, within its bounds. It never expires earlier than before.
func (h Hold) Renewed(until time.Time) Hold {
	if until.After(h.Latest) {
		until = h.Latest
	}
	if h.Renewals > 0 && until.After(h.Expires) {
		h.Renewals--
		h.Expires = until
	}
	return h
}

// Alive reports whether the place is still held at now.
func (h *Hold) Alive(now time.Time) bool { return h != nil && h.Expires.After(now) }

// New returns a basket with a token of 130 random bits.
func New(loc location.Location, handoff location.Handoff, c category.Slug, l locale.Locale) Basket {
	return Basket{
		ID: strings.ToLower(rand.Text()), State: Open, LocationID: loc.ID, Handoff: handoff, Category: c,
		Locale: l, Currency: loc.Currency, NextLine: 1,
	}
}

// MovedTo returns a new basket at another restaurant, or at the same, with the contents of this one, which is not changed. Each line
// keeps what the guest saw, so that Assess reports changed prices and unavailable items. The time is kept for another handoff of the
// same restaurant, if it is offered there, but only this basket holds it: the next one has HoldEnded until HoldTime takes it over.
// problem.CurrencyMixed when the restaurant sells in another currency. problem.InFlight and problem.BasketClosed for a basket that is
// being ordered or has been, so that it is not paid twice.
func (b Basket) MovedTo(pc PricingContext, handoff location.Handoff, c category.Slug, l locale.Locale) (Basket, error) {
	if err := b.Changeable(); err != nil {
		return Basket{}, err
	}
	if b.Currency != pc.Location.Currency {
		return Basket{}, problem.New(problem.CurrencyMixed)
	}
	next := New(pc.Location, handoff, c, l)
	next.From, next.Lines, next.NextLine = b.ID, slices.Clone(b.Lines), b.NextLine
	if !b.Hold.Alive(pc.Now) {
		next.Holder = b.TakesOverFrom()
	}
	next.Instructions, next.Cutlery, next.Tip = b.Instructions, b.Cutlery, b.Tip
	next.Coupons, next.Chosen = slices.Clone(b.Coupons), slices.Clone(b.Chosen)
	if b.LocationID == next.LocationID && b.Hold.Alive(pc.Now) {
		next.Hold = &Hold{Start: b.Hold.Start, Expires: pc.Now, Taken: pc.Now, ASAP: b.Hold.ASAP}
		if !next.offered(pc, Price(next, pc).Need) {
			next.Hold = nil
		}
	}
	return next, nil
}

// TakesOverFrom returns the id of the basket from which this one takes over the hold; "" if it was not made from another one.
func (b Basket) TakesOverFrom() string { return cmp.Or(b.Holder, b.From) }

// Key is the table key of the basket with this token.
func Key(id string) table.Key { return table.Key{PK: "basket#" + id, SK: "basket"} }

// Load reads a basket; problem.BasketNotFound if no basket has this token, or it expired a week after its last change.
func Load(ctx context.Context, t table.Table, id string) (Basket, error) {
	item, err := t.Get(ctx, Key(id))
	if errors.Is(err, table.ErrNotFound) {
		return Basket{}, problem.New(problem.BasketNotFound)
	}
	if err != nil {
		return Basket{}, fmt.Errorf("load basket: %w", err)
	}
	return Read(item)
}

// Read reads a basket from its item.
func Read(item table.Item) (Basket, error) {
	b := Basket{Version: item.Version}
	if err := json.Unmarshal(item.Data, &b); err != nil {
		return Basket{}, fmt.Errorf("load basket: %w", err)
	}
	return b, nil
}

// Save writes the basket if it has not changed since it was loaded. After the write its version is Version + 1.
func (b Basket) Save(now time.Time) table.Op {
	// A full hour: most changes of one visit leave the expiry unchanged, and with it the index entry.
	item := table.Item{Key: Key(b.ID), Data: table.Encode(b), Expires: now.Add(keptFor + time.Hour).Truncate(time.Hour).UTC()}
	return table.Save(item, b.Version)
}

// Count is the sum of the quantities.
func (b Basket) Count() int {
	n := 0
	for _, l := range b.Lines {
		n += l.Quantity
	}
	return n
}

// Repeats reports whether a change or payment with this idempotency key was made before. It returns problem.IdempotencyKeyReused if
// the fingerprint of that request was not print.
func (b Basket) Repeats(key, print string) (bool, error) {
	i := slices.Index(b.Recent, digest(key))
	if key == "" || i < 0 {
		return false, nil
	}
	if i < len(b.Prints) && b.Prints[i] != "" && b.Prints[i] != short(print) {
		return false, problem.New(problem.IdempotencyKeyReused)
	}
	return true, nil
}

// Remember stores the idempotency key of the change or payment that is being made, and the fingerprint of its request.
func (b Basket) Remember(key, print string) Basket {
	if key == "" {
		return b
	}
	unknown := make([]string, max(0, len(b.Recent)-len(b.Prints)))
	recent := append(slices.Clone(b.Recent), digest(key))
	prints := append(slices.Concat(b.Prints, unknown), short(print))
	first := max(0, len(recent)-recentKeys)
	b.Recent, b.Prints = recent[first:], prints[first:]
	return b
}

// short keeps 36 bits of a fingerprint: enough to detect a client's mistake, and small in every write of the basket.
func short(print string) string { return digest(print)[:6] }

// digest keeps 64 bits of a key: enough among sixteen keys, and small in every write of the basket.
func digest(key string) string {
	sum := sha256.Sum256([]byte(key))
	return base64.RawURLEncoding.EncodeToString(sum[:8])
}

// Attempt counts an attempt to order the basket. A count begins with the first attempt and ends AttemptsFor later. problem.TooManyAttempts
// if it is full.
func (b Basket) Attempt(setting brand.Brand, now time.Time) (Basket, error) {
	if !b.AttemptsEnd.After(now) {
		b.Attempts, b.AttemptsEnd = 0, now.Add(setting.AttemptsFor).Truncate(time.Second).UTC()
	}
	if b.Attempts >= setting.AttemptsPerBasket {
		return b, TooManyAttempts(b.AttemptsEnd.Sub(now))
	}
	b.Attempts++
	return b, nil
}

// TooManyAttempts returns the problem with the minutes to wait.
func TooManyAttempts(wait time.Duration) error {
	return problem.New(problem.TooManyAttempts, "minutes", int(math.Ceil(max(wait, time.Second).Minutes())))
}

// Placing locks the basket while the order is made from it.
func (b Basket) Placing(orderToken string) Basket {
	b.State, b.OrderToken = Placing, orderToken
	return b
}

// Reopen opens the basket again when the order failed, with the hold that was returned to it (timeslot.Schedule.Return), or nil.
func (b Basket) Reopen(h *Hold) Basket {
	b.State, b.OrderToken, b.Hold = Open, "", h
	return b
}

// Placed closes the basket: it is an order now.
func (b Basket) Placed() Basket {
	b.State = Placed
	return b
}

// Changeable rejects a change of a basket that is being ordered (problem.InFlight) or has been (problem.BasketClosed).
func (b Basket) Changeable() error {
	switch b.State {
	case Placing:
		return problem.New(problem.InFlight)
	case Placed:
		return problem.New(problem.BasketClosed)
	}
	return nil
}
