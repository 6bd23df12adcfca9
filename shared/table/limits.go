package table

import (
	"fmt"
	"math"
	"time"
	"unicode/utf8"
)

// Limits of DynamoDB, which every engine enforces, so that a set accepted by one engine is accepted by all.
const (
	MaxItem    = 400 << 10 // bytes of one item as Size counts them
	MaxSet     = 100       // operations of one Write
	MaxSetSize = 4 << 20   // bytes of one Write
	MaxPage    = 1 << 20   // bytes of one Page: an engine without a Limit ends a page at about this size
	maxPK      = 2048      // bytes
	maxSK      = 1024      // bytes
)

// overhead is the maximum weight of an item besides its keys and data: attribute names, numbers, and the text of its
// condition, which DynamoDB counts.
const overhead = 512

// Size returns the weight of an item in bytes. It is never less than DynamoDB's count.
func Size(i Item) int {
	return overhead + len(i.PK) + len(i.SK) + len(i.Index.PK) + len(i.Index.SK) + len(i.Data)
}

// Valid reports whether an item can have this key: both parts are UTF-8, not empty, and at most 2048 and 1024 bytes.
func (k Key) Valid() bool {
	return k.PK != "" && k.SK != "" && len(k.PK) <= maxPK && len(k.SK) <= maxSK && utf8.ValidString(k.PK) && utf8.ValidString(k.SK)
}

// Validate returns ErrTooLarge or ErrInvalid for operations that some engine could not write. An engine calls it before
// it accesses its store.
func Validate(ops []Op) error {
	if len(ops) > MaxSet {
		return fmt.Errorf("%w: %d operations, at most %d", ErrTooLarge, len(ops), MaxSet)
	}
	total := 0
	seen := make(map[Key]bool, len(ops))
	for n, op := range ops {
		if op.Kind < KindPut || op.Kind > KindAdd {
			return fmt.Errorf("%w %d: unknown kind %d", ErrInvalid, n, op.Kind)
		}
		if !op.Item.Key.Valid() {
			return fmt.Errorf("%w %d: no item can have this key", ErrInvalid, n)
		}
		if op.Item.Index != (Key{}) && !op.Item.Index.Valid() {
			return fmt.Errorf("%w %d: no item can have this index key", ErrInvalid, n)
		}
		if seen[op.Item.Key] {
			return fmt.Errorf("%w %d: a second operation on %s", ErrInvalid, n, op.Item.Key)
		}
		seen[op.Item.Key] = true
		size := Size(op.Item)
		if size > MaxItem {
			return fmt.Errorf("%w: %s has %d bytes, at most %d", ErrTooLarge, op.Item.Key, size, MaxItem)
		}
		total += size
	}
	if total > MaxSetSize {
		return fmt.Errorf("%w: a set of %d bytes, at most %d", ErrTooLarge, total, MaxSetSize)
	}
	return nil
}

// Never is the epoch second stored for an item that does not expire: the end of the year 9999. A number makes the check for expiry one
// comparison.
const Never = 253402300799

// Epoch returns the item's expiry in seconds since 1970.
func (i Item) Epoch() int64 {
	if i.Expires.IsZero() {
		return Never
	}
	return min(max(i.Expires.Unix(), 0), Never)
}

// FromEpoch is the inverse of Item.Epoch.
func FromEpoch(seconds int64) time.Time {
	if seconds >= Never {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

// Holds reports whether the stored item meets the operation's condition. old is nil if it is absent or has expired.
func (o Op) Holds(old *Item) bool {
	switch o.Kind {
	case KindPut:
		return true
	case KindCreate:
		return old == nil
	case KindReplace:
		return old != nil && old.Version == o.Version
	case KindDelete:
		return o.Version == 0 || old != nil && old.Version == o.Version
	case KindAdd:
		var count int64
		if old != nil {
			count = old.Count
		}
		return o.mayAdd(count)
	}
	return false
}

func (o Op) mayAdd(count int64) bool {
	if o.Delta > 0 && count > math.MaxInt64-o.Delta || o.Delta < 0 && count < math.MinInt64-o.Delta {
		return false
	}
	return count+o.Delta >= o.Min && count+o.Delta <= o.Max
}

// Conflicts returns a Conflict of the operations with a condition that their stored items (nil: absent) do not meet, or nil.
func Conflicts(ops []Op, olds []*Item) *Conflict {
	var c Conflict
	for n, op := range ops {
		if !op.Holds(olds[n]) {
			c.Ops, c.Keys = append(c.Ops, n), append(c.Keys, op.Item.Key)
		}
	}
	if c.Ops == nil {
		return nil
	}
	return &c
}

// NeedsTransaction reports whether DynamoDB applies a Write as a transaction, at twice the price: several operations, or one that must not
// be applied twice after a lost response and stores no stamp by which a retry would recognise it.
func NeedsTransaction(ops []Op) bool {
	return len(ops) != 1 || ops[0].Kind == KindAdd || ops[0].Kind == KindDelete && ops[0].Version != 0
}

// Result returns the item that replaces old (nil: absent), for the kinds that write one.
func (o Op) Result(old *Item) Item {
	if o.Kind != KindAdd {
		next := o.Item
		next.Version = 1
		if old != nil {
			next.Version = old.Version + 1
		}
		return next
	}
	if old == nil {
		return Item{Key: o.Item.Key, Version: 1, Expires: o.Item.Expires, Count: o.Delta}
	}
	next := *old
	next.Count += o.Delta
	next.Version++
	return next
}
