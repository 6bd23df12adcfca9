package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"ordering/shared/guest"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// An order belongs to a customer if the item that files it for its guest has the customer's key in the index. So the list of a customer's
// orders needs no item of its own: placing an order, claiming it and erasing it each write that one item.

// ClaimDays is for how many days after its placing a guest's order is claimed.
const ClaimDays = 30

const claimWithin = ClaimDays * 24 * time.Hour

// Limits of one call of Claim: a mailbox may be that of an office.
const (
	claimPage  = 100
	maxClaimed = 1000
)

// filed is the data of the item that files an order. Items of the first releases have none.
type filed struct {
	PlacedAt time.Time `json:"placedAt"`
}

// guestItem is the item that files the order for its guest, for an erasure. With a customer the order belongs to that customer.
func (o Order) guestItem(customer string) table.Item {
	i := table.Item{Key: fileKey(o.Guest, o.Token), Expires: o.expires(), Data: table.Encode(filed{o.PlacedAt})}
	if customer != "" {
		i.Index = customerKey(customer, o.PlacedAt, o.Token)
	}
	return i
}

// customerOrders is the prefix of the index partitions that list a customer's orders.
const customerOrders = "customer-orders#"

// customerKey is the index key of a customer's order.
func customerKey(customer string, placedAt time.Time, token string) table.Key {
	return table.Key{PK: customerOrders + customer, SK: placedAt.UTC().Format(time.RFC3339) + "#" + token}
}

// CustomerOrders is a page of a customer's orders.
type CustomerOrders struct {
	Orders []Order
	Cursor string // of the last order; empty on an empty page
	More   bool   // whether there are older orders
}

// OfCustomer lists the customer's orders, the newest first. It leaves out those that are not placed (yet), so a page may have fewer than
// first. After is the cursor of an earlier page, or empty: table.ErrBadCursor if it is not one of this customer. On DynamoDB an order may
// be missing in the second after its placing.
func OfCustomer(ctx context.Context, t table.Table, customer string, first int, after string) (CustomerOrders, error) {
	// One more, to know whether there is one.
	q := table.Query{PK: customerKey(customer, time.Time{}, "").PK, Index: true, Descending: true, Limit: first + 1, Cursor: after}
	page, err := t.Query(ctx, q)
	if err != nil {
		return CustomerOrders{}, fmt.Errorf("order: list a customer's orders: %w", err)
	}
	items := page.Items
	found := CustomerOrders{More: len(items) > first}
	if found.More {
		items = items[:first]
	}
	if len(items) == 0 {
		return found, nil
	}
	found.Cursor = q.After(items[len(items)-1])
	orders, errs := make([]Order, len(items)), make([]error, len(items))
	var all sync.WaitGroup
	for n, i := range items {
		all.Go(func() { orders[n], errs[n] = Load(ctx, t, i.SK) })
	}
	all.Wait()
	for n, o := range orders {
		switch {
		case problem.Is(errs[n], problem.OrderNotFound): // erased, and the index is behind
		case errs[n] != nil:
			return CustomerOrders{}, errs[n]
		case o.Status.Placed() && o.Erased.IsZero():
			found.Orders = append(found.Orders, o)
		}
	}
	return found, nil
}

// OfGuest iterates over the orders that were placed with this address, with or without an account, in no order. It leaves out attempts that
// were never paid. It ends with the first error.
func OfGuest(ctx context.Context, t table.Table, guests guest.Secret, email string) iter.Seq2[Order, error] {
	return func(yield func(Order, error) bool) {
		for i, err := range table.All(ctx, t, table.Query{PK: fileKey(guests.Name(email), "").PK, Limit: filePage}) {
			var o Order
			if err == nil {
				o, err = Load(ctx, t, i.SK)
			}
			if problem.Is(err, problem.OrderNotFound) || err == nil && !(o.Status.Placed() && o.Erased.IsZero()) {
				continue
			}
			if err != nil {
				err = fmt.Errorf("order: list a guest's orders: %w", err)
			}
			if !yield(o, err) || err != nil {
				return
			}
		}
	}
}

// LoadOfCustomer reads a placed order of the customer. problem.OrderNotFound if no order has this token, or it is not the customer's.
func LoadOfCustomer(ctx context.Context, t table.Table, customer, token string) (Order, error) {
	none := problem.New(problem.OrderNotFound)
	o, err := Load(ctx, t, token)
	if err != nil {
		return Order{}, err
	}
	if o.Guest == "" || !o.Status.Placed() {
		return Order{}, none
	}
	i, err := t.Get(ctx, fileKey(o.Guest, token))
	if errors.Is(err, table.ErrNotFound) || err == nil && i.Index != customerKey(customer, o.PlacedAt, token) {
		return Order{}, none
	}
	if err != nil {
		return Order{}, fmt.Errorf("order: find its customer: %w", err)
	}
	return o, nil
}

// Claim makes the orders that a guest placed with this address in the last 30 days belong to the customer, who must have confirmed the
// address. It returns how many it claimed, and the tokens of all orders of these days that are the customer's now. It leaves orders that
// belong to another customer. Repeated and concurrent calls are safe: each order is claimed once, and one that is rolled back or erased at
// the same time is left.
func Claim(
	ctx context.Context, t table.Table, guests guest.Secret, email, customer string, now time.Time,
) (claimed int, own []string, err error) {
	read := 0
	for i, err := range table.All(ctx, t, table.Query{PK: fileKey(guests.Name(email), "").PK, Limit: claimPage}) {
		if err != nil {
			return claimed, own, fmt.Errorf("order: claim: %w", err)
		}
		if read++; read > maxClaimed {
			break
		}
		if !i.Expires.IsZero() || i.Index != (table.Key{}) && i.Index.PK != customerOrders+customer { // not placed, or another customer's
			continue
		}
		placedAt, err := placedAt(ctx, t, i)
		if err != nil {
			return claimed, own, fmt.Errorf("order: claim: %w", err)
		}
		if now.Sub(placedAt) > claimWithin {
			continue
		}
		if i.Index != (table.Key{}) {
			own = append(own, i.SK)
			continue
		}
		i.Index = customerKey(customer, placedAt, i.SK)
		var conflict *table.Conflict
		switch err := t.Write(ctx, table.Replace(i, i.Version)); {
		case errors.As(err, &conflict):
		case err != nil:
			return claimed, own, fmt.Errorf("order: claim: %w", err)
		default:
			claimed++
			own = append(own, i.SK)
		}
	}
	return claimed, own, nil
}

// placedAt returns when a filed order was placed. It reads the order if an earlier release filed it.
func placedAt(ctx context.Context, t table.Table, i table.Item) (time.Time, error) {
	if len(i.Data) == 0 {
		o, err := Load(ctx, t, i.SK)
		if problem.Is(err, problem.OrderNotFound) {
			err = nil
		}
		return o.PlacedAt, err
	}
	var f filed
	err := json.Unmarshal(i.Data, &f)
	return f.PlacedAt, err
}
