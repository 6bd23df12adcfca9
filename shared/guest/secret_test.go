package guest

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestMailboxIgnoresSpellingVariants(t *testing.T) {
	s := Secret("of this test alone")
	for _, same := range []string{"Ada.Byron@Example.com", "adabyron+burger@example.com", "a.d.a.byron+x.y+z@example.com"} {
		assert.Check(t, is.Equal(s.Mailbox(same), s.Mailbox("adabyron@example.com")), "%q: got a different mailbox key", same)
	}
	if s.Mailbox("ada@a.example.com") == s.Mailbox("ada@aexample.com") {
		t.Error("two domains have the same mailbox key")
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
