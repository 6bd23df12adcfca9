package basket

import (
	"ordering/shared/money"
	"ordering/shared/problem"
)

// Update is a change of the basket's own fields; nil keeps the current value.
type Update struct {
	Instructions *string
	Cutlery      *bool
	Tip          *Tip
	// Chosen are ids of promotions to apply in place of the best ones; empty for the best ones.
	Chosen *[]string
	// AcceptChanges means that the guest has seen the changes of the basket: see Accept.
	AcceptChanges bool
}

// Update changes the basket. problem.TipInvalid for a tip that the brand does not allow, problem.CurrencyMixed for one in another
// currency than the restaurant's.
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
	if u.Chosen != nil {
		b = b.choose(pc, *u.Chosen)
	}
	return b, nil
}

// tip checks a tip and keeps only the fields of its kind.
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
