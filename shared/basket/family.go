package basket

import (
	"strings"
	"time"

	"ordering/shared/table"
)

// followedFor is how long the link from a basket to those made from it is kept. A basket is kept for a week after its last change; no
// guest keeps changing one for a season.
const followedFor = 90 * 24 * time.Hour

const nextPrefix = "next#"

// Begin writes a new basket. If it was made from another one, it also writes a link beside that one, because both contain the guest's
// texts: an erasure finds both.
func (b Basket) Begin(now time.Time) []table.Op {
	ops := []table.Op{b.Save(now)}
	if b.From != "" {
		filed := table.Key{PK: Key(b.From).PK, SK: nextPrefix + b.ID}
		ops = append(ops, table.Put(table.Item{Key: filed, Data: []byte("{}"), Expires: now.Add(followedFor).Truncate(time.Second).UTC()}))
	}
	return ops
}

// Next returns the id of the basket that a link beside another basket names.
func Next(k table.Key) (id string, ok bool) { return strings.CutPrefix(k.SK, nextPrefix) }
