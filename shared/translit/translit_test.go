package translit

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// Letters that Unicode decomposes into a letter and marks become that letter; all others are named in this test or unchanged.
func TestStripAgreesWithUnicode(t *testing.T) {
	own := map[rune]string{
		'ß': "ss", 'ẞ': "SS", 'Æ': "AE", 'æ': "ae", 'Œ': "OE", 'œ': "oe", 'Þ': "TH", 'þ': "th", 'Ø': "O", 'ø': "o", 'Ł': "L", 'ł': "l", 'Đ': "D", 'đ': "d",
		'Ð': "D", 'ð': "d", 'ı': "i", 'Ħ': "H", 'ħ': "h", 'Ŧ': "T", 'ŧ': "t", 'ĸ': "k", 'Ŋ': "N", 'ŋ': "n", 'ŉ': "n",
	}
	taken := 0
	for _, letters := range [][2]rune{{0, 0x17f}, {0x1e00, 0x1eff}} {
		for r := letters[0]; r <= letters[1]; r++ {
			want := strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return r
			}, norm.NFKD.String(string(r)))
			if !unicode.IsLetter(r) || strings.Trim(want, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
				want = string(r)
			}
			if mine, ok := own[r]; ok {
				want = mine
			}
			got := Strip(string(r))
			assert.Check(t, got == want || r == 'ª' || r == 'º', "%q (%U): got %q, want %q", r, r, got, want)
			if want != string(r) {
				taken++
			}
		}
	}
	assert.Assert(t, taken >= 400, "got %d letters with an accent, want at least 400", taken)
}

func TestStrip(t *testing.T) {
	for s, want := range map[string]string{
		"Tulsa, OK": "Tulsa, OK", "Montréal": "Montreal", "Montre\u0301al": "Montreal", "L'Île-des-Sœurs": "L'Ile-des-Soeurs", "Kakaʻako": "Kakaʻako",
		"東京": "東京", "Łódź": "Lodz", "Đà Nẵng": "Da Nang", "": "", "a\xffé": "a\ufffde",
	} {
		assert.Check(t, is.Equal(Strip(s), want), s)
	}
}
