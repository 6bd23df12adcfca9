package orders

import (
	"context"
	"net/url"
	"strings"
	"time"

	"ordering/locales"
	"ordering/shared/ical"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/problem"
)

type calendarInput struct {
	OrderToken string `path:"orderToken" maxLength:"64"`
	Locale     string `query:"locale" maxLength:"8" enum:"en,en-ca,fr-ca" default:"en" doc:"Language of the event, because calendars send no Accept-Language"`
}

type calendarOutput struct {
	Type        string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// remind is how long before the promised time the calendar reminds the guest: enough to get there for most.
const remind = 20 * time.Minute

// calendar returns the order as a calendar event. A cancelled or refused order is a cancelled event: opening the link again removes it from
// the calendar.
func (o *Orders) calendar(ctx context.Context, in *calendarInput) (*calendarOutput, error) {
	found, err := order.Load(ctx, o.table, in.OrderToken)
	if err != nil {
		return nil, err
	}
	if !found.Status.Placed() {
		return nil, problem.New(problem.OrderNotFound)
	}
	l := locale.Parse(in.Locale)
	words := locales.Read(wordsOf(l), "calendar")
	name := "order-" + found.Number + ".ics"
	return &calendarOutput{
		Type:        "text/calendar; charset=utf-8; method=PUBLISH",
		Disposition: `inline; filename="` + strings.Map(plain, name) + `"`, // an attachment would only be saved
		Body:        event(found, l, words, o.site, o.brand.Title).File(o.brand.Title),
	}, nil
}

func event(o order.Order, l locale.Locale, words locales.Sentences, site, brand string) ical.Event {
	a := o.Location.Address
	host := strings.TrimPrefix(strings.TrimPrefix(site, "https://"), "http://")
	how := "pickup"
	if o.Handoff == location.Curbside {
		how = "curbside"
	}
	link := site + l.Prefix() + "/orders/" + url.PathEscape(o.Token)
	off, stamp := o.Status == order.Cancelled || o.Status == order.NotApproved, o.PlacedAt
	for _, step := range o.Steps {
		if off && step.Status == o.Status {
			stamp = step.At
		}
	}
	return ical.Event{
		UID: o.ID + "@" + host, Stamp: stamp, Start: o.Start, End: o.End,
		Summary:     words.Say("title", "brand", brand, "number", o.Number),
		Description: words.Say(how, "number", o.Number) + "\n" + link,
		// Map services do not understand no-break spaces.
		Location: o.Location.Label + ", " + strings.ReplaceAll(a.Line(l), "\u00a0", " "), Latitude: a.Latitude, Longitude: a.Longitude,
		URL: link, Alarm: remind, Cancelled: off,
	}
}

// wordsOf returns the folder of a language's sentences: Canadian English uses the English ones.
func wordsOf(l locale.Locale) string {
	if l.French() {
		return string(locale.FrCA)
	}
	return string(locale.En)
}

// plain keeps the characters that are valid in file names everywhere.
func plain(r rune) rune {
	if r == '-' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' {
		return r
	}
	return -1
}
