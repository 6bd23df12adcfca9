package importer

import (
	"fmt"
	"strings"

	"ordering/shared/location"
)

// oldTimezones maps outdated names of zones that chains still use to current ones (the IANA file "backward").
var oldTimezones = reversed(map[string]string{
	"America/New_York": "US/Eastern EST5EDT", "America/Chicago": "US/Central CST6CDT", "America/Phoenix": "US/Arizona",
	"America/Denver": "US/Mountain MST7MDT Navajo America/Shiprock", "America/Los_Angeles": "US/Pacific PST8PDT",
	"America/Anchorage": "US/Alaska", "America/Adak": "US/Aleutian", "Pacific/Honolulu": "US/Hawaii", "America/Detroit": "US/Michigan",
	"Pacific/Pago_Pago": "US/Samoa", "America/St_Thomas": "America/Virgin", "America/Kentucky/Louisville": "America/Louisville",
	"America/Indiana/Indianapolis": "US/East-Indiana America/Indianapolis America/Fort_Wayne",
	"America/Indiana/Knox":         "US/Indiana-Starke America/Knox_IN", "America/St_Johns": "Canada/Newfoundland",
	"America/Toronto":  "Canada/Eastern America/Montreal America/Thunder_Bay America/Nipigon",
	"America/Winnipeg": "Canada/Central America/Rainy_River", "America/Regina": "Canada/Saskatchewan", "America/Halifax": "Canada/Atlantic",
	"America/Edmonton": "Canada/Mountain America/Yellowknife", "America/Vancouver": "Canada/Pacific", "America/Whitehorse": "Canada/Yukon",
	"America/Iqaluit": "America/Pangnirtung",
})

// reversed maps each word of a value, in lower case, to its key.
func reversed(words map[string]string) map[string]string {
	m := map[string]string{}
	for key, value := range words {
		for word := range strings.FieldsSeq(strings.ToLower(value)) {
			m[word] = key
		}
	}
	return m
}

// timezoneNamed returns the zone of the two countries with that name.
func timezoneNamed(given string) (string, error) {
	name := strings.ReplaceAll(strings.TrimSpace(given), " ", "_")
	if now, ok := oldTimezones[strings.ToLower(name)]; ok {
		return now, nil
	}
	if _, ok := location.ParseTimezone(name); !ok { // abbreviations such as CST are unknown
		return "", fmt.Errorf("%s is not a time zone", quoted(given))
	}
	return name, nil
}
