package notify

import (
	"fmt"
	"math"
	"net/url"
	"strconv"
	"time"

	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/outbox"
)

// letter is a mail in words and figures of its language, before it is laid out.
type letter struct {
	words
	Colours                       brand.Colours
	Fonts                         brand.Fonts
	Lang, Brand, Subject, Preview string
	Title, Big, Line              string
	Layers                        []layer // what was ordered as far as it is, top first
	Notes                         []string
	Facts                         []fact
	Ticket                        *ticket // the receipt only
	Button, ButtonURL             string
	CancelURL                     string // while the order can be cancelled
	Why                           string
}

// ofGuest returns a guest's text on one line, changed so that mail clients do not turn any of it into a link.
func ofGuest(text string) string { return guest.Unlinked(oneLine(text)) }

type fact struct {
	Label, Text string
	Lines       []string
	URL         string // of LinkText, or of Text without one
	LinkText    string
}

type ticket struct {
	Lines      []ticketLine
	Asked      []string // of the whole order
	Sums       []sum
	TotalLabel string
	Total      string
	Paid       string
	Thanks     string
}

type ticketLine struct {
	Quantity, Label, Price string
	Details                []detail
}

// detail is a choice, or what the guest asked for. Inside is how many choices it is inside of.
type detail struct {
	Text   string
	Inside int
}

type sum struct{ Label, Note, Amount string }

// letter words a mail about an order as it stands.
func (n *Notify) letter(m outbox.Mail, o order.Order) (letter, error) {
	w, l := wordsIn(o.Locale), o.Locale
	zone, ok := location.ParseZone(o.Store.TimeZone)
	if !ok {
		return letter{}, fmt.Errorf("mail: %q, the zone of the restaurant, is none", o.Store.TimeZone)
	}
	at := o.Start.In(zone)
	page := n.site + l.Prefix() + "/orders/" + url.PathEscape(o.Token)
	common := []string{
		"number", o.Number, "name", ofGuest(o.Contact.FirstName), "store", o.Store.Label, "day", l.Day(at), "time", l.Time(at),
		"brand", n.brand.Title, "total", o.Total.In(l), "lastFour", o.Payment.LastFour, "reason", oneLine(o.Reason),
	}
	kind := string(m)
	if m == outbox.MailReady && o.Arrival != nil {
		kind = "ready-" + string(o.Arrival.State) // a guest who is there need not be asked to come
	}
	of := func(part string) string { return w.Say(kind+"-"+part, common...) }
	// Numbers come again each day, and a mail is read on other days too: a subject names the day that is not the one of the placing.
	placed, subject := o.PlacedAt.In(zone), of("subject")
	if location.DateOf(at) != location.DateOf(placed) {
		subject = w.Say(kind+"-subject", append([]string{"number", w.Say("number-ahead", common...)}, common[2:]...)...)
		if m == outbox.MailConfirmed {
			subject = w.Say("confirmed-ahead-subject", common...)
		}
	}
	t := letter{
		words: w, Colours: n.brand.MailColours, Fonts: n.brand.MailFonts, Lang: l.Tag(), Brand: n.brand.Title, Subject: subject, Preview: of("preview"),
		Title: of("title"), Big: o.Number, Line: of("line"), Button: w.Say("see"), ButtonURL: page, Why: w.Say("why", common...),
	}
	t.Facts = facts(w, o, at)
	switch m {
	case outbox.MailConfirmed:
		t.Big, t.Layers, t.Button, t.Ticket = l.Time(at), drawn(o, 1), w.Say("follow"), receipt(w, o)
		t.Notes = append(t.Notes, w.Say("placed", "date", l.Date(placed), "time", l.Time(placed)))
		if o.Arrival != nil {
			t.Notes = append(t.Notes, w.Say("curbside"))
		}
		if o.Cancellable() {
			t.CancelURL = page
		}
	case outbox.MailReady:
		t.Layers = drawn(o, math.MaxInt)
		if o.Awaited() && o.Arrival.State == order.ArrivalPlaced {
			t.Button, t.ButtonURL = w.Say("here"), page+"#here"
		}
	case outbox.MailCancelled, outbox.MailNotApproved:
		if o.Reason != "" && m == outbox.MailNotApproved {
			t.Notes = append(t.Notes, w.Say("reason", common...))
		}
		if o.Refunded() {
			t.Notes = append(t.Notes, w.Say("refund", common...))
		} else if o.Total.Minor == 0 {
			t.Notes = append(t.Notes, w.Say("refund-nothing"))
		}
	}
	return t, nil
}

func facts(w words, o order.Order, at time.Time) []fact {
	l, a := o.Locale, o.Store.Address
	f := []fact{
		{Label: w.Say("order"), Text: o.Number},
		{Label: w.Say("when"), Text: w.Say("day-time", "day", l.Day(at), "time", l.Time(at))},
		{Label: w.Say("how"), Text: w.Say("handoff-" + o.Handoff.String())},
		{Label: w.Say("restaurant"), Text: o.Store.Label, Lines: a.Lines(l), LinkText: w.Say("map"), URL: mapOf(a)},
	}
	if car := o.Car(); car != nil {
		f = append(f, fact{Label: w.Say("car"), Text: ofGuest(car.String())})
	}
	if o.Store.Phone != "" {
		f = append(f, fact{Label: w.Say("phone"), Text: l.Phone(o.Store.Phone), URL: "tel:" + o.Store.Phone})
	}
	return f
}

func mapOf(a location.Address) string {
	place := func(f float64) string { return strconv.FormatFloat(f, 'f', 6, 64) }
	return "https://www.google.com/maps/search/?api=1&query=" + url.QueryEscape(place(a.Latitude)+","+place(a.Longitude))
}

// receipt is the ticket: every sum is a line, and the lines add up to the total.
func receipt(w words, o order.Order) *ticket {
	l := o.Locale
	t := &ticket{TotalLabel: w.Say("total-" + string(o.Total.Currency)), Total: o.Total.In(l), Paid: w.Say("free"), Thanks: w.Say("thanks")}
	if o.Payment.Kind != order.KindFree {
		t.Paid = w.Say("paid", "lastFour", o.Payment.LastFour)
	}
	for _, line := range o.Lines {
		t.Lines = append(t.Lines, ticketLine{
			Quantity: strconv.Itoa(line.Quantity), Label: line.Label.In(l), Price: line.Price.In(l), Details: details(w, o, line),
		})
	}
	if o.Cutlery {
		t.Asked = append(t.Asked, w.Say("cutlery"))
	}
	if o.Instructions != "" {
		t.Asked = append(t.Asked, w.Say("note", "text", ofGuest(o.Instructions)))
	}
	add := func(label, note string, a money.Amount) {
		t.Sums = append(t.Sums, sum{Label: label, Note: note, Amount: a.In(l)})
	}
	add(w.Say("subtotal"), "", o.Subtotal)
	for _, owed := range o.Taxes {
		note := ""
		if owed.Registration != "" {
			note = w.Say("registration", "registration", owed.Registration)
		}
		add(w.Say("tax", "tax", taxesIn(l).Say(owed.Tax), "rate", l.Percent(owed.Rate)), note, owed.Amount)
	}
	if o.Tip.Minor != 0 {
		add(w.Say("tip"), "", o.Tip)
	}
	return t
}

// details are the choices of a line, the ones of a combo's parts indented, and what the guest asked for.
func details(w words, o order.Order, line order.Line) []detail {
	var d []detail
	for _, m := range line.Modifiers {
		text := m.Label.In(o.Locale)
		switch {
		case m.Quantity == 0:
			text = w.Say("without", "modifier", menuIn(o.Locale).Within(text))
		case m.Quantity > 1:
			text = strconv.Itoa(m.Quantity) + " × " + text
		}
		d = append(d, detail{text, m.Depth})
	}
	if line.Instructions != "" {
		d = append(d, detail{Text: w.Say("note", "text", ofGuest(line.Instructions))})
	}
	return d
}
