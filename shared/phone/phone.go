// Package phone parses the phone numbers that guests type. It knows the North American numbering plan, which all the restaurants' countries
// share, and only the length of other numbers; a library with all plans would add 7 ms to a cold start.
package phone

import "strings"

// Parse returns the number in E.164. It accepts any usual form of the North American plan (with or without the 1), and
// numbers of other countries with + or 00.
func Parse(text string) (string, bool) {
	text = strings.TrimSpace(text)
	abroad := strings.HasPrefix(text, "+") || strings.HasPrefix(text, "00")
	digits := separators.Replace(strings.TrimPrefix(text, "+"))
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", false
	}
	if abroad {
		digits = strings.TrimPrefix(digits, "00")
		if strings.HasPrefix(digits, "1") {
			return northAmerican(digits[1:])
		}
		// ITU-T E.164: at most 15 digits, no country code begins with 0. The shortest numbers in use have 7.
		if len(digits) < 7 || len(digits) > 15 || digits[0] == '0' {
			return "", false
		}
		return "+" + digits, true
	}
	if len(digits) == 11 {
		digits = strings.TrimPrefix(digits, "1")
	}
	return northAmerican(digits)
}

// separators removes what people write between digits.
var separators = strings.NewReplacer(
	" ", "", "\u00a0", "", "\u202f", "", "-", "", ".", "", "(", "", ")", "", "/", "", "\u2010", "", "\u2011", "", "\u2013", "",
)

// northAmerican checks area code and exchange: neither begins with 0 or 1 or ends in 11, and no area code has a 9 in
// the middle (reserved for expansion).
func northAmerican(d string) (string, bool) {
	if len(d) != 10 || d[0] < '2' || d[3] < '2' || d[1] == '9' || d[1:3] == "11" || d[4:6] == "11" {
		return "", false
	}
	return "+1" + d, true
}
