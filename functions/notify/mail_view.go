package notify

import (
	"fmt"
	"html/template"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"ordering/locales"
	"ordering/shared/basket"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/outbox"
)

// view is the data of a mail's templates, in its language. A guest's texts are in it only after fromGuest.
type view struct {
	locales.Sentences
	Colours                           brand.Colours
	HeadingFont, TextFont             template.CSS
	Lang, Brand, Subject, Preview     string
	Title, Big, Line                  string
	Drawing                           []block
	Notes                             []string
	Facts                             []fact
	Receipt                           *receipt // of confirmed, cancelled and refused orders
	Thanks                            string   // below Receipt, if the order is made
	Button, ButtonURL, CancelURL, Why string   // CancelURL is empty if the guest cannot cancel
}

// fact is a row of the table of facts.
type fact struct {
	Label, Text string
	Lines       []string
	Map, Phone  string // URL of the place; number that Text links to
}

type receipt struct {
	Lines    []receiptLine
	Requests []string // for the whole order
	Sums     []sum    // they add up to Total
	Total    sum
	Paid     string
}

type receiptLine struct {
	Quantity     int
	Label, Price string
	Details      []detail
}

// detail is a modifier, or the guest's note. Depth is the number of modifiers that contain it.
type detail struct {
	Text  string
	Depth int
}

type sum struct {
	Label, Amount string
	Notes         []string
}

// fromGuest returns a guest's text on one line, changed so that mail clients do not turn any of it into a link.
func fromGuest(text string) string { return guest.Unlinked(oneLine(text)) }

// oneLine joins lines and drops control characters.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	}), " ")
}

// sentences reads <locale>/<file>.json; every English has the English sentences, and so has a language without the file.
func sentences(l locale.Locale, file string) locales.Sentences {
	if l.French() || file == "form-mail" && slices.Contains(locale.Abroad, l) {
		return locales.Read(string(l), file)
	}
	return locales.Read(string(locale.En), file)
}

// frame returns what all mails in a language have.
func (n *Notify) frame(l locale.Locale) view {
	return view{
		Sentences: sentences(l, "mail"), Colours: n.brand.MailColours, Lang: l.Tag(), Brand: n.brand.Title,
		HeadingFont: template.CSS(n.brand.MailFonts.Poster), TextFont: template.CSS(n.brand.MailFonts.Text),
	}
}

// viewOf returns the data of a mail about an order. It panics if locales/ lacks a sentence of that kind of mail.
func (n *Notify) viewOf(m outbox.Mail, o order.Order) (view, error) {
	l, s := o.Locale, sentences(o.Locale, "mail")
	zone, ok := location.ParseTimezone(o.Location.TimeZone)
	if !ok {
		return view{}, fmt.Errorf("mail: unknown time zone %q", o.Location.TimeZone)
	}
	at, placed := o.Start.In(zone), o.PlacedAt.In(zone)
	page := n.site + l.Prefix() + "/orders/" + url.PathEscape(o.Token)
	params := []string{
		"number", o.Number, "name", fromGuest(o.Contact.FirstName), "store", o.Location.Label, "day", l.Day(at), "time", l.Time(at),
		"brand", n.brand.Title, "total", o.Total.In(l), "lastFour", o.Payment().LastFour, "reason", oneLine(o.Reason),
	}
	say := func(key string, first ...string) string { return s.Say(key, append(first, params...)...) }
	kind := string(m)
	if m == outbox.MailReady && o.Arrival != nil {
		kind = "ready-" + string(o.Arrival.State) // the guest has arrived, so the mail does not ask to come
	}
	of := func(part string, first ...string) string { return say(kind+"-"+part, first...) }
	v := n.frame(l)
	v.Subject, v.Preview, v.Title, v.Big, v.Line = of("subject"), of("preview"), of("title"), o.Number, of("line")
	v.Facts, v.Button, v.ButtonURL, v.Why = facts(s, o, at), s.Say("see"), page, say("why")
	// Numbers are used again each day: the subject names a day other than the one of placing.
	if ahead := location.DateOf(at) != location.DateOf(placed); ahead && m == outbox.MailConfirmed {
		v.Subject = say("confirmed-ahead-subject")
	} else if ahead {
		v.Subject = of("subject", "number", say("number-ahead"))
	}
	switch m {
	case outbox.MailConfirmed:
		v.Big, v.Drawing, v.Button, v.Receipt = l.Time(at), draw(o, 1, v.Colours), s.Say("follow"), receiptOf(s, o)
		v.Thanks = s.Say("thanks")
		v.Notes = append(v.Notes, s.Say("placed", "date", l.Date(placed), "time", l.Time(placed)))
		if o.Arrival != nil {
			v.Notes = append(v.Notes, s.Say("curbside"))
		}
		if o.Cancellable(o.PlacedAt) {
			v.CancelURL = page
		}
	case outbox.MailReady:
		v.Drawing = draw(o, math.MaxInt, v.Colours)
		if o.Awaited() && o.Arrival.State == order.ArrivalPlaced {
			v.Button, v.ButtonURL = s.Say("here"), page+"#here"
		}
	case outbox.MailCancelled, outbox.MailNotApproved:
		if o.Reason != "" && m == outbox.MailNotApproved {
			v.Notes = append(v.Notes, say("reason"))
		}
		if o.Refunded() {
			v.Notes = append(v.Notes, say("refund"))
		} else if o.Total.Minor == 0 {
			v.Notes = append(v.Notes, s.Say("refund-nothing"))
		}
		v.Notes, v.Receipt = append(v.Notes, returned(s, o)...), receiptOf(s, o)
	}
	return v, nil
}

// returned returns the sentences about what the customer gets back from a cancelled or refused order: one for each gift, one for all
// points.
func returned(s locales.Sentences, o order.Order) (notes []string) {
	points := 0
	for _, a := range o.Adjustments {
		points += a.Points
		if a.Grant != "" {
			notes = append(notes, s.Say("returned-gift", "label", a.Label.In(o.Locale)))
		}
	}
	if points > 0 {
		notes = append(notes, s.Say("returned-points", "points", o.Locale.Decimal(strconv.Itoa(points))))
	}
	return notes
}

func facts(s locales.Sentences, o order.Order, at time.Time) []fact {
	l, a := o.Locale, o.Location.Address
	place := fmt.Sprintf("%.6f,%.6f", a.Latitude, a.Longitude)
	f := []fact{
		{Label: s.Say("order"), Text: o.Number},
		{Label: s.Say("when"), Text: s.Say("day-time", "day", l.Day(at), "time", l.Time(at))},
		{Label: s.Say("how"), Text: s.Say("handoff-" + o.Handoff.String())},
		{
			Label: s.Say("restaurant"), Text: o.Location.Label, Lines: a.Lines(l),
			Map: "https://www.google.com/maps/search/?api=1&query=" + url.QueryEscape(place),
		},
	}
	if car := o.Car(); car != nil {
		f = append(f, fact{Label: s.Say("car"), Text: fromGuest(car.String())})
	}
	if o.Location.Phone != "" {
		f = append(f, fact{Label: s.Say("phone"), Text: l.Phone(o.Location.Phone), Phone: o.Location.Phone})
	}
	return f
}

func receiptOf(s locales.Sentences, o order.Order) *receipt {
	l, taxes := o.Locale, sentences(o.Locale, "tax")
	r := &receipt{Total: sum{Label: s.Say("total-" + string(o.Total.Currency)), Amount: o.Total.In(l)}, Paid: s.Say("free")}
	if o.Payment().Kind != order.KindFree {
		r.Paid = s.Say("paid", "lastFour", o.Payment().LastFour)
	}
	for _, line := range o.Lines {
		r.Lines = append(r.Lines, receiptLine{line.Quantity, line.Label.In(l), line.Price.In(l), details(s, l, line)})
	}
	if o.Cutlery {
		r.Requests = append(r.Requests, s.Say("cutlery"))
	}
	if o.Instructions != "" {
		r.Requests = append(r.Requests, s.Say("note", "text", fromGuest(o.Instructions)))
	}
	add := func(label string, a money.Amount, notes ...string) {
		r.Sums = append(r.Sums, sum{label, a.In(l), notes})
	}
	add(s.Say("subtotal"), o.Subtotal)
	for _, a := range o.Adjustments {
		add(a.Label.In(l), a.Amount.Times(-1), sourceOf(s, o, a)...)
	}
	for _, c := range o.Charges {
		add(c.Label.In(l), c.Amount)
	}
	for _, t := range o.Taxes {
		var notes []string
		if t.Registration != "" {
			notes = []string{s.Say("registration", "registration", t.Registration)}
		}
		add(s.Say("tax", "tax", taxes.Say(t.Tax), "rate", l.Percent(t.Rate)), t.Amount, notes...)
	}
	if o.Tip.Minor != 0 {
		add(s.Say("tip"), o.Tip)
	}
	return r
}

// sourceOf returns the code, the points or the gift of a discount and, if the order has several lines, what the discount took off each.
func sourceOf(s locales.Sentences, o order.Order, a basket.Adjustment) (notes []string) {
	switch {
	case a.Coupon != "":
		notes = append(notes, s.Say("coupon", "code", a.Coupon))
	case a.Points > 0:
		notes = append(notes, s.Say("with-points", "points", o.Locale.Decimal(strconv.Itoa(a.Points))))
	case a.Grant != "":
		notes = append(notes, s.Say("gift"))
	}
	if len(o.Lines) == 1 {
		return notes
	}
	for _, part := range a.Allocation {
		for _, line := range o.Lines {
			if line.ID == part.Line {
				label := fmt.Sprintf("%d × %s", line.Quantity, line.Label.In(o.Locale))
				notes = append(notes, s.Say("labelled", "label", label, "text", part.Amount.Times(-1).In(o.Locale)))
			}
		}
	}
	return notes
}

func details(s locales.Sentences, l locale.Locale, line order.Line) (d []detail) {
	for _, m := range line.Modifiers {
		text := m.Label.In(l)
		switch {
		case m.Quantity == 0:
			text = s.Say("without", "modifier", sentences(l, "menu").Within(text))
		case m.Quantity > 1:
			text = strconv.Itoa(m.Quantity) + " × " + text
		}
		d = append(d, detail{text, m.Depth})
	}
	if line.Instructions != "" {
		d = append(d, detail{Text: s.Say("note", "text", fromGuest(line.Instructions))})
	}
	return d
}
