package notify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ordering/locales"
	"ordering/shared/form"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/table"
)

// formView returns the data of a mail to the guest about a case. It contains the guest's first name, and nothing else that was sent.
func (n *Notify) formView(m form.Mail, c form.Case, code string) view {
	l := locale.Locale(c.Locale)
	s := sentences(l, "form-mail")
	params := []string{
		"brand", n.brand.Title, "name", fromGuest(c.Entry.FirstName), "reference", c.Reference, "code", code,
		"acknowledge-by", l.Date(c.AcknowledgeBy), "answer-by", l.Date(c.AnswerBy),
	}
	of := func(part string) string { return s.Say(string(m)+"-"+part, params...) }
	v := n.frame(l)
	v.Subject, v.Preview, v.Title, v.Big = of("subject"), of("preview"), of("title"), cmp.Or(code, c.Reference)
	v.Notes, v.Why = []string{of("note")}, of("why")
	switch m {
	case form.MailCopy:
		v.Line = s.Say("copy-"+string(c.Kind)+"-line", params...)
	case form.MailDone:
		v.Line = s.Say("done-"+c.Outcome+"-line", params...)
	default:
		v.Line = of("line")
	}
	return v
}

// deskView returns the data of the mail to the desk of a case, in the brand's first language.
func (n *Notify) deskView(ctx context.Context, c form.Case) (view, error) {
	l := locale.Locale(n.brand.Countries[0].Locales[0])
	s := sentences(l, "desk-mail")
	zone, ok := location.ParseTimezone(n.brand.TimeZone)
	if !ok {
		return view{}, fmt.Errorf("unknown time zone %q", n.brand.TimeZone)
	}
	restaurant, err := n.restaurant(ctx, c.Entry.LocationID)
	if err != nil {
		return view{}, err
	}
	at := c.Received.In(zone)
	params := []string{
		"brand", n.brand.Title, "reference", c.Reference, "form", s.Say("form-" + string(c.Kind)), "restaurant", restaurant,
		"date", l.Date(at), "time", l.Time(at),
	}
	v := n.frame(l)
	v.Subject, v.Preview, v.Title, v.Big = s.Say("subject", params...), s.Say("preview", params...), s.Say("form-"+string(c.Kind)), c.Reference
	v.Line, v.Why = s.Say("line"), s.Say("why", params...)
	if restaurant != "" {
		v.Subject = s.Say("subject-at", params...)
	}
	v.Facts = deskFacts(s, l, c, restaurant, s.Say("date-time", params...))
	return v, nil
}

// restaurant returns the label of a restaurant, or its id if it was removed.
func (n *Notify) restaurant(ctx context.Context, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	item, err := n.table.Get(ctx, location.KeyOf(id))
	if errors.Is(err, table.ErrNotFound) {
		return id, nil
	}
	if err != nil {
		return "", fmt.Errorf("read location %s: %w", id, err)
	}
	l, err := location.FromItem(item)
	return l.Label, err
}

// deskFacts returns the fields of a case that are filled in. No text of the guest becomes a link.
func deskFacts(s locales.Sentences, l locale.Locale, c form.Case, restaurant, received string) (f []fact) {
	e := c.Entry
	add := func(label, text string, lines ...string) {
		if text != "" {
			f = append(f, fact{Label: s.Say(label), Text: text, Lines: lines})
		}
	}
	date := func(day string) string {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			return ""
		}
		return l.Date(at)
	}
	number := func(n int) string { return strings.TrimPrefix(strconv.Itoa(n), "0") } // "" for 0
	add("received", received)
	if !c.AnswerBy.IsZero() {
		add("acknowledge-by", l.Date(c.AcknowledgeBy))
		add("answer-by", l.Date(c.AnswerBy))
	}
	if e.Request != "" {
		add("request", s.Say("request-"+e.Request))
	}
	add("name", fromGuest(e.FirstName+" "+e.LastName))
	add("agent", fromGuest(e.Agent))
	add("email", fromGuest(e.Email))
	add("phone", fromGuest(l.Phone(e.Phone)))
	add("residence", fromGuest(strings.TrimPrefix(e.Region+", "+e.Country, ", ")))
	add("language", locale.Locale(c.Locale).Tag())
	add("restaurant", restaurant)
	if c.Kind == form.CateringFeedback {
		add("event", date(e.Visited))
	} else {
		add("visited", date(e.Visited))
	}
	add("guests", number(e.Guests))
	switch {
	case c.Kind == form.JobApplication:
		add("role", fromGuest(e.Subject))
	case e.Subject != "":
		add("about", s.Say("about-"+e.Subject))
	}
	add("starts", date(e.Starts))
	if lines := days(s, e.Availability); len(lines) > 0 {
		add("availability", lines[0], lines[1:]...)
	}
	add("order-number", fromGuest(e.OrderNumber))
	if e.Rating > 0 {
		add("rating", s.Say("stars", "rating", number(e.Rating)))
	}
	var layers []string
	for _, layer := range e.Layers {
		name := fromGuest(strings.TrimSuffix(layer.ItemID+", "+layer.Part, ", item"))
		layers = append(layers, s.Say("layer-"+layer.Verdict, "layer", name))
	}
	if len(layers) > 0 {
		add("layers", layers[0], layers[1:]...)
	}
	lines := strings.Split(e.Message, "\n")
	for i, line := range lines {
		lines[i] = fromGuest(line)
	}
	add("message", lines[0], lines[1:]...)
	if c.Kind == form.Review && e.Agreed {
		add("published", s.Say("agreed"))
	}
	if len(c.Files) > 0 {
		add("files", number(len(c.Files)), "npm run inbox -- show "+c.Reference)
	}
	return f
}

// days returns a line per day on which the guest can work.
func days(s locales.Sentences, availability []string) (lines []string) {
	last := ""
	for _, slot := range availability {
		day, part, _ := strings.Cut(slot, "-")
		text := s.Say("part-" + part)
		if day == last {
			lines[len(lines)-1] += ", " + text
			continue
		}
		last = day
		lines = append(lines, s.Say("labelled", "label", s.Say("day-"+day), "text", text))
	}
	return lines
}
