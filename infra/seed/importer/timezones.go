package importer

import (
	"fmt"
	"strings"

	"ordering/shared/location"
)

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
	if _, ok := location.ParseTimezone(name); !ok { // CST and US/Central are unknown
		return "", fmt.Errorf("%s is not a time zone", quoted(given))
	}
	return name, nil
}
