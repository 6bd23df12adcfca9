// Package ical writes an event as an iCalendar file (RFC 5545), which every calendar of a phone or a desk takes.
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
	Stamp       time.Time // when what it says was settled
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

// File is the event in a file of its own. Times are instants in UTC, so that it needs no description of a time zone; the same
// event is the same bytes.
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
		line("SEQUENCE", "1") // a calendar that has the event takes only what comes later (RFC 5546 2.1.5)
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

// escape writes a text as a value: with a backslash before what has a meaning there, line ends as \n, and without other controls,
// which could begin a line of their own.
func escape(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(strings.Map(func(r rune) rune {
		if r != '\n' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "")))
}

// clean drops the controls of an address, which is no text.
func clean(address string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, address)
}

// longest is how many octets a line may have, its end not counted.
const longest = 75

// fold writes a line, continued on lines that begin with a space where it is too long; never within a character.
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
