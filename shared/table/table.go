// Package table is the interface to the single table that holds all state: a small subset of DynamoDB that an embedded store can implement
// too. The engines are table/sqlite and table/dynamo; the suite table/tabletest proves that they behave the same.
package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"
)

// Key identifies an item: its partition and its sort key.
type Key struct {
	PK string
	SK string
}

func (k Key) String() string { return k.PK + "/" + k.SK }

// Encode returns a value as the data of an item. It panics for a value that has no JSON: stored types are of texts, numbers and times.
func Encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

// Item is one item. Data is a JSON document, stored unchanged (at most MaxItem bytes, see Size).
type Item struct {
	Key
	// Version is 1 after the first write and grows by one with each write. Replace requires it.
	Version int64
	// Expires is when the item expires, in whole seconds, UTC; zero means never. It is checked on read: an expired item
	// is not found, not listed, and absent in every condition, even before the engine has deleted it.
	Expires time.Time
	// Index is the item's key in the secondary index. A zero Key leaves it out.
	Index Key
	// Count is the item's bounded counter. Add changes it; Put, Create and Replace set it.
	Count int64
	Data  []byte
}

// Table is the store interface of the domain. Reads are strongly consistent, except for the index on DynamoDB.
type Table interface {
	// Get reads one item. ErrNotFound if it is absent or has expired.
	Get(ctx context.Context, key Key) (Item, error)
	// Query reads a partition of the table or of the index in the order of SK (bytes of UTF-8). ErrBadCursor if the
	// cursor belongs to another query.
	Query(ctx context.Context, q Query) (Page, error)
	// Write applies all operations or none. *Conflict if a condition does not hold; ErrTooLarge if a limit is exceeded; ErrInvalid if
	// operations are malformed (for example two of one key); ErrUnavailable if the store cannot be reached or throttles after the retries.
	// In the last case, and if ctx ends during the write, the operations may have been applied.
	Write(ctx context.Context, ops ...Op) error
}

// Query selects the items of one partition with SK in [From, To]. An empty To means no upper bound.
type Query struct {
	PK         string
	Index      bool // PK, From and To apply to Item.Index instead of Item.Key
	From, To   string
	Descending bool
	Limit      int    // 0 means the engine's page size
	Cursor     string // of an earlier Page; opaque, bound to its query (but not to its Limit)
}

// Page is one result page of a Query. An empty Cursor marks the last page. A page that reaches its Limit has a cursor
// even if nothing follows, because the check would cost a read. Items of the index with the same SK come in any order.
type Page struct {
	Items  []Item
	Cursor string
}

// All iterates over every item of a query, page by page. It ends with the first error.
func All(ctx context.Context, t Table, q Query) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for {
			page, err := t.Query(ctx, q)
			if err != nil {
				yield(Item{}, err)
				return
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			if q.Cursor = page.Cursor; q.Cursor == "" {
				return
			}
		}
	}
}

// Find reads the item with the key and decodes its data into v, unless v is nil. An absent item is no error: it has version 0 and leaves v
// unchanged.
func Find(ctx context.Context, t Table, key Key, v any) (Item, error) {
	i, err := t.Get(ctx, key)
	if errors.Is(err, ErrNotFound) {
		return Item{Key: key}, nil
	}
	if err == nil && v != nil {
		err = json.Unmarshal(i.Data, v)
	}
	return i, err
}

// Kind is the kind of an Op.
type Kind int

const (
	KindPut     Kind = iota + 1 // write unconditionally
	KindCreate                  // write if absent
	KindReplace                 // write if the version is Op.Version
	KindDelete                  // delete; if Op.Version is not 0 only at that version
	KindAdd                     // change Count by Delta if the result stays in [Min, Max]; creates an absent item at 0
)

// Op is one conditional operation of a Write. Make it with Put, Create, Replace, Delete or Add.
type Op struct {
	Kind     Kind
	Item     Item // Put, Create, Replace: the item to write. Else only its Key (and, for Add, Expires when the item is created)
	Version  int64
	Delta    int64
	Min, Max int64
}

// Put writes the item unconditionally.
func Put(i Item) Op { return Op{Kind: KindPut, Item: i} }

// Create writes the item if it is absent or has expired.
func Create(i Item) Op { return Op{Kind: KindCreate, Item: i} }

// Replace writes the item if the stored version is version.
func Replace(i Item, version int64) Op { return Op{Kind: KindReplace, Item: i, Version: version} }

// Save writes the item if it has not changed since it was read with the version, which is 0 if it was absent.
func Save(i Item, version int64) Op {
	if version == 0 {
		return Create(i)
	}
	return Replace(i, version)
}

// Delete removes the item at version, or at any version if version is 0. Deleting an absent item with version 0 succeeds.
func Delete(k Key, version int64) Op {
	return Op{Kind: KindDelete, Item: Item{Key: k}, Version: version}
}

// Add changes the item's Count by delta if the result stays within [min, max]. An absent item counts from 0.
func Add(k Key, delta, min, max int64) Op {
	return Op{Kind: KindAdd, Item: Item{Key: k}, Delta: delta, Min: min, Max: max}
}

var (
	// ErrNotFound means that the item does not exist or has expired.
	ErrNotFound = errors.New("table: no such item")
	// ErrTooLarge means that an item or a set exceeds a limit of the table.
	ErrTooLarge = errors.New("table: item or set is too large")
	// ErrInvalid means that an operation is malformed: a programming error, not a client error.
	ErrInvalid = errors.New("table: malformed operation")
	// ErrUnavailable means that the store cannot be reached, is full, or throttles. Nothing was acknowledged.
	ErrUnavailable = errors.New("table: store is unavailable")
	// ErrBadCursor means that the cursor was made by another query.
	ErrBadCursor = errors.New("table: cursor does not belong to this query")
)

// Conflict lists the operations of a set with a failed condition. Nothing was written.
type Conflict struct {
	Ops  []int // indexes into the operations passed to Write
	Keys []Key
}

// Error names the kinds of the items in conflict, without their IDs: errors are logged, and the partition key of a
// basket or an order contains the guest's secret.
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
