package main

import "github.com/nyaruka/phonenumbers"

// phone turns a number in any usual form into E.164; false when nobody could have it.
func phone(number, country string) (string, bool) {
	n, err := phonenumbers.Parse(number, country)
	if err != nil || phonenumbers.IsPossibleNumberWithReason(n) != phonenumbers.IS_POSSIBLE { // not what is possible within one town only
		return "", false
	}
	return phonenumbers.Format(n, phonenumbers.E164), true
}
