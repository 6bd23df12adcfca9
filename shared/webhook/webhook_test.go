package webhook

import (
	"errors"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/secret"
)

var now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

func TestVerify(t *testing.T) {
	ours := Secrets{[]byte("new secret of the kitchen"), []byte("old secret of the kitchen")}
	body := []byte(`{"order":"abc","status":"ready"}`)
	signed := ours.Sign(body, now)
	stamp, mac, _ := strings.Cut(signed, ",")
	for name, c := range map[string]struct {
		secrets Secrets
		header  string
		body    []byte
		at      time.Time
		refused bool
	}{
		"signed now":                         {ours, signed, body, now, false},
		"at the edge of the tolerance":       {ours, signed, body, now.Add(Tolerance), false},
		"a clock that is slow":               {ours, signed, body, now.Add(-Tolerance), false},
		"with spaces":                        {ours, stamp + ", " + mac, body, now, false},
		"with a version that we do not know": {ours, signed + ",v2=abcdef", body, now, false},
		"signed with the older secret":       {ours, ours[1:].Sign(body, now), body, now, false},
		"signed with both":                   {ours[1:], signed + "," + strings.Split(ours[1:].Sign(body, now), ",")[1], body, now, false},

		"unsigned":                 {ours, "", body, now, true},
		"stale":                    {ours, signed, body, now.Add(301 * time.Second), true},
		"from the future":          {ours, signed, body, now.Add(-301 * time.Second), true},
		"another body":             {ours, signed, []byte(`{"order":"abd","status":"ready"}`), now, true},
		"no body":                  {ours, signed, nil, now, true},
		"another secret":           {ours, Secrets{[]byte("guess")}.Sign(body, now), body, now, true},
		"the empty secret":         {Secrets{nil}, Secrets{nil}.Sign(body, now), body, now, true},
		"no secret known":          {nil, signed, body, now, true},
		"time moved, not resigned": {ours, "t=1780315201," + mac, body, now, true},
		"time without signature":   {ours, stamp, body, now, true},
		"signature without time":   {ours, mac, body, now, true},
		"two times":                {ours, "t=1," + signed, body, now, true},
		"cut short":                {ours, signed[:len(signed)-2], body, now, true},
		"not hex":                  {ours, stamp + ",v1=zz", body, now, true},
		"an absurd time":           {ours, "t=99999999999999999999,v1=00", body, now, true},
	} {
		err := c.secrets.Verify(c.header, c.body, c.at)
		assert.Check(t, (err != nil) == c.refused && (err == nil || errors.Is(err, ErrSignature)), "%s: %v", name, err)
	}
}

func FuzzVerify(f *testing.F) {
	secrets := Secrets{[]byte("secret")}
	f.Add(secrets.Sign([]byte("{}"), now), []byte("{}"))
	f.Add("t=,v1=", []byte(nil))
	f.Add("t=1780315200,v1="+strings.ToUpper(strings.TrimPrefix(secrets.Sign([]byte("{}"), now), "t=1780315200,v1=")), []byte("{}"))
	f.Fuzz(func(t *testing.T, header string, body []byte) {
		if secrets.Verify(header, body, now) == nil && !strings.Contains(strings.ToLower(header), strings.TrimPrefix(secrets.Sign(body, now), "t=1780315200,v1=")) {
			// Hexadecimal digits are valid in either case. Another time within the tolerance has another sum, which a fuzzer cannot find.
			t.Errorf("the signature %q was accepted for %q", header, body)
		}
	})
}

func TestSecretsOfTheEnvironment(t *testing.T) {
	s, err := Parse("0123456789abcdef, fedcba9876543210")
	assert.NilError(t, err)
	assert.Assert(t, len(s) == 2 && string(s[0]) == "0123456789abcdef", "%q", s)
	for _, text := range []string{"", "short", "0123456789abcdef,", ",0123456789abcdef"} {
		s, err := Kept(secret.Fixed(text)).Current(t.Context())
		assert.Check(t, err != nil, "%q: got secrets %q, want an error", text, s)
	}
}
