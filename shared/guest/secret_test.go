package guest

import (
	"strings"
	"testing"
)

func TestMailboxIgnoresSpellingVariants(t *testing.T) {
	s := Secret("of this test alone")
	for _, same := range []string{"Ada.Byron@Example.com", "adabyron+burger@example.com", "a.d.a.byron+x.y+z@example.com"} {
		if s.Mailbox(same) != s.Mailbox("adabyron@example.com") {
			t.Errorf("%q is counted apart", same)
		}
	}
	if s.Mailbox("ada@a.example.com") == s.Mailbox("ada@aexample.com") {
		t.Error("two domains are counted together")
	}
}

func TestNameIgnoresSpellingVariants(t *testing.T) {
	s := Secret("of this test alone")
	name := s.Name("ada@example.com")
	for _, same := range []string{"Ada@Example.COM", " ada@example.com\t", "ada@example.com\u200b"} {
		if s.Name(same) != name {
			t.Errorf("%q is filed elsewhere", same)
		}
	}
	if s.Name("ada@example.co") == name || Secret("another").Name("ada@example.com") == name {
		t.Error("two are filed under one name")
	}
	if len(name) != 52 || strings.Contains(name, "ada") || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz234567") != "" {
		t.Errorf("the name is %q", name)
	}
	defer func() {
		if recover() == nil {
			t.Error("a name is made without a secret")
		}
	}()
	Secret(nil).Name("ada@example.com")
}
