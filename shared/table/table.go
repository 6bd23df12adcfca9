// Package table is the one table that the product keeps its state in: a narrow view of a DynamoDB table that an
// embedded store gives too. Engines: table/sqlite and table/dynamo; table/tabletest proves both the same.
package table

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Key names an item: a partition and a place in it.
type Key struct {
	PK string
	SK string
}

func (k Key) String() string { return k.PK + "/" + k.SK }

// Item is one item. Data is a JSON document, which an engine stores as it is (at most MaxItem bytes, see Size).
type Item struct {
	Key
	// Version is 1 after the first write and grows by one with each write; a reader hands it back to Replace.
	Version int64
	// Expires is when the item stops to exist; zero means never. It is judged on read: an expired item is not found,
	// not listed, and counts as absent in every condition, whether or not the engine has deleted it yet. Whole seconds, UTC.
	Expires time.Time
	// Index places the item in the one secondary index; a zero Key leaves it out.
	Index Key
	// Count is the item's bounded counter: Add changes it, Put, Create and Replace set it.
	Count int64
	Data  []byte
}

// Table is what the domain needs of a store. Reads are strongly consistent, but for the index in the cloud.
type Table interface {
	// Get reads one item. ErrNotFound when there is none or it has expired.
	Get(ctx context.Context, key Key) (Item, error)
	// Query lists a partition of the table or of the index in the order of SK (bytes of UTF-8). ErrBadCursor when the
	// cursor is another query's.
	Query(ctx context.Context, q Query) (Page, error)
	// Write applies all operations or none. *Conflict when a condition does not hold, ErrTooLarge when a limit is
	// passed, ErrInvalid when the operations are malformed (two of one key, for one), ErrUnavailable when the store
	// cannot be reached or throttles after bounded retries: it may then have been applied all the same, as when ctx
	// ends in the middle.
	Write(ctx context.Context, ops ...Op) error
}

// Query asks for the items of one partition whose SK lies in [From, To]. An empty To means no upper end.
type Query struct {
	PK         string
	Index      bool // PK, From and To speak of Item.Index instead of Item.Key
	From, To   string
	Descending bool
	Limit      int    // 0 means as many as the engine gives at once
	Cursor     string // of an earlier Page; opaque, bound to its query (but not to its Limit)
}

// Page is one answer to a Query. An empty Cursor says that it was the last; a page that fills its Limit has a cursor
// even when nothing follows (to know would cost a read). Items of the index with the same SK come in any order.
type Page struct {
	Items  []Item
	Cursor string
}

// Kind says what an Op does.
type Kind int

const (
	KindPut     Kind = iota + 1 // write, whatever is there
	KindCreate                  // write if absent
	KindReplace                 // write if the version is Op.Version
	KindDelete                  // delete; if Op.Version is not 0 only at that version
	KindAdd                     // change Count by Delta if the result stays in [Min, Max]; creates an absent item at 0
)

// Op is one conditional operation of a Write. Make it with Put, Create, Replace, Delete or Add.
type Op struct {
	Kind     Kind
	Item     Item // Put, Create, Replace: what to write. Else only its Key (and, for Add, Expires when the item is created)
	Version  int64
	Delta    int64
	Min, Max int64
}

// Put writes the item, whatever is there.
func Put(i Item) Op { return Op{Kind: KindPut, Item: i} }

// Create writes the item if there is none (an expired one is none).
func Create(i Item) Op { return Op{Kind: KindCreate, Item: i} }

// Replace writes the item if the stored version is version.
func Replace(i Item, version int64) Op { return Op{Kind: KindReplace, Item: i, Version: version} }

// Delete removes the item at version, or at any version when it is 0. Removing what is not there at version 0 succeeds.
func Delete(k Key, version int64) Op {
	return Op{Kind: KindDelete, Item: Item{Key: k}, Version: version}
}

// Add changes the item's Count by delta if the result stays within [min, max]; an absent item counts from 0.
func Add(k Key, delta, min, max int64) Op {
	return Op{Kind: KindAdd, Item: Item{Key: k}, Delta: delta, Min: min, Max: max}
}

var (
	// ErrNotFound says that there is no such item, or that it has expired.
	ErrNotFound = errors.New("table: no such item")
	// ErrTooLarge says that an item or a set passes a limit of the table.
	ErrTooLarge = errors.New("table: item or set is too large")
	// ErrInvalid says that an operation is malformed: a mistake of the program, not of its guest.
	ErrInvalid = errors.New("table: malformed operation")
	// ErrUnavailable says that the store could not be reached, is full, or throttles; nothing was acknowledged.
	ErrUnavailable = errors.New("table: store is unavailable")
	// ErrBadCursor says that a cursor was not made by this query.
	ErrBadCursor = errors.New("table: cursor does not belong to this query")
)

// Conflict says which operations of a set did not meet their condition; nothing was written.
type Conflict struct {
	Ops  []int // indexes into the operations handed to Write
	Keys []Key
}

// Error names what kinds of items stood in the way. Whose they are stays out of it: an error ends in a log, and the partition
// of a basket or an order carries the guest's secret.
func (c *Conflict) Error() string {
	kinds := make([]string, len(c.Keys))
	for n, k := range c.Keys {
		kinds[n], _, _ = strings.Cut(k.PK, "#")
	}
	return fmt.Sprintf("table: condition failed at %v", kinds)
}

// Failed reports whether err is a Conflict on key.
func Failed(err error, key Key) bool {
	var c *Conflict
	if !errors.As(err, &c) {
		return false
	}
	for _, k := range c.Keys {
		if k == key {
			return true
		}
	}
	return false
}
