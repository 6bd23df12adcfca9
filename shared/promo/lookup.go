package promo

import (
	"context"
	"fmt"
	"slices"

	"ordering/shared/guest"
	"ordering/shared/table"
)

// Lookup returns the coupon of a code that a guest typed. It is not known if no promotion has it, or an order holds or used it. The reads
// are the same for every code.
func (s *Set) Lookup(ctx context.Context, t table.Table, guests guest.Secret, typed string) (c Coupon, known bool, err error) {
	serial, _ := SerialCode(typed)
	row, _, err := FindCoupon(ctx, t, guests, serial)
	if err != nil {
		return Coupon{}, false, fmt.Errorf("promo: look up a code: %w", err)
	}
	if p, ok := s.Find(row.Promotion); ok && p.Serialized && row.Order == "" {
		return Coupon{Promotion: p.ID, Kind: SerializedCode, Code: serial}, true, nil
	}
	code, all := NormalCode(typed), s.All()
	if i := slices.IndexFunc(all, func(p Promotion) bool { return p.Code != "" && NormalCode(p.Code) == code }); i >= 0 {
		return Coupon{Promotion: all[i].ID, Kind: SharedCode, Code: code}, true, nil
	}
	return Coupon{}, false, nil
}

// Price is what the promotion costs in points with this coupon; nil for none.
func (c *Coupon) Price(p *Promotion) int {
	if c != nil && c.Points > 0 {
		return min(c.Points, p.Points)
	}
	return p.Points
}

// unlocks reports whether the coupon is valid for the promotion. A code that an import replaced is not.
func (c Coupon) unlocks(p *Promotion) bool {
	if c.Promotion != p.ID {
		return false
	}
	switch c.Kind {
	case LoyaltyItem:
		return p.Points > 0
	case SerializedCode:
		return p.Serialized
	}
	return c.Code != "" && c.Code == p.Code
}

// Is reports whether a guest typed the code of the coupon.
func (c Coupon) Is(typed string) bool {
	serial, ok := SerialCode(typed)
	return c.Kind != LoyaltyItem && (c.Code == NormalCode(typed) || ok && c.Kind == SerializedCode && c.Code == serial)
}

// Applies reports whether the coupon unlocked a promotion that applies. A cart has one coupon of a promotion.
func (r Result) Applies(c Coupon) bool {
	return slices.ContainsFunc(r.Applied, func(a Applied) bool { return a.Coupon != nil && a.ID == c.Promotion })
}
