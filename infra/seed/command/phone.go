package command

import "github.com/nyaruka/phonenumbers"

// phone converts a number in any usual form into E.164; false if the number is not possible.
func phone(number, country string) (string, bool) {
	n, err := phonenumbers.Parse(number, country)
	if err != nil || phonenumbers.IsPossibleNumberWithReason(n) != phonenumbers.IS_POSSIBLE { // refuses local numbers
		return "", false
	}
	return phonenumbers.Format(n, phonenumbers.E164), true
}
