package money

import "ordering/shared/locale"

// In formats the amount for l: $12.50, 12,50 $. The symbol has no country, because a restaurant sells in one currency.
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
