package basket

import (
	"strings"
	"time"

	"ordering/shared/table"
)

// linkLifetime is how long the link from a basket to a basket made from it is kept. It is much longer than the life of a basket, which ends
// a week after its last change.
const linkLifetime = 90 * 24 * time.Hour

const nextPrefix = "next#"

// Begin writes a new basket. If it was made from another one, it also writes a link beside that one, so that an erasure finds both:
// both contain the guest's texts.
func (b Basket) Begin(now time.Time) []table.Op {
	ops := []table.Op{b.Save(now)}
	if b.From != "" {
		link := table.Key{PK: Key(b.From).PK, SK: nextPrefix + b.ID}
		ops = append(ops, table.Put(table.Item{Key: link, Data: []byte("{}"), Expires: now.Add(linkLifetime).Truncate(time.Second).UTC()}))
	}
	return ops
}

// Next returns the id of the basket that a link beside another basket names.
func Next(k table.Key) (id string, ok bool) { return strings.CutPrefix(k.SK, nextPrefix) }
