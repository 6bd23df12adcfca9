package importer

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
)

// hoursText formats the openings of a day, as 10:00-14:00+17:00-22:00.
func hoursText(day []location.Range) string {
	clock := strings.NewReplacer("[", "", "]", "", "} {", "+", "{", "", "}", "", " ", "-")
	return cmp.Or(clock.Replace(fmt.Sprint(day)), "closed")
}

// line formats a week on one line: equal days together, Monday first.
func line(w location.Week) string {
	var parts []string
	before := ""
	for i, name := range []string{"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"} {
		hours := hoursText(w[(i+1)%7])
		if last := len(parts) - 1; hours == before {
			parts[last] = parts[last][:2] + "-" + name + " " + hours
		} else {
			parts = append(parts, name+" "+hours)
		}
		before = hours
	}
	return strings.Join(parts, "; ")
}

func TestParseHours(t *testing.T) {
	for text, want := range map[string]string{
		"10:30-22:00":                          "Mo-Su 10:30-22:00",
		"10:30 AM - 10:00 PM":                  "Mo-Su 10:30-22:00",
		"10:30 a.m. – 10 p.m.":                 "Mo-Su 10:30-22:00",
		"10am-10pm":                            "Mo-Su 10:00-22:00",
		"10a-10p":                              "Mo-Su 10:00-22:00",
		"10-22":                                "Mo-Su 10:00-22:00",
		"1030-2200":                            "Mo-Su 10:30-22:00",
		"10:30:00-22:00:00":                    "Mo-Su 10:30-22:00",
		"10:30-10 PM":                          "Mo-Su 10:30-22:00",
		"4-10 PM":                              "Mo-Su 16:00-22:00",
		"11 AM to midnight":                    "Mo-Su 11:00-24:00",
		"noon - 9pm":                           "Mo-Su 12:00-21:00",
		"11:00-02:00":                          "Mo-Su 11:00-02:00",
		"11 AM - 2 AM":                         "Mo-Su 11:00-02:00",
		"11-2 AM":                              "Mo-Su 11:00-02:00",
		"12 AM - 12 AM":                        "Mo-Su 00:00-00:00",
		"24/7":                                 "Mo-Su 00:00-24:00",
		"Open 24 hours":                        "Mo-Su 00:00-24:00",
		"24h":                                  "Mo-Su 00:00-24:00",
		"closed":                               "Mo-Su closed",
		"Daily 6:00 AM-11:00 PM":               "Mo-Su 06:00-23:00",
		"Mo-Fr 10:30-22:00; Sa,Su 11:00-23:00": "Mo-Fr 10:30-22:00; Sa-Su 11:00-23:00",
		"Mo-Fr 10:30-22:00; PH off":            "Mo-Fr 10:30-22:00; Sa-Su closed",
		"Mo-Th,Su 10:30-22:00; Fr-Sa 10:30-02:00":                  "Mo-Th 10:30-22:00; Fr-Sa 10:30-02:00; Su 10:30-22:00",
		"Fri-Mon 11:00-23:00":                                      "Mo 11:00-23:00; Tu-Th closed; Fr-Su 11:00-23:00",
		"Mo-Fr 11:00-14:30,17:00-22:00":                            "Mo-Fr 11:00-14:30+17:00-22:00; Sa-Su closed",
		"Monday: 10:30 AM – 9:00 PM, Tuesday: Closed":              "Mo 10:30-21:00; Tu-Su closed",
		"monday: 10:00-22:00; tuesday: 10:00-22:00; sunday: 12-20": "Mo-Tu 10:00-22:00; We-Sa closed; Su 12:00-20:00",
		"lun-ven 10h30 à 22h; sam 11h–1h du matin":                 "",
		"lun-ven 10h30 à 22h; sam, dim fermé":                      "Mo-Fr 10:30-22:00; Sa-Su closed",
		"lundi au jeudi de 11h à 21h30":                            "Mo-Th 11:00-21:30; Fr-Su closed",
		"Weds & Thurs 10-22":                                       "Mo-Tu closed; We-Th 10:00-22:00; Fr-Su closed",
		"M-F 11-9":                                                 "Mo-Fr 11:00-21:00; Sa-Su closed",
		"M-Th 11-9, F-Sa 11-10, Sun 12-9":                          "Mo-Th 11:00-21:00; Fr-Sa 11:00-22:00; Su 12:00-21:00",
		"Weekdays 10-22":                                           "Mo-Fr 10:00-22:00; Sa-Su closed",
		"Weekdays 10-22; weekends 11-23":                           "Mo-Fr 10:00-22:00; Sa-Su 11:00-23:00",
		"Mo-Su 10-22; Dec 25 off":                                  "Mo-Su 10:00-22:00; 12-25 closed",
		"Dec 24 10:00-15:00, Jan 1 off":                            "Mo-Su closed; 12-24 10:00-15:00; 01-01 closed",
		"10-22; Dec. 24-26, December 31 off":                       "Mo-Su 10:00-22:00; 12-24..12-26 closed; 12-31 closed",
		"mar 10-22":                                                "Mo closed; Tu 10:00-22:00; We-Su closed",
		"x":                                                        "Mo-Su closed",
		"9:00-5:00":                                                "Mo-Su 09:00-17:00",
		"9-5":                                                      "Mo-Su 09:00-17:00",
		"10-10":                                                    "Mo-Su 10:00-22:00",
		"10:30 AM - 9":                                             "Mo-Su 10:30-21:00",
		// Ambiguous times.
		"11:00-2:00":                    "",
		"S 10-22":                       "",
		"10-22; Feb 30 off":             "",
		"10-22; Dec 25":                 "",
		"12:00-12:00":                   "",
		"3-22":                          "",
		"whenever":                      "",
		"10:30":                         "",
		"10:30-":                        "",
		"-22:00":                        "",
		"Mo-":                           "",
		"Mo-10:00":                      "",
		"Mo 10:00-22:00 Mo 11:00-23:00": "",
		"10:00-22:00 12:00-14:00":       "",
		"10:00-15:00,14:00-22:00":       "",
		"25:00-26:00":                   "",
		"13 PM - 15 PM":                 "",
		"Mo-Fr, 10-22":                  "",
		"1210:30-22:00":                 "",
		"Dec 24 10-15, 14-18":           "",
		"10:75-22:00":                   "",
		"10:00-22:00 on request":        "",
		"":                              "",
		";;":                            "",
		"١٠-٢٢":                         "",
	} {
		c, err := parseCalendar(text)
		got := line(c.week)
		for _, d := range c.dates {
			dates := d.From.String()[5:]
			if d.To != d.From {
				dates += ".." + d.To.String()[5:]
			}
			got += "; " + dates + " " + hoursText(d.Ranges)
		}
		switch {
		case want == "" && err == nil:
			t.Errorf("%q: got %s, want an error", text, got)
		case want != "" && err != nil:
			t.Errorf("%q: %v", text, err)
		case want != "" && got != want:
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func FuzzHours(f *testing.F) {
	for _, s := range []string{"Mo-Fr 10:30-22:00; Sa 11-2 AM", "24/7", "lun 10h30 à 22h", "12 AM - 12 PM", "\xff10", "1:-", "10h"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		week, err := parseHours(s)
		if err != nil {
			return
		}
		for _, day := range week {
			for _, r := range day {
				if r.Open < 0 || r.Open >= 24*60 || r.Close < 0 || r.Close > 24*60 {
					t.Fatalf("%q: got %v", s, r)
				}
			}
		}
	})
}

func TestUntilIsTheNextTimeOrTheNamedDay(t *testing.T) {
	chicago, _ := location.ParseTimezone("America/Chicago")
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 11, day, hour, minute, 0, 0, chicago) }
	for name, c := range map[string]struct {
		now   time.Time
		until string
		want  time.Time
	}{
		"this afternoon":        {at(20, 12, 0), "17:30", at(20, 17, 30)},
		"exactly at that time":  {at(20, 17, 30), "17:30", at(21, 17, 30)},
		"tomorrow":              {at(20, 18, 0), "17:30", at(21, 17, 30)},
		"a named day":           {at(20, 18, 0), "2026-11-23T06:00", at(23, 6, 0)},
		"across a clock change": {at(1, 0, 30), "02:30", at(1, 2, 30)}, // the clocks go back that night
	} {
		got, ok := (&days{now: c.now, zone: chicago}).until(c.until)
		assert.Check(t, ok && got.Equal(c.want), "%s: %v %t, want %v", name, got, ok, c.want)
	}
}

func TestReadable(t *testing.T) {
	for text, want := range map[string]string{
		"1600 PENNSYLVANIA AVE NW":      "1600 Pennsylvania Ave NW",
		"8607 NE 85TH ST":               "8607 NE 85th St",
		"8607 Ne 85Th St":               "8607 NE 85th St",
		"13341 I-20 W":                  "13341 I-20 W",
		"106 FM 306":                    "106 FM 306",
		"14935 F.M. 1663":               "14935 F.M. 1663",
		"US HWY 259 SOUTH":              "US Hwy 259 South",
		"740 N. I-35E":                  "740 N. I-35E",
		"MCDONALD'S CORNER":             "McDonald's Corner",
		"O'BRIEN RD":                    "O'Brien Rd",
		"4201 BOUL. SAINT-LAURENT":      "4201 Boul. Saint-Laurent",
		"12 RUE DE L'ÉGLISE":            "12 Rue de l'Église",
		"MONTRÉAL":                      "Montréal",
		"SUITE 4B":                      "Suite 4B",
		"LA PLAINE":                     "La Plaine",
		"3421 S Peoria Ave":             "3421 S Peoria Ave",
		"McKinney":                      "McKinney",
		"1ST & MAIN":                    "1st & Main",
		"":                              "",
		"HWY 280 & Resource Center":     "HWY 280 & Resource Center",
		"MARTIN LUTHER KING JR BLVD SE": "Martin Luther King Jr Blvd SE",
	} {
		assert.Check(t, is.Equal(readable(text), want), text)
	}
}

func TestZoneNames(t *testing.T) {
	for name, want := range map[string]string{
		"US/Pacific": "America/Los_Angeles", "us/central": "America/Chicago", "Canada/Newfoundland": "America/St_Johns", "EST5EDT": "America/New_York",
		"America/Montreal": "America/Toronto", "America/New York": "America/New_York", "America/Boise": "America/Boise",
		"CST": "", "Local": "", "UTC": "", "": "", "../etc/passwd": "", "America/Nowhere": "", "/etc/localtime": "",
	} {
		got, err := timezoneNamed(name)
		assert.Check(t, got == want && (err == nil) == (want != ""), "%q: got %q, want %q", name, got, want)
	}
	for old, now := range oldTimezones {
		_, err := timezoneNamed(now)
		assert.Check(t, err, "%s is mapped to %s, which is not a timezone", old, now)
	}
}

func TestIdentifiers(t *testing.T) {
	for raw, want := range map[string]string{
		"# 896": "896", "#1116": "1116", "140": "140", "140.0": "140", "TX 1024": "tx-1024", "bdb-1001": "bdb-1001", "Welcome to the Grill": "",
		"Welcome to the Grill#1197": "1197", "downtown": "downtown", "": "", "#": "", "東京": "", "a/b": "", "12/7": "12-7",
		strings.Repeat("9", 65): "",
	} {
		assert.Check(t, is.Equal(identifier(raw), want), raw)
	}
}

// Invisible characters of a cell are removed before publication: XML allows no control character, not even escaped.
func TestCellsWithoutControlCharacters(t *testing.T) {
	name, city := plain(" Brook\x0bside\x07 \x01 \u0085Tulsa\u2028\x7f "), plain("\x00 N/A\x1f")
	assert.Assert(t, name == "Brook side Tulsa" && city == "", "got name %q, city %q", name, city)
}
