package importer

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ordering/shared/location"
)

// calendar is parsed opening hours: a week, and yearly dates with other hours.
type calendar struct {
	week  location.Week
	dates []location.Exception
}

// parseHours reads the hours of a week.
func parseHours(s string) (location.Week, error) {
	c, err := parseCalendar(s)
	if err == nil && len(c.dates) > 0 {
		err = fmt.Errorf("%s: dates are not allowed here", quoted(s))
	}
	return c.week, err
}

// hoursGroup matches kinds of tokens: days or dates and their hours, "d-d,d t-t" without spaces.
var hoursGroup = regexp.MustCompile(`^,*((?:D,*)*)((?:d(?:-d)?(?:,*d(?:-d)?)*)?)(c|a|t-t(?:,*t-t)*)`)

// parseCalendar parses opening hours in the forms that chains use: "10:30-22:00", "Mo-Fr 10:00-22:00; Sa,Su 11:00-02:00; Dec 25 off",
// "Monday: 10:30 AM – 9 PM, Tuesday: Closed", "M-F 11-9", "24/7", "lun-ven 10h30 à 22h". Days that are not named are closed; no day at all
// means every day. An ambiguous time is an error, not a guess.
func parseCalendar(s string) (c calendar, err error) {
	tokens, kinds := hoursTokens(s)
	read := [7]bool{}
	for at := 0; strings.Trim(kinds[at:], ",") != "" || at == 0; {
		m := hoursGroup.FindStringSubmatchIndex(kinds[at:])
		if m == nil {
			unknown := ""
			if i := strings.IndexByte(kinds, '?'); i >= 0 {
				unknown = fmt.Sprintf(": %q is unknown", tokens[i].text)
			}
			return calendar{}, fmt.Errorf("%s is not written like Mo-Fr 10:30-22:00; Sa,Su 11:00-23:00%s", quoted(s), unknown)
		}
		dates, named, hours := tokens[at+m[2]:at+m[3]], tokens[at+m[4]:at+m[5]], tokens[at+m[6]:at+m[7]]
		days, err := daysOf(named)
		ranges, wrong := rangesOf(hours)
		if len(named)+len(dates) == 0 {
			if days = "0123456"; at > 0 {
				err = fmt.Errorf("%q belongs to no day", hours[0].text)
			}
		}
		for _, d := range days {
			day := d - '0'
			if read[day] {
				err = errors.New("a day is named twice")
			}
			read[day], c.week[day] = true, slices.Clone(ranges)
		}
		if err = cmp.Or(err, wrong); err != nil {
			return calendar{}, fmt.Errorf("%s: %w", quoted(s), err)
		}
		for _, d := range dates {
			if d.kind == 'D' {
				c.dates = append(c.dates, location.Exception{From: d.from, To: d.to, Ranges: ranges})
			}
		}
		at += m[1]
	}
	return c, nil
}

// daysOf returns the days of the week in tokens: "d-d,d".
func daysOf(tokens []hoursToken) (days string, err error) {
	for i := 0; i < len(tokens); i++ {
		days += tokens[i].days
		if tokens[i].kind == '-' {
			from, to := tokens[i-1], tokens[i+1]
			if len(from.days) != 1 || len(to.days) != 1 {
				return "", fmt.Errorf("%q to %q is not a range of days", from.text, to.text)
			}
			for d := from.days[0]; d != to.days[0]; {
				d = '0' + (d-'0'+1)%7
				days += string(d)
			}
			i++
		}
	}
	return days, nil
}

// rangesOf returns the openings in tokens, in order: all day, "t-t,t-t", or none for closed.
func rangesOf(tokens []hoursToken) (ranges []location.Range, err error) {
	if tokens[0].kind == 'a' {
		return []location.Range{{Open: 0, Close: 24 * 60}}, nil
	}
	times := slices.DeleteFunc(slices.Clone(tokens), func(t hoursToken) bool { return t.kind != 't' })
	for pair := range slices.Chunk(times, 2) {
		r, err := rangeOf(pair[0], pair[1])
		if err != nil {
			return nil, err
		}
		ranges = append(ranges, r)
	}
	return ranges, sortRanges(ranges)
}

// sortRanges sorts the openings of a day, and refuses overlaps.
func sortRanges(day []location.Range) error {
	slices.SortFunc(day, func(a, b location.Range) int { return int(a.Open - b.Open) })
	for i := 1; i < len(day); i++ {
		if before := day[i-1]; before.Close <= before.Open || before.Close > day[i].Open {
			return fmt.Errorf("%v-%v and %v-%v overlap", before.Open, before.Close, day[i].Open, day[i].Close)
		}
	}
	return nil
}

// rangeOf resolves AM and PM. Where they are missing, the length of the opening decides if only one reading is likely: 11 to 9 ends in the
// evening.
func rangeOf(open, closing hoursToken) (location.Range, error) {
	o, c := open.minute, closing.minute
	opens, closes, least := []int{o}, []int{c}, 2*60
	if closing.half != "" && !open.exact {
		opens, least = readingsOf(o), 4*60
	}
	if !closing.exact && (c <= o || open.half != "") {
		closes = readingsOf(c)
	}
	var found []location.Range
	for _, o := range opens {
		for _, c := range closes {
			length := (c - o + 24*60) % (24 * 60)
			if len(opens)+len(closes) == 2 || length >= least && length <= 16*60 {
				found = append(found, location.Range{Open: location.Minute(o % (24 * 60)), Close: location.Minute(c)})
			}
		}
	}
	early := !open.exact && closing.half == "" && o < 5*60
	if len(found) != 1 || early || o == 12*60 && c == o && !open.exact {
		return location.Range{}, fmt.Errorf("%s to %s is ambiguous: use AM or PM, or 21:00", open.text, closing.text)
	}
	return found[0], nil
}

// readingsOf returns the AM and PM readings of a time.
func readingsOf(minute int) []int { return []int{minute % (12 * 60), minute%(12*60) + 12*60} }

// hoursToken is a word, a number or one sign.
type hoursToken struct {
	kind     byte // 'd' days, 'D' date, 't' time, 'c' closed, 'a' all day, '-' to, ',' separator, '?' other
	text     string
	days     string        // of the week: 0 is Sunday
	from, to location.Date // in year 0
	minute   int           // since midnight
	half     string        // of the day, as written: a, p or ""
	exact    bool          // unambiguous: with AM or PM, or 00:30, 09:00, 13:00, 24:00, noon
}

// hoursParts matches a yearly date ("mar" is a French Tuesday), digits that are not a time, a time, a word, ignored characters, any other
// sign.
var hoursParts = regexp.MustCompile(`(?s)` +
	`(jan|feb|march|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+(\d\d?)(?:\s*-\s*(\d\d?))?(?:[\s,;]|$)` +
	`|(\d{3,}[:h.]?\d\d)|(?:(\d\d?)[:h.]?(\d\d)(?::\d\d)?|(\d\d?)(h?))(?: *([ap])m?\b)?` +
	`|(\pL+)|[\s:.()]|(.)`)

// hoursSynonyms replaces variants of the words and signs below.
var hoursSynonyms = strings.NewReplacer("24 hours", "24h", "24 hrs", "24h", "24/7", "24h", "a.m.", "am", "p.m.", "pm",
	"every day", "daily", "7 days a week", "daily", "by appointment only", "closed",
	"noon", "1200", "midi", "1200", "midnight", "2400", "minuit", "2400",
	"à", "-", "–", "-", "—", "-", "−", "-", "~", "-", "\u00a0", " ", "\u202f", " ")

// hoursWords maps words and signs to their kinds; 0 is ignored.
var hoursWords = map[string]byte{
	"closed": 'c', "off": 'c', "x": 'c', "fermé": 'c', "ferme": 'c',
	"-": '-', "to": '-', "until": '-', "till": '-', "through": '-', "thru": '-', "a": '-', "au": '-',
	",": ',', ";": ',', "|": ',', "/": ',', "&": ',',
	"and": 0, "et": 0, "open": 0, "ouvert": 0, "from": 0, "de": 0, "du": 0, "hours": 0, "h": 0,
}

// dayNames maps names of days to days. Public holidays are no day: the text does not define them.
var dayNames = reversed(map[string]string{
	"0": "sunday sun su dimanche dim di", "1": "monday mon mo m lundi lun lu", "2": "tuesday tues tue tu t mardi mar ma",
	"3": "wednesday weds wed we w mercredi mer me", "4": "thursday thurs thur thu th jeudi jeu je", "5": "friday fri fr f vendredi ven ve",
	"6": "saturday sat sa samedi sam", "12345": "weekday", "60": "weekend", "0123456": "daily everyday", "": "ph holiday",
})

// hoursTokens splits the text into tokens. kinds has the kind of each token.
func hoursTokens(s string) (tokens []hoursToken, kinds string) {
	for _, m := range hoursParts.FindAllStringSubmatch(hoursSynonyms.Replace(strings.ToLower(s)), -1) {
		t := hoursToken{kind: '?', text: strings.TrimSpace(m[0])}
		switch word := m[4] + m[10] + m[11]; {
		case m[1] != "":
			t.readDates(m[1], m[2], cmp.Or(m[3], m[2]))
		case m[5]+m[7] != "":
			t.readTime(m[5]+m[7], m[6], m[8] != "", m[9])
		case word == "":
			t.kind = 0
		default:
			t.readWord(word)
		}
		if t.kind != 0 {
			tokens, kinds = append(tokens, t), kinds+string(t.kind)
		}
	}
	return tokens, kinds
}

func (t *hoursToken) readWord(word string) {
	if kind, ok := hoursWords[word]; ok {
		t.kind = kind
	}
	for _, name := range []string{word, strings.TrimSuffix(word, "s")} {
		if days, ok := dayNames[name]; ok {
			t.kind, t.days = 'd', days
		}
	}
}

// readDates parses days of a month; an invalid day leaves the token unchanged.
func (t *hoursToken) readDates(month, first, last string) {
	from, err := time.Parse("Jan 2", month[:3]+" "+first) // in year 0, which has a 29 February
	to, errTo := time.Parse("Jan 2", month[:3]+" "+last)
	if err == nil && errTo == nil {
		t.kind, t.from, t.to = 'D', location.DateOf(from), location.DateOf(to)
	}
}

// readTime parses an hour, its minutes if there are any, and AM or PM; an invalid time leaves the token without a kind.
func (t *hoursToken) readTime(hours, minutes string, h bool, half string) {
	hour, _ := strconv.Atoi(hours)
	minute, _ := strconv.Atoi(minutes)
	t.kind, t.half, t.minute = 't', half, hour*60+minute
	switch fourDigits := strings.HasPrefix(t.text, hours+minutes) && len(hours+minutes) == 4; {
	case hour == 24 && h && half == "":
		t.kind = 'a'
	case minute > 59, t.minute > 24*60, half != "" && (hour < 1 || hour > 12):
		t.kind = '?'
	case half == "a":
		t.minute, t.exact = hour%12*60+minute, true
	case half == "p":
		t.minute, t.exact = (hour%12+12)*60+minute, true
	default:
		t.exact = hour == 0 || hour > 12 || fourDigits || (h || minutes != "") && hours[0] == '0'
	}
}

// quoted shortens and quotes a value for a message.
func quoted(s string) string {
	if r := []rune(s); len(r) > 60 {
		s = string(r[:60]) + "…"
	}
	return strconv.Quote(s)
}
