package basket

import (
	"strings"
	"time"

	"ordering/shared/table"
)

// followedFor is how long it is known which baskets were made of one: a basket lives from one change to the next, and nobody changes
// one for a season.
const followedFor = 90 * 24 * time.Hour

const nextPrefix = "next#"

// Begin writes a basket that is new. One that was made of another is filed beside that one, with what the guest wrote there: who
// wants to be forgotten is found in both.
func (b Basket) Begin(now time.Time) []table.Op {
	ops := []table.Op{b.Save(now)}
	if b.From != "" {
		filed := table.Key{PK: Key(b.From).PK, SK: nextPrefix + b.ID}
		ops = append(ops, table.Put(table.Item{Key: filed, Data: []byte("{}"), Expires: now.Add(followedFor).Truncate(time.Second).UTC()}))
	}
	return ops
}

// Next names the basket that an item beside another basket says was made of that one.
func Next(k table.Key) (id string, ok bool) { return strings.CutPrefix(k.SK, nextPrefix) }
