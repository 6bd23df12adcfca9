package money

import "ordering/shared/locale"

// In is the amount as a guest reads it: $12.50, 12,50 $. The symbol is the short one: what is sold in one restaurant has one currency.
func (a Amount) In(l locale.Locale) string {
	plain := a.Decimal().StringFixed(2)
	if l.French() {
		return l.Decimal(plain) + "\u00a0$"
	}
	if a.Minor < 0 {
		return "-$" + l.Decimal(plain[1:])
	}
	return "$" + l.Decimal(plain)
}
