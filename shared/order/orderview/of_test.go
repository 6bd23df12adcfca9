package orderview

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestMask(t *testing.T) {
	for email, want := range map[string]string{
		"dolores@example.com": "d•••@example.com", "é@x.ca": "é•••@x.ca", "": "", "@x": "", "plain": "",
	} {
		assert.Check(t, is.Equal(mask(email), want), email)
	}
}
