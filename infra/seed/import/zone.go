package main

import (
	"sync"

	"github.com/nyaruka/phonenumbers"
	"github.com/ringsaturn/tzf"
)

// zoneAt finds the IANA zone of a point. The map is opened when the first is asked for: a file that names its zones needs none.
func zoneAt() func(latitude, longitude float64) string {
	finder := sync.OnceValue(func() tzf.F {
		f, err := tzf.NewDefaultFinder()
		if err != nil {
			return nil
		}
		return f
	})
	return func(latitude, longitude float64) string {
		f := finder()
		if f == nil {
			return ""
		}
		return f.GetTimezoneName(longitude, latitude)
	}
}

// phone turns a number in any usual form into E.164; false when nobody could have it.
func phone(number, country string) (string, bool) {
	n, err := phonenumbers.Parse(number, country)
	if err != nil || phonenumbers.IsPossibleNumberWithReason(n) != phonenumbers.IS_POSSIBLE { // not what is possible within one town only
		return "", false
	}
	return phonenumbers.Format(n, phonenumbers.E164), true
}
