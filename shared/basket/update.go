package basket

import (
	"ordering/shared/money"
	"ordering/shared/problem"
)

// Update is what changes of the basket as a whole; nil keeps what is there.
type Update struct {
	Instructions *string
	Cutlery      *bool
	Tip          *Tip
	// AcceptChanges says that the guest has seen the changes of the basket: see Accept.
	AcceptChanges bool
}

// Update changes the basket. A tip that the brand does not allow is problem.TipInvalid, one in another currency than the
// restaurant's is problem.CurrencyMixed.
func (b Basket) Update(pc PricingContext, u Update) (Basket, error) {
	if err := b.Changeable(); err != nil {
		return b, err
	}
	if u.AcceptChanges {
		b = b.Accept(pc)
	}
	if u.Instructions != nil {
		text, err := instructions(*u.Instructions)
		if err != nil {
			return b, err
		}
		b.Instructions = text
	}
	if u.Cutlery != nil {
		b.Cutlery = *u.Cutlery && pc.Brand.CutleryKit
	}
	if u.Tip != nil {
		tip, err := b.tip(pc, *u.Tip)
		if err != nil {
			return b, err
		}
		b.Tip = &tip
	}
	return b, nil
}

// tip judges a tip and keeps only what its kind speaks of.
func (b Basket) tip(pc PricingContext, t Tip) (Tip, error) {
	limit := tipLimit(pc, Price(b, pc).Subtotal)
	invalid := problem.New(problem.TipInvalid, "max", limit)
	switch t.Kind {
	case TipNone:
		return Tip{Kind: TipNone}, nil
	case TipPercent:
		if t.Percent < 0 || t.Percent > pc.Brand.MaxTipPercent {
			return Tip{}, invalid
		}
		return Tip{Kind: TipPercent, Percent: t.Percent}, nil
	case TipAmount:
		if t.Amount == nil || t.Amount.Minor < 0 || t.Amount.Minor > limit.Minor {
			return Tip{}, invalid
		}
		if t.Amount.Currency != b.Currency {
			return Tip{}, problem.New(problem.CurrencyMixed)
		}
		amount := money.Of(t.Amount.Minor, b.Currency)
		return Tip{Kind: TipAmount, Amount: &amount}, nil
	}
	return Tip{}, invalid
}
