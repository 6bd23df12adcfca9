package importer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"ordering/shared/location"
)

// calendar is what a text says of the hours: a week, and dates of every year that differ from it.
type calendar struct {
	week  location.Week
	dates []location.Exception
}

// parseHours reads the hours of a week.
func parseHours(s string) (location.Week, error) {
	c, err := parseCalendar(s)
	if err == nil && len(c.dates) > 0 {
		err = fmt.Errorf("%s: dates have no place here", quoted(s))
	}
	return c.week, err
}

// parseCalendar reads opening hours as chains write them: "10:30-22:00", "Mo-Fr 10:00-22:00; Sa,Su 11:00-02:00; Dec 25 off",
// "Monday: 10:30 AM – 9 PM, Tuesday: Closed", "M-F 11-9", "24/7", "lun-ven 10h30 à 22h". Days that are not named are closed; no day at all
// means every day. A time that could be read two ways is an error and not a guess.
func parseCalendar(s string) (calendar, error) {
	p := hoursParser{tokens: tokens(s)}
	if len(p.tokens) == 0 {
		return calendar{}, fmt.Errorf("no hours in %q", s)
	}
	if err := p.read(); err != nil {
		return calendar{}, fmt.Errorf("%q: %w", s, err)
	}
	for _, day := range p.result.week {
		if err := apart(day); err != nil {
			return calendar{}, fmt.Errorf("%q: %w", s, err)
		}
	}
	return p.result, nil
}

// apart puts the openings of a day in order, and refuses those that overlap.
func apart(day []location.Range) error {
	slices.SortFunc(day, func(a, b location.Range) int { return int(a.Open - b.Open) })
	for i := 1; i < len(day); i++ {
		if before := day[i-1]; before.Close <= before.Open || before.Close > day[i].Open {
			return fmt.Errorf("%v-%v and %v-%v overlap", before.Open, before.Close, day[i].Open, day[i].Close)
		}
	}
	return nil
}

// token is a word, a number or one sign.
type token struct {
	kind byte // 'd' days, 'D' date, 't' time, 'c' closed, 'a' all day, '-' to, ',' separator, '?' other
	text string
	days []int            // of the week
	date [2]location.Date // the first and the last, in year 0
	at   clock
}

// clock is a time as it was written.
type clock struct {
	minute   int  // since midnight, before AM or PM is known
	meridiem byte // 'a', 'p', or 0
	exact    bool // on the 24-hour clock beyond doubt: 00:30, 09:00, 13:00, 24:00, noon
}

type hoursParser struct {
	tokens []token
	at     int
	result calendar
}

func (p *hoursParser) peek() byte {
	if p.at < len(p.tokens) {
		return p.tokens[p.at].kind
	}
	return 0
}

func (p *hoursParser) next() token { t := p.tokens[p.at]; p.at++; return t }

// calendar = group { [","] group }; group = [days | dates] (closed | all day | range {[","] range})
func (p *hoursParser) read() error {
	set := [7]bool{}
	for groups := 0; ; groups++ {
		p.skip(',')
		if p.peek() == 0 {
			if groups == 0 {
				return fmt.Errorf("there are no hours")
			}
			return nil
		}
		dates := p.dates()
		days, named, err := p.days()
		if err != nil {
			return err
		}
		if !named && len(dates) == 0 {
			if groups > 0 {
				return fmt.Errorf("%q belongs to no day", p.tokens[p.at].text)
			}
			days = []int{0, 1, 2, 3, 4, 5, 6}
		}
		ranges, err := p.ranges()
		if err != nil {
			return err
		}
		for _, d := range days {
			if set[d] {
				return fmt.Errorf("a day is named twice")
			}
			set[d] = true
			p.result.week[d] = slices.Clone(ranges)
		}
		for _, d := range dates {
			p.result.dates = append(p.result.dates, location.Exception{From: d[0], To: d[1], Ranges: ranges})
		}
	}
}

func (p *hoursParser) skip(kind byte) {
	for p.peek() == kind {
		p.next()
	}
}

// dates = { date [","] }
func (p *hoursParser) dates() (dates [][2]location.Date) {
	for p.peek() == 'D' {
		dates = append(dates, p.next().date)
		p.skip(',')
	}
	return dates
}

// days = day ["-" day] { [","] day ["-" day] }; named is false when there are none.
func (p *hoursParser) days() (days []int, named bool, err error) {
	for ; ; named = true {
		mark := p.at
		if named {
			p.skip(',')
		}
		if p.peek() != 'd' {
			p.at = mark
			return days, named, nil
		}
		from := p.next().days
		days = append(days, from...)
		if p.peek() != '-' {
			continue
		}
		if p.next(); len(from) != 1 || p.peek() != 'd' || len(p.tokens[p.at].days) != 1 {
			return nil, true, fmt.Errorf("a day is missing beside a dash")
		}
		for d, to := from[0], p.next().days[0]; d != to; {
			d = (d + 1) % 7
			days = append(days, d)
		}
	}
}

func (p *hoursParser) ranges() ([]location.Range, error) {
	switch p.peek() {
	case 'c':
		p.next()
		return nil, nil
	case 'a':
		p.next()
		return []location.Range{{Open: 0, Close: 24 * 60}}, nil
	}
	var ranges []location.Range
	for {
		mark := p.at
		for len(ranges) > 0 && p.peek() == ',' {
			p.next()
		}
		if p.peek() != 't' {
			if len(ranges) == 0 {
				return nil, fmt.Errorf("a time is missing%s", p.before())
			}
			p.at = mark
			return ranges, nil
		}
		open := p.next().at
		if p.peek() != '-' {
			return nil, fmt.Errorf("a closing time is missing%s", p.before())
		}
		p.next()
		if p.peek() != 't' {
			return nil, fmt.Errorf("a closing time is missing%s", p.before())
		}
		r, err := between(open, p.next().at)
		if err != nil {
			return nil, err
		}
		ranges = append(ranges, r)
	}
}

func (p *hoursParser) before() string {
	if p.at < len(p.tokens) {
		return fmt.Sprintf(" before %q", p.tokens[p.at].text)
	}
	return " at the end"
}

// between settles AM and PM. What they would tell, the length of the opening tells when only one reading of the two times is likely: 11 to 9 ends in
// the evening.
func between(open, closing clock) (location.Range, error) {
	o, c := open.minute, closing.minute
	opens, closes, least := []int{o}, []int{c}, 2*60
	if closing.meridiem != 0 && !open.sure() {
		opens, least = halves(o), 4*60
	}
	if !closing.sure() && (c <= o || open.meridiem != 0) {
		closes = halves(c)
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
	early := !open.sure() && closing.meridiem == 0 && o < 5*60
	if len(found) != 1 || early || o == 12*60 && c == o && !open.sure() {
		return location.Range{}, fmt.Errorf("%d:%02d to %d:%02d can be read in two ways: say AM or PM, or 21:00", o/60, o%60, c/60, c%60)
	}
	return found[0], nil
}

// sure reports whether the clock says which half of the day it means.
func (c clock) sure() bool { return c.exact || c.meridiem != 0 }

// halves are a time of the 12-hour clock in the morning and in the evening.
func halves(minute int) []int { return []int{minute % (12 * 60), minute%(12*60) + 12*60} }

// dayNames are the names of days. Public holidays are no days here: which those are is not in the text.
var dayNames = []struct {
	names string
	days  []int
}{
	{"sunday sun su dimanche dim di", []int{0}},
	{"monday mon mo m lundi lun lu", []int{1}},
	{"tuesday tues tue tu t mardi mar ma", []int{2}},
	{"wednesday weds wed we w mercredi mer me", []int{3}},
	{"thursday thurs thur thu th jeudi jeu je", []int{4}},
	{"friday fri fr f vendredi ven ve", []int{5}},
	{"saturday sat sa samedi sam", []int{6}},
	{"weekday", []int{1, 2, 3, 4, 5}},
	{"weekend", []int{6, 0}},
	{"daily everyday", []int{0, 1, 2, 3, 4, 5, 6}},
	{"ph holiday", nil},
}

// dateAt finds dates of every year at the beginning of a text: "dec 25", "dec. 24-26". "mar" is a French Tuesday.
var dateAt = regexp.MustCompile(`^(jan|feb|march|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})(?:\s*-\s*(\d{1,2}))?(?:[\s,;]|$)`)

// readDates reads dates at the beginning of the text, and how long they are; 0 if there are none.
func readDates(s string) (length int, t token) {
	m := dateAt.FindStringSubmatch(s)
	if m == nil {
		return 0, t
	}
	t = token{kind: 'D', text: strings.TrimRight(m[0], " ,;:")}
	for i, day := range []string{m[2], cmp.Or(m[3], m[2])} {
		at, err := time.Parse("2 Jan 2006", day+" "+m[1][:3]+" 0004") // year 4 has a 29 February
		if err != nil {
			return len(t.text), token{kind: '?', text: t.text}
		}
		t.date[i] = location.Date{Month: at.Month(), Day: at.Day()}
	}
	return len(t.text), t
}

// tokens takes the text apart.
func tokens(s string) []token {
	s = strings.NewReplacer("24 hours", "24h", "24 hrs", "24h", "24/7", "24h", "a.m.", "am", "p.m.", "pm", "every day", "daily",
		"7 days a week", "daily", "by appointment only", "closed", "à", "-", "–", "-", "—", "-", "−", "-", "~", "-", "\u00a0", " ", "\u202f", " ").Replace(strings.ToLower(s))
	var result []token
	runes := []rune(s)
	for i := 0; i < len(runes); {
		r := runes[i]
		switch {
		case unicode.IsDigit(r):
			end, t := readTime(runes, i)
			result = append(result, t)
			i = end
		case unicode.IsLetter(r):
			if length, t := readDates(string(runes[i:])); length > 0 { // in ASCII
				result = append(result, t)
				i += length
				continue
			}
			end := i
			for end < len(runes) && unicode.IsLetter(runes[end]) {
				end++
			}
			if t, ok := word(string(runes[i:end])); ok {
				result = append(result, t)
			}
			i = end
		case r == '-':
			result = append(result, token{kind: '-', text: "-"})
			i++
		case r == ',' || r == ';' || r == '|' || r == '/' || r == '&' || r == '\n':
			result = append(result, token{kind: ',', text: string(r)})
			i++
		case unicode.IsSpace(r) || r == ':' || r == '.' || r == '(' || r == ')':
			i++
		default:
			result = append(result, token{kind: '?', text: string(r)})
			i++
		}
	}
	return result
}

// word reads a word; false for one that says nothing.
func word(w string) (token, bool) {
	for _, d := range dayNames {
		if names := strings.Fields(d.names); slices.Contains(names, w) || slices.Contains(names, strings.TrimSuffix(w, "s")) {
			return token{kind: 'd', text: w, days: d.days}, true
		}
	}
	switch w {
	case "closed", "off", "x", "fermé", "ferme":
		return token{kind: 'c', text: w}, true
	case "to", "until", "till", "through", "thru", "a", "au":
		return token{kind: '-', text: w}, true
	case "noon", "midi":
		return token{kind: 't', text: w, at: clock{minute: 12 * 60, exact: true}}, true
	case "midnight", "minuit":
		return token{kind: 't', text: w, at: clock{minute: 24 * 60, exact: true}}, true
	case "and", "et", "open", "ouvert", "from", "de", "du", "hours", "h":
		return token{}, false
	}
	return token{kind: '?', text: w}, true
}

// readTime reads 10, 10:30, 10h30, 1030, 10am, 10:30:00 or 24h from i.
func readTime(runes []rune, i int) (end int, t token) {
	start := i
	number := func() (int, int) {
		from, n := i, 0
		for i < len(runes) && runes[i] >= '0' && runes[i] <= '9' && i-from < 5 {
			n = n*10 + int(runes[i]-'0')
			i++
		}
		return n, i - from
	}
	hour, digits := number()
	minute := 0
	if digits == 0 { // a digit of another script
		return i + 1, token{kind: '?', text: string(runes[i])}
	}
	if digits >= 3 { // 930, 2200
		hour, minute = hour/100, hour%100
	}
	colon := false
	if i+1 < len(runes) && strings.ContainsRune(":h.", runes[i]) && unicode.IsDigit(runes[i+1]) && digits <= 2 {
		i++
		colon = true
		minute, _ = number()
		if i+1 < len(runes) && runes[i] == ':' && unicode.IsDigit(runes[i+1]) { // seconds
			i++
			number()
		}
	} else if i < len(runes) && runes[i] == 'h' && digits <= 2 {
		i++
		if hour == 24 {
			return i, token{kind: 'a', text: "24h"}
		}
		colon = true
	}
	j := i
	for j < len(runes) && runes[j] == ' ' {
		j++
	}
	at := clock{minute: hour*60 + minute}
	if j < len(runes) && (runes[j] == 'a' || runes[j] == 'p') {
		k := j + 1
		if k < len(runes) && runes[k] == 'm' {
			k++
		}
		if k == len(runes) || !unicode.IsLetter(runes[k]) {
			at.meridiem = byte(runes[j])
			i = k
		}
	}
	text := string(runes[start:i])
	bad := token{kind: '?', text: text}
	if minute > 59 || at.minute > 24*60 {
		return i, bad
	}
	switch {
	case at.meridiem != 0 && (hour < 1 || hour > 12):
		return i, bad
	case at.meridiem == 'a':
		at.minute = hour%12*60 + minute
	case at.meridiem == 'p':
		at.minute = (hour%12+12)*60 + minute
	default:
		at.exact = hour == 0 || hour > 12 || colon && runes[start] == '0' || digits == 4
	}
	return i, token{kind: 't', text: text, at: at}
}

// quoted is a value as a message shows it: short.
func quoted(s string) string {
	if r := []rune(s); len(r) > 60 {
		s = string(r[:60]) + "…"
	}
	return strconv.Quote(s)
}
