package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
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
				s, err := settingsFromEnv()
				assert.Assert(t, err != nil && strings.HasPrefix(err.Error(), name), "%v %+v", err, s)
			})
		}
	}
}
