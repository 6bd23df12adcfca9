package guest

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestMailboxIgnoresSpellingVariants(t *testing.T) {
	s := Secret("of this test alone")
	for spelling, mailbox := range map[string]string{
		"Ada.Byron@Example.com":           "ada.byron@example.com",
		"ada.byron+burger@example.com":    "ada.byron@example.com",
		"ada.byron+x.y+z@example.com ":    "ada.byron@example.com",
		"A.d.a.Byron+x.y@Gmail.com":       "adabyron@gmail.com",
		"ada.byron+burger@GoogleMail.com": "adabyron@gmail.com",
	} {
		assert.Check(t, is.Equal(s.Mailbox(spelling), s.Name(mailbox)), spelling)
	}
	for one, other := range map[string]string{
		"ada.byron@example.com":    "adabyron@example.com",
		"ada.byron@gmail.com.test": "adabyron@gmail.com.test",
		"ada@a.example.com":        "ada@aexample.com",
		"ada@gmail.com":            "ada@example.com",
	} {
		assert.Check(t, s.Mailbox(one) != s.Mailbox(other), "%q and %q have one mailbox", one, other)
	}
}

func TestNameIgnoresSpellingVariants(t *testing.T) {
	s := Secret("of this test alone")
	name := s.Name("ada@example.com")
	for _, same := range []string{"Ada@Example.COM", " ada@example.com\t", "ada@example.com\u200b"} {
		assert.Check(t, is.Equal(s.Name(same), name), "%q: got a different name", same)
	}
	assert.Assert(t, s.Name("ada@example.co") != name)
	assert.Assert(t, Secret("another").Name("ada@example.com") != name)
	assert.Equal(t, len(name), 52)
	assert.Assert(t, !strings.Contains(name, "ada"))
	assert.Equal(t, strings.Trim(name, "abcdefghijklmnopqrstuvwxyz234567"), "")
	defer func() {
		assert.Check(t, recover() != nil, "got a name without a secret, want a panic")
	}()
	Secret(nil).Name("ada@example.com")
}

func TestPseudonymsOfOneTextDifferByKind(t *testing.T) {
	s, text := Secret("of this test alone"), "+19185550142"
	names := map[string]bool{s.Name(text): true, s.Phone(text): true, s.Coupon(text): true, s.Network(text): true}
	assert.Equal(t, len(names), 4)
}
