// Package ical writes an event as an iCalendar file (RFC 5545).
package ical

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Event is one entry of a calendar. Texts are plain and may have several lines.
type Event struct {
	UID         string    // the same for every copy of the event
	Stamp       time.Time // last change of the event
	Start, End  time.Time
	Summary     string
	Description string
	Location    string
	Latitude    float64 // WGS 84 degrees
	Longitude   float64
	URL         string
	Alarm       time.Duration // before Start; 0 for none
	Cancelled   bool
}

// File returns the event as an iCalendar file. Times are in UTC, so that it needs no time zone definition. The same
// event gives the same bytes.
func (e Event) File(product string) []byte {
	var b bytes.Buffer
	line := func(name, value string) { fold(&b, name+":"+value) }
	status := "CONFIRMED"
	if e.Cancelled {
		status = "CANCELLED"
	}
	line("BEGIN", "VCALENDAR")
	line("VERSION", "2.0")
	line("PRODID", escape("-//"+product+"//EN"))
	line("CALSCALE", "GREGORIAN")
	line("METHOD", "PUBLISH")
	line("BEGIN", "VEVENT")
	line("UID", escape(e.UID))
	line("DTSTAMP", instant(e.Stamp))
	line("DTSTART", instant(e.Start))
	line("DTEND", instant(e.End))
	line("STATUS", status)
	if e.Cancelled {
		line("SEQUENCE", "1") // a calendar that has the event accepts only a higher sequence (RFC 5546 2.1.5)
	}
	line("SUMMARY", escape(e.Summary))
	line("DESCRIPTION", escape(e.Description))
	line("LOCATION", escape(e.Location))
	line("GEO", fmt.Sprintf("%.6f;%.6f", e.Latitude, e.Longitude))
	line("URL", clean(e.URL))
	if e.Alarm > 0 && !e.Cancelled {
		line("BEGIN", "VALARM")
		line("ACTION", "DISPLAY")
		line("TRIGGER", fmt.Sprintf("-PT%dM", int(e.Alarm/time.Minute)))
		line("DESCRIPTION", escape(e.Summary))
		line("END", "VALARM")
	}
	line("END", "VEVENT")
	line("END", "VCALENDAR")
	return b.Bytes()
}

func instant(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// escape encodes a text as a value: a backslash before special characters and \n for line ends.
func escape(text string) string {
	special := strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`)
	return clean(special.Replace(strings.ToValidUTF8(text, "")))
}

// clean removes control characters, which could start a new line.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
}

// longest is the maximum length of a line in octets, without its end.
const longest = 75

// fold writes a line. A long line continues on lines that begin with a space. It never splits a character.
func fold(b *bytes.Buffer, line string) {
	for room := longest; len(line) > room; room = longest - 1 {
		cut := room
		for !utf8.RuneStart(line[cut]) {
			cut--
		}
		b.WriteString(line[:cut])
		b.WriteString("\r\n ")
		line = line[cut:]
	}
	b.WriteString(line)
	b.WriteString("\r\n")
}
