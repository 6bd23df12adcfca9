package payments

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"ordering/shared/locale"
)

// card is a test card and its outcome.
type card struct {
	Number  string
	Happens string // description for the page
	decline string // Stripe's decline code
	asks    bool   // the bank asks the guest to authenticate
	loses   bool   // the payment succeeds, but its answer is lost
}

// cards are the documented test cards. Any other valid number succeeds.
var cards = []card{
	{Number: "4242 4242 4242 4242", Happens: "The payment succeeds"},
	{Number: "4000 0000 0000 0002", Happens: "The card is declined", decline: "generic_decline"},
	{Number: "4000 0000 0000 9995", Happens: "The card is declined: not enough money", decline: "insufficient_funds"},
	{Number: "4000 0000 0000 0069", Happens: "The card is declined: it has expired", decline: "expired_card"},
	{Number: "4000 0000 0000 0127", Happens: "The card is declined: wrong security code", decline: "incorrect_cvc"},
	{Number: "4000 0000 0000 0119", Happens: "The card is declined: the bank could not process it", decline: "processing_error"},
	{Number: "4000 0027 6000 3184", Happens: "The bank asks the guest, who approves or not", asks: true},
	{Number: "4000 0000 0000 4087", Happens: "The payment succeeds, and the first answer is lost on the way", loses: true},
}

// method is a card as the ledger stores it: brand, last four digits and expiry, never the number.
type method struct {
	ID       string `json:"id"`
	Brand    string `json:"brand"`
	LastFour string `json:"last4"`
	Month    int    `json:"month"`
	Year     int    `json:"year"`
	Test     int    `json:"test"` // index in cards; -1 for any other card
}

// called returns the card's name for its owner.
func (m method) called(l locale.Locale) string {
	names := map[string]string{"visa": "Visa", "mastercard": "Mastercard", "amex": "American Express", "discover": "Discover"}
	return cmp.Or(names[m.Brand], words["title"].In(l)) + " " + words["ending"].In(l) + " " + m.LastFour
}

func (m method) card() card {
	if m.Test < 0 {
		return card{}
	}
	return cards[m.Test]
}

// newMethod validates the card field's input and drops the number. It returns Stripe's error code if the input is invalid.
func newMethod(number, month, year, code string, now time.Time) (method, string) {
	digits := strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, number)
	if len(digits) < 12 || len(digits) > 19 || !luhn(digits) {
		return method{}, "incorrect_number"
	}
	m, err := strconv.Atoi(month)
	if err != nil || m < 1 || m > 12 {
		return method{}, "invalid_expiry_month"
	}
	y, err := strconv.Atoi(year)
	if err != nil || len(year) != 2 && len(year) != 4 {
		return method{}, "invalid_expiry_year"
	}
	if y < 100 {
		y += 2000
	}
	// A card is valid until the end of its month in the guest's timezone.
	if !time.Date(y, time.Month(m)+1, 2, 0, 0, 0, 0, time.UTC).After(now) || y > now.Year()+30 {
		return method{}, "invalid_expiry_year"
	}
	if _, err := strconv.Atoi(code); err != nil || len(code) < 3 || len(code) > 4 {
		return method{}, "invalid_cvc"
	}
	test := -1
	for n, c := range cards {
		if strings.ReplaceAll(c.Number, " ", "") == digits {
			test = n
		}
	}
	return method{ID: "pm_" + text(), Brand: brand(digits), LastFour: digits[len(digits)-4:], Month: m, Year: y, Test: test}, ""
}

// luhn reports whether the check digit is right.
func luhn(digits string) bool {
	sum := 0
	for n := range len(digits) {
		d := int(digits[len(digits)-1-n]) - '0'
		if d < 0 || d > 9 {
			return false
		}
		if n%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

func brand(digits string) string {
	switch two := digits[:2]; {
	case two[0] == '4':
		return "visa"
	case two >= "51" && two <= "55", two >= "22" && two <= "27":
		return "mastercard"
	case two == "34" || two == "37":
		return "amex"
	case two == "60" || two == "65":
		return "discover"
	}
	return "unknown"
}
