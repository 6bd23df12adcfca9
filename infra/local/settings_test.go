package main

import (
	"strings"
	"testing"
)

// Invalid settings are reported before anything starts.
func TestWrongSettings(t *testing.T) {
	for name, values := range map[string][]string{
		"KITCHEN_PACE": {"NaN", "Inf", "-1", "0", "1e9", "fast"},
		"PORT":         {"70000", "-1", "http"},
		"BRAND":        {"0", "2", "big-deal-burger", "99999999999999999999"},
		"COUNTRY":      {"br", "BRA", "B", "Brazil", "B\r\nX"},
	} {
		for _, value := range values {
			t.Run(name+" "+value, func(t *testing.T) {
				t.Setenv(name, value)
				if s, err := settingsFromEnv(); err == nil || !strings.HasPrefix(err.Error(), name) {
					t.Errorf("%v %+v", err, s)
				}
			})
		}
	}
}
