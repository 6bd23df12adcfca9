package tender

import "ordering/shared/money"

// Split divides a total between a first tender, which can pay up to available, and a second one, which cannot charge less than least.
// The first pays less if too little would remain for the second; it pays nothing if the total is less than least and it cannot pay all.
func Split(total, available, least money.Amount) (first, second money.Amount) {
	pays := max(0, min(total.Minor, available.Minor))
	if rest := total.Minor - pays; rest > 0 && rest < least.Minor {
		pays = max(0, total.Minor-least.Minor)
	}
	return money.Of(pays, total.Currency), money.Of(total.Minor-pays, total.Currency)
}
