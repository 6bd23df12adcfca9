package ordertest

import (
	"context"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Kinds of the tenders of tests, besides the card.
const (
	KindGift   = 4  // local
	KindWallet = 13 // remote, at a provider of its own
)

// The rows of the gift card: what it can still pay, and what unplaced orders hold of it.
var balance, held = table.Key{PK: "gift#card", SK: "balance"}, table.Key{PK: "gift#card", SK: "held"}

// GiftBalance is what the gift card has before it pays.
const GiftBalance = 5000

// gift is a gift card that pays a part of an order.
type gift struct {
	table  table.Table
	tender order.Tender
}

// Gift is the gift card as a kind of local tender.
func Gift(t table.Table, _ *order.Order, paid order.Tender) order.LocalTender { return gift{t, paid} }

// LoadGift is the operation that issues the gift card.
func LoadGift() table.Op {
	return table.Create(table.Item{Key: balance, Count: GiftBalance, Data: []byte("{}")})
}

// Claim holds the tender's amount, if the card has it.
func (g gift) Claim(ctx context.Context, _ time.Time) ([]table.Op, error) {
	i, err := table.Find(ctx, g.table, balance, nil)
	if err != nil {
		return nil, err
	}
	if i.Count < g.tender.Amount.Minor {
		return nil, problem.New(problem.PaymentDeclined)
	}
	return []table.Op{g.add(balance, -g.tender.Amount.Minor), g.add(held, g.tender.Amount.Minor)}, nil
}

// Confirm spends what is held.
func (g gift) Confirm(context.Context, time.Time) ([]table.Op, error) {
	return []table.Op{g.add(held, -g.tender.Amount.Minor)}, nil
}

// Release returns the tender's amount to the card, spent or not.
func (g gift) Release(context.Context, time.Time, time.Time) ([]table.Op, error) {
	if amount := g.tender.Amount.Minor; g.tender.State == order.PaymentAuthorised {
		return []table.Op{g.add(balance, amount), g.add(held, -amount)}, nil
	}
	return []table.Op{g.add(balance, g.tender.Left().Minor)}, nil
}

// Refund returns a part of the spent amount to the card.
func (g gift) Refund(_ context.Context, _ time.Time, part money.Amount) ([]table.Op, error) {
	return []table.Op{g.add(balance, part.Minor)}, nil
}

// Contended returns the partition that concurrent orders change.
func (g gift) Contended() []string { return []string{balance.PK} }

func (g gift) add(k table.Key, delta int64) table.Op { return table.Add(k, delta, 0, GiftBalance) }

// CheckGift fails the test unless the balance of the gift card is reduced by exactly its payments in the orders.
func CheckGift(t testing.TB, tt table.Table, orders ...order.Order) {
	t.Helper()
	want := map[table.Key]int64{balance: GiftBalance, held: 0}
	for _, o := range orders {
		for _, paid := range o.Tenders {
			if paid.Kind == KindGift {
				want[balance] -= paid.Left().Minor
			}
		}
	}
	for key, count := range want {
		i, err := table.Find(context.Background(), tt, key, nil)
		assert.NilError(t, err)
		assert.Check(t, is.Equal(i.Count, count), key.SK)
	}
}

// Split returns the submission of a basket that the gift card and the wallet pay in part, and the card for the rest.
func (g *Fixture) Split(s order.Submission, fromGift, fromWallet int64, wallet string) order.Submission {
	usd := func(minor int64) money.Amount { return money.Of(minor, s.Total.Currency) }
	s.Before = nil
	if fromGift > 0 {
		s.Before = append(s.Before, order.TenderPart{Kind: KindGift, Amount: usd(fromGift)})
	}
	if fromWallet > 0 {
		s.Before = append(s.Before, order.TenderPart{Kind: KindWallet, Amount: usd(fromWallet), Method: wallet})
	}
	if s.Total.Minor == fromGift+fromWallet {
		s.Kind, s.Method = order.KindFree, ""
	}
	return s
}
