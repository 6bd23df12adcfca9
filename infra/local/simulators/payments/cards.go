package payments

import (
	"regexp"
	"slices"
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
	{Number: "4000 0000 0000 4087", Happens: "The payment succeeds, and its first answer is lost", loses: true},
}

// brands are the known card brands by the first digits of their numbers.
var brands = []struct {
	name, label string
	first       *regexp.Regexp
}{
	{"visa", "Visa", regexp.MustCompile(`^4`)},
	{"mastercard", "Mastercard", regexp.MustCompile(`^(5[1-5]|2[2-7])`)},
	{"amex", "American Express", regexp.MustCompile(`^3[47]`)},
	{"discover", "Discover", regexp.MustCompile(`^6[05]`)},
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

// label returns the card as its owner knows it: "Visa ending in 4242".
func (m method) label(l locale.Locale) string {
	name := words["title"].In(l)
	for _, b := range brands {
		if b.name == m.Brand {
			name = b.label
		}
	}
	return name + " " + words["ending"].In(l) + " " + m.LastFour
}

func (m method) card() card {
	if m.Test < 0 {
		return card{}
	}
	return cards[m.Test]
}

var (
	spaces       = strings.NewReplacer(" ", "", "-", "")
	cardNumber   = regexp.MustCompile(`^\d{12,19}$`)
	securityCode = regexp.MustCompile(`^\d{3,4}$`)
)

// newMethod validates the card field's input and drops the number. It returns Stripe's error code if the input is invalid.
func newMethod(number, month, year, code string, now time.Time) (method, string) {
	digits := spaces.Replace(number)
	m, _ := strconv.Atoi(month)
	y, _ := strconv.Atoi(year)
	if len(year) == 2 {
		y += 2000
	}
	// A card is valid until the end of its month in the guest's timezone.
	until := time.Date(y, time.Month(m)+1, 2, 0, 0, 0, 0, time.UTC)
	switch {
	case !cardNumber.MatchString(digits) || !luhn(digits):
		return method{}, "incorrect_number"
	case m < 1 || m > 12:
		return method{}, "invalid_expiry_month"
	case !until.After(now) || y > now.Year()+30:
		return method{}, "invalid_expiry_year"
	case !securityCode.MatchString(code):
		return method{}, "invalid_cvc"
	}
	made := method{ID: "pm_" + text(), Brand: "unknown", LastFour: digits[len(digits)-4:], Month: m, Year: y}
	made.Test = slices.IndexFunc(cards, func(c card) bool { return spaces.Replace(c.Number) == digits })
	for _, b := range brands {
		if b.first.MatchString(digits) {
			made.Brand = b.name
		}
	}
	return made, ""
}

// luhn reports whether the check digit is right.
func luhn(digits string) bool {
	sum := 0
	for n := range len(digits) {
		d := int(digits[len(digits)-1-n]-'0') * (1 + n%2)
		sum += d/10 + d%10
	}
	return sum%10 == 0
}
