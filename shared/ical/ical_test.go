package ical

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

var event = Event{
	UID: "w2xq6ndt4kzj7csvb3hyramp5e@bigdealburger.example", Stamp: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC),
	Start: time.Date(2026, 11, 21, 18, 30, 0, 0, time.FixedZone("CST", -6*3600)), End: time.Date(2026, 11, 22, 0, 45, 0, 0, time.UTC),
	Summary: "Big Deal Burger; order 4127", Description: `Ask for 4127, "hot"` + "\r\nback\\slash",
	Location: "Plateau-Mont-Royal, 4201 boul. Saint-Laurent, Montréal (QC) H2W 1Z4, près du métro Saint-Laurent",
	Latitude: 45.51832, Longitude: -73.58474, URL: "https://www.bigdealburger.example/ca/fr-ca/orders/k5tq7mzx2vhr4wya3pdnc6jbes", Alarm: 15 * time.Minute,
}

func TestEventFile(t *testing.T) {
	want := strings.Join([]string{
		"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Big Deal Burger//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH", "BEGIN:VEVENT",
		"UID:w2xq6ndt4kzj7csvb3hyramp5e@bigdealburger.example", "DTSTAMP:20261120T180000Z", "DTSTART:20261122T003000Z", "DTEND:20261122T004500Z",
		"STATUS:CONFIRMED", `SUMMARY:Big Deal Burger\; order 4127`, `DESCRIPTION:Ask for 4127\, "hot"\nback\\slash`,
		`LOCATION:Plateau-Mont-Royal\, 4201 boul. Saint-Laurent\, Montréal (QC) H2W`, `  1Z4\, près du métro Saint-Laurent`,
		"GEO:45.518320;-73.584740",
		"URL:https://www.bigdealburger.example/ca/fr-ca/orders/k5tq7mzx2vhr4wya3pdnc", " 6jbes",
		"BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", `DESCRIPTION:Big Deal Burger\; order 4127`, "END:VALARM",
		"END:VEVENT", "END:VCALENDAR", "",
	}, "\r\n")
	assert.Equal(t, string(event.File("Big Deal Burger")), want)
}

func TestCancelledEventHasNoAlarm(t *testing.T) {
	off := event
	off.Cancelled = true
	got := string(off.File("x"))
	assert.Assert(t, is.Contains(got, "STATUS:CANCELLED\r\nSEQUENCE:1\r\n"))
	assert.Assert(t, !strings.Contains(got, "VALARM"))
}

// For any text the file stays valid: lines of at most 75 octets that end in CRLF, no split character, no injected line,
// and reading the file returns the same text.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"", "a,b;c\\d\ne", "\r\nATTACH:http://evil.example\r\n", strings.Repeat("é", 200), strings.Repeat("🍔", 40), "\xff\xfe", "\x00\x1b\u2028"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e := event
		e.Summary, e.Description, e.Location, e.URL = text, text, text, "https://x.example/"+text
		file := string(e.File("x"))
		assert.Assert(t, utf8.ValidString(file) || !utf8.ValidString(text), "a line break splits a character: %q", file)
		for _, line := range strings.Split(strings.TrimSuffix(file, "\r\n"), "\r\n") {
			assert.Check(t, len(line) <= 75 && !strings.ContainsAny(line, "\r\n"), "line %q", line)
			if name, _, ok := strings.Cut(line, ":"); !strings.HasPrefix(line, " ") && (!ok || strings.ToUpper(name) != name || name == "ATTACH") {
				t.Fatalf("the text injected a line: %q", line)
			}
		}
		unfolded := strings.ReplaceAll(file, "\r\n ", "")
		_, rest, _ := strings.Cut(unfolded, "\r\nSUMMARY:")
		value, _, _ := strings.Cut(rest, "\r\n")
		back := strings.NewReplacer(`\\`, `\`, `\;`, ";", `\,`, ",", `\n`, "\n").Replace(value)
		assert.Equal(t, escape(back), value, "%q: got %q after parsing", text, back)
	})
}
