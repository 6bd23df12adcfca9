package importer

import (
	"strings"

	"ordering/shared/location"
)

// oldTimezones maps outdated names of zones that chains still use to current ones (the IANA file "backward").
var oldTimezones = map[string]string{
	"US/Eastern": "America/New_York", "US/Central": "America/Chicago", "US/Mountain": "America/Denver", "US/Pacific": "America/Los_Angeles",
	"US/Alaska": "America/Anchorage", "US/Aleutian": "America/Adak", "US/Hawaii": "Pacific/Honolulu", "US/Arizona": "America/Phoenix",
	"US/East-Indiana": "America/Indiana/Indianapolis", "US/Indiana-Starke": "America/Indiana/Knox", "US/Michigan": "America/Detroit",
	"US/Samoa": "Pacific/Pago_Pago", "Navajo": "America/Denver", "America/Shiprock": "America/Denver",
	"EST5EDT": "America/New_York", "CST6CDT": "America/Chicago", "MST7MDT": "America/Denver", "PST8PDT": "America/Los_Angeles",
	"Canada/Newfoundland": "America/St_Johns", "Canada/Atlantic": "America/Halifax", "Canada/Eastern": "America/Toronto",
	"Canada/Central": "America/Winnipeg", "Canada/Saskatchewan": "America/Regina", "Canada/Mountain": "America/Edmonton",
	"Canada/Pacific": "America/Vancouver", "Canada/Yukon": "America/Whitehorse", "America/Montreal": "America/Toronto",
	"America/Thunder_Bay": "America/Toronto", "America/Nipigon": "America/Toronto", "America/Rainy_River": "America/Winnipeg",
	"America/Yellowknife": "America/Edmonton", "America/Pangnirtung": "America/Iqaluit", "America/Indianapolis": "America/Indiana/Indianapolis",
	"America/Fort_Wayne": "America/Indiana/Indianapolis", "America/Louisville": "America/Kentucky/Louisville",
	"America/Knox_IN": "America/Indiana/Knox", "America/Virgin": "America/St_Thomas",
}

// timezoneNamed returns the zone of the two countries with that name; false if it is unknown.
func timezoneNamed(name string) (string, bool) {
	name = strings.ReplaceAll(strings.TrimSpace(name), " ", "_")
	for old, now := range oldTimezones {
		if strings.EqualFold(old, name) {
			return now, true
		}
	}
	if _, ok := location.ParseTimezone(name); !ok { // abbreviations such as CST are unknown
		return "", false
	}
	return name, true
}
