package basket

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ordering/shared/problem"
	"ordering/shared/table"
)

const (
	// listedFor is how long a basket stays in a customer's list: twice as long as it lives without a change.
	listedFor = 2 * keptFor
	// mostListed bounds the items that are read, mostElsewhere the baskets behind the newest of them.
	mostListed    = 50
	mostElsewhere = 8
)

// listed is the data of the item that adds a basket to a customer's list.
type listed struct {
	At time.Time `json:"at"`
}

// ListFor adds the basket with this token to the customer's list. A repeated write only renews it. The basket is not changed: its token
// alone gives access to it, and a page that shows it keeps its version.
func ListFor(customer, id string, now time.Time) table.Op {
	key := table.Key{PK: customerPartition(customer), SK: id}
	return table.Put(table.Item{Key: key, Data: table.Encode(listed{now.UTC()}), Expires: now.Add(listedFor).Truncate(time.Second).UTC()})
}

func customerPartition(customer string) string { return "customer-baskets#" + customer }

// Elsewhere lists the customer's baskets that are open and not empty, the newest first. It leaves out the current basket ("" for none) and
// baskets that were copied to another one.
func Elsewhere(ctx context.Context, t table.Table, customer, current string) ([]Basket, error) {
	page, err := t.Query(ctx, table.Query{PK: customerPartition(customer), Limit: mostListed})
	if err != nil {
		return nil, fmt.Errorf("basket: list a customer's baskets: %w", err)
	}
	type entry struct {
		id string
		listed
	}
	all := make([]entry, len(page.Items))
	for n, i := range page.Items {
		all[n].id = i.SK
		if err := json.Unmarshal(i.Data, &all[n].listed); err != nil {
			return nil, fmt.Errorf("basket: list a customer's baskets: %w", err)
		}
	}
	slices.SortFunc(all, func(a, b entry) int { return b.At.Compare(a.At) })
	var open []Basket
	replaced := map[string]bool{current: true}
	for _, e := range all[:min(len(all), mostElsewhere)] {
		b, err := Load(ctx, t, e.id)
		if problem.Is(err, problem.BasketNotFound) {
			continue // expired
		}
		if err != nil {
			return nil, err
		}
		replaced[b.From], replaced[b.Holder] = true, true
		if b.State == Open && len(b.Lines) > 0 {
			open = append(open, b)
		}
	}
	if current != "" {
		b, err := Load(ctx, t, current)
		if err != nil && !problem.Is(err, problem.BasketNotFound) {
			return nil, err
		}
		replaced[b.From], replaced[b.Holder] = true, true
	}
	return slices.DeleteFunc(open, func(b Basket) bool { return replaced[b.ID] }), nil
}
