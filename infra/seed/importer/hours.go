package importer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ordering/shared/location"
)

// parseHours reads opening hours as chains write them: "10:30-22:00", "Mo-Fr 10:00-22:00; Sa,Su 11:00-02:00",
// "Monday: 10:30 AM – 9 PM, Tuesday: Closed", "24/7", "lun-ven 10h30 à 22h". Days that are not named are closed; no day at all
// means every day. A time that could be read two ways is an error and not a guess.
func parseHours(s string) (location.Week, error) {
	p := hoursParser{tokens: tokens(s)}
	if len(p.tokens) == 0 {
		return location.Week{}, fmt.Errorf("no hours in %q", s)
	}
	if err := p.week(); err != nil {
		return location.Week{}, fmt.Errorf("%q: %w", s, err)
	}
	for _, day := range p.result {
		if err := apart(day); err != nil {
			return location.Week{}, fmt.Errorf("%q: %w", s, err)
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
	kind byte // 'd' day, 't' time, 'c' closed, 'a' all day, '-' to, ',' separator, '?' other
	text string
	day  int
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
	result location.Week
}

func (p *hoursParser) peek() byte {
	if p.at < len(p.tokens) {
		return p.tokens[p.at].kind
	}
	return 0
}

func (p *hoursParser) next() token { t := p.tokens[p.at]; p.at++; return t }

// week = group { [","] group }; group = [days] (closed | all day | range {[","] range})
func (p *hoursParser) week() error {
	set := [7]bool{}
	for groups := 0; ; groups++ {
		for p.peek() == ',' {
			p.next()
		}
		if p.peek() == 0 {
			if groups == 0 {
				return fmt.Errorf("there are no hours")
			}
			return nil
		}
		days, named, err := p.days()
		if err != nil {
			return err
		}
		if !named {
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
			p.result[d] = slices.Clone(ranges)
		}
	}
}

// days = day ["-" day] { [","] day ["-" day] }; named is false when there are none.
func (p *hoursParser) days() (days []int, named bool, err error) {
	for ; ; named = true {
		mark := p.at
		for named && p.peek() == ',' {
			p.next()
		}
		if p.peek() != 'd' {
			p.at = mark
			return days, named, nil
		}
		from := p.next().day
		switch from {
		case everyDay:
			days = append(days, 0, 1, 2, 3, 4, 5, 6)
			continue
		case publicHolidays: // which days those are is not in the file; the holiday hours are set otherwise
			continue
		}
		to := from
		if p.peek() == '-' {
			p.next()
			if p.peek() != 'd' {
				return nil, true, fmt.Errorf("a day is missing after a dash")
			}
			if to = p.next().day; to >= everyDay {
				return nil, true, fmt.Errorf("a day is missing after a dash")
			}
		}
		for d := from; ; d = (d + 1) % 7 {
			days = append(days, d)
			if d == to {
				break
			}
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

// between settles AM and PM.
func between(open, closing clock) (location.Range, error) {
	o, c := open.minute, closing.minute
	ambiguous := fmt.Errorf("%d:%02d to %d:%02d can be read in two ways: say AM or PM, or 21:00", o/60, o%60, c/60, c%60)
	switch {
	case open.meridiem != 0 && closing.meridiem != 0, open.exact && closing.exact:
	case open.meridiem == 0 && closing.meridiem != 0 && !open.exact:
		// "10:30-10 PM": of morning and evening only one makes a day's opening.
		am, pm := o%(12*60), o%(12*60)+12*60
		likely := func(o int) bool { d := ((c - o) + 24*60) % (24 * 60); return d >= 4*60 && d <= 16*60 }
		switch {
		case likely(am) == likely(pm):
			return location.Range{}, ambiguous
		case likely(am):
			o = am
		default:
			o = pm
		}
	case closing.meridiem == 0 && !closing.exact && c <= o, open.meridiem == 0 && !open.exact && o < 5*60:
		return location.Range{}, ambiguous
	case open.meridiem != 0 && closing.meridiem == 0 && !closing.exact:
		return location.Range{}, ambiguous
	}
	return location.Range{Open: location.Minute(o % (24 * 60)), Close: location.Minute(c)}, nil
}

// What stands where a day could, after the seven.
const (
	everyDay       = 7
	publicHolidays = 8
)

var dayNames = [][]string{
	{"sunday", "sun", "su", "dimanche", "dim", "di"},
	{"monday", "mon", "mo", "lundi", "lun", "lu"},
	{"tuesday", "tues", "tue", "tu", "mardi", "mar", "ma"},
	{"wednesday", "weds", "wed", "we", "mercredi", "mer", "me"},
	{"thursday", "thurs", "thur", "thu", "th", "jeudi", "jeu", "je"},
	{"friday", "fri", "fr", "vendredi", "ven", "ve"},
	{"saturday", "sat", "sa", "samedi", "sam"},
	{"daily", "everyday"},
	{"ph", "holiday"},
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
	for day, names := range dayNames {
		if slices.Contains(names, w) || slices.Contains(names, strings.TrimSuffix(w, "s")) {
			return token{kind: 'd', text: w, day: day}, true
		}
	}
	switch w {
	case "closed", "off", "fermé", "ferme":
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
