package loyalty

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"ordering/shared/table"
)

// Shards are the index partitions that list the accounts.
const Shards = 8

const checkedRow = "checked"

// checked is the row that lists an account in the index, and what its entries summed to when Check last read them.
type checked struct {
	Entries int64 `json:"entries"`
	Balance int64 `json:"balance"`
	Debt    int64 `json:"debt"`
}

func (c checked) item(customer string) table.Item {
	i := item(table.Key{PK: Prefix + customer, SK: checkedRow}, c)
	i.Index = table.Key{PK: accounts(int(spread(customer) % Shards)), SK: customer}
	return i
}

func spread(customer string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(customer))
	return h.Sum32()
}

func accounts(shard int) string { return fmt.Sprintf("points-accounts#%d", shard) }

// Accounts calls each with the customers that have an account in one of the Shards, after a customer (empty: from the first), until each
// returns an error.
func Accounts(ctx context.Context, t table.Table, shard int, after string, each func(customer string) error) error {
	for i, err := range table.All(ctx, t, table.Query{Index: true, PK: accounts(shard), From: after}) {
		if err != nil {
			return fmt.Errorf("loyalty: list the accounts: %w", err)
		}
		if i.Index.SK == after {
			continue
		}
		if err := each(i.Index.SK); err != nil {
			return err
		}
	}
	return nil
}

// Check compares an account with its entries, of which it reads those after its last call. It returns how the account is wrong, or "". The
// row that remembers the last call changes only if the account is right.
func Check(ctx context.Context, t table.Table, customer string) (wrong string, err error) {
	return check(ctx, t, customer, false)
}

// CheckAll compares an account with all of its entries. It finds a change of an entry that Check has read.
func CheckAll(ctx context.Context, t table.Table, customer string) (wrong string, err error) {
	return check(ctx, t, customer, true)
}

// CheckedInFull reports whether CheckAll is due on the day of now: each account's turn is one day of every month.
func CheckedInFull(customer string, now time.Time) bool {
	return now.Day() == 1+int(spread(customer)%28)
}

func check(ctx context.Context, t table.Table, customer string, all bool) (wrong string, err error) {
	i, err := t.Get(ctx, table.Key{PK: Prefix + customer, SK: checkedRow})
	if err != nil {
		return "", fmt.Errorf("loyalty: check an account: %w", err)
	}
	var last checked
	if err := json.Unmarshal(i.Data, &last); err != nil {
		return "", fmt.Errorf("loyalty: check an account: %w", err)
	}
	a, err := Load(ctx, t, customer) // before the entries: later ones are left to the next call
	if err != nil {
		return "", err
	}
	var now checked
	if !all {
		now = last
	}
	for e, err := range Entries(ctx, t, customer, now.Entries+1, a.Entries) {
		if err != nil {
			return "", err
		}
		now = checked{now.Entries + 1, now.Balance + e.Points(), now.Debt + e.Debt()}
		if e.sum() != 0 || e.Number != now.Entries || e.Balance != now.Balance {
			return fmt.Sprintf("entry %d sums to %d and says %d", e.Number, e.sum(), e.Balance), nil
		}
	}
	if got := (checked{a.Entries, a.Balance(), a.Debt}); got != now || a.Held < 0 || a.Debt < 0 {
		return fmt.Sprintf("the account says %+v, its entries %+v", got, now), nil
	}
	if now == last {
		return "", nil
	}
	next := now.item(customer)
	// A concurrent call checks the same: its row is as good.
	if err := t.Write(ctx, table.Replace(next, i.Version)); err != nil && !table.Failed(err, next.Key) {
		return "", fmt.Errorf("loyalty: check an account: %w", err)
	}
	return "", nil
}

// sum is that of the postings: 0.
func (e Entry) sum() (sum int64) {
	for _, points := range e.Postings {
		sum += points
	}
	return sum
}

// Shown reports whether a row is one that a customer can read: the account, an entry, a grant or the progress.
func Shown(k table.Key) bool {
	return k.SK == "account" || k.SK == "progress" || strings.HasPrefix(k.SK, entryPrefix) || strings.HasPrefix(k.SK, grantPrefix)
}
